package decode

import (
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// choosing returns a configuration of its own with these choices, and with keys that the toolchain knows.
func choosing(o option.Set) *plan.Dialect {
	o |= option.V1
	return plan.New(plan.Meaning{Options: o, Release: option.Toolchain | option.AnyMapKey, Shape: shape.Options{Meaning: o}, Own: true})
}

// TestProblems has the problems of types, each told once, and that of a type is the error of each of its values.
func TestProblems(t *testing.T) {
	type small struct {
		N int8   `default:"300"`
		M uint8  `default:"-1"`
		B bool   `default:"true"`
		S string `default:"free text"`
		L []int  `default:"[1,2]"`
		P *int   `default:"7"`
	}
	type keys map[[2]int]int
	type all struct {
		A, B small
		P    *small
		L    []keys
		Self *all
	}
	c := choosing(option.UseDefaults)
	for _, row := range []struct {
		typ  reflect.Type
		want []string // a part of the words of each
	}{
		{reflect.TypeFor[small](), []string{"default 300: json: cannot unmarshal number 300 into Go value of type int8", "default -1: "}},
		{reflect.TypeFor[[]*small](), []string{"default 300: json: cannot unmarshal number 300 into Go value of type int8", "default -1: "}},
		{reflect.TypeFor[keys](), []string{"keys of this type"}},
		{reflect.TypeFor[all](), []string{"default 300: json: cannot unmarshal number 300 into Go value of type int8", "default -1: ", "keys of this type"}},
		{reflect.TypeFor[struct{ N int }](), nil},
	} {
		found := Problems(c, row.typ)
		for i, p := range found {
			if i >= len(row.want) || !strings.Contains(p.Error(), row.want[i]) {
				t.Errorf("%v: %v, want %q", row.typ, found, row.want)
				break
			}
		}
		if len(found) != len(row.want) {
			t.Errorf("%v: %v, want %q", row.typ, found, row.want)
		}
		if p := Problems(plan.V1, row.typ); row.typ.Kind() != reflect.Map && len(p) > 0 && strings.Contains(p[0].Error(), "default") {
			t.Errorf("%v: %v without the choice", row.typ, p)
		}
	}
}

// TestRefused decodes values of a type that a configuration can't have: the run ends at the first one, or all are told.
func TestRefused(t *testing.T) {
	type keys map[[2]int]int
	type in struct {
		A int
		K keys
		B int
	}
	c := choosing(0)
	for _, row := range []struct {
		text string
		code fault.Code
		want in
	}{
		{`{"A":1,"B":2}`, fault.None, in{A: 1, B: 2}},
		{`{"A":1,"K":{},"B":2}`, fault.BadType, in{A: 1}},
		{`{"A":1,"K":null,"B":2}`, fault.BadType, in{A: 1}},
		{`{"A":1,"K":[1,{"x":2}],"B":2}`, fault.BadType, in{A: 1}},
		{`{"A":1,"K":{},"B":2`, fault.Syntax, in{}},
		{`{"A":1,"K":{`, fault.Syntax, in{}},
	} {
		var v in
		var code fault.Code
		err := errorOf((&Call{Config: c}).Unmarshal([]byte(row.text), &v))
		if f, ok := err.(*fault.Fault); ok {
			code = f.Code
		}
		if code != row.code || !reflect.DeepEqual(v, row.want) {
			t.Errorf("%s: %+v, %v, want %+v, code %v", row.text, v, err, row.want, row.code)
		}
	}
	var v []in
	var codes []fault.Code
	(&Call{Config: c}).Faults([]byte(`[{"K":{},"A":1},{"K":5,"B":2},{"A":"x"}]`), &v, 10, false, func(list []fault.Fault, _ *mem.Arena) {
		for _, f := range list {
			codes = append(codes, f.Code)
		}
	})
	if len(v) != 3 || v[0].A != 1 || v[1].B != 2 {
		t.Errorf("%+v", v)
	}
	if !reflect.DeepEqual(codes, []fault.Code{fault.BadType, fault.BadType, fault.Mismatch}) {
		t.Errorf("found %v", codes)
	}
}
