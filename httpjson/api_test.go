package httpjson

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

type userRow struct {
	UserName string
	Level    level
	Tags     []string
	Any      any
}

// level is an even number that a codec writes as half of it.
type level int

// span is a slice that a codec writes as its ends.
type span []int

var errOdd = errors.New("levels are halves of even numbers")

func strictAPI() *zetes.API {
	c := zetes.Strict()
	c.Naming, c.EmptySlices, c.Alias, c.Limits.Bytes = zetes.SnakeCase, true, true, 200
	c.Codecs = []codec.Codec{
		codec.For(
			func(w *codec.Writer, v *level) {
				if *v%2 != 0 {
					w.Fail(errOdd)
				}
				w.Int(int64(*v / 2))
			},
			func(r *codec.Reader, v *level) {
				if *v = level(2 * r.IntBits(8)); *v > 100 {
					r.Fail(errOdd)
				}
			}),
		spans(),
	}
	return c.Freeze()
}

func spans() codec.Codec {
	return codec.For(func(w *codec.Writer, v *span) {
		w.BeginArray()
		w.Int(int64((*v)[0]))
		w.Int(int64((*v)[len(*v)-1]))
		w.EndArray()
	}, nil)
}

// Package zetes has the codec too: calls without an API must not take such a slice apart either.
func init() {
	if err := zetes.Register(spans()); err != nil {
		panic(err)
	}
}

// TestAPIWrite compares answers with what the API makes of the value: short and streamed, by all functions that write.
func TestAPIWrite(t *testing.T) {
	rows := make([]userRow, 2000)
	for i := range rows {
		rows[i] = userRow{UserName: strings.Repeat("<", i%100), Level: level(2 * i)}
	}
	api := strictAPI()
	pretty := zetes.Config{Indent: " "}.Freeze()
	long := span(count(5000))
	for name, c := range map[string]struct {
		api     *zetes.API
		v       any
		streams bool
	}{
		"row": {api, rows[3], false}, "rows": {api, rows, true}, "pointer": {api, &rows, true}, "span": {api, long, false}, "span-pointer": {api, &long, false},
		"pretty": {pretty, rows, false}, "registered": {zetes.Standard(), long, false}, "nil": {api, []int(nil), false}, "plain": {api, count(5000), true},
	} {
		want, err := c.api.Marshal(c.v)
		if err != nil {
			t.Fatal(err)
		}
		for _, threshold := range []int{-1, 1000} {
			resp, body := serve(t, "GET", func(w http.ResponseWriter, r *http.Request) {
				opts := []Option{StreamAbove(threshold), WithAPI(c.api)}
				if c.api == zetes.Standard() {
					opts = opts[:1]
				}
				if err := Write(w, 200, c.v, opts...); err != nil {
					t.Error(err)
				}
			})
			if !bytes.Equal(body, want) {
				t.Errorf("%s above %d: got %.200s, want %.200s", name, threshold, body, want)
			}
			if streamed := resp.ContentLength < 0; threshold > 0 && streamed != c.streams && (streamed || len(want) > 1000) {
				t.Errorf("%s: streamed is %v", name, streamed)
			}
		}
	}
	w := httptest.NewRecorder()
	err := WriteSeq(w, 200, stream.NoError(func(yield func(userRow) bool) { _ = yield(rows[1]) && yield(rows[2]) }), WithAPI(api))
	if want, _ := api.MarshalString(rows[1:3]); err != nil || w.Body.String() != want {
		t.Errorf("got %s, %v, want %s", w.Body, err, want)
	}
	r, err := NewRequest(t.Context(), "POST", "http://example.org", rows[1], WithAPI(api.With(zetes.PerCall{Indent: " "})))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(r.Body)
	if want, _ := api.MarshalIndent(rows[1], "", " "); string(body) != string(want) {
		t.Errorf("got %s", body)
	}
	w = httptest.NewRecorder()
	if err := Write(w, 200, userRow{Level: 3}, WithAPI(api)); !errors.Is(err, errOdd) || w.Code != 500 {
		t.Errorf("got %d, %v", w.Code, err)
	}
}

func TestAPIRead(t *testing.T) {
	api := strictAPI()
	var v userRow
	if err := Read(request(strings.NewReader(`{"user_name":"Ada","level":18,"any":[1]}`)), &v, WithAPI(api)); err != nil || v.UserName != "Ada" || v.Level != 36 {
		t.Fatal(v, err)
	}
	// The API's strings are parts of its input, which the next body must not overwrite.
	if err := Read(request(strings.NewReader(`{"user_name":"xxx","level":18,"any":[1]}`)), new(userRow), WithAPI(api)); err != nil || v.UserName != "Ada" {
		t.Fatal(v, err)
	}
	for in, want := range map[string]struct {
		status  int
		detail  string
		pointer string
		line    int
		column  int
	}{
		`{"level":99}`:                        {422, errOdd.Error(), "/level", 1, 10},
		`{"level":"x"}`:                       {422, "got a string, want an integer", "/level", 1, 10},
		`{"tags":["a", 7]}`:                   {422, "got a number, want a string", "/tags/1", 1, 15},
		`{"user_name":"a", "UserName":"b"}`:   {422, `unknown member "UserName"`, "/UserName", 1, 19},
		`{"any":{"a":1,"a/b":{"x":1,"x":2}}}`: {422, `duplicate member "x"`, "/any/a~1b/x", 1, 28},
		"{\"any\":\"\xff\"}":                  {400, "the text is not UTF-8", "/any", 1, 9},
		"{\n\"any\": nul}":                    {400, "invalid character '}' in literal null (expecting 'l')", "/any", 2, 11},
		strings.Repeat(" ", 199) + `{}`:       {413, "the body is larger than 200 bytes", "", 0, 0},
		` `:                                   {400, "the body is empty", "", 0, 0},
		`{"any":{"x":1,"x":2},"level":99}`:    {422, `duplicate member "x" (and 1 more error)`, "/any/x", 1, 15},
		`{"level":99,"x":1,"tags":[1]}`:       {422, errOdd.Error() + " (and 2 more errors)", "/level", 1, 10},
	} {
		var e *Error
		if err := Read(request(strings.NewReader(in)), new(userRow), WithAPI(api)); !errors.As(err, &e) {
			t.Errorf("%s: got %v", in, err)
			continue
		}
		first := &zetes.Error{}
		if all := e.Errors(); len(all) > 0 {
			first = all[0]
		}
		if e.Status != want.status || e.Detail != want.detail || first.Pointer != want.pointer || first.Line != want.line || first.Column != want.column {
			t.Errorf("%s: got %+v, want %+v", in, e, want)
		}
		if want.line > 0 && !errors.As(e, new(*zetes.Error)) {
			t.Errorf("%s: the cause is gone: %v", in, e.Err)
		}
	}
}
