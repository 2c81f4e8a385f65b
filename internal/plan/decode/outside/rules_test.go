package outside

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/opt"
)

type (
	needy struct {
		A    int `json:"a,required"`
		B    int `json:"b" default:"7"`
		C    string
		D    *string `default:"text"`
		E    []int   `default:"[1,2]"`
		Rest int     `json:",omitempty"`
	}
	needyWithin struct{ In []needy }
	embedsNeedy struct{ *needyPart }
	needyPart   struct {
		X int `json:"x,required"`
	}
)

// TestAbsentMembers decodes objects whose absent members matter: an offset is that of the object.
func TestAbsentMembers(t *testing.T) {
	text := "text"
	given := func(a, b int, e ...int) needy { return needy{A: a, B: b, D: &text, E: e} }
	decodeRows(t, own(option.RequireTagged|option.UseDefaults), []row{
		{text: `{"a":1}`, over: needy{}, want: given(1, 7, 1, 2)},
		{text: `{"a":1,"b":0,"E":[]}`, over: needy{}, want: needy{A: 1, D: &text, E: []int{}}},
		{text: `{"a":1,"b":null,"E":null,"D":null}`, over: needy{}, want: needy{A: 1}},
		{text: `{"A":1,"\u0062":2,"unknown":{"a":[]},"E":[3]}`, over: needy{}, want: given(1, 2, 3)},
		{text: `{"a":1,"a":2}`, over: needy{}, want: given(2, 7, 1, 2)},
		{text: `{"a":1}`, over: needy{B: 9, E: []int{8}}, want: given(1, 9, 8)}, // what is there is not replaced
		{text: `null`, over: needy{B: 9}},
		{text: `{}`, over: needy{}, want: given(0, 7, 1, 2), code: fault.MissingMember},
		{text: `{"b":5,"C":"c"}`, over: needy{A: 3}, want: needy{A: 3, B: 5, C: "c", D: &text, E: []int{1, 2}}, code: fault.MissingMember},
		{text: `{"In":[{"a":1},{"b":2}]}`, over: needyWithin{}, want: needyWithin{[]needy{given(1, 7, 1, 2), given(0, 2, 1, 2)}}, code: fault.MissingMember, at: 15},
		{text: `{"a":"x"}`, over: needy{}, want: given(0, 7, 1, 2), code: fault.Mismatch, at: 5},
		{text: `[]`, over: needy{B: 9}, code: fault.Mismatch},
		{text: `{"a":1`, over: needy{B: 9}, code: fault.Syntax},
		{text: `{"a":1 "b"}`, over: needy{B: 9}, code: fault.Syntax},
		{text: `{"a" 1}`, over: needy{B: 9}, code: fault.Syntax},
		{text: `{1:1}`, over: needy{B: 9}, code: fault.Syntax},
	})
	decodeRows(t, own(option.UseDefaults), []row{
		{text: `{}`, over: needy{}, want: given(0, 7, 1, 2)},
	})
	decodeRows(t, own(option.RequireAll), []row{
		{text: `{"a":1,"b":2,"C":"","D":null,"E":null}`, over: needy{}, want: needy{A: 1, B: 2}},
		{text: `{"a":1,"b":2,"C":"","D":null}`, over: needy{}, want: needy{A: 1, B: 2}, code: fault.MissingMember},
	})
	decodeRows(t, plan.V1, []row{
		{text: `{}`, over: needy{}},
	})
}

// TestAbsentBehindPointers: the member of an embedded struct that is not there is missed, and makes no struct.
func TestAbsentBehindPointers(t *testing.T) {
	decodeRows(t, own(option.RequireTagged), []row{
		{text: `{}`, over: embedsNeedyPart{}, code: fault.MissingMember},
		{text: `{"x":1}`, over: embedsNeedyPart{}, want: embedsNeedyPart{&NeedyPart{1}}},
	})
	// A pointer to a type that is not exported can't be set: its members are passed over.
	decodeRows(t, own(option.RequireTagged), []row{
		{text: `{"x":1}`, over: embedsNeedy{}, code: fault.Mismatch, at: 5},
	})
}

type (
	// NeedyPart is exported, so that a pointer to it can be set.
	NeedyPart struct {
		X int `json:"x,required"`
	}
	embedsNeedyPart struct{ *NeedyPart }
)

// TestManyRequired has more fields than the first word of bits has bits.
func TestManyRequired(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 200} {
		var fields []reflect.StructField
		var members []string
		for i := range n {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: `json:",required"`})
			members = append(members, fmt.Sprintf(`"F%d":%d`, i, i+1))
		}
		typ := reflect.StructOf(fields)
		c := own(option.RequireTagged)
		v := reflect.New(typ)
		if err := errorOf((&decode.Call{Config: c}).Unmarshal([]byte("{"+strings.Join(members, ",")+"}"), v.Interface())); err != nil || v.Elem().Field(n-1).Int() != int64(n) {
			t.Errorf("%d fields: %v, %v", n, v, err)
		}
		for _, absent := range []int{0, n / 2, n - 1} {
			most := append(append([]string(nil), members[:absent]...), members[absent+1:]...)
			call := decode.Call{Config: c}
			call.Faults([]byte("{"+strings.Join(most, ",")+"}"), reflect.New(typ).Interface(), 10, false, func(found []fault.Fault, _ *mem.Arena) {
				if len(found) != 1 || found[0].Code != fault.MissingMember || found[0].Path[0].Name != fmt.Sprintf("F%d", absent) {
					t.Errorf("%d fields without F%d: %v", n, absent, found)
				}
			})
		}
	}
}

type keepsRest struct {
	A int
	opt.Unknown
	B int
}

// TestKeptMembers: members without a field are kept in the order of the input, each as it stands, and those that were
// kept before go, unless the input is no JSON.
func TestKeptMembers(t *testing.T) {
	o := option.V1 | option.InternStrings
	shaped := plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o, KeepRest: true}, Own: true})
	for _, r := range []struct{ text, want string }{
		{`{"A":1}`, ``},
		{`{"x":[1, 2],"A":1,"\u0079":null,"B":2,"":"\u0041"}`, `x=[1, 2];y=null;="\u0041";`},
		{`{"b":3,"c":{"x":{}}}`, `c={"x":{}};`},
		{`{"x":1,"x":2}`, `x=1;x=2;`},
		{`{"x":1,"y":}`, `old=0;`},
		{`{"x":1`, `old=0;`},
	} {
		var v keepsRest
		if err := errorOf((&decode.Call{Config: shaped}).Unmarshal([]byte(`{"old":0}`), &v)); err != nil {
			t.Fatal(err)
		}
		errorOf((&decode.Call{Config: shaped}).Unmarshal([]byte(r.text), &v))
		got := ""
		for name, value := range v.All() {
			got += name + "=" + string(value) + ";"
		}
		if got != r.want {
			t.Errorf("%s: %s, want %s", r.text, got, r.want)
		}
	}
}
