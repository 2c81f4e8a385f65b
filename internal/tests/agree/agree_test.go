package agree

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

var zetes = Library{
	Marshal: json.Marshal, MarshalIndent: json.MarshalIndent, Unmarshal: json.Unmarshal,
	NewEncoder: func(w io.Writer) Encoder { return json.NewEncoder(w) },
	NewDecoder: func(r io.Reader) Decoder { return json.NewDecoder(r) },
}

type order struct {
	ID    int            `json:"id,string"`
	Note  string         `json:"note,omitempty"`
	Items []item         `json:"items"`
	At    time.Time      `json:"at"`
	Extra map[string]any `json:"extra"`
	Next  *order         `json:"next"`
	Raw   stdjson.RawMessage
	item
}

type item struct {
	Name  string
	Price float64
	Of    fmt.Stringer
	hidden
}

type hidden struct{ Seen, unseen int }

// fickle fails by a name that the order of a map chooses.
type fickle map[string]int

func (f *fickle) UnmarshalJSON(b []byte) error {
	var m map[string]any
	if err := stdjson.Unmarshal(b, &m); err != nil {
		return err
	}
	for name := range m {
		return errors.New(name)
	}
	return nil
}

// counter is another one each time.
type counter struct{ N int }

var count int

func (c counter) MarshalText() ([]byte, error) {
	count++
	return []byte(fmt.Sprint(count)), nil
}

// keeper keeps what it must copy.
type keeper struct{ text []byte }

func (k *keeper) UnmarshalJSON(b []byte) error { k.text = b; return nil }

type panicker struct{ N int }

func (p panicker) MarshalJSON() ([]byte, error) { panic("no") }

// types are what the tests look at.
var types = []reflect.Type{
	reflect.TypeFor[order](), reflect.TypeFor[item](), reflect.TypeFor[fickle](), reflect.TypeFor[keeper](), reflect.TypeFor[panicker](), reflect.TypeFor[counter](),
	reflect.TypeFor[map[float64]bool](), reflect.TypeFor[[]any](), reflect.TypeFor[time.Time](),
}

// check looks at a type for some rounds.
func check(lib Library, t reflect.Type, rounds int) (Counts, []Finding) {
	var found []Finding
	k := NewChecker(lib, types)
	c := k.Check(t, t.String(), 1, rounds, func() bool { return true }, func(f Finding) { found = append(found, f) })
	return c, found
}

// rounds are fewer where tests are to be short.
func rounds(n int) int {
	if !long.On() {
		return max(n/6, 5)
	}
	return n
}

// What encoding/json does is no difference to what it does.
func TestCheckItself(t *testing.T) {
	for _, typ := range types {
		c, found := check(Std, typ, rounds(60))
		if len(found) > 0 || c.Differences > 0 || c.Cases < 200 {
			t.Errorf("%v: %+v %+v", typ, c, found)
		}
		if typ == reflect.TypeFor[counter]() && c.Unsteady == 0 {
			t.Errorf("%v: no case is unsteady", typ)
		}
		if panics := typ == reflect.TypeFor[panicker](); panics && c.Panics == 0 {
			t.Errorf("%v: no case panics", typ)
		}
	}
}

// Nor is what a type makes of bytes that it was to copy.
func TestCheckKeeper(t *testing.T) {
	lib := Std
	lib.Unmarshal = func(data []byte, v any) error { // hands out memory that it needs again
		data = bytes.Clone(data)
		err := stdjson.Unmarshal(data, v)
		clear(data)
		return err
	}
	if c, found := check(lib, reflect.TypeFor[keeper](), 20); len(found) > 0 || c.Unsteady == 0 {
		t.Errorf("%+v %+v", c, found)
	}
}

// TestCheckRare: an answer that encoding/json gives one time in eight is no difference where the library always gives
// it, as for maps that are not sorted.
func TestCheckRare(t *testing.T) {
	std, lib, rnd := Std, Std, rand.New(rand.NewPCG(1, 2))
	std.Marshal = func(any) ([]byte, error) { return []byte{"11111112"[rnd.IntN(8)]}, nil }
	lib.Marshal = func(any) ([]byte, error) { return []byte("2"), nil }
	k := NewJudged(std, lib, types)
	typ := reflect.TypeFor[int]()
	c := k.Check(typ, "int", 1, 1000, func() bool { return true }, func(f Finding) { t.Errorf("%+v", f) })
	if c.Unsteady < 1000 {
		t.Errorf("%+v", c)
	}
}

// Lies are found and made small.
func TestCheckLies(t *testing.T) {
	change := func(f func(lib *Library)) Library {
		lib := Std
		f(&lib)
		return lib
	}
	for _, c := range []struct {
		name string
		lib  Library
		want Finding // as far as it is not empty
		size int     // of the document, at most
	}{
		{"value", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				err := stdjson.Unmarshal(data, v)
				if o, ok := v.(*order); ok && len(o.Items) > 1 {
					o.Items[1].Name = "lie"
				}
				return err
			}
		}), Finding{What: "value", Where: ".Items[1].Name"}, len(`{"items":[{},{}]}`)},
		{"error", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				err := stdjson.Unmarshal(data, v)
				if bytes.Contains(data, []byte("note")) {
					return errors.Join(err)
				}
				return err
			}
		}), Finding{What: "error", Door: "json.Unmarshal(doc, new(T))"}, len(`{"note":""}`)},
		{"syntax", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				if !stdjson.Valid(data) {
					return nil
				}
				return stdjson.Unmarshal(data, v)
			}
		}), Finding{What: "error", Got: "agree.order{}, no error"}, 1},
		{"output", change(func(lib *Library) {
			lib.Marshal = func(v any) ([]byte, error) {
				b, err := stdjson.Marshal(v)
				return bytes.ReplaceAll(b, []byte(`"note"`), []byte(`"Note"`)), err
			}
		}), Finding{What: "output", Door: "json.Marshal(v)", Value: `agree.order{Note: "0"}`}, 0},
		{"indent", change(func(lib *Library) {
			lib.MarshalIndent = func(v any, _, indent string) ([]byte, error) { return stdjson.MarshalIndent(v, "", indent) }
		}), Finding{What: "output", Door: `json.MarshalIndent(&v, ">", "\t")`, Value: "agree.order{}"}, 0},
		{"panic", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				if bytes.Contains(data, []byte("extra")) {
					panic("lie")
				}
				return stdjson.Unmarshal(data, v)
			}
		}), Finding{What: "panic", Got: "panic: lie"}, len(`{"extra":{}}`)},
		{"number", change(func(lib *Library) {
			lib.NewDecoder = func(r io.Reader) Decoder { return deaf{stdjson.NewDecoder(r)} }
		}), Finding{What: "value", Door: "Decoder with UseNumber, of doc twice into &v"}, len(`{"extra":{"a":0}}`)},
		{"keeps-input", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				err := stdjson.Unmarshal(data, v)
				if o, ok := v.(*order); ok && len(o.Raw) > 0 {
					o.Raw = data[bytes.Index(data, o.Raw):][:len(o.Raw)]
				}
				return err
			}
		}), Finding{What: "value", Where: ".Raw[0]"}, len(`{"raw":""}`)},
		{"stale", change(func(lib *Library) {
			lib.Unmarshal = func(data []byte, v any) error {
				if o, ok := v.(*order); ok && o.Next != nil {
					o.Next = nil
				}
				return stdjson.Unmarshal(data, v)
			}
		}), Finding{What: "value", Where: ".Next", Value: "agree.order{Next: &agree.order{}}", Door: "json.Unmarshal(doc, &v)"}, len(`{}`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []Finding
			k, left := NewChecker(c.lib, types), 300
			n := k.Check(reflect.TypeFor[order](), "order", 1, 2, func() bool { left--; return len(found) > 0 || left == 0 }, func(f Finding) {
				found = append(found, f)
			})
			if len(found) == 0 || n.Differences == 0 {
				t.Fatalf("%+v: nothing found", n)
			}
			f := slices.MinFunc(found, func(a, b Finding) int { return len(a.Doc) + len(a.Value) - len(b.Doc) - len(b.Value) })
			for _, p := range []struct{ got, want string }{{f.What, c.want.What}, {f.Where, c.want.Where}, {f.Door, c.want.Door}, {f.Value, c.want.Value}, {f.Got, c.want.Got}} {
				if p.want != "" && p.got != p.want {
					t.Errorf("got %q, want %q", p.got, p.want)
				}
			}
			if len(f.Doc) > c.size || f.Note != "" || f.Std == f.Got {
				t.Errorf("document %s, want %d bytes; %+v", f.Doc, c.size, f)
			}
		})
	}
}

// deaf does not hear of UseNumber.
type deaf struct{ *stdjson.Decoder }

func (deaf) UseNumber() {}

// A lie that is told at times only says so.
func TestCheckFickleLibrary(t *testing.T) {
	lib, n := Std, 0
	lib.Marshal = func(v any) ([]byte, error) {
		if n++; n%2 > 0 {
			return []byte("lie"), nil
		}
		return stdjson.Marshal(v)
	}
	_, found := check(lib, reflect.TypeFor[item](), 5)
	if len(found) == 0 || !strings.Contains(found[0].Note, "does not always answer so") {
		t.Errorf("%+v", found)
	}
}

// The same seed makes the same cases.
func TestSeed(t *testing.T) {
	a, _ := check(Std, reflect.TypeFor[order](), 30)
	b, _ := check(Std, reflect.TypeFor[order](), 30)
	if a.Cases != b.Cases {
		t.Errorf("%d and %d cases", a.Cases, b.Cases)
	}
	k := NewChecker(Std, types)
	one := k.round(types[0], rand.New(rand.NewPCG(1, 2)))
	two := k.round(types[0], rand.New(rand.NewPCG(1, 2)))
	if !reflect.DeepEqual(one, two) {
		t.Error("rounds differ")
	}
}

// A value is made again of its choices, and no choices make the zero value.
func TestChoices(t *testing.T) {
	u := newUniverse(Std, types)
	for seed := range uint64(200) {
		for _, typ := range types {
			c := freshChoices(rand.New(rand.NewPCG(seed, 0)))
			a, b := reflect.New(typ).Elem(), reflect.New(typ).Elem()
			newFiller(u, c).fill(a, 0)
			newFiller(u, keptChoices(c.drawn)).fill(b, 0)
			if where, yes := differ(a, b); yes {
				t.Fatalf("%v: %s differs at %s:\n%s\n%s", typ, typ, where, show(a), show(b))
			}
		}
	}
	zero := reflect.New(types[0]).Elem()
	newFiller(u, keptChoices(nil)).fill(zero, 0)
	if !zero.IsZero() {
		t.Errorf("no choices make %s", show(zero))
	}
}

// Trees keep what a document says.
func TestTree(t *testing.T) {
	for _, doc := range []string{
		`null`, `true`, `-1.50e+3`, `"a\"b"`, `[]`, `{}`, `[1,[2,{"a":null}],"x"]`, `{"a":1,"a":{"b":[]},"":false}`,
	} {
		root := parse([]byte(doc))
		if root == nil {
			t.Errorf("%s: no tree", doc)
			continue
		}
		if got := string(root.copy().append(nil, nil)); got != doc {
			t.Errorf("got %s, want %s", got, doc)
		}
		spaced := root.append(nil, func() string { return " \n" })
		var compact bytes.Buffer
		if err := stdjson.Compact(&compact, spaced); err != nil || compact.String() != doc {
			t.Errorf("%q: %v, compact %s", spaced, err, compact.Bytes())
		}
	}
	for _, doc := range []string{``, `1 2`, `{`, `[1,]`, strings.Repeat("[", 600) + strings.Repeat("]", 600)} {
		if parse([]byte(doc)) != nil {
			t.Errorf("%.20q has a tree", doc)
		}
	}
}

func TestDiffer(t *testing.T) {
	nan := math.NaN()
	self := &order{}
	self.Next = self
	twin := &order{Next: &order{}}
	twin.Next.Next = twin
	key := 1
	other := 1
	for _, c := range []struct {
		name  string
		a, b  any
		where string
		yes   bool
	}{
		{"nan", nan, nan, "", false},
		{"minus-zero", 0.0, math.Copysign(0, -1), "", true},
		{"nil-slice", []int(nil), []int{}, "", true},
		{"nil-map", map[string]int(nil), map[string]int{}, "", true},
		{"length", []int{1}, []int{1, 2}, "", true},
		{"element", []any{1, "a"}, []any{1, "b"}, "[1]", true},
		{"dynamic-type", []any{1}, []any{1.0}, "[0]", true},
		{"map", map[string][]int{"a": {1, 2}}, map[string][]int{"a": {1, 3}}, `["a"][1]`, true},
		{"map-key", map[string]int{"a": 1}, map[string]int{"b": 1}, `["a"]`, true},
		{"pointer-key", map[*int]int{&key: 1}, map[*int]int{&other: 1}, "", false},
		{"unexported", hidden{1, 2}, hidden{1, 3}, ".unseen", true},
		{"cycle", self, twin, "", false},
		{"functions", []func(){func() {}}, []func(){func() {}}, "", false},
		{"nil-function", []func(){func() {}}, []func(){nil}, "[0]", true},
		{"times", time.Unix(1, 0).UTC(), time.Unix(1, 0).UTC(), "", false},
	} {
		where, yes := differ(reflect.ValueOf(c.a), reflect.ValueOf(c.b))
		if yes != c.yes || where != c.where {
			t.Errorf("%s: got %q, %v", c.name, where, yes)
		}
	}
}

// What a program notes of a case can be read again.
func TestLast(t *testing.T) {
	name := filepath.Join(t.TempDir(), "last")
	l, err := newLast(name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.file.Close()
	for _, want := range []Case{{Door: plainDecode, Doc: []byte("a longer document")}, {Door: 1, Fill: []uint32{1, 1 << 30, 0}}, {Door: 2, Doc: []byte{0, 255}, Fill: []uint32{7}}} {
		for _, p := range []phase{inStd, inLibrary} {
			l.note(want, p)
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, library, err := ReadLast(bytes.NewReader(text))
			if err != nil || library != (p == inLibrary) || !reflect.DeepEqual(got, want) {
				t.Errorf("%v: got %+v, %v, %v", p, got, library, err)
			}
		}
	}
	if _, _, err := ReadLast(bytes.NewReader([]byte{2, 3, 200})); err == nil {
		t.Error("a part of a note is read as a whole")
	}
}

// Programs get all that is needed, and nothing that they can't have.
func TestSource(t *testing.T) {
	want, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := fs.Glob(Source, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range want {
		if strings.HasSuffix(name, "_test.go") || name == "source.go" {
			continue
		}
		n++
		text, err := fs.ReadFile(Source, name)
		if err != nil {
			t.Error(err)
		}
		if bytes.Contains(text, []byte(`"github.com/`)) || bytes.Contains(text, []byte(`"golang.org/`)) {
			t.Errorf("%s imports more than Go's own packages", name)
		}
	}
	if n != len(got) {
		t.Errorf("%d files, want %d", len(got), n)
	}
}

// The library itself is asked what the package is for.
func TestZetes(t *testing.T) {
	for _, typ := range types {
		if typ == reflect.TypeFor[keeper]() {
			continue // it keeps memory that every library uses again in its own way
		}
		if _, found := check(zetes, typ, rounds(60)); len(found) > 0 {
			t.Errorf("%v: %+v\n%s", typ, found[0], found[0].Doc)
		}
	}
}
