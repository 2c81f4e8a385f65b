package zetes_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

func ExampleAPI_NewDecoder() {
	json := zetes.Config{UseNumber: true, NoEscapeHTML: true}.Freeze()
	d := json.NewDecoder(strings.NewReader(`{"id": 1} {"id": 2, "more": "<a>"}`))
	e := json.NewEncoder(os.Stdout)
	for d.More() {
		var v any
		if err := d.Decode(&v); err != nil {
			fmt.Println(err)
			return
		}
		if err := e.Encode(v); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// {"id":1}
	// {"id":2,"more":"<a>"}
}

// TestStreams: the Decoder and the Encoder of an API do what those of package stream do with it.
func TestStreams(t *testing.T) {
	type target struct {
		A int
		B []string
		C any
	}
	for name, api := range map[string]*zetes.API{
		"zero": zetes.Config{}.Freeze(), "numbers": zetes.Config{UseNumber: true, RejectUnknown: true}.Freeze(), "alias": zetes.Config{Alias: true}.Freeze(),
		"limits": zetes.Config{Limits: zetes.Limits{Bytes: 40, Depth: 3}}.Freeze(), "indent": zetes.Config{Indent: " ", NoEscapeHTML: true}.Freeze(),
	} {
		for _, text := range []string{
			``, ` `, `{"A":1}`, ` {"A":1}{"B":["x","<"]} {"C":[1,2.5]} `, `{"A":"x"} {"A":2}`, `{"A":1} {"B":[1]} {"A":3}`, `{"A":1`, `{"A":1}]`, `{"A":1}x`, "1\n\"x\"\n[]", `{"Z":1}{"A":1}`,
			`{"A":1}` + strings.Repeat(" ", 5000) + `{"A":2}`, `{"C":"` + strings.Repeat("x", 50) + `"} {"A":1}`, `{"C":[[[[1]]]]} {"A":1}`,
		} {
			ours, theirs := api.NewDecoder(strings.NewReader(text)), stream.NewDecoder(strings.NewReader(text), stream.Using(api))
			for i := range 6 {
				if a, b := ours.More(), theirs.More(); a != b {
					t.Errorf("%s, %s, value %d: More is %t, want %t", name, text, i, a, b)
				}
				var v, w target
				err, want := ours.Decode(&v), theirs.Decode(&w)
				if fmt.Sprintf("%+v", v) != fmt.Sprintf("%+v", w) || fmt.Sprintf("%+v, %T", err, err) != fmt.Sprintf("%+v, %T", want, want) {
					t.Errorf("%s, %s, value %d: %+v, %+v, want %+v, %+v", name, text, i, v, err, w, want)
				}
				if ours.InputOffset() != theirs.InputOffset() {
					t.Errorf("%s, %s, value %d: offset %d, want %d", name, text, i, ours.InputOffset(), theirs.InputOffset())
				}
				rest, _ := io.ReadAll(ours.Buffered())
				wanted, _ := io.ReadAll(theirs.Buffered())
				if !bytes.Equal(rest, wanted) {
					t.Errorf("%s, %s, value %d: %q is unread, want %q", name, text, i, rest, wanted)
				}
			}
		}
		var a, b bytes.Buffer
		ours, theirs := api.NewEncoder(&a), stream.NewEncoder(&b, stream.Using(api))
		for _, v := range []any{1, "<a>", target{1, []string{"&"}, nil}, make(chan int), map[string]int{"b": 1, "a": 2}} {
			err, want := ours.Encode(v), theirs.Encode(v)
			if fmt.Sprint(err) != fmt.Sprint(want) || a.String() != b.String() {
				t.Errorf("%s, %v: %s, %v, want %s, %v", name, v, a.String(), err, b.String(), want)
			}
			ours.SetEscapeHTML(true)
			theirs.SetEscapeHTML(true)
			ours.SetIndent(">", "  ")
			theirs.SetIndent(">", "  ")
		}
	}
}

// TestStreamChoices: the choices of a Decoder hold from the next value on, and the API stays as it is.
func TestStreamChoices(t *testing.T) {
	api := zetes.Config{}.Freeze()
	d := api.NewDecoder(strings.NewReader(`1 1 {"x":1} {"x":1}`))
	var v any
	var s struct{}
	for i, step := range []func() error{
		func() error { return d.Decode(&v) }, func() error { d.UseNumber(); return d.Decode(&v) },
		func() error { return d.Decode(&s) }, func() error { d.DisallowUnknownFields(); return d.Decode(&s) },
	} {
		err := step()
		if want := []string{"float64", "json.Number", "json.Number", "json.Number"}[i]; fmt.Sprintf("%T", v) != want || (err != nil) != (i == 3) {
			t.Errorf("step %d: %T, %v", i, v, err)
		}
	}
	if err := api.Unmarshal([]byte(`{"x":1}`), &s); err != nil {
		t.Error(err)
	}
	failing := errors.New("the writer")
	e := api.NewEncoder(failingWriter{failing})
	for range 2 {
		if err := e.Encode(1); !errors.Is(err, failing) {
			t.Error(err)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
