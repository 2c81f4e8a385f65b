package jsondoc

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/samples"
)

// TestGetAll gets everything that is in random documents, by itself and together, from texts and from Documents, and
// compares with encoding/json's tree.
func TestGetAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		text := samples.Text(r, 4)
		most := 60
		if n%20 == 0 {
			most = 5
			text = "[" + strings.Repeat(`{"x":[1,2,"é"]},`, 1000) + text + "]" // more than a piece
		}
		data := []byte(text)
		d, err := Parse(data)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var paths []Path
		var want []any
		samples.EachPath(samples.Tree(t, text), nil, func(path []any, v any) {
			if len(paths) < most || r.IntN(300) == 0 {
				paths, want = append(paths, NewPath(path...)), append(want, v)
			}
		})
		all, err := NewPaths(paths...).Get(nil, data)
		if err != nil || len(all) != len(paths) {
			t.Fatalf("%q: %d values, %v", text, len(all), err)
		}
		for i, p := range paths {
			for how, get := range map[string]func() (Value, error){
				"paths": func() (Value, error) { return all[i], nil }, "path": func() (Value, error) { return p.Get(data) },
				"document": func() (Value, error) { return d.GetPath(p) }, "whole": func() (Value, error) { return Options{Whole: true}.GetPath(data, p) },
				"pointer": func() (Value, error) { return MustPointer(p.String()).Get(data) },
			} {
				v, err := get()
				if err != nil || !reflect.DeepEqual(samples.Tree(t, v.String()), want[i]) {
					t.Fatalf("%s of %.1000q by %s: %.200s, %v", p, text, how, v, err)
				}
				if raw := data[v.Offset() : v.Offset()+len(v.Raw())]; string(raw) != v.String() {
					t.Fatalf("%s: %q stands at %d", p, raw, v.Offset())
				}
			}
			checkParts(t, all[i], want[i])
			if v, _ := d.GetPath(p); !checkParts(t, v, want[i]) {
				t.Fatalf("parts of %s in %.500q", p, text)
			}
			missing := NewPath(p, "missing")
			if v, err := missing.Get(data); err == nil || v.Exists() {
				t.Fatalf("%s of %q is there", missing, text)
			}
		}
		d.Release()
	}
}

// checkParts compares what v has in it, and what it says about itself, with encoding/json's tree.
func checkParts(t *testing.T, v Value, want any) bool {
	var got any
	n := 0
	switch want := want.(type) {
	case []any:
		list := []any{}
		for i, e := range v.Elements() {
			if i != len(list) {
				t.Errorf("index %d", i)
			}
			list = append(list, samples.Tree(t, e.String()))
		}
		got, n = list, len(want)
	case map[string]any:
		m := map[string]any{}
		for name, e := range v.Members() {
			m[name] = samples.Tree(t, e.String())
		}
		got, n = m, len(want)
	case string:
		got, _ = v.Text()
	case json.Number:
		got, _ = v.Number()
		f, err := want.Float64()
		if x, err2 := v.Float64(); x != f || (err == nil) != (err2 == nil) {
			t.Errorf("%s: float64 %v, %v", want, x, err2)
		}
		i, err := want.Int64()
		if x, err2 := v.Int64(); (err == nil) != (err2 == nil) || err == nil && x != i {
			t.Errorf("%s: int64 %v, %v", want, x, err2)
		}
	case bool:
		got, _ = v.Bool()
	default:
		if !v.IsNull() {
			return false
		}
	}
	return reflect.DeepEqual(got, want) && v.Len() == n
}

func TestErrors(t *testing.T) {
	const text = "{\"a\": [1, {\"b\": \"x\"}],\n \"c\": 2}"
	for _, row := range []struct {
		text    string
		path    []any
		cause   error
		offset  int64
		pointer string
	}{
		{text, []any{"x"}, ErrMissing, 0, ""},
		{text, []any{"a", 2}, ErrMissing, 6, "/a"},
		{text, []any{"a", 1, "c"}, ErrMissing, 10, "/a/1"},
		{text, []any{"a", "b"}, &KindError{codec.Object, codec.Array}, 6, "/a"},
		{text, []any{0}, &KindError{codec.Array, codec.Object}, 0, ""},
		{text, []any{"c", "d"}, &KindError{codec.Object, codec.Number}, 29, "/c"},
		{`{"a":1 "b":2}`, []any{"b"}, &json.SyntaxError{}, 7, ""},
		{`{"a":[1,tru],"b":2}`, []any{"b"}, &json.SyntaxError{}, 11, "/a/1"},
		{`{"a":tru}`, []any{"a", "b"}, &json.SyntaxError{}, 8, "/a"},
		{``, nil, &json.SyntaxError{}, 0, ""},
		{`[1,2`, []any{5}, &json.SyntaxError{}, 4, "/1"},
		{strings.Repeat("[", 10001), nil, &json.SyntaxError{}, 10000, strings.Repeat("/0", 10000)},
	} {
		v, err := Get([]byte(row.text), row.path...)
		var e *zetes.Error
		if !errors.As(err, &e) || v.Exists() {
			t.Errorf("%.40s %v: %v, %v", row.text, row.path, v, err)
			continue
		}
		same := errors.Is(err, row.cause)
		switch c := row.cause.(type) {
		case *json.SyntaxError:
			same = errors.As(err, &c)
		case *KindError:
			var k *KindError
			same = errors.As(err, &k) && *k == *c
		}
		if !same || e.Offset != row.offset || e.Pointer != row.pointer && len(row.pointer) < 100 {
			t.Errorf("%.40s %v: %v at %d %.50q, want %v at %d %.50q", row.text, row.path, err, e.Offset, e.Pointer, row.cause, row.offset, row.pointer)
		}
	}
	if _, err := Get([]byte("1"), 1.5); err == nil {
		t.Error("a path with a float64")
	}
	if _, err := Get([]byte("[1] x"), 0); err != nil {
		t.Error(err)
	}
	if _, err := (Options{Whole: true}).Get([]byte("[1] x"), 0); err == nil {
		t.Error("the whole text is not JSON")
	}
	if _, err := Get([]byte("[1,2,x]"), 1); err != nil {
		t.Error(err)
	}
}

// TestRefusals damages documents: what encoding/json refuses is refused, with the same place, and nothing else.
func TestRefusals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		b := []byte(samples.Text(r, 3))
		for range 1 + r.IntN(2) {
			switch i := r.IntN(len(b)); r.IntN(3) {
			case 0:
				b[i] = "{}[],:\"\\ 01-et\x00\xff"[r.IntN(16)]
			case 1:
				b = append(b[:i], b[i+1:]...)
			default:
				b = b[:i]
			}
			if len(b) == 0 {
				b = []byte(" ")
			}
		}
		checkRefusal(t, b)
	}
}

func checkRefusal(t *testing.T, b []byte) {
	var raw json.RawMessage
	want := json.Unmarshal(b, &raw)
	d, err := Parse(b)
	if (err == nil) != (want == nil) {
		t.Fatalf("%q: Parse has %v, want %v", b, err, want)
	}
	_, err2 := Options{Whole: true}.Get(b)
	if (err2 == nil) != (want == nil) {
		t.Fatalf("%q: Get has %v, want %v", b, err2, want)
	}
	if want == nil {
		if string(d.Raw()) != string(b) {
			t.Fatalf("%q: Raw is %q", b, d.Raw())
		}
		d.Release()
		return
	}
	var e *zetes.Error
	if !errors.As(err, &e) || e.Err.Error() != want.Error() || err.Error() != err2.Error() {
		t.Fatalf("%q: %v and %v, want %v", b, err, err2, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5,"x\n",null,true]}`, `[[],{},[{}]]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, "[1,\xff]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkRefusal(t, b)
		if !json.Valid(b) {
			return
		}
		d, _ := Parse(b)
		defer d.Release()
		var got, want any
		if err := json.Unmarshal(b, &want); err != nil {
			return // numbers that are out of range
		}
		if got = asAny(d.Root()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", b, got, want)
		}
		if got = asAny(Value{text: d.Root().Raw()}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v from the text, want %v", b, got, want)
		}
	})
}

// asAny builds the tree from v's parts.
func asAny(v Value) any {
	switch v.Kind() {
	case codec.Object:
		m := map[string]any{}
		for name, e := range v.Members() {
			m[name] = asAny(e)
		}
		return m
	case codec.Array:
		list := []any{}
		for _, e := range v.Elements() {
			list = append(list, asAny(e))
		}
		return list
	case codec.String:
		s, _ := v.Text()
		return s
	case codec.Number:
		f, _ := v.Float64()
		return f
	case codec.Bool:
		b, _ := v.Bool()
		return b
	}
	return nil
}

// TestPageEdges has texts end where memory does.
func TestPageEdges(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		m := guard.New(t, 1<<14)
		r := rand.New(rand.NewPCG(5, 6))
		for n := range 300 {
			text := strings.Repeat(" ", n) + samples.Text(r, 3)
			b := m.Ending(text)
			if _, err := Parse(b); err != nil {
				t.Fatal(err)
			}
			v, err := Get(b)
			if err != nil {
				t.Fatal(err)
			}
			asAny(v)
			_, _ = Parse(m.Ending(text[:len(text)-1]))
		}
	})
}

// TestDuplicates: of members with the same name the first one counts, for all ways.
func TestDuplicates(t *testing.T) {
	b := []byte(`{"a":{"x":1},"a":{"y":2}}`)
	d, _ := Parse(b)
	for _, get := range []func(...any) (Value, error){func(p ...any) (Value, error) { return Get(b, p...) }, d.Get} {
		if v, err := get("a", "x"); err != nil || v.String() != "1" {
			t.Errorf("%s, %v", v, err)
		}
		if v, err := get("a", "y"); !errors.Is(err, ErrMissing) {
			t.Errorf("%s, %v", v, err)
		}
	}
	all, err := NewPaths(NewPath("a", "y"), NewPath("a", "x")).Get(nil, b)
	if err != nil || all[0].Exists() || all[1].String() != "1" {
		t.Errorf("%v, %v", all, err)
	}
}

func TestAllocations(t *testing.T) {
	b := []byte(`{"id":123,"user":{"name":"somebody","tags":["a","b"]},"text":"` + strings.Repeat("x", 500) + `","n":[1,2,3]}`)
	first := NewPath("user", "name")
	paths := NewPaths(first, NewPath("n", 2), NewPath("id"))
	dst := make([]Value, 0, 3)
	if n := testing.AllocsPerRun(100, func() {
		v, _ := first.Get(b)
		dst, _ = paths.Get(dst[:0], b)
		dst[2].Int64()
		for range v.Elements() {
		}
	}); n > 0 && !guard.Race {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		d, _ := Parse(b)
		d.Release()
	}); n > 1 && !guard.Race {
		t.Errorf("Parse has %v allocations", n)
	}
}

// TestAllocLong: a text that is longer than what pools keep takes no memory, checked or not.
func TestAllocLong(t *testing.T) {
	if guard.Race {
		t.Skip("under the race detector pools drop what they are given")
	}
	b := []byte(`{"a":[` + strings.Repeat(`{"x":[1,2,3],"y":"text"},`, mem.MostPooled/20) + `0],"b":"` + strings.Repeat("x", 1<<20) + `","c":7}`)
	path := NewPath("c")
	for _, o := range []Options{{}, {Unchecked: true}} {
		if n := testing.AllocsPerRun(5, func() {
			if v, err := o.GetPath(b, path); err != nil || string(v.Raw()) != "7" {
				t.Fatal(v, err)
			}
		}); n > 0 {
			t.Errorf("%+v: %v allocations", o, n)
		}
	}
}

// TestChangedText changes the text that a Value is a part of: nothing outside of it is looked at.
func TestChangedText(t *testing.T) {
	m := guard.New(t, 4096)
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		b := m.Ending(`["text with \u00e9",5]`)
		s, _ := Get(b, 0)
		n, _ := Get(b, 1)
		for i := range b {
			if r.IntN(3) == 0 {
				b[i] = `"\u1[]{},:5 `[r.IntN(12)]
			}
		}
		for _, v := range []Value{s, n, {text: b}} {
			_, _ = v.Text()
			_, _ = v.Float64()
			for range v.Members() {
			}
			for range v.Elements() {
			}
			_, _ = v.Get(0)
			_ = v.Len()
		}
	}
}

// TestChangingText: while another goroutine makes an array of an object and the other way round, Members and Elements
// have anything, and nothing panics.
func TestChangingText(t *testing.T) {
	if guard.Race {
		t.Skip("it is a race")
	}
	b := []byte(`{"a":1}`)
	v, _ := Get(b)
	var done atomic.Bool
	var wait sync.WaitGroup
	wait.Go(func() {
		for !done.Load() {
			b[0] ^= '{' ^ '['
		}
	})
	for range 50_000 {
		for range v.Members() {
		}
		for range v.Elements() {
		}
	}
	done.Store(true)
	wait.Wait()
}

// TestTwoSteps: a name that is a number, and the same in a JSON Pointer, are two steps to one value.
func TestTwoSteps(t *testing.T) {
	paths := []Path{MustPointer("/0/1"), NewPath("0", "1"), NewPath("0", 1), NewPath(0, 1), MustPointer("/0"), NewPath("0"), NewPath(0), NewPath(0, "1"), MustPointer("/1/x")}
	for _, text := range []string{`{"0":{"1":"a"},"1":{"x":1}}`, `{"0":["b","c"],"2":0}`, `[["d","e"],{"x":[]}]`, `[{"1":"f"}]`, `{"0":"g"}`, `["h"]`} {
		all, err := NewPaths(paths...).Get(nil, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range paths {
			if want, _ := p.Get([]byte(text)); all[i].String() != want.String() || all[i].Offset() != want.Offset() {
				t.Errorf("%s, path %d, %s: %s, want %s", text, i, p, all[i], want)
			}
		}
	}
	if _, err := NewPaths(paths...).Get(nil, []byte(`{"0":{"1":x}}`)); err == nil {
		t.Error("no error")
	}
}
