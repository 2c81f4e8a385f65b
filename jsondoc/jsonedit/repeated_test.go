package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/jsondoc"
)

// TestRepeatedNames has documents that were found to keep a second member of a name that was changed.
func TestRepeatedNames(t *testing.T) {
	const twice = `{"pw":"x","pw":"y"}`
	set := func(text string, path ...any) func() ([]byte, error) {
		return func() ([]byte, error) { return Set([]byte(text), "***", path...) }
	}
	patch := func(text, patch string) func() ([]byte, error) {
		return func() ([]byte, error) { return Patch([]byte(text), []byte(patch)) }
	}
	merge := func(text, patch string) func() ([]byte, error) {
		return func() ([]byte, error) { return MergePatch([]byte(text), []byte(patch)) }
	}
	many := strings.Join(someMembers(20), ",")
	for i, row := range []struct {
		change func() ([]byte, error)
		want   string
	}{
		{set(twice, "pw"), `{"pw":"***"}`},
		{merge(twice, `{"pw":"***"}`), `{"pw":"***"}`},
		{patch(twice, `[{"op":"replace","path":"/pw","value":"***"}]`), `{"pw":"***"}`},
		{patch(twice, `[{"op":"add","path":"/pw","value":"***"}]`), `{"pw":"***"}`},
		{patch(`{"pw":"x","pw":"y","a":"***"}`, `[{"op":"move","from":"/a","path":"/pw"}]`), `{"pw":"***"}`},
		{patch(`{"pw":"x","pw":"y","a":"***"}`, `[{"op":"copy","from":"/a","path":"/pw"}]`), `{"pw":"***","a":"***"}`},
		{patch(twice, `[{"op":"move","from":"/pw","path":"/pw"}]`), `{"pw":"x"}`},
		{patch(twice, `[{"op":"move","from":"/pw","path":"/b"}]`), `{"b":"x"}`},
		{patch(twice, `[{"op":"remove","path":"/pw"}]`), `{}`},
		{patch(twice, `[{"op":"test","path":"/pw","value":"x"}]`), twice},
		{set(`{"p\u0077":"x", "pw" : "y" , "b":1}`, "pw"), `{"p\u0077":"***", "b":1}`},
		{set(`{"a":{"pw":1},"b":2,"a":{"pw":3}}`, "a", "pw"), `{"a":{"pw":"***"},"b":2}`},
		{patch(`{"a":{"pw":1},"a":{"pw":3}}`, `[{"op":"remove","path":"/a/pw"}]`), `{"a":{}}`},
		{merge(`{"a":{"pw":1},"a":{"pw":3}}`, `{"a":{"pw":null}}`), `{"a":{}}`},
		{set(`{"a":[1,{"pw":1,"pw":2}],"a":3}`, "a", 1, "pw"), `{"a":[1,{"pw":"***"}]}`},
		{set(`{"pw":1,`+many+`,"pw":2}`, "pw"), `{"pw":"***",` + many + `}`},
		{merge(`{"pw":1,`+many+`,"pw":2,"pw":3}`, `{"pw":"***"}`), `{"pw":"***",` + many + `}`},
		// What fails changes nothing, and what no change goes through stays.
		{func() ([]byte, error) {
			e, err := New([]byte(`{"a":{"b":1},"a":2,"c":{"b":1,"b":2}}`))
			if err == nil && (e.Replace(jsondoc.MustPointer("/a/x"), []byte("1")) == nil || e.Move(jsondoc.MustPointer("/a/b"), jsondoc.MustPointer("/x/y")) == nil) {
				t.Error("changes of what is not there")
			}
			if err == nil {
				err = e.Set(jsondoc.NewPath("d"), 0)
			}
			b, _ := e.Bytes()
			return b, err
		}, `{"a":{"b":1},"a":2,"c":{"b":1,"b":2},"d":0}`},
	} {
		if got, err := row.change(); err != nil || string(got) != row.want {
			t.Errorf("row %d: %s, %v, want %s", i, got, err, row.want)
		}
	}
}

// plain is a JSON value that keeps all of its members.
type plain struct {
	text  string // of a scalar
	open  byte   // the bracket of an array or object
	names []string
	parts []*plain
}

func plainOf(t testing.TB, d *json.Decoder) *plain {
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	bracket, ok := token.(json.Delim)
	if !ok {
		b, _ := json.Marshal(token)
		return &plain{text: string(b)}
	}
	p := &plain{open: byte(bracket)}
	for d.More() {
		if p.open == '{' {
			name, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			p.names = append(p.names, name.(string))
		}
		p.parts = append(p.parts, plainOf(t, d))
	}
	d.Token()
	return p
}

func parsePlain(t testing.TB, text []byte) *plain {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return plainOf(t, d)
}

func (p *plain) String() string {
	if p.open == 0 {
		return p.text
	}
	var list []string
	for i, x := range p.parts {
		if p.open == '{' {
			list = append(list, fmt.Sprintf("%q:%s", p.names[i], x))
		} else {
			list = append(list, x.String())
		}
	}
	return string(p.open) + strings.Join(list, ",") + string(p.open+2)
}

// find returns where the step leads, or -1.
func (p *plain) find(s any) int {
	switch s := s.(type) {
	case string:
		if p.open == '{' {
			return slices.Index(p.names, s)
		}
	case int:
		if p.open == '[' && s < len(p.parts) {
			return s
		}
	}
	return -1
}

// drop deletes the parts after i that have its name.
func (p *plain) drop(i int) {
	for k := len(p.names) - 1; k > i; k-- {
		if p.names[k] == p.names[i] {
			p.names, p.parts = slices.Delete(p.names, k, k+1), slices.Delete(p.parts, k, k+1)
		}
	}
}

// down returns what holds the end of the path, with the members on the way alone.
func (p *plain) down(path []any) *plain {
	for _, s := range path[:len(path)-1] {
		i := p.find(s)
		if i < 0 {
			return nil
		}
		p.drop(i)
		p = p.parts[i]
	}
	return p
}

func (p *plain) put(path []any, x *plain, mode putMode) bool {
	in, last := p.down(path), path[len(path)-1]
	if in == nil {
		return false
	}
	i := in.find(last)
	name, isName := last.(string)
	at, _ := last.(int)
	switch {
	case i >= 0 && (isName || mode != insert):
		in.parts[i] = x
		in.drop(i)
	case mode == replace:
		return false
	case isName && in.open == '{':
		in.names, in.parts = append(in.names, name), append(in.parts, x)
	case !isName && in.open == '[' && at <= len(in.parts):
		in.parts = slices.Insert(in.parts, at, x)
	default:
		return false
	}
	return true
}

func (p *plain) remove(path []any) (x *plain) {
	in := p.down(path)
	if in == nil {
		return nil
	}
	i := in.find(path[len(path)-1])
	if i < 0 {
		return nil
	}
	in.drop(i)
	if x = in.parts[i]; in.open == '{' {
		in.names = slices.Delete(in.names, i, i+1)
	}
	in.parts = slices.Delete(in.parts, i, i+1)
	return x
}

func (p *plain) merge(patch *plain) *plain {
	if patch.open != '{' {
		return patch
	}
	if p == nil || p.open != '{' {
		p = &plain{open: '{'}
	}
	for k, name := range patch.names {
		i := slices.Index(p.names, name)
		switch {
		case patch.parts[k].text == "null":
			if i >= 0 {
				p.remove([]any{name})
			}
		case i >= 0:
			p.drop(i)
			p.parts[i] = p.parts[i].merge(patch.parts[k])
		default:
			p.names, p.parts = append(p.names, name), append(p.parts, (*plain)(nil).merge(patch.parts[k]))
		}
	}
	return p
}

// randomRepeated returns a value whose objects have many members of few names.
func randomRepeated(r *rand.Rand, depth int) string {
	kind := r.IntN(6)
	if depth == 0 || kind == 0 {
		return strconv.Itoa(r.IntN(100))
	}
	var list []string
	for range r.IntN([]int{4, 4, 30}[r.IntN(3)]) {
		part := randomRepeated(r, depth-1)
		if kind > 2 {
			part = []string{`"a"`, `"\u0061"`, `"b"`, `"b\/"`, `"é"`, `"-"`, `"0"`, `"\ud83d\ude00"`, `"n` + strconv.Itoa(r.IntN(9)) + `"`}[r.IntN(9)] + ":" + part
		}
		list = append(list, part)
	}
	if kind > 2 {
		return "{" + strings.Join(list, ",") + "}"
	}
	return "[" + strings.Join(list, ",") + "]"
}

// randomPath returns a way into p, which may lead nowhere.
func (p *plain) randomPath(r *rand.Rand) (path []any) {
	for len(path) < 6 {
		switch {
		case p == nil || p.open == 0:
			return append(path, "a")
		case p.open == '[':
			path = append(path, r.IntN(len(p.parts)+1))
		default:
			path = append(path, []string{"a", "b", "b/", "é", "0", "\U0001f600", "n1", "n2"}[r.IntN(8)])
		}
		i := p.find(path[len(path)-1])
		if i < 0 || r.IntN(3) == 0 {
			return path
		}
		p = p.parts[i]
	}
	return path
}

// TestRepeatedModel changes documents with repeated names in all ways that there are, and compares them with a model.
func TestRepeatedModel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range long.Rounds(300, 30_000) {
		text := []byte(randomRepeated(r, 3))
		e, err := New(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			before, _ := e.Bytes()
			m := parsePlain(t, before)
			value := randomRepeated(r, 1)
			x := parsePlain(t, []byte(value))
			a, b := m.randomPath(r), m.randomPath(r)
			p := jsondoc.NewPath(a...)
			var alone []byte
			var what string
			var ok bool
			switch r.IntN(8) {
			case 0:
				what, err = "set", e.SetRaw(p, []byte(value))
				if ok = m.put(a, x, set); !ok {
					continue // what leads to the value may be made
				}
				alone, _ = Set(before, json.RawMessage(value), a...)
			case 1:
				what, err = "insert", e.InsertRaw(p, []byte(value))
				ok = m.put(a, x, insert)
			case 2:
				what, err = "replace", e.Replace(p, []byte(value))
				ok = m.put(a, x, replace)
			case 3:
				what, err = "delete", e.Delete(p)
				ok = m.remove(a) != nil
				alone, _ = Delete(before, a...)
			case 4, 5:
				what, ok = fmt.Sprint("move to ", b), len(b) <= len(a) || !slices.Equal(a, b[:len(a)])
				err = e.Move(p, jsondoc.NewPath(b...))
				if moved := parsePlain(t, before); ok && slices.Equal(a, b) {
					in := m.down(a)
					i := -1
					if in != nil {
						i = in.find(a[len(a)-1])
					}
					if ok = i >= 0; ok {
						in.drop(i)
					}
				} else if ok {
					x := moved.remove(a)
					ok = x != nil && moved.put(b, x, insert)
					m = moved
				}
			case 6:
				what = fmt.Sprint("copy to ", b)
				in, i := parsePlain(t, before).down(a), -1
				if in != nil {
					i = in.find(a[len(a)-1])
				}
				err = e.Copy(p, jsondoc.NewPath(b...))
				ok = i >= 0 && m.put(b, in.parts[i], insert)
				if v, err := jsondoc.Get(before, a...); err == nil && ok {
					// The model has deleted other members of what it copies, which a copy does not
					// change.
					m = parsePlain(t, before)
					m.put(b, parsePlain(t, v.Raw()), insert)
				}
			default:
				what, err = "merge "+value, e.MergePatch([]byte(value))
				m, ok = m.merge(x), true
				alone, _ = MergePatch(before, []byte(value))
			}
			got, err2 := e.Bytes()
			want := m.String()
			if !ok {
				want = parsePlain(t, before).String()
			}
			if (err == nil) != ok || err2 != nil || parsePlain(t, got).String() != want {
				t.Fatalf("%s\n%s %v %s\ngot  %s, %v\nwant %s", before, what, a, value, got, err, want)
			}
			if ok && alone != nil && parsePlain(t, alone).String() != want {
				t.Fatalf("%s\n%s %v %s by the function\ngot  %s\nwant %s", before, what, a, value, alone, want)
			}
		}
		e.Release()
	}
}
