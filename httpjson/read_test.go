package httpjson

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

var (
	rejectsUnknown = WithAPI(zetes.Config{RejectUnknown: true}.Freeze())
	usesNumber     = WithAPI(zetes.Config{UseNumber: true}.Freeze())
)

func request(body io.Reader, header ...string) *http.Request {
	r := httptest.NewRequest("POST", "/", body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

type target struct {
	Name string    `json:"name"`
	Age  int8      `json:"age"`
	At   time.Time `json:"at"`
	List []target  `json:"list"`
	Any  any       `json:"any"`
}

func TestRead(t *testing.T) {
	long := `{"name":"` + strings.Repeat("x", 200_000) + `","age":1}`
	for name, doc := range map[string]string{
		"plain": `{"name":"Ada","age":36,"any":[1,null]}`, "space": " \n{} \t", "long": long, "null": "null",
	} {
		for kind, body := range map[string]io.Reader{
			"known": strings.NewReader(doc), "unknown": iotest.HalfReader(strings.NewReader(doc)), "one": iotest.OneByteReader(strings.NewReader(doc)),
		} {
			for _, header := range []string{"application/json", "application/json; charset=UTF-8", "application/merge-patch+json", "Application/JSON"} {
				if kind != "known" && header != "application/json" {
					continue
				}
				var want target
				if err := json.Unmarshal([]byte(doc), &want); err != nil {
					t.Fatal(err)
				}
				body := body
				if kind == "known" {
					body = strings.NewReader(doc)
				}
				got, err := readAs[target](request(body, "Content-Type", header))
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s/%s/%s: %v", name, kind, header, err)
				}
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	type row struct {
		body      string
		opts      []Option
		header    []string
		status    int
		pointer   string
		line, col int
		detail    string
	}
	for name, c := range map[string]row{
		"empty":         {"", nil, nil, 400, "", 0, 0, "the body is empty"},
		"space":         {" \n", nil, nil, 400, "", 0, 0, "the body is empty"},
		"syntax":        {"{\n \"name\": x}", nil, nil, 400, "/name", 2, 10, "invalid character 'x' looking for beginning of value"},
		"cut":           {`{"name":"A`, nil, nil, 400, "/name", 1, 11, "unexpected end of JSON input"},
		"trailing":      {"{} {}", nil, nil, 400, "", 1, 4, "after top-level value"},
		"trailing-bits": {"{} x", []Option{rejectsUnknown}, nil, 400, "", 1, 4, "after top-level value"},
		"cut-bits":      {"{", []Option{usesNumber}, nil, 400, "", 1, 2, "unexpected end of JSON input"},
		"type":          {`{"name":1}`, nil, nil, 422, "/name", 1, 9, "got a number, want a string"},
		"type-deep":     {`{"list":[{"age":"x"}]}`, nil, nil, 422, "/list/0/age", 1, 17, "got a string, want an integer from -128 to 127"},
		"range":         {`{"age":300}`, nil, nil, 422, "/age", 1, 8, "got 300, want an integer from -128 to 127"},
		"array":         {`[]`, nil, nil, 422, "", 1, 1, "got an array, want an object"},
		"type-bits":     {`{"name":1}`, []Option{usesNumber}, nil, 422, "/name", 1, 9, "got a number, want a string"},
		"unknown":       {`{"nme":1}`, []Option{rejectsUnknown}, nil, 422, "/nme", 1, 2, `unknown member "nme"`},
		"method":        {`{"at":"yesterday"}`, nil, nil, 422, "/at", 1, 7, "yesterday"},
		"media-none":    {`{}`, nil, []string{"Content-Type", ""}, 415, "", 0, 0, "the Content-Type is missing, want application/json"},
		"media":         {`{}`, nil, []string{"Content-Type", "text/plain"}, 415, "", 0, 0, `"text/plain" is not supported`},
		"media-broken":  {`{}`, nil, []string{"Content-Type", "/;;"}, 415, "", 0, 0, "is not supported"},
		"media-other":   {`{}`, []Option{ContentTypes("text/json")}, nil, 415, "", 0, 0, "want text/json"},
		"charset":       {`{}`, nil, []string{"Content-Type", "application/json; charset=latin1"}, 415, "", 0, 0, `charset "latin1"`},
		"encoding":      {`{}`, nil, []string{"Content-Encoding", "gzip"}, 415, "", 0, 0, `content encoding "gzip"`},
		"large":         {`{"name":"xxxxx"}`, []Option{MaxBytes(10)}, nil, 413, "", 0, 0, "larger than 10 bytes"},
		"large-default": {strings.Repeat(" ", 1<<20) + "1", nil, nil, 413, "", 0, 0, "larger than 1048576 bytes"},
	} {
		for _, known := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/known=%t", name, known), func(t *testing.T) {
				var body io.Reader = strings.NewReader(c.body)
				if !known {
					body = iotest.HalfReader(body)
				}
				err := Read(request(body, c.header...), new(target), c.opts...)
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("error %v", err)
				}
				first := &zetes.Error{}
				if all := e.Errors(); len(all) > 0 {
					first = all[0]
				}
				if e.Status != c.status || first.Pointer != c.pointer || !strings.Contains(e.Detail, c.detail) {
					t.Errorf("status %d, pointer %q, detail %s", e.Status, first.Pointer, e.Detail)
				}
				if first.Line != c.line || first.Column != c.col {
					t.Errorf("line %d, column %d, want %d, %d", first.Line, first.Column, c.line, c.col)
				}
			})
		}
	}
}

func TestReadAccepts(t *testing.T) {
	for name, r := range map[string]struct {
		r    *http.Request
		opts []Option
	}{
		"any-type":    {request(strings.NewReader(`{"age":1}`), "Content-Type", ""), []Option{AnyContentType()}},
		"other-type":  {request(strings.NewReader(`{"age":1}`), "Content-Type", "text/json;charset=utf-8"), []Option{ContentTypes("text/json")}},
		"empty":       {request(http.NoBody), []Option{AllowEmpty()}},
		"empty-type":  {request(strings.NewReader(""), "Content-Type", ""), []Option{AllowEmpty()}},
		"empty-read":  {request(iotest.OneByteReader(strings.NewReader("")), "Content-Type", ""), []Option{AllowEmpty()}},
		"empty-space": {request(strings.NewReader(" ")), []Option{AllowEmpty()}},
		"identity":    {request(strings.NewReader(`{"age":1}`), "Content-Encoding", "identity"), nil},
		"no-limit":    {request(strings.NewReader(strings.Repeat(" ", 3<<20) + `{"age":1}`)), []Option{MaxBytes(-1)}},
		"limit-max":   {request(strings.NewReader(`{"age":1}`)), []Option{MaxBytes(math.MaxInt64)}},
		"limit-exact": {request(strings.NewReader(`{"age":1}`)), []Option{MaxBytes(9)}},
	} {
		v := target{Age: 1}
		if err := Read(r.r, &v, r.opts...); err != nil || v.Age != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	var v any
	if err := Read(request(strings.NewReader("1")), &v, usesNumber); err != nil || v != json.Number("1") {
		t.Errorf("number: %v, %v", v, err)
	}
}

func TestReadBody(t *testing.T) {
	status := func(err error) int {
		var e *Error
		if !errors.As(err, &e) {
			return 0
		}
		return e.Status
	}
	body := func(err error) *http.Request {
		return request(io.MultiReader(strings.NewReader(`{"a":`), iotest.ErrReader(err)))
	}
	var v any
	if err := Read(body(errBroken), &v); status(err) != 400 || !errors.Is(err, errBroken) || v != nil {
		t.Errorf("broken: %v", err)
	}
	for _, err := range []error{os.ErrDeadlineExceeded, context.DeadlineExceeded} {
		if got := Read(body(err), &v); status(got) != 408 {
			t.Errorf("slow: %v", got)
		}
	}
	r := request(strings.NewReader(`"0123456789"`))
	r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, 5)
	if err := Read(r, &v); status(err) != 413 || !strings.Contains(err.Error(), "5 bytes") {
		t.Errorf("limited by a layer in front: %v", err)
	}
	if err := Read(request(strings.NewReader(`{}`)), nil); status(err) != 500 {
		t.Errorf("nil target: %v", err)
	}
	if err := Read(request(strings.NewReader(`{}`)), target{}); status(err) != 500 {
		t.Errorf("target that is no pointer: %v", err)
	}
	r = request(nil)
	r.Body = nil
	if err := Read(r, &v); status(err) != 400 || !errors.Is(err, ErrEmpty) {
		t.Errorf("nil body: %v", err)
	}
}

// readAs reads the body of r into a T.
func readAs[T any](r *http.Request, opts ...Option) (v T, err error) {
	err = Read(r, &v, opts...)
	return v, err
}

// TestReadAliases shows that pooled memory is not in what was read.
func TestReadAliases(t *testing.T) {
	doc := func(c string) string { return `["` + strings.Repeat(c, 50_000) + `","` + strings.Repeat(c, 10) + `"]` }
	a, err := readAs[[]string](request(strings.NewReader(doc("a"))))
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := readAs[[]string](request(strings.NewReader(doc("b")))); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(a[0]+a[1], "b") {
		t.Fatal("a decoded string changed")
	}
}

// TestReadErrorMemory shows that a bad document costs no memory in proportion to its length, beyond the pool's.
func TestReadErrorMemory(t *testing.T) {
	doc := `{"name":x` + strings.Repeat(" ", 100_000) + "}"
	body := strings.NewReader(doc)
	r := request(body)
	guard.Pooled(t, 30_000, func() {
		body.Reset(doc)
		if _, err := readAs[person](r); err == nil {
			t.Fatal("no error")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	doc := `{"name":"Ada","age":36}`
	body := strings.NewReader(doc)
	r := request(body)
	var v person
	for b.Loop() {
		body.Reset(doc)
		if err := Read(r, &v); err != nil {
			b.Fatal(err)
		}
	}
}

// keeper keeps what its method is given, which encoding/json asks it not to.
type keeper struct{ got []byte }

func (k *keeper) UnmarshalJSON(b []byte) error {
	k.got = b
	return nil
}

// TestNothingAliasesBody reads bodies one after the other. What methods were given of one must not become part of
// another.
func TestNothingAliasesBody(t *testing.T) {
	for name, opts := range map[string][]Option{
		"plain": nil, "API": {WithAPI(zetes.Config{}.Freeze())}, "alias": {WithAPI(zetes.Config{Alias: true}.Freeze())}, "numbers": {usesNumber}, "unknown": {rejectsUnknown},
	} {
		for _, n := range []int{10, 1000, 40_000} {
			var kept []struct {
				K keeper
				R json.RawMessage
				S string
			}
			for i := range 6 {
				value := fmt.Sprintf("%q", strings.Repeat(string(rune('a'+i)), n))
				v := kept[:0:0]
				body := io.Reader(strings.NewReader(`[{"K":` + value + `,"R":` + value + `,"S":` + value + `}]`))
				if i%2 == 0 {
					body = iotest.HalfReader(body)
				}
				if err := Read(request(body), &v, opts...); err != nil {
					t.Fatal(err)
				}
				kept = append(kept, v...)
			}
			for i, k := range kept {
				want := fmt.Sprintf("%q", strings.Repeat(string(rune('a'+i)), n))
				if string(k.K.got) != want || string(k.R) != want || `"`+k.S+`"` != want {
					t.Errorf("%s: body %d of %d bytes has changed: %.20s %.20s %.20s", name, i, n, k.K.got, k.R, k.S)
					break
				}
			}
		}
	}
}
