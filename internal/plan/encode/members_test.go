package encode

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// loud is the type of a member that is not chosen: its method, which must not be called, panics.
type loud struct{}

func (loud) MarshalJSON() ([]byte, error) {
	panic("the method of a member that is not chosen is called")
}

// TestChosenMembers checks both steps of a choice of members: the text that the machine writes, and the text that is
// left after Finish. The machine leaves out members of structs. Maps, values with methods and structs with embedded
// pointers are written completely, and Finish removes their members.
func TestChosenMembers(t *testing.T) {
	type point struct{ X, Y int }
	type base struct{ B int }
	type embeds struct {
		*base
		C int
	}
	type T struct {
		ID    int
		Name  string `json:"name"`
		In    point
		Ptr   *point           `json:",omitempty"`
		List  []point          `json:"list"`
		Array [1]point         `json:",omitzero"`
		Map   map[string]point `json:"map"`
		Any   any
		Emb   embeds
		Raw   json.RawMessage
		Quote int `json:",string"`
		Loud  loud
		Bad   float64
		Self  *T `json:"self,omitempty"`
	}
	v := T{ID: 1, Name: "<n>", Ptr: &point{3, 4}, List: []point{{5, 6}, {7, 8}}, Map: map[string]point{"X": {9, 10}, "k": {11, 12}},
		Any: []any{point{13, 14}, map[string]any{"Y": 15, "Z": 16}}, Emb: embeds{&base{17}, 18}, Raw: json.RawMessage(`{"X": [19], "B":20}`), Quote: 21, Bad: math.NaN()}
	v.Self = &T{ID: 2, Bad: math.Inf(1)}
	for _, row := range []struct{ set, written, left string }{
		{"ID", `{"ID":1}`, `{"ID":1}`},
		{"name,none", `{"name":"\u003cn\u003e"}`, `{"name":"\u003cn\u003e"}`},
		{"NAME", `{}`, `{}`},
		{"In.Y,Ptr.X", `{"In":{"Y":0},"Ptr":{"X":3}}`, `{"In":{"Y":0},"Ptr":{"X":3}}`},
		{"list.Y,ID.X", `{"ID":1,"list":[{"Y":6},{"Y":8}]}`, `{"ID":1,"list":[{"Y":6},{"Y":8}]}`},
		{"list.none", `{"list":[{},{}]}`, `{"list":[{},{}]}`},
		{"map.X", `{"map":{"X":{"X":9,"Y":10},"k":{"X":11,"Y":12}}}`, `{"map":{"X":{"X":9,"Y":10}}}`},
		{"map.*.Y", `{"map":{"X":{"X":9,"Y":10},"k":{"X":11,"Y":12}}}`, `{"map":{"X":{"Y":10},"k":{"Y":12}}}`},
		{"Any.Y", `{"Any":[{"Y":14},{"Y":15,"Z":16}]}`, `{"Any":[{"Y":14},{"Y":15}]}`},
		{"map.k.X,Any.Y,self.ID", `{"map":{"X":{"X":9,"Y":10},"k":{"X":11,"Y":12}},"Any":[{"Y":14},{"Y":15,"Z":16}],"self":{"ID":2}}`, `{"map":{"k":{"X":11}},"Any":[{"Y":14},{"Y":15}],"self":{"ID":2}}`},
		{"Emb.B", `{"Emb":{"B":17,"C":18}}`, `{"Emb":{"B":17}}`},
		{"Raw.X,Quote.X", `{"Raw":{"X":[19],"B":20},"Quote":"21"}`, `{"Raw":{"X":[19]},"Quote":"21"}`},
		{"self.ID,self.self", `{"self":{"ID":2}}`, `{"self":{"ID":2}}`},
		{`\*`, `{}`, `{}`},
	} {
		set, flaw, _ := index.ParseMembers(row.set)
		if flaw != index.SoundSet {
			t.Fatalf("%s: flaw %v", row.set, flaw)
		}
		for _, c := range []*plan.Dialect{plan.V1, choices(0), choices(option.ShortFloats)} {
			chosen := c.For(t.Context(), set)
			finish := chosen.Finish
			chosen.Finish = nil
			for _, of := range []any{v, &v} {
				got, err := (&Call{Config: chosen}).Append([]byte("["), of)
				if err != nil || string(got) != "["+row.written {
					t.Errorf("%s: written is %s, %v, want %s", row.set, got, err, row.written)
					continue
				}
				if got, err = finish(got, 1); err != nil || string(got) != "["+row.left {
					t.Errorf("%s: left is %s, %v, want %s", row.set, got, err, row.left)
				}
			}
		}
	}
	// Arrays and pointers around an object add no level to the paths of a set.
	set, _, _ := index.ParseMembers("X")
	for _, of := range []any{[]point{{1, 2}}, [][]*point{{{1, 2}, nil}}, map[string]any{"X": 1}, (*point)(nil), 7, "s", nil, []any{[]point{{1, 2}}}} {
		whole, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		want, err := plan.V1.For(t.Context(), set).Finish(whole, 0)
		if err != nil {
			t.Fatal(err)
		}
		chosen := plan.V1.For(t.Context(), set)
		if got, err := (&Call{Config: chosen}).Append(nil, of); err != nil {
			t.Errorf("%s: %v", whole, err)
		} else if got, err = chosen.Finish(got, 0); err != nil || string(got) != string(want) {
			t.Errorf("%s: %s, %v, want %s", whole, got, err, want)
		}
	}
}
