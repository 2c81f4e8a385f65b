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
	written                 map[*lib.Reference]*[2][]byte // the value and the tree, as each reference writes them
}

// want returns the document's value, or its tree, as the reference writes it.
func (d *Doc) want(ref *lib.Reference, tree bool) ([]byte, error) {
	if d.written[ref] == nil {
		a, e1 := ref.Marshal(d.value)
		b, e2 := ref.Marshal(d.tree)
		if err := errors.Join(e1, e2); err != nil {
			return nil, err
		}
		d.written[ref] = &[2][]byte{a, b}
	}
	if tree {
		return d.written[ref][1], nil
	}
	return d.written[ref][0], nil
}

// Load prepares a document.
func Load(name string) (*Doc, error) {
	set, err := data.Get(name)
	if err != nil {
		return nil, err
	}
	d := &Doc{Set: set, value: set.New(), written: map[*lib.Reference]*[2][]byte{}}
	if d.Text, err = set.Text(); err != nil {
		return nil, err
	}
	if d.compact, err = set.Compact(); err != nil {
		return nil, err
	}
	if d.indented, err = set.Indented(); err != nil {
		return nil, err
	}
	return d, errors.Join(stdjson.Unmarshal(d.Text, d.value), stdjson.Unmarshal(d.Text, &d.tree))
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
func prepare(d *Doc, k Key, l *lib.Lib) (*work, error) {
	ref := l.Reference()
	want, err := d.want(ref, k.Form == "any" || k.Form == "dom")
	if err != nil {
		return nil, err
	}
	j := judge{ref: ref, want: want, fresh: d.Set.New}
	switch k.Form {
	case "text":
		return textWork(d, k, l), nil
	case "struct":
		return valueWork(d, k, calls{l.Marshal, l.Append, l.Unmarshal, l.Encoder, l.Decoder}, d.value, j), nil
	case "any":
		j.fresh = freshAny
		return valueWork(d, k, calls{l.Marshal, l.Append, l.Unmarshal, l.Encoder, l.Decoder}, d.tree, j), nil
	case "dom":
		j.fresh = freshAny
		return treeWork(d, typed(l, k), j), nil
	}
	return typedWork(d, k, typed(l, k), j)
}

func freshAny() any { return new(any) }

// treeWork runs a library that makes a tree of its own, which is proven by writing it.
func treeWork(d *Doc, t *lib.Typed, j judge) *work {
	return &work{
		size:  len(d.Text),
		start: func() (func() error, error) { return func() error { return t.Unmarshal(d.Text, t.New()) }, nil },
		prove: func() (Same, string, error) {
			b, err := t.Text(d.Text)
			if err != nil {
				return Other, "", err
			}
			same, diff, err := j.text(b)
			return readRight(same, diff, err)
		},
		keep: func() (any, error) {
			v := t.New()
			return v, t.Unmarshal(bytes.Clone(d.Text), v)
		},
	}
}

// readRight grades what was decoded by how it is written: the order of names, say, is another cell's matter.
func readRight(same Same, diff string, err error) (Same, string, error) {
	if same == SameValue {
		return SameBytes, "", err
	}
	return same, diff, err
}

// typedWork runs a library on a type of its own. Where that can't be compared with the document's, what was read is
// proven by what is written.
func typedWork(d *Doc, k Key, t *lib.Typed, j judge) (*work, error) {
	v := t.New()
	if err := t.Unmarshal(bytes.Clone(d.Text), v); err != nil {
		return nil, err
	}
	own := j
	own.fresh = t.New
	w := valueWork(d, k, calls{marshal: t.Marshal, appendTo: t.Append, unmarshal: t.Unmarshal}, v, own)
	plain := v
	if t.Plain != nil {
		plain = t.Plain(v)
	}
	w.prove = func() (Same, string, error) {
		if k.Op == "unmarshal" && reflect.TypeOf(plain) == reflect.TypeOf(d.Set.New()) {
			return j.value(plain, d.Text)
		}
		write := t.Marshal
		if k.Op == "append" {
			write = func(v any) ([]byte, error) { return t.Append(nil, v) }
		}
		b, err := write(v)
		if err != nil {
			return Other, "", err
		}
		same, diff, err := j.text(b)
		if k.Op == "unmarshal" {
			return readRight(same, diff, err)
		}
		return same, diff, err
	}
	return w, nil
}

// calls are a library's functions for values of Go types.
type calls struct {
	marshal   func(any) ([]byte, error)
	appendTo  func([]byte, any) ([]byte, error)
	unmarshal func([]byte, any) error
	encoder   func(io.Writer) func(any) error
	decoder   func(io.Reader) func(any) error
}

func valueWork(d *Doc, k Key, c calls, v any, j judge) *work {
	w := &work{size: len(j.want)}
	text := func(f func() ([]byte, error)) func() (Same, string, error) {
		return func() (Same, string, error) {
			b, err := f()
			if err != nil {
				return Other, "", err
			}
			return j.text(b)
		}
	}
	fresh := j.fresh
	switch k.Op {
	case "marshal":
		w.start = func() (func() error, error) {
			return func() error {
				_, err := c.marshal(v)
				return err
			}, nil
		}
		w.prove = text(func() ([]byte, error) { return c.marshal(v) })
	case "append":
		w.start = func() (func() error, error) {
			var buf []byte
			return func() (err error) {
				buf, err = c.appendTo(buf[:0], v)
				return err
			}, nil
		}
		w.prove = text(func() ([]byte, error) { return c.appendTo(nil, v) })
	case "write":
		w.start = func() (func() error, error) {
			encode := c.encoder(io.Discard)
			return func() error { return encode(v) }, nil
		}
		w.prove = text(func() ([]byte, error) {
			var b bytes.Buffer
			err := c.encoder(&b)(v)
			return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
		})
	case "unmarshal":
		w.size = len(d.Text)
		w.start = func() (func() error, error) { return func() error { return c.unmarshal(d.Text, fresh()) }, nil }
		w.prove = func() (Same, string, error) {
			got := fresh()
			if err := c.unmarshal(bytes.Clone(d.Text), got); err != nil {
				return Other, "", err
			}
			return j.value(got, d.Text)
		}
		w.keep = func() (any, error) {
			v := fresh()
			return v, c.unmarshal(bytes.Clone(d.Text), v)
		}
	case "read":
		w.size = len(d.Text)
		w.start = func() (func() error, error) {
			decode := c.decoder(&endless{text: d.Text})
			return func() error { return decode(fresh()) }, nil
		}
		w.prove = func() (Same, string, error) {
			decode := c.decoder(&endless{text: d.Text})
			got := []any{fresh(), fresh(), fresh()}
			for _, v := range got {
				if err := decode(v); err != nil {
					return Other, "", err
				}
			}
			// The first must not have been touched by the next.
			if same, diff, err := j.value(got[0], d.Text); same == Other {
				return same, diff, err
			}
			return j.value(got[2], d.Text)
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
			j := judge{l.Reference(), want.Bytes(), freshAny}
			return j.text(got.Bytes())
		},
	}
}

// judge compares results with the reference's.
type judge struct {
	ref   *lib.Reference
	want  []byte // as the reference writes the value
	fresh func() any
}

// text grades an output.
func (j judge) text(got []byte) (Same, string, error) {
	if bytes.Equal(got, j.want) {
		return SameBytes, "", nil
	}
	i := 0
	for i < min(len(got), len(j.want)) && got[i] == j.want[i] {
		i++
	}
	diff := fmt.Sprintf("byte %d: %.20q instead of %.20q", i, got[i:], j.want[i:])
	a, b := j.fresh(), j.fresh()
	if err := j.ref.Unmarshal(got, a); err != nil {
		return Other, diff + "; not readable: " + err.Error(), nil
	}
	if err := j.ref.Unmarshal(j.want, b); err != nil {
		return Other, diff, err
	}
	if !reflect.DeepEqual(a, b) {
		return Other, diff, nil
	}
	return SameValue, diff, nil
}

// value grades what was decoded from text.
func (j judge) value(got any, text []byte) (Same, string, error) {
	want := j.fresh()
	if err := j.ref.Unmarshal(text, want); err != nil {
		return Other, "", err
	}
	if reflect.DeepEqual(got, want) {
		return SameBytes, "", nil
	}
	// A nil slice for an empty one, say: the difference shows when both are written.
	a, e1 := j.ref.Marshal(got)
	b, e2 := j.ref.Marshal(want)
	if err := errors.Join(e1, e2); err != nil {
		return Other, "another value", err
	}
	if bytes.Equal(a, b) {
		return SameValue, "equal once written, not deeply equal in Go", nil
	}
	j.want = b
	_, diff, err := j.text(a)
	return Other, diff, err
}
