package matrix

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// Doc is a document with all that the operations need of it.
type Doc struct {
	Set                     *data.Set
	Text, compact, indented []byte
	value                   any // of the document's Go type
	tree                    any
	valueJSON, treeJSON     []byte // as encoding/json writes them
}

// Load prepares a document.
func Load(name string) (*Doc, error) {
	set, err := data.Get(name)
	if err != nil {
		return nil, err
	}
	d := &Doc{Set: set, value: set.New()}
	if d.Text, err = set.Text(); err != nil {
		return nil, err
	}
	if d.compact, err = set.Compact(); err != nil {
		return nil, err
	}
	if d.indented, err = set.Indented(); err != nil {
		return nil, err
	}
	if err = errors.Join(stdjson.Unmarshal(d.Text, d.value), stdjson.Unmarshal(d.Text, &d.tree)); err != nil {
		return nil, err
	}
	var e1, e2 error
	d.valueJSON, e1 = stdjson.Marshal(d.value)
	d.treeJSON, e2 = stdjson.Marshal(d.tree)
	return d, errors.Join(e1, e2)
}

// work is an operation of one library on one document.
type work struct {
	size int
	// start returns the function that does the work once. Each goroutine starts its own.
	start func() (func() error, error)
	// prove compares one result with encoding/json's.
	prove func() (Same, string, error)
	// keep returns something decoded from a fresh copy of the input; nil where nothing is kept.
	keep func() (any, error)
}

// prepare returns the work of a library in a group.
func prepare(d *Doc, k Key, l *lib.Lib) *work {
	switch k.Form {
	case "text":
		return textWork(d, k, l)
	case "struct":
		return valueWork(d, k, l.Marshal, l.Append, l.Unmarshal, l.Encoder, l.Decoder, d.Set.New, d.value, d.valueJSON)
	case "any":
		return valueWork(d, k, l.Marshal, l.Append, l.Unmarshal, l.Encoder, l.Decoder, func() any { return new(any) }, d.tree, d.treeJSON)
	}
	return typedWork(d, k, typed(l, k))
}

// typedWork runs a library on a type of its own. The value is made by the library, so its results are compared by meaning:
// what it read is what it writes.
func typedWork(d *Doc, k Key, t *lib.Typed) *work {
	if t.Text != nil {
		return &work{
			size:  len(d.Text),
			start: func() (func() error, error) { return func() error { return t.Unmarshal(d.Text, t.New()) }, nil },
			prove: func() (Same, string, error) {
				b, err := t.Text(d.Text)
				if err != nil {
					return Other, "", err
				}
				return compareText(b, d.treeJSON, func() any { return new(any) })
			},
			keep: func() (any, error) {
				v := t.New()
				return v, t.Unmarshal(bytes.Clone(d.Text), v)
			},
		}
	}
	v := t.New()
	err := t.Unmarshal(bytes.Clone(d.Text), v)
	w := valueWork(d, k, t.Marshal, t.Append, t.Unmarshal, nil, nil, t.New, v, d.valueJSON)
	prove := w.prove
	w.prove = func() (Same, string, error) {
		if err != nil {
			return Other, "", err
		}
		if k.Op != "unmarshal" {
			return prove()
		}
		b, err := t.Marshal(v)
		if err != nil {
			return Other, "", err
		}
		same, diff, err := compareText(b, d.valueJSON, d.Set.New)
		if same == SameValue { // the decoded value is right; how it is written is another cell's matter
			same, diff = SameBytes, ""
		}
		return same, diff, err
	}
	return w
}

func valueWork(d *Doc, k Key, marshal func(any) ([]byte, error), appendTo func([]byte, any) ([]byte, error), unmarshal func([]byte, any) error,
	encoder func(io.Writer) func(any) error, decoder func(io.Reader) func(any) error, fresh func() any, v any, want []byte) *work {
	w := &work{size: len(want)}
	text := func(f func() ([]byte, error)) func() (Same, string, error) {
		return func() (Same, string, error) {
			b, err := f()
			if err != nil {
				return Other, "", err
			}
			return compareText(b, want, fresh)
		}
	}
	switch k.Op {
	case "marshal":
		w.start = func() (func() error, error) {
			return func() error {
				_, err := marshal(v)
				return err
			}, nil
		}
		w.prove = text(func() ([]byte, error) { return marshal(v) })
	case "append":
		w.start = func() (func() error, error) {
			var buf []byte
			return func() (err error) {
				buf, err = appendTo(buf[:0], v)
				return err
			}, nil
		}
		w.prove = text(func() ([]byte, error) { return appendTo(nil, v) })
	case "write":
		w.start = func() (func() error, error) {
			encode := encoder(io.Discard)
			return func() error { return encode(v) }, nil
		}
		w.prove = text(func() ([]byte, error) {
			var b bytes.Buffer
			err := encoder(&b)(v)
			return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
		})
	case "unmarshal":
		w.size = len(d.Text)
		w.start = func() (func() error, error) { return func() error { return unmarshal(d.Text, fresh()) }, nil }
		w.prove = func() (Same, string, error) {
			got := fresh()
			if err := unmarshal(bytes.Clone(d.Text), got); err != nil {
				return Other, "", err
			}
			return compareValue(got, d.Text, fresh)
		}
		w.keep = func() (any, error) {
			v := fresh()
			return v, unmarshal(bytes.Clone(d.Text), v)
		}
	case "read":
		w.size = len(d.Text)
		w.start = func() (func() error, error) {
			decode := decoder(&endless{text: d.Text})
			return func() error { return decode(fresh()) }, nil
		}
		w.prove = func() (Same, string, error) {
			decode, got := decoder(&endless{text: d.Text}), fresh()
			for range 3 { // the first values must not be touched by the next
				v := fresh()
				if err := decode(v); err != nil {
					return Other, "", err
				}
				got = v
			}
			return compareValue(got, d.Text, fresh)
		}
	}
	return w
}

// endless is a stream of one document over and over, a line each.
type endless struct {
	text []byte
	rest []byte
	nl   bool
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.nl = !e.nl; e.nl {
			e.rest = e.text
		} else {
			e.rest = []byte("\n")
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func textWork(d *Doc, k Key, l *lib.Lib) *work {
	var f func(*bytes.Buffer, []byte) error
	src, std := d.indented, stdjson.Compact
	switch k.Op {
	case "valid":
		check := func() error {
			if !l.Valid(d.Text) {
				return errors.New("calls a valid document invalid")
			}
			return nil
		}
		return &work{
			size:  len(d.Text),
			start: func() (func() error, error) { return check, nil },
			prove: func() (Same, string, error) { return SameBytes, "", check() },
		}
	case "compact":
		f = l.Compact
	case "indent":
		f, src = l.Indent, d.compact
		std = func(dst *bytes.Buffer, src []byte) error { return stdjson.Indent(dst, src, "", "  ") }
	}
	return &work{
		size: len(src),
		start: func() (func() error, error) {
			var buf bytes.Buffer
			return func() error {
				buf.Reset()
				return f(&buf, src)
			}, nil
		},
		prove: func() (Same, string, error) {
			var got, want bytes.Buffer
			if err := errors.Join(f(&got, src), std(&want, src)); err != nil {
				return Other, "", err
			}
			return compareText(got.Bytes(), want.Bytes(), func() any { return new(any) })
		},
	}
}

// compareText grades an output against encoding/json's.
func compareText(got, want []byte, fresh func() any) (Same, string, error) {
	if bytes.Equal(got, want) {
		return SameBytes, "", nil
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	diff := fmt.Sprintf("byte %d: %.20q instead of %.20q", i, got[i:], want[i:])
	a, b := fresh(), fresh()
	if err := stdjson.Unmarshal(got, a); err != nil {
		return Other, diff + "; not readable: " + err.Error(), nil
	}
	if err := stdjson.Unmarshal(want, b); err != nil {
		return Other, diff, err
	}
	if !reflect.DeepEqual(a, b) {
		return Other, diff, nil
	}
	return SameValue, diff, nil
}

// compareValue grades a decoded value against encoding/json's.
func compareValue(got any, text []byte, fresh func() any) (Same, string, error) {
	want := fresh()
	if err := stdjson.Unmarshal(text, want); err != nil {
		return Other, "", err
	}
	if reflect.DeepEqual(got, want) {
		return SameBytes, "", nil
	}
	// A nil slice for an empty one, say: the difference shows when both are written.
	a, e1 := stdjson.Marshal(got)
	b, e2 := stdjson.Marshal(want)
	if err := errors.Join(e1, e2); err != nil {
		return Other, "another value", err
	}
	if bytes.Equal(a, b) {
		return SameValue, "equal once written, not deeply equal in Go", nil
	}
	_, diff, err := compareText(a, b, fresh)
	return Other, diff, err
}
