package httpjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// serve runs h in a real server and returns the answer to a request of that method, with its body.
func serve(t *testing.T, method string, h http.HandlerFunc) (*http.Response, []byte) {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	r, err := http.NewRequest(method, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, body
}

type person struct {
	Name string `json:"name"`
	Age  int8   `json:"age"`
}

type ints []int

// shout has a method that must not be bypassed by sending a slice part by part.
type shout []int

func (s shout) MarshalJSON() ([]byte, error) { return []byte(`"` + strconv.Itoa(len(s)) + `!"`), nil }

type byAddress struct{ n int }

func (p *byAddress) MarshalJSON() ([]byte, error) { return []byte(strconv.Itoa(p.n)), nil }

func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// TestWrite compares answers with json.Marshal: the same bytes, with a length while that is short of the threshold.
func TestWrite(t *testing.T) {
	long := count(10_000)
	people := make([]person, 1000)
	for i := range people {
		people[i] = person{strings.Repeat("<", i%300), int8(i)}
	}
	for name, v := range map[string]any{
		"struct": person{"Ada", 36}, "null": nil, "html": "<&>", "empty": []int{}, "slice-nil": []int(nil),
		"slice-64": count(64), "slice-65": count(65), "slice-10000": long, "pointer-slice": &long, "named": ints(long),
		"methods": shout(long), "bytes": make([]byte, 5000), "people": people, "strings": strings.Split(strings.Repeat("x,", 5000), ","),
		"any": []any{nil, 1.5, []any{}}, "addressable": make([]byAddress, 500), "map": map[string]int{"b": 1, "a": 2},
		"wide": []string{0: strings.Repeat("y", 100_000), 99: "z"}, "pointer-nil": (*[]int)(nil),
	} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, threshold := range []int{-1, 0, 4000, 1 << 20} {
			t.Run(name+"/"+strconv.Itoa(threshold), func(t *testing.T) {
				var res Result
				resp, body := serve(t, "GET", func(w http.ResponseWriter, r *http.Request) {
					if err := Write(w, 201, v, StreamAbove(threshold), WithResult(&res)); err != nil {
						t.Error(err)
					}
				})
				if resp.StatusCode != 201 || resp.Header.Get("Content-Type") != "application/json" {
					t.Errorf("status %d, type %s", resp.StatusCode, resp.Header.Get("Content-Type"))
				}
				if string(body) != string(want) {
					t.Errorf("body differs: %.200s", body)
				}
				if resp.ContentLength != int64(len(want)) && (threshold < 0 || len(want) <= threshold) {
					t.Errorf("length %d, want %d", resp.ContentLength, len(want))
				}
				if !res.Started || res.Written != int64(len(want)) {
					t.Errorf("result %+v", res)
				}
			})
		}
	}
}

func TestWriteStreams(t *testing.T) {
	resp, body := serve(t, "GET", func(w http.ResponseWriter, r *http.Request) {
		if err := Write(w, 200, count(300_000)); err != nil {
			t.Error(err)
		}
	})
	var back []int
	if err := json.Unmarshal(body, &back); err != nil || len(back) != 300_000 || back[299_999] != 299_999 {
		t.Fatalf("%v, %d elements", err, len(back))
	}
	if resp.ContentLength != -1 {
		t.Fatalf("length %d was known", resp.ContentLength)
	}
}

func TestWriteOptions(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Option
		want string
	}{
		"html":   {WithAPI(zetes.Config{NoEscapeHTML: true}.Freeze()), `{"name":"<","age":1}`},
		"indent": {WithAPI(zetes.Config{Indent: " "}.Freeze()), "{\n \"name\": \"\\u003c\",\n \"age\": 1\n}"},
	} {
		w := httptest.NewRecorder()
		if err := Write(w, 200, person{"<", 1}, c.opt); err != nil || w.Body.String() != c.want {
			t.Errorf("%s: %s, %v", name, w.Body, err)
		}
	}
}

func TestWriteHeader(t *testing.T) {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/vnd.x+json")
	w.Header().Set("Content-Encoding", "x")
	if err := Write(w, 200, 1); err != nil || w.Header().Get("Content-Type") != "application/vnd.x+json" || w.Header().Get("Content-Length") != "" {
		t.Errorf("%v, %v", err, w.Header())
	}
	for _, status := range []int{204, 304} {
		w = httptest.NewRecorder()
		if err := Write(w, status, 1); err != nil || w.Code != status || w.Body.Len() > 0 || len(w.Header()) > 0 {
			t.Errorf("%d: %v, %d, %v", status, err, w.Code, w.Header())
		}
	}
}

func TestHead(t *testing.T) {
	for name, opt := range map[string]Option{"plain": nil, "for": For(&http.Request{Method: "HEAD"})} {
		resp, _ := serve(t, "HEAD", func(w http.ResponseWriter, r *http.Request) {
			opts := []Option{opt}
			if opt == nil {
				opts = nil
			}
			if err := Write(w, 200, "abc", opts...); err != nil {
				t.Error(err)
			}
		})
		if resp.StatusCode != 200 || resp.ContentLength != 5 {
			t.Errorf("%s: %d, length %d", name, resp.StatusCode, resp.ContentLength)
		}
	}
	w := httptest.NewRecorder()
	if err := Write(w, 200, count(300_000), For(&http.Request{Method: "HEAD"})); err != nil || w.Body.Len() > 0 || w.Code != 200 {
		t.Errorf("long: %v, %d bytes, %d", err, w.Body.Len(), w.Code)
	}
}

// late is a value whose encoding fails when it comes to the element at.
func late(n, at int) []any {
	list := make([]any, n)
	list[at] = math.NaN()
	return list
}

// TestProblemLength holds that answers about errors have their length: package net/http finds it for short ones.
func TestProblemLength(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = WriteError(w, Errorf(422, "%s", strings.Repeat("x", int(r.ContentLength))))
	}))
	defer server.Close()
	for _, n := range []int{1, 100, measured - 60, measured - 50, measured - 40, measured, 10_000} {
		resp, err := http.Post(server.URL, "text/plain", strings.NewReader(strings.Repeat("y", n)))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 422 || len(body) < n || resp.ContentLength != int64(len(body)) {
			t.Errorf("%d: status %d, %d bytes, length %d, %v", n, resp.StatusCode, len(body), resp.ContentLength, err)
		}
	}
}

func TestWriteFails(t *testing.T) {
	w := httptest.NewRecorder()
	w.Header().Set("Etag", `"x"`)
	err := Write(w, 200, late(1000, 999))
	var send *SendError
	var value *json.UnsupportedValueError
	if !errors.As(err, &send) || send.Started || send.Written != 0 || !errors.As(err, &value) {
		t.Fatalf("error %#v", err)
	}
	if got, want := w.Body.String(), `{"title":"Internal Server Error","status":500}`; w.Code != 500 || got != want {
		t.Errorf("%d %s, want %s", w.Code, got, want)
	}
	h := w.Header()
	if h.Get("Content-Type") != "application/problem+json" || h.Get("Content-Length") != "" || h.Get("Etag") != "" {
		t.Errorf("header %v", h)
	}

	w = httptest.NewRecorder()
	err = Write(w, 200, late(1000, 999), StreamAbove(100))
	if !errors.As(err, &send) || !send.Started || send.Written != int64(w.Body.Len()) || w.Code != 200 || w.Body.Len() == 0 {
		t.Fatalf("started: %v, %d, %d bytes", err, w.Code, w.Body.Len())
	}
}

// broken is a ResponseWriter that takes n bytes.
type broken struct {
	*httptest.ResponseRecorder
	n int
}

var errBroken = errors.New("broken pipe")

func (b *broken) Write(p []byte) (int, error) {
	n := min(len(p), b.n)
	b.n -= n
	b.ResponseRecorder.Write(p[:n])
	if n < len(p) {
		return n, errBroken
	}
	return n, nil
}

func TestConnectionFails(t *testing.T) {
	for name, v := range map[string]any{"short": strings.Repeat("x", 1000), "long": count(300_000)} {
		var res Result
		err := Write(&broken{httptest.NewRecorder(), 100}, 200, v, WithResult(&res))
		var send *SendError
		if !errors.Is(err, errBroken) || !errors.As(err, &send) || send.Result != (Result{true, 100}) || res != send.Result {
			t.Errorf("%s: %v, %+v", name, err, res)
		}
	}
}

func sequence(n int, end error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if end != nil {
			yield(0, end)
		}
	}
}

func TestWriteSeq(t *testing.T) {
	for _, n := range []int{0, 1, 10, 200_000} {
		want, _ := json.Marshal(count(n))
		resp, body := serve(t, "GET", func(w http.ResponseWriter, r *http.Request) {
			if err := WriteSeq(w, 200, sequence(n, nil)); err != nil {
				t.Error(err)
			}
		})
		if !bytes.Equal(body, want) || (resp.ContentLength == int64(len(want))) != (n < 1000) {
			t.Errorf("%d: %d bytes, length %d, want %d", n, len(body), resp.ContentLength, len(want))
		}
	}
	w := httptest.NewRecorder()
	err := WriteSeq(w, 200, sequence(3, Errorf(404, "no such list")))
	if w.Code != 404 || err == nil || !strings.Contains(w.Body.String(), "no such list") {
		t.Errorf("early error: %v, %d %s", err, w.Code, w.Body)
	}
	w = httptest.NewRecorder()
	err = WriteSeq(w, 200, sequence(1000, errBroken), StreamAbove(100))
	if w.Code != 200 || !errors.Is(err, errBroken) || !err.(*SendError).Started || json.Valid(w.Body.Bytes()) {
		t.Errorf("late error: %v, %d", err, w.Code)
	}
	w = httptest.NewRecorder()
	err = WriteSeq(w, 200, func(yield func(any, error) bool) { yield(late(1, 0), nil) })
	if w.Code != 500 || err == nil {
		t.Errorf("bad value: %v, %d", err, w.Code)
	}
}

// An error that clients are told nothing about tells the log its cause.
func TestErrorCause(t *testing.T) {
	r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	err := Read(r, 1)
	w := httptest.NewRecorder()
	if werr := WriteError(w, err); werr != nil || w.Code != 500 || strings.Contains(w.Body.String(), "non-pointer") || !strings.Contains(err.Error(), "non-pointer int") {
		t.Errorf("%v, %v: %d %s", err, werr, w.Code, w.Body)
	}
}

// withErrors returns e with these errors.
func withErrors(e Error, all ...*zetes.Error) *Error {
	e.SetErrors(all)
	return &e
}

func TestWriteErrorAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"plain": {errors.New("secret"), `{"title":"Internal Server Error","status":500}`},
		"error": {Errorf(409, "taken: %w", errBroken), `{"title":"Conflict","status":409,"detail":"taken: broken pipe"}`},
		"place": {
			errors.Join(errBroken, withErrors(Error{Status: 400, Detail: "d"}, nil, &zetes.Error{Pointer: "/f", Err: errBroken})),
			`{"title":"Bad Request","status":400,"detail":"d","errors":[{"detail":"broken pipe","reason":"invalid value","pointer":"#/f"}]}`,
		},
		"status-wrong": {&Error{Status: 200, Detail: "d"}, `{"title":"Internal Server Error","status":500}`},
		"max-bytes":    {&http.MaxBytesError{Limit: 5}, `{"title":"Request Entity Too Large","status":413,"detail":"the body is larger than 5 bytes"}`},
	} {
		w := httptest.NewRecorder()
		if err := WriteError(w, c.err); err != nil || w.Body.String() != c.want || !strings.Contains(c.want, strconv.Itoa(w.Code)) {
			t.Errorf("%s: %v, %d %s", name, err, w.Code, w.Body)
		}
	}
}

// TestWriteErrorOfInput: what is wrong with an input is the client's, whoever has found it. What is wrong with the
// program, with values to be written or with another server is not.
func TestWriteErrorOfInput(t *testing.T) {
	type number struct {
		N int8
		M map[string]int64
	}
	strict := zetes.Strict()
	strict.Limits.Bytes = 100
	api := strict.Freeze()
	all := func(in string) error { return api.UnmarshalAll([]byte(in), new(number), 0) }
	reader := func(in string, read func(r *codec.Reader)) error {
		r := codec.NewReader(strings.NewReader(in))
		for range r.Object() {
			read(r)
		}
		return r.Err()
	}
	_, unsupported := zetes.Marshal(make(chan int))
	_, invalid := json.Marshal(json.RawMessage("{"))
	_, cyclic := json.Marshal(math.NaN())
	const outside = `{"title":"Internal Server Error","status":500}`
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"function": {
			zetes.Unmarshal([]byte(`{"N":300}`), new(number)),
			`{"title":"Unprocessable Entity","status":422,"detail":"got 300, want an integer from -128 to 127","errors":[` +
				`{"detail":"got 300, want an integer from -128 to 127","reason":"number out of range","pointer":"#/N","line":1,"column":6,"offset":5}]}`,
		},
		"wrapped": {
			fmt.Errorf("reading: %w", zetes.Unmarshal([]byte(`{"N":`), new(number))),
			`{"title":"Bad Request","status":400,"detail":"unexpected end of JSON input","errors":[` +
				`{"detail":"unexpected end of JSON input","reason":"invalid JSON","pointer":"#/N","line":1,"column":6,"offset":5}]}`,
		},
		"all": {
			all(`{"N":"x","M":{"a b/c":1.5},"é":1}`),
			`{"title":"Unprocessable Entity","status":422,"detail":"got a string, want an integer from -128 to 127 (and 2 more errors)","errors":[` +
				`{"detail":"got a string, want an integer from -128 to 127","reason":"wrong kind of value","pointer":"#/N","line":1,"column":6,"offset":5},` +
				`{"detail":"got 1.5, want an integer","reason":"wrong kind of value",` +
				`"pointer":"#/M/a%20b~1c","line":1,"column":23,"offset":22},` +
				`{"detail":"unknown member \"é\"","reason":"unknown member","pointer":"#/%C3%A9","line":1,"column":28,"offset":27}]}`,
		},
		"long": {all(strings.Repeat(" ", 101)), `{"title":"Request Entity Too Large","status":413,"detail":"the body is larger than 100 bytes"}`},
		"encoding/json": {
			json.Unmarshal([]byte(`{"N":"x"}`), new(number)),
			`{"title":"Unprocessable Entity","status":422,"detail":"got a string, want an integer from -128 to 127","errors":[` +
				`{"detail":"got a string, want an integer from -128 to 127","reason":"wrong kind of value"}]}`,
		},
		"reader": {
			reader(`{"a":true}`, func(r *codec.Reader) { r.Int() }),
			`{"title":"Unprocessable Entity","status":422,"detail":"got true or false, want an integer","errors":[` +
				`{"detail":"got true or false, want an integer","reason":"wrong kind of value","pointer":"#/a","line":1,"column":6,"offset":5}]}`,
		},
		"reader/value": {
			reader(`{"a":{"N":"x"}}`, func(r *codec.Reader) { api.ReadValue(r, new(number)) }),
			`{"title":"Unprocessable Entity","status":422,"detail":"got a string, want an integer from -128 to 127","errors":[` +
				`{"detail":"got a string, want an integer from -128 to 127","reason":"wrong kind of value","pointer":"#/a/N","line":1,"column":11,"offset":10}]}`,
		},
		"reader/fail": {
			reader(`{"a":"x"}`, func(r *codec.Reader) { _ = r.String(); r.Fail(errBroken) }),
			`{"title":"Unprocessable Entity","status":422,"detail":"broken pipe","errors":[` +
				`{"detail":"broken pipe","reason":"invalid value","pointer":"#/a","line":1,"column":6,"offset":5}]}`,
		},
		"reader/misuse":  {reader(`{"a":"x"}`, func(r *codec.Reader) { _, _ = r.String(), r.String() }), outside},
		"no target":      {zetes.Unmarshal[int]([]byte("1"), nil), outside},
		"unsupported":    {unsupported, outside},
		"invalid output": {invalid, outside},
		"not finite":     {cyclic, outside},
		"other server":   {&ResponseError{Status: 200, Err: zetes.Unmarshal([]byte(`{`), new(number))}, outside},
	} {
		w := httptest.NewRecorder()
		if err := WriteError(w, c.err); err != nil || w.Body.String() != c.want || !strings.Contains(c.want, strconv.Itoa(w.Code)) {
			t.Errorf("%s: %v, %d %s", name, err, w.Code, w.Body)
		}
		// A client of this package has the same errors.
		resp := w.Result()
		err := ReadResponse(resp, nil)
		refused, ok := errors.AsType[*ResponseError](err)
		if !ok {
			t.Fatalf("%s: %v", name, err)
		}
		again, jsonErr := json.Marshal(struct {
			problem
			Errors zetes.Errors `json:"errors,omitempty"` // as their methods write them
		}{problem{Title: refused.Title, Status: refused.Status, Detail: refused.Detail}, refused.Errors})
		if jsonErr != nil || strings.ReplaceAll(string(again), `\u00e9`, "é") != c.want {
			t.Errorf("%s: the client has %s, %v", name, again, jsonErr)
		}
	}
}

// TestErrorJSON: the JSON of an Error is what WriteError sends.
func TestErrorJSON(t *testing.T) {
	var v struct{ A int8 }
	all := zetes.Standard().UnmarshalAll([]byte(`{"A":"x","A":300}`), &v, 0)
	for _, err := range []*Error{Errorf(404, "no order %d", 7), {}, {Status: 200}, inputError(all), {Status: 500, Err: errors.New("secret")}} {
		w := httptest.NewRecorder()
		WriteError(w, err)
		got, marshalErr := json.Marshal(err)
		if marshalErr != nil || string(got) != strings.TrimSpace(w.Body.String()) || strings.Contains(string(got), "secret") {
			t.Errorf("%v: %s, %v, want %s", err, got, marshalErr, w.Body)
		}
	}
	if b, err := json.Marshal((*Error)(nil)); string(b) != "null" || err != nil {
		t.Errorf("%s, %v", b, err)
	}
	// An Error is written so wherever it stands, by its value too: never with what its cause shows.
	cause := struct {
		error
		Secret string
	}{errors.New("x"), "secret"}
	failed := Error{Status: 404, Detail: "no order", Err: cause}
	const want = `{"title":"Not Found","status":404,"detail":"no order"}`
	for _, v := range []any{failed, struct{ E Error }{failed}, struct{ E any }{failed}, struct{ E *Error }{&failed}} {
		for name, marshal := range map[string]func(any) ([]byte, error){"zetes": zetes.Standard().Marshal, "encoding/json": json.Marshal} {
			b, err := marshal(v)
			if err != nil || string(b) != want && string(b) != `{"E":`+want+`}` {
				t.Errorf("%s of %T: %s, %v", name, v, b, err)
			}
		}
	}
}

// TestForeignProblem: the errors of a problem document may have any form.
func TestForeignProblem(t *testing.T) {
	for body, n := range map[string]int{
		`{"title":"T","status":400,"detail":"d","errors":["x"]}`:                                   0,
		`{"title":"T","status":400,"detail":"d","errors":{"a":["x"]}}`:                             0,
		`{"title":"T","status":400,"detail":"d","errors":[{"detail":"x","pointer":"#/a"},null]}`:   1,
		`{"title":"T","status":400,"detail":"d","errors":[{"detail":"x","pointer":"#/%zz"},null]}`: 0,
		`{"title":"T","status":400,"detail":"d"}`:                                                  0,
	} {
		resp := &http.Response{StatusCode: 400, Header: http.Header{"Content-Type": {"application/problem+json"}}, Body: io.NopCloser(strings.NewReader(body))}
		e, ok := errors.AsType[*ResponseError](ReadResponse(resp, nil))
		if !ok || e.Detail != "d" || e.Title != "T" || len(e.Errors) != n || n > 0 && (e.Errors[0].Pointer != "/a" || e.Errors[0].Detail() != "x") {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

// TestMaxErrors: the client is told so many errors, and the document is decoded once.
func TestMaxErrors(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 2: 2, 10: 3} {
		var list []int
		e, _ := errors.AsType[*Error](Read(request(strings.NewReader(`[1,"a","b","c"]`)), &list, MaxErrors(n)))
		if all := e.Errors(); len(all) != want {
			t.Errorf("of at most %d: %v", n, all)
		}
	}
	for _, n := range []int{1, 2} {
		calls := 0
		_ = Read(request(strings.NewReader(`1`)), &counted{&calls}, MaxErrors(n))
		if calls != 1 {
			t.Errorf("with %d errors the method was called %d times", n, calls)
		}
	}
}

// counted counts the calls of its method, which takes nothing.
type counted struct{ calls *int }

func (c *counted) UnmarshalJSON([]byte) error { *c.calls++; return errBroken }

// TestWriteSeqWhere: errors about an element of a sequence name it.
func TestWriteSeqWhere(t *testing.T) {
	for _, at := range []int{0, 1, 700} {
		for _, above := range []int{-1, 1} {
			err := WriteSeq(httptest.NewRecorder(), 200, func(yield func(map[string]any, error) bool) {
				for i := range 1000 {
					v := map[string]any{"a/b": i}
					if i == at {
						v["a/b"] = []any{1, make(chan int)}
					}
					if !yield(v, nil) {
						return
					}
				}
			}, StreamAbove(above))
			var e *zetes.Error
			if want := "/" + strconv.Itoa(at) + "/a~1b/1"; !errors.As(err, &e) || e.Pointer != want || e.Value != at+1 || !strings.Contains(err.Error(), "value "+strconv.Itoa(at+1)) {
				t.Errorf("element %d, streamed above %d: %v", at, above, err)
			}
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	people := make([]person, 100)
	for name, v := range map[string]any{"one": &people[0], "hundred": people} {
		b.Run("data="+name, func(b *testing.B) {
			b.ReportAllocs()
			w := nowhere{http.Header{}}
			for b.Loop() {
				if err := Write(w, 200, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type nowhere struct{ h http.Header }

func (n nowhere) Header() http.Header         { return n.h }
func (n nowhere) WriteHeader(int)             {}
func (n nowhere) Write(p []byte) (int, error) { return len(p), nil }

// TestWriteFailsWhere: errors about an element of a long slice name that, in whichever part it was encoded.
func TestWriteFailsWhere(t *testing.T) {
	type row struct{ F []any }
	type rows []row
	for _, at := range []int{0, firstBatch - 1, firstBatch, 500} {
		list := make(rows, 1000)
		list[at].F = []any{1, make(chan int)}
		for _, above := range []int{-1, 1, 1 << 30} {
			for _, opts := range [][]Option{nil, {WithAPI(zetes.Strict().Freeze())}} {
				err := Write(httptest.NewRecorder(), 200, &list, append(opts, StreamAbove(above))...)
				var e *zetes.Error
				place := strconv.Itoa(at)
				if !errors.As(err, &e) || e.Pointer != "/"+place+"/F/1" || e.GoPath() != "rows["+place+"].F[1]" {
					t.Errorf("element %d, streamed above %d: %v", at, above, err)
				}
			}
		}
	}
}

// cutting is a ResponseWriter that makes a slice shorter with each Write.
type cutting struct {
	*httptest.ResponseRecorder
	list *[]string
}

func (c cutting) Write(p []byte) (int, error) {
	*c.list = (*c.list)[:len(*c.list)/2]
	return c.ResponseRecorder.Write(p)
}

// TestWriteShorter: a slice that gets shorter while it is sent is sent as it was.
func TestWriteShorter(t *testing.T) {
	list := make([]string, 5000)
	for i := range list {
		list[i] = strings.Repeat("x", 1000)
	}
	want, _ := json.Marshal(list)
	w := httptest.NewRecorder()
	if err := Write(cutting{w, &list}, 200, &list); err != nil || w.Body.String() != string(want) {
		t.Errorf("%v: %d bytes, want %d", err, w.Body.Len(), len(want))
	}
}
