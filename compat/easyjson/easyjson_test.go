package easyjson

import (
	"bytes"
	"errors"
	"io"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/compat/easyjson/buffer"
	"github.com/zetes-json/zetes/compat/easyjson/jlexer"
	"github.com/zetes-json/zetes/compat/easyjson/jwriter"
	"github.com/zetes-json/zetes/compat/easyjson/opt"
)

// tree has methods of the form that easyjson generates.
type tree struct {
	Name string
	Raw  RawMessage
	Kids []*tree
	Any  any
	UnknownFieldsProxy
}

func (v *tree) UnmarshalEasyJSON(in *jlexer.Lexer) {
	top := in.IsStart()
	in.Delim('{')
	for !in.IsDelim('}') {
		key := in.UnsafeFieldName(false)
		in.WantColon()
		switch key {
		case "name":
			v.Name = in.String()
		case "raw":
			v.Raw.UnmarshalEasyJSON(in)
		case "any":
			v.Any = in.Interface()
		case "kids":
			in.Delim('[')
			for !in.IsDelim(']') {
				kid := new(tree)
				kid.UnmarshalEasyJSON(in)
				v.Kids = append(v.Kids, kid)
				in.WantComma()
			}
			in.Delim(']')
		default:
			v.UnmarshalUnknown(in, key)
		}
		in.WantComma()
	}
	in.Delim('}')
	if top {
		in.Consumed()
	}
}

func (v *tree) MarshalEasyJSON(out *jwriter.Writer) {
	out.RawString(`{"name":`)
	out.String(v.Name)
	out.RawString(`,"raw":`)
	v.Raw.MarshalEasyJSON(out)
	v.MarshalUnknowns(out, false)
	out.RawByte('}')
}

// TestCopies: nothing that is decoded lies in the caller's bytes, but for the methods that are called unsafe.
func TestCopies(t *testing.T) {
	long := strings.Repeat("long ", 500)
	for _, text := range []string{
		`{"name":"x","raw":[1,"two"],"any":{"k":["v"]},"kids":[{"name":"y\n"}],"more":"kept","again":{"a":1}}`,
		`{"name":"` + long + `","raw":"` + long + `","any":"` + long + `","` + long + `":"` + long + `"}`,
	} {
		var v, want tree
		data := []byte(text)
		if err := Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if err := Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		clear(data)
		runtime.GC()
		if !reflect.DeepEqual(v, want) {
			t.Errorf("%s: changed with the text: %+v", text, v)
		}
		l := jlexer.Lexer{Data: []byte(`["base", 12, "TWFu", "raw", "intern"]`)}
		l.Delim('[')
		s := l.String()
		l.WantComma()
		n := l.JsonNumber()
		l.WantComma()
		b := l.Bytes()
		l.WantComma()
		raw := l.Raw()
		l.WantComma()
		i := l.StringIntern()
		clear(l.Data)
		if s != "base" || n != "12" || string(b) != "Man" || string(raw) != `"raw"` || i != "intern" || l.Error() != nil {
			t.Error(s, n, b, raw, i, l.Error())
		}
	}
}

// TestBack: a caller may go back to a copy of a Lexer, and what was read before stays as it is.
func TestBack(t *testing.T) {
	l := jlexer.Lexer{Data: []byte(`["first", "second", {"raw":1}, {"raw":2}` + strings.Repeat(" ", 200) + `]`)}
	l.Delim('[')
	l.IsDelim(']')
	start := l
	first := l.String()
	l.WantComma()
	second := l.String()
	l.WantComma()
	raw := l.Raw()
	l = start
	l.SkipRecursive()
	l.WantComma()
	again := l.String()
	l.WantComma()
	l.SkipRecursive()
	l.WantComma()
	other := l.Raw()
	l.WantComma()
	l.Delim(']')
	if first != "first" || second != "second" || again != "second" || string(raw) != `{"raw":1}` || string(other) != `{"raw":2}` || l.Error() != nil {
		t.Error(first, second, again, string(raw), string(other), l.Error())
	}
}

// TestOutput: results do not change when the memory of a Writer is used again.
func TestOutput(t *testing.T) {
	v := &tree{Name: strings.Repeat("name", 300)}
	first, err := Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	kept := bytes.Clone(first)
	for range 50 {
		if _, err := Marshal(&tree{Name: strings.Repeat("other", 300)}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first, kept) {
		t.Errorf("%s became %s", kept, first)
	}
}

// TestDeep: ten million brackets are an error, not a full stack, whatever reads them, and take memory in proportion.
func TestDeep(t *testing.T) {
	const n = 10_000_000
	for name, text := range map[string]string{
		"arrays": strings.Repeat("[", n), "pairs": strings.Repeat("[", n) + strings.Repeat("]", n), "kids": strings.Repeat(`{"kids":[`, n/9), "objects": strings.Repeat(`{"a":`, n/5),
	} {
		for method, read := range map[string]func(*jlexer.Lexer){
			"SkipRecursive": (*jlexer.Lexer).SkipRecursive,
			"Raw":           func(l *jlexer.Lexer) { l.Raw() },
			"Interface":     func(l *jlexer.Lexer) { l.Interface() },
			"methods":       new(tree).UnmarshalEasyJSON,
			"Delim": func(l *jlexer.Lexer) {
				for l.Ok() {
					l.Delim('[')
				}
			},
			"Skip": func(l *jlexer.Lexer) {
				for l.Ok() {
					l.Skip()
				}
			},
		} {
			for _, several := range []bool{false, true} {
				l := &jlexer.Lexer{Data: []byte(text), UseMultipleErrors: several}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				read(l)
				runtime.ReadMemStats(&after)
				if l.Error() == nil && l.GetNonFatalErrors() == nil {
					t.Errorf("%s by %s: no error", name, method)
				}
				if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
					t.Errorf("%s by %s: %d MB", name, method, used>>20)
				}
			}
		}
	}
}

// TestNotJSON: what easyjson lets pass is an error.
func TestNotJSON(t *testing.T) {
	for _, text := range []string{`{"name":"a` + "\n" + `"}`, `{"name":"\x"}`, `{"x":01}`, `{"x":1.}`, `{"x":-}`, `{"x":.5}`, `{"x":"a` + "\x01" + `"}`, `{"x":[1,]}`, `{"x":"\u12"}`, `{"any":[01]}`, `{"x":tru}`, `{"x":nul}`, `{"x":1e}`,
		`{"name":"a",}`, `{,}`, `{"name" "a"}`, `{"name":"a" "x":1}`, `{"name":"a"}}`, `{"name":"a"`, ``, ` `, "\x00{}", "{\x00}", `{"kids":[}`, `{"kids":[{}]`} {
		if err := Unmarshal([]byte(text), new(tree)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	for _, parts := range [][2]string{{"", `{"a":}`}, {"[", "1,2"}, {`"`, `a"`}, {`"`, "a\n"}, {`"`, `\x`}, {`"`, `"a"`}} {
		var w jwriter.Writer
		w.RawString(parts[0])
		w.Raw([]byte(parts[1]), nil)
		if _, err := w.BuildBytes(); err == nil {
			t.Errorf("Raw takes %q after %q", parts[1], parts[0])
		}
	}
	var w jwriter.Writer
	w.RawByte('"')
	w.Raw([]byte(`inside\n`), nil) // as code does that writes the keys of maps
	w.RawByte('"')
	if text, err := w.BuildBytes(); string(text) != `"inside\n"` || err != nil {
		t.Error(string(text), err)
	}
	var b bytes.Buffer
	if n, err := MarshalToWriter(&tree{Raw: RawMessage("[")}, &b); n != 0 || err == nil || b.Len() != 0 {
		t.Error(n, err, b.String())
	}
	rec := httptest.NewRecorder()
	if started, n, err := MarshalToHTTPResponseWriter(&tree{Raw: RawMessage("[")}, rec); started || n != 0 || err == nil || rec.Body.Len() != 0 {
		t.Error(started, n, err)
	}
}

type odd struct{ n int }

func (o odd) Write(p []byte) (int, error) { return o.n, nil }

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no more") }

// TestHelpers calls the functions of the package.
func TestHelpers(t *testing.T) {
	v := tree{Name: "n"}
	rec := httptest.NewRecorder()
	if started, n, err := MarshalToHTTPResponseWriter(&v, rec); !started || n != 23 || err != nil || rec.Body.String() != `{"name":"n","raw":null}` || rec.Header().Get("Content-Length") != "23" || rec.Header().Get("Content-Type") != "application/json" {
		t.Error(started, n, err, rec.Body, rec.Header())
	}
	var none *tree
	rec = httptest.NewRecorder()
	if _, n, err := MarshalToHTTPResponseWriter(none, rec); n != 4 || err != nil || rec.Body.String() != "null" {
		t.Error(n, err, rec.Body)
	}
	for _, m := range []Marshaler{nil, none} {
		if b, err := Marshal(m); string(b) != "null" || err != nil {
			t.Error(b, err)
		}
		if n, err := MarshalToWriter(m, io.Discard); n != 4 || err != nil {
			t.Error(n, err)
		}
	}
	for _, n := range []int{-1, 1, 100} {
		if _, err := MarshalToWriter(&v, odd{n}); err == nil {
			t.Error("a writer that returns", n)
		}
	}
	if err := UnmarshalFromReader(strings.NewReader(`{"name":"r"}`), &v); err != nil || v.Name != "r" {
		t.Error(v, err)
	}
	if err := UnmarshalFromReader(failing{}, &v); err == nil {
		t.Error("no error")
	}
	var l *jlexer.LexerError
	if err := Unmarshal([]byte(`{"name":12}`), &v); !errors.As(err, &l) || *l != (jlexer.LexerError{Reason: "expected string", Offset: 10, Data: "12"}) {
		t.Error(err)
	}
	if err := Unmarshal([]byte(`{"name":`), &v); err != io.EOF {
		t.Error(err)
	}
	o := opt.OInt(3)
	if err := o.UnmarshalJSON([]byte("null")); err != nil || o.IsDefined() || o.Get(5) != 5 || o.String() != "<undefined>" {
		t.Error(o, err)
	}
	if err := o.UnmarshalJSON([]byte("7 8")); err == nil {
		t.Error("text after the value")
	}
}

// TestReadCloser reads in small pieces, and closes early.
func TestReadCloser(t *testing.T) {
	var b buffer.Buffer
	want := strings.Repeat("0123456789", 20000)
	for i := range 20000 {
		b.AppendString(want[i*10 : i*10+10])
	}
	r := b.ReadCloser()
	head := make([]byte, 70001)
	if _, err := io.ReadFull(r, head); err != nil || string(head) != want[:70001] {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(r)
	if err != nil || string(rest) != want[70001:] || r.Close() != nil {
		t.Fatal(err)
	}
	b.AppendString(want)
	r = b.ReadCloser()
	for range 2 {
		if r.Close() != nil {
			t.Fatal("Close")
		}
	}
	if n, err := r.Read(head); n != 0 || err != io.EOF {
		t.Fatal(n, err)
	}
}
