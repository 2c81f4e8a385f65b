package gen

import (
	"go/ast"
	"strings"
	"testing"
)

func TestDirectives(t *testing.T) {
	for text, want := range map[string]directives{
		"//zetes:json": {want: true}, "//easyjson:json": {want: true}, "// easyjson:json": {want: true}, "/* zetes:json */": {want: true},
		"//zetes:skip": {skip: true}, "//easyjson:skip": {skip: true}, "// ffjson: skip": {skip: true}, "//ffjson:ignore": {skip: true},
		"// ffjson: nodecoder": {noRead: true}, "// ffjson: skipencoder": {noWrite: true}, "// ffjson: noencoder of it": {noWrite: true},
		"/*\nA is one.\n\neasyjson:json\n*/": {want: true}, "//easyjson:json,more": {want: true},
		"// A is one. ffjson: skip": {skip: true}, "// A has ffjson: nodecoder.": {noRead: true},
		"// ffjson: skipdecoder, for it has none": {noRead: true},
		"//zetes:jsonx": {}, "// about zetes:json": {}, "//go:generate zetes": {},
	} {
		if got := directivesOf(nil, &ast.CommentGroup{List: []*ast.Comment{{Text: text}}}); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

// TestTargets has a row for each reason to generate for a type, or not to: the methods that are made, or the error.
func TestTargets(t *testing.T) {
	const standard = "MarshalJSON AppendJSON UnmarshalJSON ZetesType"
	for _, row := range []struct {
		source, want string
		options      Options
	}{
		{"//zetes:json\ntype A struct{}", standard, Options{}},
		{"type A struct{}", standard, Options{All: true}},
		{"type A struct{}", standard, Options{Types: []string{"A"}}},
		{"type A struct{}", "", Options{}},
		{"//easyjson:skip\ntype A struct{}", "", Options{All: true}},
		{"//zetes:json\ntype (\n\tA struct{}\n)", standard, Options{}},
		{"type (\n\t//zetes:json\n\tA struct{}\n)", standard, Options{}},
		{"type A []int", "", Options{All: true}},
		{"//zetes:json\ntype A []int", standard, Options{}},
		{"//zetes:json\ntype A map[string]int", standard, Options{}},
		{"//zetes:json\ntype A[T any] struct{ X T }", standard, Options{}},
		{"//zetes:json\ntype A struct{}", "AppendJSON DecodeJSON ZetesType", Options{NoStdMarshalers: true}},
		{"//zetes:json\ntype A struct{}", "UnmarshalJSON ZetesType", Options{NoEncoder: true}},
		{"//zetes:json\n//ffjson:nodecoder\ntype A struct{}", "MarshalJSON AppendJSON ZetesType", Options{}},
		{"//zetes:json\ntype A struct{}\nfunc (A) MarshalText() ([]byte, error) { return nil, nil }", "UnmarshalJSON ZetesType", Options{}},
		{"//zetes:json\ntype A struct{}\nfunc (*A) UnmarshalJSON([]byte) error { return nil }", "MarshalJSON AppendJSON ZetesType", Options{}},

		{"//zetes:json\ntype A struct{}\nfunc (A) MarshalJSON() ([]byte, error) { return nil, nil }\nfunc (*A) UnmarshalJSON([]byte) error { return nil }", "a.go:3: A: it has methods of its own already (MarshalJSON)", Options{}},
		{"//zetes:json\ntype A struct{}\nfunc (A) AppendJSON() {}", "a.go:3: A: it has a method or field AppendJSON", Options{}},
		{"//zetes:json\ntype A = struct{}", "a.go:3: A: it is another name for a type", Options{}},
		{"//zetes:json\ntype A interface{}", "a.go:3: A: methods can't be added to an interface", Options{}},
		{"//zetes:json\ntype A *int", "a.go:3: A: methods can't be added to a type of pointers", Options{}},
		{"//zetes:json\ntype A func()", "a.go:3: A: JSON can't hold a func()", Options{}},
		{"//zetes:json\ntype A[_ any] struct{}", "a.go:3: A: give its type parameters names", Options{}},
		{"//zetes:json\nconst A = 1", "a.go:2: the comment asks for JSON of something that is not a type", Options{}},
		{"//zetes:json\n\ntype A struct{}", "a.go:2: the comment asks for JSON of something that is not a type", Options{}},
		{"//zetes:json\ntype A struct{ C chan int }", "a.go:3: A.C: JSON can't hold a chan int", Options{}},
		{"//zetes:json\ntype A struct{ C []map[string]func() }", "a.go:3: A.C: JSON can't hold a func()", Options{}},
		{"//zetes:json\ntype A struct{ S []struct{ C chan int } }", "a.go:3: A.S: JSON can't hold a chan int", Options{}},
		{"//zetes:json\ntype A struct{ S B }\ntype B struct{ T C }\ntype C struct{ C chan int }", "a.go:3: A.S: JSON can't hold a chan int", Options{}},
		{"//zetes:json\ntype A struct{ S struct{ P *B; Z B } }\ntype B struct{ C chan int }", "a.go:3: A.S: JSON can't hold a chan int", Options{}},
		{"//zetes:json\ntype A struct{ *B }\ntype B struct{ C chan int }", standard, Options{}},
		{"//zetes:json\ntype A struct{ P *B; S []B; M map[string]B; Z B `json:\",omitzero\"` }\ntype B struct{ C chan int }", standard, Options{}},
		{"//zetes:json\ntype A struct{ S B }\ntype B struct{ C chan int; D *A }\nfunc (B) MarshalText() ([]byte, error) { return nil, nil }", standard, Options{}},
		{"//zetes:json\ntype A struct{ S struct{ C chan int `json:\"-\"`; c func(); D int } }", standard, Options{}},
		{"//zetes:json\ntype A struct{ S struct{ *A } }", standard, Options{}},
		{"//zetes:json\ntype A struct{ C complex128 }", "a.go:3: A.C: JSON can't hold a complex128", Options{}},
		{"//zetes:json\ntype A struct{ C Nope }", standard, Options{}},
		{"//zetes:json\ntype A struct{ X int `json:\",format:a\"` }", "a.go:3: A.X: the tag is left to encoding/json", Options{}},
		{"//zetes:json\ntype A struct{ X string `json:\",intern,nocopy\"` }", "a.go:3: X: of the tag options intern and nocopy there can be but one", Options{}},
		{"//zetes:json\ntype A struct{ X string `json:\",intern,nocopy\"` }", standard, Options{PlainTags: true}},
		{"//zetes:json\ntype A struct{ X, Y int `json:\"x\"` }", "a.go:3: the fields X and Y are both the member \"x\"", Options{}},
		{"//zetes:json\ntype A struct{ E; X int `json:\"x\"` }\ntype E struct{ Y int `json:\"x\"` }", standard, Options{}},
		{"type A struct{}", "there is no type B", Options{Types: []string{"A", "B"}}},
	} {
		file, err := emitted(t, row.source, row.options)
		if err != nil {
			file = err.Error()
		} else {
			var methods []string
			for line := range strings.Lines(file) {
				if head, ok := strings.CutPrefix(line, "func ("); ok {
					_, head, _ = strings.Cut(head, ") ")
					name, _, _ := strings.Cut(head, "(")
					methods = append(methods, name)
				}
			}
			file = strings.Join(methods, " ")
		}
		if err == nil && file != row.want || err != nil && !strings.Contains(file, row.want) || err != nil && row.want == "" {
			t.Errorf("%s:\ngot  %s\nwant %s", row.source, file, row.want)
		}
	}
}
