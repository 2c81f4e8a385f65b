package gen

import (
	"go/types"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for in, want := range map[string]string{"a": "A", "user_id": "UserId", "a.b-c": "ABC", "HTTP": "HTTP", "2x": "2x"} {
		if got := camel(in); got != want {
			t.Errorf("camel(%q) is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"a,b": "a && b", "a b": "a && b", "a": "a", "a && !b": "a && !b", "a||b": "a||b"} {
		if got := constraint(in); got != want {
			t.Errorf("constraint(%q) is %q, want %q", in, got, want)
		}
	}
	u := sourceUnit(t, "import \"time\"\nvar (\n\ta []*int\n\tb map[string][2]time.Time\n\tc struct{ X int }\n\td struct{ Y int }\n\te any\n\tf chan int\n)\n")
	g := newGenerator(u, Options{})
	for name, want := range map[string]string{"a": "SliceOfPointerToInt", "b": "MapOfArrayOfTimeTime", "e": "Any", "f": "Type"} {
		if got := g.ident(u.lookup(name)); got != want || g.ident(u.lookup(name)) != want {
			t.Errorf("%s: got %s, want %s", u.lookup(name), got, want)
		}
	}
	if c, d := g.ident(u.lookup("c")), g.ident(u.lookup("d")); c != "Struct" || d != "Struct2" {
		t.Errorf("two types are called %s and %s", c, d)
	}
}

// Names of packages give way to what the package declares, and to the variables of generated functions.
func TestImports(t *testing.T) {
	u := sourceUnit(t, "import \"time\"\nvar time1, static, X int\nvar a time.Time\nvar b time.Month\n")
	g := newGenerator(u, Options{})
	for _, row := range [][3]string{
		{"a.b/static", "static", "static1"}, {"a.b/time1", "time1", "time2"}, {"a.b/x", "in", "in1"}, {"a.b/y", "in", "in2"}, {"a.b/x", "in", "in1"},
	} {
		if got := g.importName(row[0], row[1]); got != row[2] {
			t.Errorf("%s: got %s, want %s", row[0], got, row[2])
		}
	}
	if got := g.typ(types.NewMap(u.lookup("b"), u.lookup("a"))); got != "map[time.Month]time.Time" || g.imports["time"] != "time" {
		t.Errorf("got %s with %v", got, g.imports)
	}
}

// What a run was asked for stands in each file.
func TestChoices(t *testing.T) {
	for want, o := range map[string]Options{
		"static.Config{}": {NoStdMarshalers: true, TagKey: "json"},
		`static.Config{Choices: static.Choices{TagKey: "yaml", SnakeCase: true, OmitEmpty: true}}`:            {TagKey: "yaml", SnakeCase: true, OmitEmpty: true},
		"static.Config{Choices: static.Choices{LowerCamelCase: true, OmitZero: true, DisallowUnknown: true}}": {LowerCamelCase: true, OmitZero: true, DisallowUnknown: true},
		"static.Config{Choices: static.Choices{PlainTags: true, TextBytes: true, ResetFields: true}}":         {PlainTags: true, TextBytes: true, ResetFields: true, NoDecoder: true},
	} {
		file, err := emitted(t, "//zetes:json\ntype A struct{}", o)
		if err != nil || !strings.Contains(file, "var zetesA = "+want+"\n") {
			t.Errorf("no %s in\n%s, %v", want, file, err)
		}
	}
	file, err := emitted(t, "//zetes:json\ntype A struct{}", Options{BuildTags: "a b", NoFormat: true})
	if err != nil || !strings.HasPrefix(file, header+"\n"+markStart+"a.go, with -build_tags=\"a b\" -noformat\n\n//go:build a && b\n\npackage m\n") {
		t.Errorf("%s, %v", file, err)
	}
}
