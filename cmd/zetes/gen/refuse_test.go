package gen

import (
	"go/types"
	"strings"
	"testing"
)

// TestMembers has rows for the fields that may be members of a struct, nearest first.
func TestMembers(t *testing.T) {
	const more = `
type In struct{ X, Y int }
type Tagged struct{ Z int ` + "`json:\"X\"`" + ` }
type Other struct{ Y int }
type Loop struct{ *Loop; L int }
type Diamond struct{ D1; D2 }
type D1 struct{ D3; D4 }
type D2 struct{ D3; D4 }
type D3 struct{ In }
type D4 struct{ In }
type hidden struct{ H int }
type Named int
`
	for _, row := range []struct {
		fields, want string
		options      Options
	}{
		{"A int; b int; C int `json:\"-\"`; D int `json:\"-,\"`", "A=A -=D", Options{}},
		{"A int `json:\",omitempty\"`; B int `json:\"b c\"`", "A=A b c=B", Options{}},
		{"In", "X=In.X Y=In.Y", Options{}},
		{"X int; In", "X=X Y=In.Y", Options{}},
		{"In `json:\"in\"`; Other", "in=In Y=Other.Y", Options{}},
		{"*In; Named", "Named=Named X=In.X Y=In.Y", Options{}},
		{"Loop", "L=Loop.L", Options{}},
		{"Diamond", "X=Diamond.D1.D3.In.X Y=Diamond.D1.D3.In.Y", Options{}},
		{"hidden", "H=hidden.H", Options{}},
		{"HTTPPort, ID int; Tagged int `json:\"Tagged\"`", "http_port=HTTPPort id=ID Tagged=Tagged", Options{SnakeCase: true}},
		{"HTTPPort int", "httpPort=HTTPPort", Options{LowerCamelCase: true}},
		{"A int `yaml:\"a\" json:\"b\"`; B int `json:\"-\"`", "a=A B=B", Options{TagKey: "yaml"}},
		{"A int `json:\"a\"`; B int `yaml:\"b\"`; C int `json:\"c\" yaml:\"\"`; In", "a=A b=B C=C X=In.X Y=In.Y", Options{TagKey: "yaml,json"}},
	} {
		u := sourceUnit(t, "type A struct{ "+row.fields+" }\n"+more)
		r := &run{options: &row.options, targets: targets{}}
		var got []string
		for _, m := range r.members(u.pkg.Types.Scope().Lookup("A").Type().Underlying().(*types.Struct)) {
			got = append(got, m.name+"="+m.path)
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%s: got %s, want %s", row.fields, got, row.want)
		}
	}
}
