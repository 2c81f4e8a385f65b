package gen

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

// TestMembers has rows for which members a struct has, and in which order.
func TestMembers(t *testing.T) {
	const more = `
type In struct{ X, Y int }
type Tagged struct{ Z int ` + "`json:\"X\"`" + ` }
type Other struct{ Y int }
type Loop struct{ *Loop; L int }
type hidden struct{ H int }
type Named int
`
	for _, row := range []struct {
		fields, want, odd string
		options           Options
	}{
		{"A int; b int; C int `json:\"-\"`; D int `json:\"-,\"`", "A=A -=D", "", Options{}},
		{"A int `json:\",omitempty\"`; B int `json:\"b c\"`; C int `json:\"c\\\"\"`", "A=A b c=B C=C", "releases of encoding/json read the tag of C", Options{}},
		{"In", "X=In.X Y=In.Y", "", Options{}},
		{"X int; In", "X=X Y=In.Y", "", Options{}},
		{"In; Tagged", "Y=In.Y X=Tagged.Z", "", Options{}},
		{"In; Other", "X=In.X", "", Options{}},
		{"In `json:\"in\"`; Other", "in=In Y=Other.Y", "", Options{}},
		{"*In; Named", "X=In.X Y=In.Y Named=Named", "", Options{}},
		{"Loop", "L=Loop.L", "", Options{}},
		{"hidden", "H=hidden.H", "", Options{}},
		{"*hidden", "H=hidden.H", "it embeds a pointer to a struct that is not exported", Options{}},
		{"A int; B int `json:\"a\"`", "A=A a=B", "names of its members differ in case alone", Options{}},
		{"HTTPPort, ID int; Tagged int `json:\"Tagged\"`", "http_port=HTTPPort id=ID Tagged=Tagged", "", Options{SnakeCase: true}},
		{"HTTPPort int", "httpPort=HTTPPort", "", Options{LowerCamelCase: true}},
		{"A int `yaml:\"a\" json:\"b\"`; B int `json:\"-\"`", "a=A B=B", "", Options{TagKey: "yaml"}},
		{"A int `json:\"a\"`; B int `yaml:\"b\"`; C int `json:\"c\" yaml:\"\"`; D int; E int `json:\"-\"`; In", "a=A b=B C=C D=D X=In.X Y=In.Y", "", Options{TagKey: "yaml,json"}},
		{"A int `json:\"a,case:strict\"`", "a=A", "releases of encoding/json read the tag of A", Options{}},
	} {
		u := sourceUnit(t, "type A struct{ "+row.fields+" }\n"+more)
		g := newGenerator(u, row.options)
		typ := u.lookup("A")
		list, odd := g.members(typ, typ.Underlying().(*types.Struct))
		var got []string
		for i := range list {
			got = append(got, fmt.Sprintf("%s=%s", list[i].name, strings.TrimPrefix(list[i].expr("v"), "v.")))
		}
		if strings.Join(got, " ") != row.want || !strings.HasPrefix(odd, row.odd) || row.odd == "" && odd != "" {
			t.Errorf("%s: got %s (%s), want %s (%s)", row.fields, got, odd, row.want, row.odd)
		}
	}
}
