package conform

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// seed adds the texts of the table and of JSONTestSuite.
func seed(f *testing.F, add func(text []byte)) {
	seen := map[string]bool{}
	for _, c := range cases.All() {
		if c.Value == nil && len(c.Text) < 300 && !seen[c.Text] && len(seen) < 3000 {
			seen[c.Text] = true
			add([]byte(c.Text))
		}
	}
	for _, file := range suites.JSONTestSuite(f) {
		data := file.Text
		if len(data) < 2000 {
			add(data)
		}
	}
}

// agree fails when a door of ours shows something else than encoding/json's for text and target.
func agree(t *testing.T, c *cases.Case) {
	t.Helper()
	for i := range doors.All {
		d := &doors.All[i]
		if d.Unmarshal == nil || d.Typed && c.Static == nil {
			continue
		}
		if diff := Unmarshal(c, d, &doors.Zetes, &doors.Std); diff != "" {
			t.Errorf("%q into %T through %q:\n\t%s", cut(c.Text), c.Target(), d.Name, diff)
		}
	}
}

// agreeMarshal fails when a door of ours writes something else than encoding/json's.
func agreeMarshal(t *testing.T, c *cases.Case) {
	t.Helper()
	for i := range doors.All {
		d := &doors.All[i]
		if d.Marshal == nil || d.Typed && c.Static == nil {
			continue
		}
		if diff := Marshal(c, d, &doors.Zetes, &doors.Std); diff != "" {
			t.Errorf("%T through %q:\n\t%s", c.Value(), d.Name, diff)
		}
	}
}

// agreeText fails when any function on texts shows something else than encoding/json's.
func agreeText(t *testing.T, data []byte) {
	t.Helper()
	agree(t, anyCase(data))
	if got, want := doors.Zetes.Valid(data), doors.Std.Valid(data); got != want {
		t.Errorf("Valid(%q): got %v, want %v", cut(string(data)), got, want)
	}
	type function struct {
		name string
		call func(a *doors.API, b *bytes.Buffer) error
	}
	for _, f := range []function{
		{"Compact", func(a *doors.API, b *bytes.Buffer) error { return a.Compact(b, data) }},
		{"Indent", func(a *doors.API, b *bytes.Buffer) error { return a.Indent(b, data, "", "  ") }},
		{"Indent with prefix", func(a *doors.API, b *bytes.Buffer) error { return a.Indent(b, data, "> ", "") }},
		{"HTMLEscape", func(a *doors.API, b *bytes.Buffer) error { a.HTMLEscape(b, data); return nil }},
	} {
		got, want := bytes.NewBufferString("before"), bytes.NewBufferString("before")
		gotErr, wantErr := f.call(&doors.Zetes, got), f.call(&doors.Std, want)
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s(%q): %s", f.name, cut(string(data)), diffBytes(got.Bytes(), want.Bytes()))
		}
		if d := DiffErrors(gotErr, wantErr); d != "" {
			t.Errorf("%s(%q): %s", f.name, cut(string(data)), d)
		}
	}
}

func anyCase(data []byte) *cases.Case {
	return &cases.Case{Target: func() any { return new(any) }, Text: string(data), Static: doors.Of[any]()}
}

// FuzzUnmarshalAny: decoding into any = encoding/json's.
func FuzzUnmarshalAny(f *testing.F) {
	seed(f, func(text []byte) { f.Add(text) })
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, anyCase(data)) })
}

// FuzzUnmarshalTyped: decoding into Go types, fresh and filled, = encoding/json's.
func FuzzUnmarshalTyped(f *testing.F) {
	n := uint8(0)
	seed(f, func(text []byte) { f.Add(n, text); n++ })
	targets := cases.Targets()
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		c := targets[int(which)%len(targets)]
		c.Text = string(data)
		agree(t, &c)
	})
}

// FuzzMarshal: encoding what was decoded = encoding/json's.
func FuzzMarshal(f *testing.F) {
	n := uint8(0)
	seed(f, func(text []byte) { f.Add(n, text); n++ })
	targets := cases.Targets()
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		c := targets[int(which)%len(targets)]
		// The methods of these types may panic on what was half decoded; that is a matter of the table.
		defer func() { _ = recover() }()
		agreeMarshal(t, &cases.Case{Value: func() any {
			v := c.Target()
			_ = doors.Std.Unmarshal(data, v)
			return v
		}})
	})
}

// FuzzText: Valid, Compact, Indent and HTMLEscape = encoding/json's.
func FuzzText(f *testing.F) {
	seed(f, func(text []byte) { f.Add(text) })
	f.Fuzz(func(t *testing.T, data []byte) { agreeText(t, data) })
}

// chunks is a reader that cuts its data at places of the fuzzer's choice, and ends with an error of its choice.
type chunks struct {
	data, cuts []byte
	end        error
}

func (r *chunks) Read(p []byte) (int, error) {
	n := len(r.data)
	if len(r.cuts) > 0 {
		n = min(n, int(r.cuts[0]))
		r.cuts = r.cuts[1:]
	}
	n = copy(p, r.data[:n])
	if r.data = r.data[n:]; len(r.data) == 0 {
		return n, r.end
	}
	return n, nil
}

var errReader = errors.New("the reader failed")

// script runs a sequence of calls of a Decoder and writes down all that they show.
func script(a *doors.API, data, cuts, calls []byte) (log string, errs []error) {
	r := &chunks{data: data, cuts: cuts, end: io.EOF}
	if len(calls) > 0 && calls[0]%4 == 3 {
		r.end = errReader
	}
	d := a.NewDecoder(r)
	for i, call := range append(bytes.Clone(calls), 0, 0, 0) {
		if i > 100 {
			break
		}
		switch call % 8 {
		case 0, 1:
			var v any
			err := d.Decode(&v)
			log += fmt.Sprintf("decode %#v; ", v)
			errs = append(errs, err)
		case 2, 3:
			v, err := d.Token()
			log += fmt.Sprintf("token %#v; ", v)
			errs = append(errs, err)
		case 4:
			log += fmt.Sprintf("more %v; ", d.More())
		case 5:
			log += fmt.Sprintf("offset %d; ", d.InputOffset())
		case 6:
			var v struct{ A, F any }
			err := d.Decode(&v)
			log += fmt.Sprintf("decode %#v; ", v)
			errs = append(errs, err)
		case 7:
			if call&8 != 0 {
				d.UseNumber()
			} else {
				d.DisallowUnknownFields()
			}
		}
	}
	return log, errs
}

// FuzzStream: a Decoder that gets its input in pieces = encoding/json's that gets the same pieces.
func FuzzStream(f *testing.F) {
	seed(f, func(text []byte) { f.Add(text, []byte{1, 0, 2, 3, 1, 1}, []byte{4, 2, 4, 0, 5}) })
	f.Add([]byte(`{"a":[1,2,{"b":null}],"c":"d"} [1] "x" 12 true`), []byte{1, 1, 1, 1}, []byte{2, 2, 4, 0, 2, 4, 2, 5, 0, 2, 2})
	f.Add(binary.AppendUvarint(nil, 1<<60), []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, data, cuts, calls []byte) {
		// bufio-like readers give up after 100 empty reads; encoding/json does not.
		for i := range cuts {
			cuts[i] = max(cuts[i], 1)
		}
		got, gotErrs := script(&doors.Zetes, bytes.Clone(data), cuts, calls)
		want, wantErrs := script(&doors.Std, bytes.Clone(data), cuts, calls)
		if got != want {
			t.Errorf("%q cut %v calls %v:\ngot  %s\nwant %s", cut(string(data)), cuts, calls, got, want)
		}
		for i := range wantErrs {
			if d := DiffErrors(gotErrs[i], wantErrs[i]); d != "" {
				t.Errorf("%q cut %v calls %v: error %d: %s", cut(string(data)), cuts, calls, i, d)
				break
			}
		}
	})
}
