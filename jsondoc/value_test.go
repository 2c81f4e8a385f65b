package jsondoc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

// roots returns the value that text is, once as a part of the text and once of a Document.
func roots(t *testing.T, text []byte) map[string]jsondoc.Value {
	t.Helper()
	root, err := jsondoc.Get(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := jsondoc.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]jsondoc.Value{"text": root, "document": d.Root()}
}

// TestValueErrors: errors about what is in a value tell its place in the value.
func TestValueErrors(t *testing.T) {
	text := []byte(` [ 0, {"a":{"b":[1,"x"]}} ]`)
	for name, root := range roots(t, text) {
		v, err := root.Get(1, "a")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range []struct {
			err     error
			is      error
			offset  int64
			pointer string
		}{
			{second(v.Get("c")), jsondoc.ErrMissing, 0, ""},
			{second(v.Get("b", 2)), jsondoc.ErrMissing, 5, "/b"},
			{second(root.Get(1, "a", "b", 2)), jsondoc.ErrMissing, 15, "/1/a/b"},
			{second(v.Get("b", 0, "x")), nil, 6, "/b/0"},
			{v.Into(new(struct{ B []int })), nil, 8, "/b/1"},
		} {
			var e *zetes.Error
			if !errors.As(row.err, &e) || e.Offset != row.offset || e.Pointer != row.pointer || row.is != nil && !errors.Is(row.err, row.is) {
				t.Errorf("%s: %#v, want offset %d and %q", name, e, row.offset, row.pointer)
			}
		}
	}
}

func second(_ jsondoc.Value, err error) error { return err }

// TestValueErrorsInProportion asks each of many elements for what it has not: no error may cost a look at the elements
// in front.
func TestValueErrorsInProportion(t *testing.T) {
	text := []byte("[" + strings.Repeat(`{"id":1,"name":"somebody"},`, 3000) + `{"id":1,"name":"somebody"}]`)
	for name, root := range roots(t, text) {
		for what, ask := range map[string]func(e jsondoc.Value) error{
			"a missing member": func(e jsondoc.Value) error { return second(e.Get("nick")) },
			"a wrong kind":     func(e jsondoc.Value) error { return second(e.Get("name", "x")) },
			"what misfits":     func(e jsondoc.Value) error { return e.Into(new(struct{ ID string })) },
		} {
			looked := 0
			meter.Count = func(n int) { looked += n }
			for _, e := range root.Elements() {
				if ask(e) == nil {
					t.Fatalf("%s, %s: no error", name, what)
				}
			}
			meter.Count = nil
			if looked > 30*len(text) {
				t.Errorf("%s, %s: %d bytes looked at of %d", name, what, looked, len(text))
			}
		}
	}
}

// TestNamesOfEscapes: a name is found by what it says, and not by the bytes that spell it.
func TestNamesOfEscapes(t *testing.T) {
	const text = `{"\"":1,"\\\"":2,"\n":3,"\\n":4,"\u0041":5,"\\u0041":6}`
	d, err := jsondoc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	for name, want := range map[string]string{`"`: "1", `\"`: "2", "\n": "3", `\n`: "4", "A": "5", `\u0041`: "6"} {
		v, err := d.Get(name)
		if err != nil || string(v.Raw()) != want {
			t.Errorf("%q of a Document: %s, %v, want %s", name, v.Raw(), err, want)
		}
		if v, err = jsondoc.Get([]byte(text), name); err != nil || string(v.Raw()) != want {
			t.Errorf("%q of a text: %s, %v, want %s", name, v.Raw(), err, want)
		}
		if b, err := jsonedit.Delete([]byte(text), name); err != nil || strings.Contains(string(b), ":"+want) {
			t.Errorf("%q deleted: %s, %v", name, b, err)
		}
	}
}
