package locate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// maker writes a random document and notes where its values start.
type maker struct {
	r     *rand.Rand
	b     strings.Builder
	at    map[int]string // offset -> pointer
	names map[int]string
}

func (m *maker) space() {
	m.b.WriteString([]string{"", "", " ", "\n\t", "  \r\n"}[m.r.IntN(5)])
}

var names = []string{"a", "", "~/", "é", "x\ny", "a\"b\\", "𝄞"}

func (m *maker) value(pointer string, depth int) {
	m.space()
	m.at[m.b.Len()] = pointer
	kind := m.r.IntN(8)
	if depth == 0 {
		kind %= 6
	}
	switch kind {
	case 0, 1, 2, 3, 4, 5:
		m.b.WriteString([]string{"1", `"x,]}"`, "true", "-1.5e3", "null", `"\"\\é"`}[kind])
	case 6:
		m.b.WriteByte('[')
		for i := range m.r.IntN(4) {
			if i > 0 {
				m.b.WriteByte(',')
			}
			m.value(fmt.Sprintf("%s/%d", pointer, i), depth-1)
			m.space()
		}
		m.b.WriteByte(']')
	case 7:
		m.b.WriteByte('{')
		for i := range m.r.IntN(4) {
			if i > 0 {
				m.b.WriteByte(',')
			}
			m.space()
			name := names[m.r.IntN(len(names))]
			quoted, _ := json.Marshal(name)
			inner := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			m.names[m.b.Len()] = inner
			m.b.Write(quoted)
			m.space()
			m.b.WriteByte(':')
			m.value(inner, depth-1)
			m.space()
		}
		m.b.WriteByte('}')
	}
}

func TestFind(t *testing.T) {
	for seed := range uint64(300) {
		m := maker{r: rand.New(rand.NewPCG(seed, 1)), at: map[int]string{}, names: map[int]string{}}
		m.value("", 5)
		doc := []byte(m.b.String())
		for offset, want := range m.at {
			p := Find(doc, offset)
			if got := Pointer(p.Steps()); got != want || p.AtName {
				t.Fatalf("%s at %d: got %s, want %s", doc, offset, got, want)
			}
		}
		for offset, want := range m.names {
			p := Find(doc, offset)
			if got := Pointer(p.Steps()); got != want || !p.AtName {
				t.Fatalf("%s, name at %d: got %s, want %s", doc, offset, got, want)
			}
		}
		for offset := range len(doc) + 1 {
			Find(doc, offset)
			Find(doc[:offset], offset)
			if bad, deep := Bad(doc[:offset]); deep || bad >= 0 != !json.Valid(doc[:offset]) || bad >= 0 && bad != offset {
				t.Fatalf("%s: got %d", doc[:offset], bad)
			}
		}
	}
}

// FuzzFind holds that nothing in any input is too odd to be looked at.
func FuzzFind(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c"}]}`), 8)
	f.Add([]byte(`]}{"`), 3)
	f.Fuzz(func(t *testing.T, data []byte, offset int) {
		if offset < 0 || offset > len(data) {
			return
		}
		Pointer(Find(data, offset).Steps())
		b, caret := AppendExcerpt(nil, data, offset)
		text := string(b)
		if n := utf8.RuneCountInString(text); n > mostBefore+mostAfter+2 || caret > mostBefore+1 {
			t.Errorf("%q: %d characters, caret at %d", text, n, caret)
		}
		var whole, parts Cursor
		whole.Advance(data)
		parts.Advance(data[:offset])
		parts.Advance(data[offset:])
		if whole != parts {
			t.Errorf("%+v and %+v", whole, parts)
		}
	})
}

// TestWalk asks one Walk for many places, and compares the paths with those of walks that begin anew.
func TestWalk(t *testing.T) {
	for seed := range uint64(300) {
		m := maker{r: rand.New(rand.NewPCG(seed, 3)), at: map[int]string{}, names: map[int]string{}}
		m.value("", 4)
		doc := []byte(m.b.String())
		if seed%3 == 0 {
			doc = doc[:m.r.IntN(len(doc)+1)]
		}
		w := Walk{Data: doc}
		offset := 0
		for range 30 {
			if offset += m.r.IntN(len(doc)/5 + 2); offset > len(doc) {
				offset = m.r.IntN(len(doc) + 1)
			}
			got, want := fmt.Sprint(w.Find(offset)), fmt.Sprint(Find(doc, offset))
			if got != want {
				t.Fatalf("%q, offset %d: %s, want %s", doc, offset, got, want)
			}
		}
	}
}

// TestFindAnyText looks for places in texts that are not JSON: methods may change the input that they are called for.
func TestFindAnyText(t *testing.T) {
	const bytes = "{}[]\":,\\1\n"
	var text []byte
	var try func(n int)
	try = func(n int) {
		for offset := range len(text) + 1 {
			path := Find(text, offset)
			_ = path.Pointer()
		}
		for i := 0; i < len(bytes) && n > 0; i++ {
			text = append(text, bytes[i])
			try(n - 1)
			text = text[:len(text)-1]
		}
	}
	try(5)
}

// TestRoute: the steps of a route are those of the document, members that are named as elements are among them.
func TestRoute(t *testing.T) {
	for doc, want := range map[string][]Step{
		`{"0":[7`:                     {{Name: "0", Index: -1}, {Index: 0}},
		`[0,{"~20":{"":[1,7`:          {{Index: 1}, {Name: "~20", Index: -1}, {Name: "", Index: -1}, {Index: 1}},
		`{"~2":{"1a":{"/":7`:          {{Name: "~2", Index: -1}, {Name: "1a", Index: -1}, {Name: "/", Index: -1}},
		`{"~10":{"~01":7`:             {{Name: "~10", Index: -1}, {Name: "~01", Index: -1}},
		`[0,0,0,0,0,0,0,0,0,0,0,0,7`:  {{Index: 12}},
		strings.Repeat("[", 20) + "7": make([]Step, 20),

		strings.Repeat("[", 20) + "[0,[[[1,[{}],[7":                                            append(make([]Step, 20), []Step{{Index: 1}, {}, {}, {Index: 2}, {}}...),
		strings.Repeat("[", 15) + strings.Repeat("]", 9) + "," + strings.Repeat("[", 15) + "7": append(append(make([]Step, 5), Step{Index: 1}), make([]Step, 15)...),
		`7`: nil,
	} {
		p := Find([]byte(doc), strings.LastIndexByte(doc, '7'))
		if got := p.Steps(); !reflect.DeepEqual(got, want) || p.Pointer() != Pointer(want) {
			t.Errorf("%s: %v, %s, want %v", doc, got, p.Pointer(), want)
		}
		if !p.Within("") || !p.Within(p.Route) || p.Route != "" && (p.Within(p.Route+"/0") || p.Within(p.Route[:len(p.Route)-1]) && p.Route[len(p.Route)-1] != '/') {
			t.Errorf("%s: within", doc)
		}
	}
}

// TestReplaced compares replaced with strings.ReplaceAll, for texts of few characters.
func TestReplaced(t *testing.T) {
	for n := range 4 * 4 * 4 * 4 * 4 * 4 {
		var b []byte
		for ; n > 0; n /= 4 {
			b = append(b, "~01/"[n%4])
		}
		for _, pair := range [][2]string{{"~", "~0"}, {"/", "~1"}, {"~1", "/"}, {"~0", "~"}} {
			if got, want := replaced(string(b), pair[0], pair[1]), strings.ReplaceAll(string(b), pair[0], pair[1]); got != want {
				t.Fatalf("%q with %q in place of %q: %q, want %q", b, pair[1], pair[0], got, want)
			}
		}
	}
}
