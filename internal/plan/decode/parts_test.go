package decode

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Parts of the decoder alone, each with a table: names, slabs, limits, rules, strings in strings, paths.

// nodeOf returns the node of T under c.
func nodeOf[T any](c *plan.Dialect) *node { return nodeFor(c, reflect.TypeFor[*T]()).elem }

// padded returns text where loads may go beyond it.
func padded(text string) unsafe.Pointer {
	return mem.Data(append([]byte(text), make([]byte, padding)...))
}

func TestFind(t *testing.T) {
	type T struct {
		ID    int `json:"id"`
		Name  int `json:"name"`
		NAME  int `json:"NAME"`
		Fizz  int
		Größe int
	}
	exact := plan.Of(option.V1 &^ option.FoldNames)
	for _, row := range []struct{ name, folding, exactly string }{ // the names in Go, or "" for none
		{"id", "ID", "ID"},
		{"Id", "ID", ""},
		{"name", "Name", "Name"},
		{"NAME", "NAME", "NAME"},
		{"Name", "Name", ""}, // neither: the first one wins
		{"fizz", "Fizz", ""},
		{"FIZZ", "Fizz", ""},
		{"GRÖSSE", "", ""},
		{"GRÖßE", "Größe", ""},
		{"größe", "Größe", ""},
		{"\u212AID", "", ""},
		{"", "", ""},
		{"id2", "", ""},
		{strings.Repeat("n", 100), "", ""},
	} {
		for c, want := range map[*plan.Dialect]string{plan.V1: row.folding, exact: row.exactly} {
			got := ""
			if f := nodeOf[T](c).fields.find(row.name); f != nil {
				got = f.goName
			}
			if got != want {
				t.Errorf("%q, folding %v: the field is %q, want %q", row.name, c == plan.V1, got, want)
			}
		}
	}
	type lower struct {
		Key int `json:"key"`
	}
	if f := nodeOf[lower](plan.V1).fields.find("\u212Aey"); f == nil {
		t.Error("the sign for Kelvin is no k")
	}
}

// TestMatchesLong: of names over 15 bytes the head has the first 16, and the rest is compared in full.
func TestMatchesLong(t *testing.T) {
	for _, n := range []int{16, 17, 31, 32, 33, 60} {
		f := new(field)
		name := strings.Repeat("abcdefg", 9)[:n]
		f.setName(name)
		f.name = name
		text := name + `"`
		if f.length != int32(n+1) || f.head.DiffersAt(padded(text)) || !f.matchesLong(padded(text), 0, n+1) {
			t.Errorf("%d bytes don't match themselves", n)
		}
		if f.matchesLong(padded(text), 0, n) {
			t.Errorf("%d bytes match beyond the end", n)
		}
		for at := 16; at < len(text); at++ {
			other := text[:at] + "_" + text[at+1:]
			if f.matchesLong(padded(other), 0, n+1) {
				t.Errorf("%d bytes match %s", n, other)
			}
		}
	}
}

// TestMapBytes: a header, one group of eight places, and two places for each entry where there are more groups.
func TestMapBytes(t *testing.T) {
	for _, row := range []struct {
		key, elem uintptr
		n, want   int
	}{
		{16, 8, 0, 48},
		{16, 8, 1, 48 + 8*25},
		{16, 8, 8, 48 + 8*25},
		{16, 8, 9, 48 + 8*25 + 9*2*25},
		{16, 200, 2, 48 + 8*25 + 2*200}, // large elements stand beside
		{16, 128, 1, 48 + 8*145},
	} {
		if got := mapBytes(row.key, row.elem, row.n); got != row.want {
			t.Errorf("%d entries of %d and %d bytes: %d, want %d", row.n, row.key, row.elem, got, row.want)
		}
	}
}

func TestDefaultText(t *testing.T) {
	for _, row := range []struct {
		text string
		as   any
		want string
	}{
		{`7`, 0, `7`},
		{`abc`, "", `"abc"`},
		{`"abc"`, "", `"abc"`},
		{`7`, "", `"7"`},
		{`null`, "", `null`},
		{`true`, new(string), `"true"`},
		{`[1]`, []int{}, `[1]`},
		{`no JSON`, 0, `"no JSON"`},
		{``, "", `""`},
	} {
		if got := defaultText(&shape.Field{Type: reflect.TypeOf(row.as), Default: row.text}); string(got) != row.want {
			t.Errorf("%s for a %T: %s, want %s", row.text, row.as, got, row.want)
		}
	}
}

// TestNumberOf reads what stands in the string of a field with the tag option "string".
func TestNumberOf(t *testing.T) {
	for _, row := range []struct {
		node           *node
		text           string
		plain, loosely bool
	}{
		{nodeOf[int8](plan.V1), "12", true, true},
		{nodeOf[int8](plan.V1), "012", true, true},
		{nodeOf[int8](plan.V1), "+12", false, true},
		{nodeOf[int8](plan.V1), "128", false, false},
		{nodeOf[int8](plan.V1), "1.0", false, false},
		{nodeOf[int8](plan.V1), "", false, false},
		{nodeOf[uint16](plan.V1), "-1", false, false},
		{nodeOf[uint16](plan.V1), "65535", true, true},
		{nodeOf[float32](plan.V1), "1e38", true, true},
		{nodeOf[float32](plan.V1), "1e39", false, false},
		{nodeOf[float64](plan.V1), "Inf", false, true},
		{nodeOf[bool](plan.V1), "true", true, true},
		{nodeOf[bool](plan.V1), "false", true, true},
		{nodeOf[bool](plan.V1), "1", false, false},
	} {
		for loosely, want := range map[bool]bool{false: row.plain, true: row.loosely} {
			var v uint64
			if got := row.node.numberOf([]byte(row.text), loosely, &v); got != want {
				t.Errorf("%q for %v, loosely %v: %v", row.text, row.node.Type, loosely, got)
			}
		}
	}
}

// TestPath: the way to the first value that does not fit, innermost first.
func TestPath(t *testing.T) {
	type inner struct{ N int }
	type embedded struct{ E []inner }
	type T struct {
		A inner
		M map[string]inner
		*embedded
		Embedded
		P **inner
		I any
	}
	for _, row := range []struct{ text, path string }{
		{`true`, ``},
		{`{"A":true}`, `A`},
		{`{"A":{"N":""}}`, `N A`},
		{`{"M":{"x y":{"N":""}}}`, `N x y M`},
		{`{"M":{"ok":{},"x":7}}`, `x M`},
		{`{"P":{"N":[]}}`, `N P`},
		{`{"F":[{},{"N":{}}]}`, `N 1 F`},
	} {
		err := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(row.text), new(T)))
		f, ok := err.(*fault.Fault)
		if !ok || !f.Placed {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		var names []string
		for _, s := range f.Path {
			if !s.Embedded {
				names = append(names, s.Name)
			}
		}
		if got := strings.Join(names, " "); got != row.path {
			t.Errorf("%s: %s, want %s", row.text, got, row.path)
		}
	}
}

type Embedded struct{ F []struct{ N int } }

// TestCalls: whether decoding a type calls methods of the caller's is found through all that it is made of.
func TestCalls(t *testing.T) {
	type list struct {
		Next *list
		V    []map[string]*caller
	}
	type plain struct {
		Next *plain
		A    any
		M    map[string][]int
	}
	for _, row := range []struct {
		node *node
		want bool
	}{
		{nodeOf[int](plan.V1), false},
		{nodeOf[plain](plan.V1), false},
		{nodeOf[caller](plan.V1), true},
		{nodeOf[list](plan.V1), true},
		{nodeOf[[]list](plan.V1), true},
	} {
		if got := row.node.callsMethods(); got != row.want {
			t.Errorf("%v: %v", row.node.Type, got)
		}
	}
}

type caller struct{ N int }

func (*caller) UnmarshalJSON([]byte) error { return nil }

// TestStacksAreEmpty: however arrays and objects in interfaces end, nothing of them is left on the stacks that they are
// gathered on, which live on in the pool and would keep it alive.
func TestStacksAreEmpty(t *testing.T) {
	for _, text := range []string{
		`[1,[2,["x"]],{"a":["y"]}]`, `[1,[2,["x",`, `[1,["x",[3}`, `{"a":1,"b":["x",{"c":"y",`, `{"a":["x",2,{"b":]}`, `[["x"],01]`, `{"a":"x","b" 1}`,
		strings.Repeat(`[["x"],`, maxDepth+1),
	} {
		s := acquire(plan.V1, []byte(text), false)
		s.value(0)
		if len(s.stacks.anys)+len(s.stacks.members) > 0 {
			t.Errorf("%.40s: %d elements and %d members are left", text, len(s.stacks.anys), len(s.stacks.members))
		}
		for _, v := range s.stacks.anys[:cap(s.stacks.anys)] {
			if v != nil {
				t.Errorf("%.40s: %v is left behind the end", text, v)
			}
		}
		for _, m := range s.stacks.members[:cap(s.stacks.members)] {
			if m != (entry{}) {
				t.Errorf("%.40s: %v is left behind the end", text, m)
			}
		}
		s.release()
	}
}

// TestLearn: after a few documents whose names are in another case these names are known, whatever came in between.
func TestLearn(t *testing.T) {
	type T struct {
		ID, UserID, FirstName int
		LastName              *T
	}
	f := nodeOf[T](plan.V1).fields
	for _, step := range []struct {
		doc   string
		times int
		names []string // that have been learned
	}{
		{`{"ID":1,"UserID":2,"FirstName":3,"LastName":{"ID":4}}`, 1, nil},
		{`{"id":1,"userId":2,"firstName":3,"lastName":{"id":4}}`, 1, []string{"id", "userId", "firstName", "lastName"}},
		{`{"ID":1,"UserID":2,"FirstName":3,"LastName":{"ID":4}}`, 1, []string{"id", "userId", "firstName", "lastName"}},
		{`{"id":1,"userid":2,"firstname":3,"lastName":{"id":4}}`, 3, []string{"id", "userid", "firstname", "lastName"}},
		{`{"id":1,"userId":2,"firstName":3,"lastName":{"id":4}}`, 4, []string{"id", "userId", "firstName", "lastName"}},
		{`{"FirstName":3,"lastName":{"id":4},"ID":1,"USERID":2}`, 4, []string{"id", "USERID", "firstName", "lastName"}},
	} {
		for range step.times {
			var v T
			if err := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(step.doc), &v)); err != nil || v != (T{1, 2, 3, v.LastName}) || v.LastName.ID != 4 {
				t.Fatalf("%s: %+v, %v", step.doc, v, err)
			}
		}
		list := f.learned.list.Load()
		if (list == nil) != (step.names == nil) {
			t.Fatalf("after %s: something is learned: %v", step.doc, list != nil)
		}
		for i, name := range step.names {
			want := new(field)
			if want.setName(name); (*list)[i].head != want.head {
				t.Errorf("after %d times %s: %s has not been learned", step.times, step.doc, name)
			}
		}
	}
}
