package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/internal/tests/suites"
	"github.com/zetes-json/zetes/jsondoc"
)

// TestSetKeepsBytes sets everything that is in random documents: all other bytes stay.
func TestSetKeepsBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := samples.Text(r, 3)
		var paths [][]any
		samples.EachPath(samples.Tree(t, text), nil, func(path []any, _ any) { paths = append(paths, path) })
		for range 5 {
			path := paths[r.IntN(len(paths))]
			old, err := jsondoc.Get([]byte(text), path...)
			if err != nil {
				t.Fatal(err)
			}
			want := text[:old.Offset()] + `"new"` + text[old.Offset()+len(old.Raw()):]
			got, err := Set([]byte(text), "new", path...)
			if err != nil || string(got) != want && len(path) > 0 {
				t.Fatalf("Set %v in %q: %q, want %q", path, text, got, want)
			}
			e, err := New([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Set(jsondoc.NewPath(path...), "new"); err != nil {
				t.Fatal(err)
			}
			if got, err = e.Bytes(); err != nil || string(got) != want && len(path) > 0 {
				t.Fatalf("Edit %v in %q: %q, want %q", path, text, got, want)
			}
			e.Release()
		}
	}
}

// TestLayout has what is written around parts that come and go.
func TestLayout(t *testing.T) {
	for _, row := range []struct {
		text string
		edit func(e *Edit) error
		want string
	}{
		{"{\n  \"a\": 1,\n  \"b\": 2\n}\n", func(e *Edit) error { return e.Set(jsondoc.NewPath("c"), 3) }, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"},
		{"{\n  \"a\": 1,\n  \"b\": 2\n}", func(e *Edit) error { return e.Delete(jsondoc.NewPath("b")) }, "{\n  \"a\": 1\n}"},
		{"{\n  \"a\": 1,\n  \"b\": 2\n}", func(e *Edit) error { return e.Delete(jsondoc.NewPath("a")) }, "{\n  \"b\": 2\n}"},
		{`{"a":1, "b":2}`, func(e *Edit) error { return e.Delete(jsondoc.NewPath("a")) }, `{"b":2}`},
		{`{"a":1, "b":2}`, func(e *Edit) error { return e.Set(jsondoc.NewPath("c"), 3) }, `{"a":1, "b":2, "c":3}`},
		{`{ "a" : 1 , "b" : 2 }`, func(e *Edit) error { return e.Set(jsondoc.NewPath("a"), 3) }, `{ "a" : 3 , "b" : 2 }`},
		{`[1, 2,3 ]`, func(e *Edit) error { return e.Insert(jsondoc.NewPath(0), 0) }, `[0, 1, 2,3 ]`},
		{`[1, 2, 3]`, func(e *Edit) error { return e.Insert(jsondoc.NewPath(3), 4) }, `[1, 2, 3, 4]`},
		{`[1, 2, 3]`, func(e *Edit) error { return e.Insert(jsondoc.MustPointer("/-"), 4) }, `[1, 2, 3, 4]`},
		{`[ ]`, func(e *Edit) error { return e.Insert(jsondoc.NewPath(0), 4) }, `[4]`},
		{`[ 1 ]`, func(e *Edit) error { return e.Delete(jsondoc.NewPath(0)) }, `[]`},
		{` {} `, func(e *Edit) error { return e.Set(jsondoc.NewPath("a", "b", 0, "c"), true) }, ` {"a":{"b":[{"c":true}]}} `},
		{`{"a":1,"b":2,"a":3}`, func(e *Edit) error { return e.Delete(jsondoc.NewPath("a")) }, `{"b":2}`},
		{`{"a":[1,2],"b":[]}`, func(e *Edit) error { return e.Move(jsondoc.NewPath("a", 0), jsondoc.NewPath("b", 0)) }, `{"a":[2],"b":[1]}`},
		{`{"a":[1,2],"b":[]}`, func(e *Edit) error { return e.Copy(jsondoc.NewPath("a"), jsondoc.NewPath("b", 0)) }, `{"a":[1,2],"b":[[1,2]]}`},
		{`[1.50,"\u0041",1E5]`, func(e *Edit) error { return e.Delete(jsondoc.NewPath(1)) }, `[1.50,1E5]`},
		{`{"a":{"b":1}}`, func(e *Edit) error {
			return errors.Join(e.Set(jsondoc.NewPath("a", "c"), map[string]int{"d": 1}), e.Set(jsondoc.NewPath("a", "c", "e"), 2))
		}, `{"a":{"b":1,"c":{"d":1,"e":2}}}`},
		{`[1]`, func(e *Edit) error { return e.Set(jsondoc.Path{}, "x") }, `"x"`},
	} {
		e, err := New([]byte(row.text))
		if err == nil {
			err = row.edit(e)
		}
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got, err := e.Bytes(); err != nil || string(got) != row.want {
			t.Errorf("%q: %q, %v, want %q", row.text, got, err, row.want)
		}
		e.Release()
	}
}

// model is a document in the plain form of encoding/json, changed by the plainest means.
type model struct{ root any }

// at calls f with what holds the value at the path, and puts back what f returns.
func (m *model) at(path []any, f func(in any, last any) (any, bool)) (ok bool) {
	var down func(v any, path []any) (any, bool)
	down = func(v any, path []any) (any, bool) {
		if len(path) == 1 {
			return f(v, path[0])
		}
		switch v := v.(type) {
		case []any:
			i, ok := path[0].(int)
			if !ok || i >= len(v) {
				return v, false
			}
			x, ok := down(v[i], path[1:])
			v[i] = x
			return v, ok
		case map[string]any:
			s, ok := path[0].(string)
			if _, there := v[s]; !ok || !there {
				return v, false
			}
			x, ok := down(v[s], path[1:])
			v[s] = x
			return v, ok
		}
		return v, false
	}
	m.root, ok = down(m.root, path)
	return ok
}

func (m *model) insert(path []any, x any) bool {
	return m.at(path, func(in, last any) (any, bool) {
		switch v := in.(type) {
		case []any:
			if i, ok := last.(int); ok && i <= len(v) {
				return slices.Insert(v, i, x), true
			}
		case map[string]any:
			if s, ok := last.(string); ok {
				v[s] = x
				return v, true
			}
		}
		return in, false
	})
}

func (m *model) remove(path []any) (removed any, ok bool) {
	ok = m.at(path, func(in, last any) (any, bool) {
		switch v := in.(type) {
		case []any:
			if i, ok := last.(int); ok && i < len(v) {
				removed = v[i]
				return slices.Delete(v, i, i+1), true
			}
		case map[string]any:
			if s, ok := last.(string); ok {
				if _, there := v[s]; there {
					removed = v[s]
					delete(v, s)
					return v, true
				}
			}
		}
		return in, false
	})
	return removed, ok
}

// copyOf returns a copy of a tree.
func copyOf(t testing.TB, v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return samples.Tree(t, string(b))
}

// TestRandomEdits changes random documents many times, in an Edit and in a model.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		checkEdits(t, r, samples.Text(r, 3))
	}
}

// FuzzEdit changes documents that nobody thought of.
func FuzzEdit(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":null}],"id":" x"}`), uint64(1))
	f.Add([]byte(" [ [ ], {} , \"\\u00e9\" ]\n"), uint64(2))
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		var raw json.RawMessage
		if len(text) > 1000 || distinct.Unmarshal(text, &raw) != nil || json.Unmarshal(text, new(any)) != nil {
			return // no JSON, a name that comes twice, or numbers that are out of range
		}
		checkEdits(t, rand.New(rand.NewPCG(seed, 1)), string(text))
	})
}

// distinct takes objects alone whose names differ, in UTF-8.
var distinct = zetes.Config{RejectDuplicates: true, RejectInvalidUTF8: true}.Freeze()

// checkEdits changes text some times, in an Edit and in a model.
func checkEdits(t *testing.T, r *rand.Rand, text string) {
	m := &model{samples.Tree(t, text)}
	e, err := New([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var done []string
	for range 15 {
		var paths [][]any
		samples.EachPath(m.root, nil, func(path []any, v any) {
			paths = append(paths, path)
			switch v := v.(type) {
			case []any:
				paths = append(paths, append(path, len(v)), append(path[:len(path):len(path)], r.IntN(4)))
			case map[string]any:
				paths = append(paths, append(path[:len(path):len(path)], samples.Names[r.IntN(len(samples.Names))]))
			}
		})
		pick := func() []any { return paths[r.IntN(len(paths))] }
		a, b := pick(), pick()
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		value := strings.TrimSpace(samples.Text(r, 1))
		was := copyOf(t, m.root)
		var ok bool
		switch r.IntN(4) {
		case 0, 1:
			err = e.InsertRaw(jsondoc.NewPath(a...), []byte(value))
			ok = m.insert(a, samples.Tree(t, value))
			done = append(done, fmt.Sprint("insert ", a, value))
		case 2:
			err = e.Delete(jsondoc.NewPath(a...))
			_, ok = m.remove(a)
			done = append(done, fmt.Sprint("delete ", a))
		default:
			err = e.Move(jsondoc.NewPath(a...), jsondoc.NewPath(b...))
			done = append(done, fmt.Sprint("move ", a, b))
			if len(b) > len(a) && reflect.DeepEqual(a, b[:len(a)]) {
				break
			}
			var x any
			if x, ok = m.remove(a); ok && !reflect.DeepEqual(a, b) {
				ok = m.insert(b, x)
			} else if ok {
				m.root = was
				was = copyOf(t, was)
			}
		}
		if (err == nil) != ok {
			t.Fatalf("%q, %v: %v, want %v", text, done, err, ok)
		}
		if !ok {
			m.root = was
		}
		got, err := e.Bytes()
		if err != nil || !reflect.DeepEqual(samples.Tree(t, string(got)), m.root) {
			t.Fatalf("%q, %v: %s, %v, want %v", text, done, got, err, m.root)
		}
		checkTests(t, r, e, m.root)
	}
	got, _ := e.Bytes()
	patch, err := Diff([]byte(text), got)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Patch([]byte(text), patch)
	if err != nil || !jsondoc.Equal(valueOf(again), valueOf(got)) {
		t.Fatalf("diff of %q and %q: %s makes %s, %v", text, got, patch, again, err)
	}
	if merged, err := MergePatch([]byte(text), got); err != nil || !reflect.DeepEqual(samples.Tree(t, string(merged)), mergeModel(samples.Tree(t, text), m.root)) {
		t.Fatalf("merge of %q and %q: %s, %v", text, got, merged, err)
	}
	e.Release()
}

// checkTests compares test operations of a patch with a comparison of what is written.
func checkTests(t *testing.T, r *rand.Rand, e *Edit, root any) {
	var paths []jsondoc.Path
	var values []any
	samples.EachPath(root, nil, func(path []any, v any) {
		paths = append(paths, jsondoc.NewPath(path...))
		values = append(values, v)
	})
	for range 3 {
		at := r.IntN(len(paths))
		value := values[at]
		if r.IntN(3) == 0 {
			value = values[r.IntN(len(values))]
		}
		patch, err := json.Marshal([]any{map[string]any{"op": "test", "path": paths[at].String(), "value": value}})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(value)
		got, err := e.Get(paths[at])
		if err != nil {
			t.Fatal(err)
		}
		err = e.Patch(patch)
		if want := jsondoc.Equal(got, valueOf(text)); want && err != nil || !want && !errors.Is(err, ErrTest) {
			t.Fatalf("%s: %v where %s is %s", patch, err, paths[at], got.Raw())
		}
	}
}

// TestAllocPatchTests has test operations write nothing: neither of a document that is as it came, nor of a new value,
// nor of one that was changed.
func TestAllocPatchTests(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	long := strings.Repeat(" ", 1<<20)
	test := strings.Repeat(`,{"op":"test","path":"/a","value":[1]}`, 500)
	for name, c := range map[string]struct{ text, patch string }{
		"as it came": {`{"a":[` + long + `1]}`, `[` + test[1:] + `]`},
		"new":        {`{}`, `[{"op":"add","path":"/a","value":[` + long + `1]}` + test + `]`},
		"changed":    {`{"a":[` + long + `1]}`, `[{"op":"add","path":"/a/1","value":2},{"op":"remove","path":"/a/1"}` + test + `]`},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Patch([]byte(c.text), []byte(c.patch)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 32<<20 {
			t.Errorf("%s: %d MB for 500 tests of a value of 1 MB", name, n>>20)
		}
	}
}

// TestSetBehindLast has a minus sign make an array where nothing is, and name a member where an object is.
func TestSetBehindLast(t *testing.T) {
	for _, c := range []struct {
		text string
		path []any
		want string
	}{
		{`{}`, []any{"list", "-"}, `{"list":[7]}`},
		{`{"list":[1]}`, []any{"list", "-"}, `{"list":[1,7]}`},
		{`{"list":{}}`, []any{"list", "-"}, `{"list":{"-":7}}`},
		{`{}`, []any{"-"}, `{"-":7}`},
		{`{}`, []any{"list", "-", "a", "-", "-"}, `{"list":[{"a":[[7]]}]}`},
		{`[]`, []any{"-", "-"}, `[[7]]`},
	} {
		if got, err := Set([]byte(c.text), 7, c.path...); err != nil || string(got) != c.want {
			t.Errorf("%s at %v: %s, %v, want %s", c.text, c.path, got, err, c.want)
		}
	}
	if got, err := Set([]byte(`{"list":"a"}`), 7, "list", "-"); err == nil {
		t.Errorf("an element of a string: %s", got)
	}
}

// mergeModel is the algorithm of RFC 7396, section 2.
func mergeModel(target, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	m, ok := target.(map[string]any)
	if !ok {
		m = map[string]any{}
	}
	for name, v := range p {
		if v == nil {
			delete(m, name)
		} else {
			m[name] = mergeModel(m[name], v)
		}
	}
	return m
}

type patchTest struct {
	Comment       string
	Doc, Expected json.RawMessage
	Patch         json.RawMessage
	Error         string
	Disabled      bool
}

// TestPatchSuite runs the suites of JSON Patch.
func TestPatchSuite(t *testing.T) {
	for _, f := range suites.Files(t, "jsonpatch", "*tests.json", 2) {
		var tests []patchTest
		if err := zetes.Unmarshal(f.Text, &tests); err != nil {
			t.Fatal(err)
		}
		for i, c := range tests {
			checkPatch(t, fmt.Sprint(f.Name, " ", i, " ", c.Comment), c)
		}
	}
}

func checkPatch(t *testing.T, name string, c patchTest) {
	if c.Patch == nil {
		return
	}
	got, err := Patch(c.Doc, c.Patch)
	if c.Error != "" {
		var p *PatchError
		if err == nil || !errors.As(err, &p) {
			t.Errorf("%s: %s, %v, want the error %s", name, got, err, c.Error)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if c.Expected != nil && !jsondoc.Equal(valueOf(got), valueOf(c.Expected)) {
		t.Errorf("%s: %s, want %s", name, got, c.Expected)
	}
}

func TestPatch(t *testing.T) {
	for _, row := range []struct {
		doc, patch, want string
		cause            error
	}{
		{`{"a": 1}`, `[{"op":"test","path":"/a","value":1.0},{"op":"replace","path":"/a","value":[2]},{"op":"add","path":"/a/-","value":3}]`, `{"a": [2,3]}`, nil},
		{`{"a":1}`, `[{"op":"add","path":"/b","value":1},{"op":"test","path":"/a","value":2}]`, ``, ErrTest},
		{`{"a":1}`, `[{"op":"remove","path":"/b"}]`, ``, jsondoc.ErrMissing},
		{`{"a":1}`, `[{"op":"remove","path":""}]`, ``, errWhole},
		{`{"a":1}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, ``, errInto},
		{`{"a":[1,2]}`, `[{"op":"copy","from":"/a","path":"/a/0"},{"op":"remove","path":"/a/0/0"}]`, `{"a":[[2],1,2]}`, nil},
		{`{"a":[1,2]}`, `[{"op":"add","path":"/a/0/x","value":1}]`, ``, &jsondoc.KindError{}},
		{`[]`, `[{"op":"add","path":"/1","value":1}]`, ``, jsondoc.ErrMissing},
		{`[1]`, `[{"op":"replace","path":"","value":{"x":[]}},{"op":"add","path":"/x/0","value":"y"}]`, `{"x":["y"]}`, nil},
	} {
		got, err := Patch([]byte(row.doc), []byte(row.patch))
		if row.cause == nil {
			if err != nil || string(got) != row.want {
				t.Errorf("%s %s: %s, %v, want %s", row.doc, row.patch, got, err, row.want)
			}
			continue
		}
		var p *PatchError
		var k *jsondoc.KindError
		if !errors.As(err, &p) || !errors.Is(err, row.cause) && !(errors.As(err, &k) && row.cause.Error() != "") {
			t.Errorf("%s %s: %v, want %v", row.doc, row.patch, err, row.cause)
		}
	}
}

// TestGrowth copies a document into itself again and again.
func TestGrowth(t *testing.T) {
	var ops []string
	for i := range 60 {
		ops = append(ops, fmt.Sprintf(`{"op":"copy","from":"","path":"/n%d"}`, i))
	}
	if _, err := Patch([]byte(`{"a":[1,2,3]}`), []byte("["+strings.Join(ops, ",")+"]")); err == nil {
		t.Error("2^60 copies")
	}
	big := `{"a":"` + strings.Repeat("x", 1<<20) + `","b":[]}`
	ops = nil
	for range 1000 {
		ops = append(ops, `{"op":"copy","from":"/a","path":"/b/0"}`)
	}
	if _, err := Patch([]byte(big), []byte("["+strings.Join(ops, ",")+"]")); !errors.Is(err, jsondoc.ErrTooLarge) {
		t.Errorf("a gigabyte of copies: %v", err)
	}
	deep := strings.Repeat("[", 6000) + strings.Repeat("]", 6000)
	path := strings.Repeat("/0", 5999)
	if _, err := Patch([]byte(deep), []byte(`[{"op":"copy","from":"","path":"`+path+`/0"}]`)); err == nil {
		t.Error("12,000 arrays within one another")
	}
	chain := strings.Repeat(`{"a":[1,`, 3000) + "1" + strings.Repeat("]}", 3000)
	other := strings.Repeat(`{"a":[2,`, 3000) + "1" + strings.Repeat("]}", 3000)
	patch, err := Diff([]byte(chain), []byte(other))
	if err != nil || len(patch) > 3*len(other)+1<<14 {
		t.Errorf("a patch of %d bytes, %v", len(patch), err)
	}
}

// TestEditBehind: nothing that was in memory before shows behind the end of a result.
func TestEditBehind(t *testing.T) {
	text := []byte(`{"a":"` + strings.Repeat("x", 20_000) + `","b":1}`)
	for range 12 {
		// Freed memory of the size that the document has.
		for range 20 {
			runtime.KeepAlive(bytes.Repeat([]byte("SECRET42"), 2520))
		}
		runtime.GC()
		b, err := Delete(text, "a")
		if err != nil || string(b) != `{"b":1}` || len(bytes.Trim(b[len(b):cap(b)], "\x00")) > 0 {
			t.Fatalf("%s, %v, with %.40q behind it", b, err, b[len(b):cap(b)])
		}
		if b, err = Set(text, 1, "a"); err != nil || string(b) != `{"a":1,"b":1}` || len(bytes.Trim(b[len(b):cap(b)], "\x00")) > 0 {
			t.Fatalf("%s, %v, with %.40q behind it", b, err, b[len(b):cap(b)])
		}
	}
}

// TestDiffLong: where paths are long a patch of many operations is not written before it is given up.
func TestDiffLong(t *testing.T) {
	name := strings.Repeat("x", 4000)
	many := `{"` + name + `":[` + strings.Repeat("0,", 4000) + "0]}"
	members := `{"` + name + `":{` + strings.Join(someMembers(4000), ",") + "}}"
	for _, row := range [][2]string{{many, `{"` + name + `":[]}`}, {`{"` + name + `":[]}`, many}, {members, `{"` + name + `":{}}`}, {`{"` + name + `":{}}`, members}} {
		var patch []byte
		var err error
		if n := guard.Allocated(func() { patch, err = Diff([]byte(row[0]), []byte(row[1])) }); err != nil || n > 4<<20 {
			t.Errorf("%d bytes to %d: %d bytes of memory, %v", len(row[0]), len(row[1]), n, err)
		}
		if out, err := Patch([]byte(row[0]), patch); err != nil || !bytes.Equal(out, []byte(row[1])) {
			t.Errorf("the patch of %d bytes makes %d bytes, %v", len(patch), len(out), err)
		}
	}
}

func someMembers(n int) (list []string) {
	for i := range n {
		list = append(list, `"`+strconv.Itoa(i)+`":0`)
	}
	return list
}

// TestEditErrorText wants errors to name the whole way to the place that they are about.
func TestEditErrorText(t *testing.T) {
	const document = `{"a":{"b":[1]},"n":2}`
	for want, change := range map[string]func() ([]byte, error){
		"jsondoc: no such value: /a/b/9":                                              func() ([]byte, error) { return Set([]byte(document), 1, "a", "b", 9) },
		"jsondoc: no such value: /x/7":                                                func() ([]byte, error) { return Set([]byte(document), 1, "x", 7, "y") },
		"jsondoc: a number where there should be an object with the member \"x\": /n": func() ([]byte, error) { return Set([]byte(document), 1, "n", "x") },
		"jsondoc: an object where there should be an array with the element 0":        func() ([]byte, error) { return Set([]byte(document), 1, 0) },
		"jsondoc: no such value: /a/c":                                                func() ([]byte, error) { return Delete([]byte(document), "a", "c") },
		"jsonedit: the patch: null where there should be an array":                    func() ([]byte, error) { return Patch([]byte(document), []byte(`null`)) },
		"jsonedit: operation 0 of the patch: a test found another value: /n": func() ([]byte, error) {
			return Patch([]byte(document), []byte(`[{"op":"test","path":"/n","value":3}]`))
		},
		"jsonedit: operation 0 of the patch: no such value: /a/b/3": func() ([]byte, error) {
			return Patch([]byte(document), []byte(`[{"op":"replace","path":"/a/b/3","value":3}]`))
		},
	} {
		if out, err := change(); err == nil || err.Error() != want {
			t.Errorf("got  %s, %v\nwant %s", out, err, want)
		}
	}
}

// valueOf returns the value that text is.
func valueOf(text []byte) jsondoc.Value {
	v, _ := jsondoc.Options{Unchecked: true}.Get(text)
	return v
}

// TestEmptyKept: an empty array or object in which a call has found nothing keeps its white space.
func TestEmptyKept(t *testing.T) {
	for _, text := range []string{`[ ]`, `{"a": [ ], "b": {  } }`} {
		e, err := New([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []jsondoc.Path{jsondoc.NewPath(5), jsondoc.NewPath("a", 5), jsondoc.NewPath("b", "c")} {
			if err := e.Delete(p); err == nil {
				t.Errorf("%s: %s is deleted", text, p)
			}
		}
		if got, err := e.Bytes(); err != nil || string(got) != text {
			t.Errorf("%s, %v, want %s", got, err, text)
		}
	}
}
