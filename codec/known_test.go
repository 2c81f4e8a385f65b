package codec

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// knownSets are sets of names under which documents are read: those in them, in their order and in others, and such
// as differ by little.
var knownSets = [][]string{
	{},
	{""},
	{"a", "b"},
	{"b", "a", "a", "c", "d"},
	{"name", "n"},
	{"id", "a longer name of a member", "nested", "long", "bad", "n", "sixteen_bytes_xy", "sixteen_bytes_xyz", "id2"},
	{"sixteen_bytes_xyz", "sixteen_bytes_xy", "sixteen_bytes_x", "a longer name of a membre", "fifteen_bytes_x", "é日😀", "\"\\\n", "\xff", "�", ""},
}

// readKnown is readAny by way of the names that are known.
func readKnown(t *testing.T, r *Reader, list []string, known *Names, loop bool) any {
	name := func(i int) string {
		if i == Unknown {
			got := string(r.MemberName())
			if slices.Contains(list, got) && r.Err() == nil {
				t.Errorf("%q is unknown among %q", got, list)
			}
			return got
		}
		if got := string(r.MemberName()); got != strings.ToValidUTF8(list[i], "�") {
			t.Errorf("%q is called %q", list[i], got)
		}
		if i != slices.Index(list, list[i]) {
			t.Errorf("%q has number %d", list[i], i)
		}
		return list[i]
	}
	switch r.Peek() {
	case Object:
		m := map[string]any{}
		if loop {
			for i := range r.ObjectOf(known) {
				m[name(i)] = readKnown(t, r, list, known, loop)
			}
			return m
		}
		r.BeginObject()
		for {
			i, ok := r.NextMemberOf(known)
			if !ok {
				return m
			}
			m[name(i)] = readKnown(t, r, list, known, loop)
		}
	case Array:
		a := []any{}
		for range r.Array() {
			a = append(a, readKnown(t, r, list, known, loop))
		}
		return a
	}
	return readAny(r)
}

// testKnown reads doc by the names of each set, in every form of input, and compares with the plain calls.
func testKnown(t *testing.T, doc string) {
	for _, list := range knownSets {
		known := NewNames(list...)
		eachReader(doc, func(how string, r *Reader) {
			var plain *Reader
			eachReader(doc, func(name string, r *Reader) {
				if name == how {
					plain = r
				}
			})
			want := readAny(plain)
			for _, loop := range []bool{false, true} {
				if loop {
					eachReader(doc, func(name string, again *Reader) {
						if name == how {
							r = again
						}
					})
				}
				got := readKnown(t, r, list, known, loop)
				if fmt.Sprint(r.Err()) != fmt.Sprint(plain.Err()) || r.Err() == nil && !reflect.DeepEqual(got, want) {
					t.Errorf("%.80q, %s, names %q: got %v, %v, want %v, %v", doc, how, list, got, r.Err(), want, plain.Err())
				}
			}
		})
	}
}

// knownDocs have names that are expected, left out, in another order, repeated, unknown, alike, and escaped.
var knownDocs = []string{
	`{"a":1,"b":2}`, `{"b":1,"a":2}`, `{"a":1,"a":2,"b":3,"b":4}`, `{"b":{"a":{"b":{}},"b":1},"a":[{"a":1},{"b":2},{}]}`,
	` { "a" : 1 , "b" : 2 } `, "{\n\t\"a\":\t1,\r\n\"b\":  2\n}", `{"\u0061":1,"b":2}`, `{"c":1,"a":{"d":1},"b":2,"e":3}`, `{"aa":1,"a ":2," a":3,"":4,"b":5}`,
	`{"\"\\\n":1,"\ufffd":2,"\ud800":3}`, "{\"\xff\":1}", `{"é日😀":1,"fifteen_bytes_x":2,"sixteen_bytes_x":3,"sixteen_bytes_xy":4,"sixteen_bytes_xyz":5,"sixteen_bytes_xyzz":6}`,
	`{"a longer name of a member":1,"a longer name of a membre":2,"a longer name of a memb":3}`,
	`{"a":1,}`, `{"a"`, `{"a":`, `{"a" 1}`, `{"a":1 "b":2}`, `{"a`, `{a:1}`, `{"a":1]`, `{"sixteen_bytes_xyz`, `{"a":1,"b"}`,
}

func TestNames(t *testing.T) {
	for _, doc := range slices.Concat(docs, knownDocs) {
		testKnown(t, doc)
	}
}

// TestNamesAlike reads names of every length, and names that differ from them by one character, where they are
// expected and where not.
func TestNamesAlike(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
	for n := 1; n <= 40; n++ {
		name := letters[:n]
		for _, list := range [][]string{{name}, {"other", name}, {name, letters[:n+1]}, {"x", "y", "z", name}} {
			known := NewNames(list...)
			r := NewBytesReader(nil)
			check := func(text string) {
				t.Helper()
				r.ResetBytes([]byte(`{"` + text + `":7}`))
				r.BeginObject()
				if i, ok := r.NextMemberOf(known); !ok || i != slices.Index(list, text) || string(r.MemberName()) != text || r.Int() != 7 {
					t.Fatalf("%q among %q: %d, %v, %v", text, list, i, ok, r.Err())
				}
			}
			check(name)
			check(letters[:n+1])
			check(name[:n-1])
			b := []byte(name)
			for i := range b {
				for c := byte(' '); c < 0x80; c++ {
					if c != '"' && c != '\\' {
						b[i] = c
						check(string(b))
					}
				}
				b[i] = name[i]
				check(name[:i] + name[i+1:])
			}
		}
	}
}

// TestNamesCut reads objects whose window ends at every place.
func TestNamesCut(t *testing.T) {
	doc := `[{"id": 12345, "a longer name of a member": [true, "esc\u0061\n"], "" : {}, "nested":{"id":1,"id2":[ ]}, "sixteen_bytes_xy": 0, "sixteen_bytes_xyz":1,"b\u0061d":2}]`
	var want any
	if err := stdjson.Unmarshal([]byte(doc), &want); err != nil {
		t.Fatal(err)
	}
	for _, list := range knownSets {
		known := NewNames(list...)
		for n := 1; n < len(doc)+2; n++ {
			r := NewReader(&pieces{doc, n})
			r.win.SetRefill(func(length, capacity, start int, _ int64) int { return max(length-start+n, 16) })
			if got := readKnown(t, r, list, known, false); r.Close() != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("pieces of %d, names %q: %v, %v", n, list, got, r.Err())
			}
		}
	}
}

func TestNamesMisuse(t *testing.T) {
	names := NewNames("a", "b")
	for _, c := range []struct {
		name, doc string
		f         func(*Reader)
		want      Code
	}{
		{"at the top", `{"a":1}`, func(r *Reader) { r.NextMemberOf(names) }, Misuse},
		{"in an array", `[1]`, func(r *Reader) { r.BeginArray(); r.NextMemberOf(names) }, Misuse},
		{"unread", `{"a":1,"b":2}`, func(r *Reader) { r.BeginObject(); r.NextMemberOf(names); r.NextMemberOf(names) }, Misuse},
		{"begun in a loop", `{"a":[1],"b":2}`, func(r *Reader) {
			for range r.ObjectOf(names) {
				r.BeginArray()
			}
		}, Misuse},
		{"an array", `[1]`, func(r *Reader) {
			for range r.ObjectOf(names) {
			}
		}, WrongKind},
		{"too many", `{"a":1,"b":2}`, func(r *Reader) {
			r.SetLimits(Limits{Elements: 1})
			for range r.ObjectOf(names) {
			}
		}, Limit},
		{"too long", `{"a":1}`, func(r *Reader) {
			r.SetLimits(Limits{String: 1})
			for range r.ObjectOf(NewNames("x", "ab")) {
			}
			r.ResetBytes([]byte(`{"ab":1}`))
			for range r.ObjectOf(NewNames("x", "ab")) {
			}
		}, Limit},
		{"too deep", `{"a":{"b":1}}`, func(r *Reader) {
			r.SetLimits(Limits{Depth: 1})
			for range r.ObjectOf(names) {
				r.BeginObject()
			}
		}, Limit},
	} {
		eachReader(c.doc, func(how string, r *Reader) {
			c.f(r)
			var e *Error
			if !errors.As(r.Err(), &e) || e.Code != c.want {
				t.Errorf("%s, %s: %v", c.name, how, r.Err())
			}
			if i, ok := r.NextMemberOf(names); ok || i != Unknown || r.MemberName() != nil {
				t.Errorf("%s, %s: a reader that failed goes on", c.name, how)
			}
		})
	}
}

// TestNamesPlaces: errors tell the member, and loops skip what their body does not read.
func TestNamesPlaces(t *testing.T) {
	names := NewNames("a", "b")
	eachReader(` {"x":[{}], "a":{"y/z":1,"b":[0,"text"]}} `, func(how string, r *Reader) {
		var seen []int
		for i := range r.ObjectOf(names) {
			if seen = append(seen, i); i != 0 {
				continue
			}
			for i := range r.ObjectOf(names) {
				if seen = append(seen, i); i != 1 {
					continue
				}
				for range r.Array() {
					r.Int()
				}
			}
		}
		var e *Error
		if !errors.As(r.Err(), &e) || e.Pointer != "/a/b/1" || !slices.Equal(seen, []int{Unknown, 0, Unknown, 1}) {
			t.Errorf("%s: %v, %v", how, seen, r.Err())
		}
	})
	r := NewBytesReader([]byte(`{"a":1,"b":2}`))
	for range r.ObjectOf(names) {
		break
	}
	if string(r.MemberName()) != "a" || r.Int() != 1 || r.MemberName() != nil {
		t.Errorf("%q, %v", r.MemberName(), r.Err())
	}
	if i, ok := r.NextMemberOf(NewNames()); i != Unknown || !ok || string(r.MemberName()) != "b" || r.Int() != 2 {
		t.Errorf("%d, %v, %v", i, ok, r.Err())
	}
	if _, ok := r.NextMemberOf(names); ok || r.Close() != nil {
		t.Error(r.Err())
	}
}

// TestNamesAllocs: what is known, and the numbers of what is not, take no memory.
func TestNamesAllocs(t *testing.T) {
	doc := []byte(`{"a":1,"some name":2,"b":3}`)
	names := NewNames("a", "b")
	r := NewBytesReader(doc)
	if n := testing.AllocsPerRun(100, func() {
		r.ResetBytes(doc)
		for r.BeginObject(); ; {
			if _, ok := r.NextMemberOf(names); !ok {
				break
			}
			if len(r.MemberName()) == 0 || r.Int() == 0 {
				t.Error(r.Err())
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestReset reads after inputs that were left at any place, whose text is still in memory.
func TestReset(t *testing.T) {
	long := `{"a":[1,2,{"b":"` + strings.Repeat("text ", 40) + `"}],"c":true}`
	for n := range 12 {
		for _, doc := range []string{"", " ", "1", "{}", `{"a":2}`, `[3,4]`, `"`, "nul"} {
			r := NewBytesReader([]byte(long))
			for i := range n {
				switch i {
				case 0:
					r.BeginObject()
				case 1:
					r.NextMember()
				case 2:
					r.BeginArray()
				default:
					if r.NextElement(); i < 6 {
						r.Skip()
					}
				}
			}
			var want any
			wantErr := stdjson.Unmarshal([]byte(doc), &want)
			if n%2 == 0 {
				r.ResetBytes([]byte(doc))
			} else {
				r.Reset(strings.NewReader(doc))
			}
			if b := r.Buffered(); len(b) > 0 || len(r.stack) != 0 || r.InputOffset() != 0 {
				t.Errorf("%q is there after a reset", b)
			}
			if got := readAny(r); (r.Close() == nil) != (wantErr == nil) || wantErr == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%q after %d calls: %v, %v, want %v, %v", doc, n, got, r.Err(), want, wantErr)
			}
		}
	}
}

// TestNoNames reads members with Names that NewNames has not made, or made of none: all are unknown.
func TestNoNames(t *testing.T) {
	for name, known := range map[string]*Names{"zero": {}, "nil": nil, "none": NewNames()} {
		for _, doc := range []string{`{}`, `{"":1}`, `{"a":1,"b":[],"a long name of many bytes":{}}`, ` { "a\n" : 1 , "b" : 2 } `} {
			for _, step := range []int{1, 7, 1000} {
				r := NewReader(&pieces{doc, step})
				count := 0
				for i := range r.ObjectOf(known) {
					if count++; i != Unknown {
						t.Errorf("%s: a member of %s is known", name, doc)
					}
				}
				if r.Close() != nil || count > 3 || count == 0 && doc != "{}" {
					t.Errorf("%s: %s has %d members, %v", name, doc, count, r.Err())
				}
				r = NewReader(&pieces{doc, step})
				r.BeginObject()
				for i, ok := r.NextMemberOf(known); ok; i, ok = r.NextMemberOf(known) {
					if i != Unknown {
						t.Errorf("%s: a member of %s is known", name, doc)
					}
					r.Skip()
				}
				if r.Close() != nil {
					t.Error(r.Err())
				}
			}
		}
	}
}
