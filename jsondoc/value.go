package jsondoc

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
)

// Value is a place in a document. Nothing is decoded before a method is called. Values are small, can be copied, and
// are safe for concurrent readers. The zero Value means that there is no value.
//
// A Value that was found in a text, for example by [Get], is a part of that text, which must not change while the Value
// is used. A Value of a [Document] belongs to the document, and can't be used after the document's Release.
//
// A Value that was found in a text has no index: Get, Len, Members, Elements and Select read its text each time, Get up
// to the end of the path. To look up many members of a large value, get them at once by [Paths] or Into, or parse a
// Document, which has an index.
type Value struct {
	text []byte // the JSON of the value, if it is not of a document
	at   int    // offset of the value in its text, or the number of the value in its document
	d    *indexed
}

// known are the Options for reading the text of a Value. Skipped text is not checked, since it was checked before the
// Value was returned, or the caller has promised by Options{Unchecked: true} that it is JSON.
var known = Options{Unchecked: true}

// Exists reports whether there is a value.
func (v Value) Exists() bool { return v.raw() != nil }

// raw returns the JSON of the value.
func (v Value) raw() []byte {
	if v.d != nil {
		return v.d.raw(v.at)
	}
	return v.text
}

// Raw returns the JSON of the value with the document's spelling, without white space around it. It is a part of the
// document and must not be written to.
func (v Value) Raw() []byte { return slices.Clip(v.raw()) }

// Offset returns the offset of the value in the text that it came from.
func (v Value) Offset() int {
	switch {
	case v.d == nil:
		return v.at
	case v.d.has(v.at):
		return int(v.d.t.Cells[v.at].A)
	}
	return 0
}

// String returns the JSON of the value, or "" if there is none. For the text of a string use [Value.Text].
func (v Value) String() string { return string(v.raw()) }

// Clone returns a copy of the value in newly allocated memory.
func (v Value) Clone() Value {
	if !v.Exists() {
		return Value{}
	}
	return Value{text: bytes.Clone(v.raw()), at: v.Offset()}
}

// Kind returns the kind of the value, or [codec.Invalid] if there is none.
func (v Value) Kind() codec.Kind { return tree.KindAt(v.raw()) }

// IsNull reports whether the value is null. A missing value is not null.
func (v Value) IsNull() bool { return v.Kind() == codec.Null }

// of returns the JSON of the value if its kind is k, otherwise a *KindError.
func (v Value) of(k codec.Kind) ([]byte, error) {
	b := v.raw()
	if got := tree.KindAt(b); got != k {
		return nil, &KindError{k, got}
	}
	if k == codec.String && v.d == nil {
		// If the program has changed the text, only a part of a string may be left.
		if n, st := wire.String(b, 0); st != wire.Done || n != len(b) {
			return nil, &KindError{k, codec.Invalid}
		}
	}
	return b, nil
}

// Bool returns the value of v, which must be true or false in JSON.
func (v Value) Bool() (bool, error) {
	b, err := v.of(codec.Bool)
	return err == nil && b[0] == 't', err
}

// Text returns the text of a string, in newly allocated memory. Escapes are decoded, and text that is not UTF-8 is
// replaced by U+FFFD, as in encoding/json.
func (v Value) Text() (string, error) {
	if b := v.text; isMapped(b) {
		text, ok := follow.Text(b)
		return text, notString(ok)
	}
	b, err := v.of(codec.String)
	if err != nil {
		return "", err
	}
	return wire.Unquote(b), nil
}

// isMapped reports whether the string b, a part of a text, is read with bitmaps. For shorter strings bitmaps cost more
// than they save. Longer strings would take too long to copy, since bitmaps are made of a copy.
func isMapped(b []byte) bool { return len(b) >= 64 && len(b) <= 64<<10 && b[0] == '"' }

// notString returns nil if ok is true, otherwise the error about a value that is not a string. If the program has
// changed the text, only a part of a string may be left.
func notString(ok bool) error {
	if ok {
		return nil
	}
	return &KindError{codec.String, codec.Invalid}
}

// AppendText appends the text of a string to dst.
func (v Value) AppendText(dst []byte) ([]byte, error) {
	v.text = scan.Apart(dst, v.text)
	if b := v.text; isMapped(b) {
		text, ok := follow.AppendText(dst, b)
		return text, notString(ok)
	}
	b, err := v.of(codec.String)
	if err != nil {
		return dst, err
	}
	return wire.AppendUnquote(dst, b), nil
}

// Number returns a number as it is spelled.
func (v Value) Number() (json.Number, error) {
	b, err := v.of(codec.Number)
	return json.Number(b), err
}

// Int64 returns an integer exactly. If the number has a fraction or an exponent, or does not fit, the error is a
// [*RangeError].
func (v Value) Int64() (int64, error) { return numberOf(v, scan.Int64, "int64") }

// numberOf returns the number v, which the function read converts to a T. typ is the name of T in an error.
func numberOf[T any](v Value, read func([]byte) (T, bool), typ string) (x T, err error) {
	b, err := v.of(codec.Number)
	if err != nil {
		return x, err
	}
	n, ok := read(b)
	if !ok {
		return x, rangeError(b, typ)
	}
	return n, nil
}

// Uint64 returns an unsigned integer exactly. Its errors are those of Int64.
func (v Value) Uint64() (uint64, error) { return numberOf(v, scan.Uint64, "uint64") }

// Float64 returns the float64 nearest to a number. If the number is out of range, the error is a [*RangeError].
func (v Value) Float64() (float64, error) { return numberOf(v, scan.Float64, "float64") }

// Into decodes the value into the value that target points to, as [zetes.Unmarshal] does. Places in errors count from
// the start of v.
func (v Value) Into(target any) error {
	if !v.Exists() {
		return ErrMissing
	}
	return zetes.Standard().Unmarshal(v.raw(), target)
}

// Get returns the value at the end of a path from v, as the function [Get] does. Places in errors count from the start
// of v.
func (v Value) Get(path ...any) (Value, error) {
	var room [4]follow.Step
	steps, err := follow.AppendSteps[Path](room[:0], path)
	if err != nil {
		return Value{}, err
	}
	return v.get(steps)
}

// GetPath does what Get does, for a prepared path.
func (v Value) GetPath(p Path) (Value, error) { return v.get(p.steps()) }

// get does what GetPath does, for the steps of a path.
func (v Value) get(steps []follow.Step) (Value, error) {
	switch {
	case v.d == nil && v.text != nil:
	case !v.Exists():
		return Value{}, ErrMissing
	default:
		return v.d.follow(v.at, steps)
	}
	got, err := known.find(v.text, steps, wire.MaxDepth)
	if err == nil {
		got.at += v.at
	}
	return got, err
}

// Len returns the number of elements of an array or members of an object, and 0 for all other values.
func (v Value) Len() (n int) {
	if k := v.Kind(); v.d != nil && (k == codec.Array || k == codec.Object) {
		return int(v.d.t.Cells[v.at+1].B)
	}
	for range v.parts(codec.Invalid) {
		n++
	}
	return n
}

// Elements iterates over the elements of an array in order, with their indexes. For other values it yields nothing.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		i := 0
		for _, e := range v.parts(codec.Array) {
			if !yield(i, e) {
				return
			}
			i++
		}
	}
}

// Members iterates over the members of an object in order, including those with the same name. For other values it
// yields nothing.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for name, e := range v.parts(codec.Object) {
			if !yield(wire.Unquote(name), e) {
				return
			}
		}
	}
}

// parts iterates over the elements of an array, or over the members of an object with their names as JSON, if v is of
// kind k. With k == Invalid it accepts both kinds.
func (v Value) parts(k codec.Kind) iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		got := v.Kind()
		if got != codec.Array && got != codec.Object || k != codec.Invalid && k != got {
			return
		}
		if v.d != nil {
			v.d.each(v.at, yield)
			return
		}
		w := follow.Begin(v.text, false)
		defer w.End()
		w.Children(got == codec.Object, func(name []byte, start, end int) bool {
			return yield(name, Value{text: v.text[start:end:end], at: v.at + start})
		})
	}
}

// MarshalJSON returns the JSON of the value, or null if there is none.
func (v Value) MarshalJSON() ([]byte, error) {
	if b := v.raw(); b != nil {
		return b, nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON sets v to a copy of the value data, in newly allocated memory.
func (v *Value) UnmarshalJSON(data []byte) error {
	got, err := Options{Whole: true}.Get(data)
	if err == nil {
		*v = got.Clone()
		v.at = 0
	}
	return err
}
