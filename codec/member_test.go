package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// memberNames are names of all lengths around those that blocks have, and names that are escaped, in HTML or always.
func memberNames() []string {
	names := []string{"a<b", "&", ">", `q"`, `back\slash`, "line\n", "\x00", "é日😀", "\xff", "\u2028", strings.Repeat("é", 20), "a name with a < far behind its 27th byte"}
	for n := range 45 {
		names = append(names, strings.Repeat("n", n))
	}
	return names
}

// members are the calls that write a member at once, and what they stand for.
var members = []struct {
	name        string
	quick, slow func(w *Writer, name *Name, plain string)
}{
	{"Member", func(w *Writer, n *Name, _ string) { w.Member(n); w.BeginArray(); w.EndArray() },
		func(w *Writer, _ *Name, s string) { w.Name(s); w.BeginArray(); w.EndArray() }},
	{"MemberInt", func(w *Writer, n *Name, _ string) { w.MemberInt(n, 7); w.MemberInt(n, math.MinInt64) },
		func(w *Writer, _ *Name, s string) { w.Name(s); w.Int(7); w.Name(s); w.Int(math.MinInt64) }},
	{"MemberUint", func(w *Writer, n *Name, _ string) { w.MemberUint(n, 0); w.MemberUint(n, math.MaxUint64) },
		func(w *Writer, _ *Name, s string) { w.Name(s); w.Uint(0); w.Name(s); w.Uint(math.MaxUint64) }},
	{"MemberFloat64", func(w *Writer, n *Name, _ string) {
		w.MemberFloat64(n, -1.2345678901234567e-300)
		w.MemberFloat64(n, 1e20)
	}, func(w *Writer, _ *Name, s string) {
		w.Name(s)
		w.Float64(-1.2345678901234567e-300)
		w.Name(s)
		w.Float64(1e20)
	}},
	{"MemberFloat64/NaN", func(w *Writer, n *Name, _ string) { w.MemberFloat64(n, math.NaN()) },
		func(w *Writer, _ *Name, s string) { w.Name(s); w.Float64(math.NaN()) }},
	{"MemberBool", func(w *Writer, n *Name, _ string) { w.MemberBool(n, true); w.MemberBool(n, false) },
		func(w *Writer, _ *Name, s string) { w.Name(s); w.Bool(true); w.Name(s); w.Bool(false) }},
	{"MemberString", func(w *Writer, n *Name, _ string) {
		for _, v := range memberTexts {
			w.MemberString(n, v)
		}
	}, func(w *Writer, _ *Name, s string) {
		for _, v := range memberTexts {
			w.Name(s)
			w.String(v)
		}
	}},
}

var memberTexts = []string{"", "x", "<&>", "é\xff", strings.Repeat("plain ", 300), strings.Repeat("\x01<\"", 500)}

// TestMembers compares the calls for a name and a value with those for each, for all names, into memory of all sizes.
func TestMembers(t *testing.T) {
	for _, plain := range memberNames() {
		name := NewName(plain)
		for _, m := range members {
			for _, html := range []bool{false, true} {
				write := func(w *Writer, f func(w *Writer, name *Name, plain string)) error {
					w.SetEscapeHTML(html)
					w.BeginArray()
					for range 2 {
						w.BeginObject()
						f(w, name, plain)
						f(w, name, plain)
						w.EndObject()
					}
					w.EndArray()
					return w.Close()
				}
				want := NewBytesWriter(nil)
				wantErr := write(want, m.slow)
				for size := 0; size < 150; size += 1 + size/8 {
					memory := make([]byte, size+300)
					w := NewBytesWriter(memory[:0:size])
					err := write(w, m.quick)
					if fmt.Sprint(err) != fmt.Sprint(wantErr) || !bytes.Equal(w.Bytes(), want.Bytes()) {
						t.Fatalf("%s of %q, HTML %v, %d bytes: %.200s, %v, want %.200s, %v", m.name, plain, html, size, w.Bytes(), err, want.Bytes(), wantErr)
					}
					if len(bytes.Trim(memory[size:], "\x00")) > 0 {
						t.Fatalf("%s of %q, %d bytes: wrote behind them", m.name, plain, size)
					}
				}
				var out bytes.Buffer
				w := NewWriter(&out)
				if err := write(w, m.quick); fmt.Sprint(err) != fmt.Sprint(wantErr) || wantErr == nil && strings.TrimSuffix(out.String(), "\n") != string(want.Bytes()) {
					t.Fatalf("%s of %q, to a stream: %.200s, %v", m.name, plain, out.String(), err)
				}
			}
		}
	}
	var none Name
	w := NewBytesWriter(nil)
	w.BeginObject()
	w.MemberInt(&none, 1)
	w.EndObject()
	if string(w.Bytes()) != `{"":1}` {
		t.Errorf("the zero Name: %s", w.Bytes())
	}
}

func TestMembersMisuse(t *testing.T) {
	for _, plain := range []string{"a", strings.Repeat("long", 20), "<"} {
		name := NewName(plain)
		for _, m := range members {
			for where, begin := range map[string]func(*Writer){
				"at the top":     func(w *Writer) {},
				"in an array":    func(w *Writer) { w.BeginArray(); w.Int(1) },
				"behind a name":  func(w *Writer) { w.BeginObject(); w.Member(name) },
				"behind an end":  func(w *Writer) { w.BeginArray(); w.BeginObject(); w.EndObject() },
				"after an error": func(w *Writer) { w.EndArray() },
			} {
				w := NewBytesWriter(nil)
				begin(w)
				before := string(w.Bytes())
				m.quick(w, name, plain)
				var e *Error
				if !errors.As(w.Err(), &e) || e.Code != Misuse || string(w.Bytes()) != before {
					t.Errorf("%s %s: %s, %v", m.name, where, w.Bytes(), w.Err())
				}
			}
		}
	}
}

// TestMembersStream: a long object that is written by members leaves memory on its way.
func TestMembersStream(t *testing.T) {
	name := NewName("name")
	w := NewWriter(io.Discard)
	w.BeginObject()
	for range 100_000 {
		w.MemberString(name, "some text")
		w.MemberInt(name, 12345)
	}
	w.EndObject()
	if err := w.Close(); err != nil || cap(w.buf) > 65<<10 {
		t.Errorf("%v, %d bytes of buffer", err, cap(w.buf))
	}
	failing := NewWriter(&shortWriter{room: 40000})
	failing.BeginObject()
	for range 100_000 {
		failing.MemberBool(name, true)
	}
	var e *Error
	if !errors.As(failing.Err(), &e) || e.Code != IO {
		t.Errorf("%v", failing.Err())
	}
}
