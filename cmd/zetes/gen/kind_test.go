package gen

import "testing"

func TestKindOf(t *testing.T) {
	u := sourceUnit(t, `
import "time"
type (
	Int int
	Bytes []byte
	Text []string
	S struct{ N int }
	Far struct{ *Far; M map[string]Far }
	Tree []Tree
	Arrays [][2]Arrays
	Single [1][]Single
	Holder []*Single
	Pointer *Int
	Iface interface{ M() }
	Nothing any
	Time time.Time
	Stamp = time.Time
	Method struct{}
	Odd struct{ A int; B int `+"`json:\"a\"`"+` }
	Pointers []*Int
	Structs []S
	Deep [][]S
	Generic[T any] struct{ X T }
	Made = Generic[int]
)
func (*Method) UnmarshalText([]byte) error { return nil }
`)
	g := newGenerator(u, Options{})
	for name, want := range map[string][2]kind{ // reading, writing
		"Int": {byScalar, byScalar}, "Bytes": {byList, byList}, "Text": {byList, byList}, "S": {byHelper, byHelper}, "Tree": {byPlan, byPlan},
		"Arrays": {byPlan, byPlan}, "Single": {byPlan, byPlan}, "Holder": {byPlan, byPlan},
		"Pointer": {byPlan, byPlan}, "Iface": {byPlan, byPlan}, "Nothing": {byPlan, byPlan}, "Stamp": {byTime, byTime},
		"Method": {byPlan, byHelper}, "Odd": {byPlan, byPlan}, "Structs": {bySlice, bySlice}, "Deep": {bySlice, bySlice}, "Generic": {byParam, byParam},
		"Made": {byHelper, byHelper},
	} {
		typ := u.lookup(name)
		if got := [2]kind{g.kindOf(typ, true), g.kindOf(typ, false)}; got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Tree": true, "S": false, "Far": true, "Deep": false} {
		if got := recursive(u.lookup(name)); got != want {
			t.Errorf("recursive(%s) is %v", name, got)
		}
	}
}

func TestHidden(t *testing.T) {
	for _, row := range []struct {
		path, from string
		want       bool
	}{
		{"a.b/c", "x", false}, {"a.b/internal/c", "a.b/d", false}, {"a.b/internal/c", "a.b", false}, {"a.b/internal", "a.c", true},
		{"a.b/c/internal/d", "a.b/e", true}, {"internal/abi", "a.b", true}, {"a.b/internals/c", "x", false}, {"main", "x", true},
	} {
		if got := hidden(row.path, row.from); got != row.want {
			t.Errorf("hidden(%q, %q) is %v", row.path, row.from, got)
		}
	}
}

func TestAliases(t *testing.T) {
	u := sourceUnit(t, "type A struct{ B []map[string]*B }\ntype B struct{ X string `json:\",nocopy\"` }\ntype C struct{ X string `json:\",intern\"` }\n")
	for name, want := range map[string]bool{"A": true, "B": true, "C": false} {
		if got := newGenerator(u, Options{}).aliases(u.lookup(name)); got != want {
			t.Errorf("aliases(%s) is %v", name, got)
		}
	}
	if newGenerator(u, Options{PlainTags: true}).aliases(u.lookup("B")) {
		t.Error("a tag option counts that was said not to")
	}
}
