package engine

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// located is a fault with its error.
type located struct {
	Fault fault.Fault
	Err   error
}

func unmarshalAll(c *decode.Call, data []byte, v any, limit int) (list []located) {
	UnmarshalAll(c, data, v, limit, false, func(found []fault.Fault, _ *mem.Arena) {
		for i := range found {
			err := Explained(c, data, v, &found[i])
			list = append(list, located{found[i], err})
		}
	})
	return list
}

// TestUnmarshalAll: each thing that does not fit has encoding/json's error about it, as if it were the only one, at its
// own place in the document, and all the rest is decoded.
func TestUnmarshalAll(t *testing.T) {
	type inner struct{ N int8 }
	type record struct {
		A int
		B []bool
		C inner
		D string
	}
	data := []byte(`{"A":"x","B":[true,1,false],"C":{"N":1000},"D":"d"}`)
	alone := []string{`{"A":"x"}`, `{"B":[1]}`, `{"C":{"N":1000}}`}
	values := []string{`"x"`, `1`, `1000`}
	var v record
	all := unmarshalAll(&decode.Call{Config: plan.V1}, data, &v, 10)
	if len(all) != len(alone) {
		t.Fatalf("%d errors: %v", len(all), all)
	}
	if v.D != "d" || !reflect.DeepEqual(v.B, []bool{true, false, false}) {
		t.Errorf("the rest is %+v", v)
	}
	for i, doc := range alone {
		want := stdjson.Unmarshal([]byte(doc), new(record)).(*stdjson.UnmarshalTypeError)
		got, ok := all[i].Err.(*stdjson.UnmarshalTypeError)
		if !ok || got.Value != want.Value || got.Type != want.Type || got.Struct != want.Struct || !strings.HasPrefix(got.Field, want.Field[:1]) {
			t.Errorf("%s: %+v, want %+v", doc, all[i].Err, want)
		}
		if moved := strings.Index(string(data), values[i]) - strings.Index(doc, values[i]); ok && got.Offset != want.Offset+int64(moved) {
			t.Errorf("%s: at %d, want it %d behind %d", doc, got.Offset, moved, want.Offset)
		}
		if all[i].Fault.Code != fault.Mismatch || all[i].Fault.Offset <= 0 {
			t.Errorf("%s: %+v", doc, all[i].Fault)
		}
	}
	if some := unmarshalAll(&decode.Call{Config: plan.V1}, data, &v, 2); len(some) != 2 {
		t.Errorf("%d errors, two are wanted", len(some))
	}
	bad := unmarshalAll(&decode.Call{Config: plan.V1}, []byte(`{"A":1,}`), &v, 10)
	if len(bad) != 1 || !alike(bad[0].Err, stdjson.Unmarshal([]byte(`{"A":1,}`), &v)) {
		t.Errorf("bad syntax: %v", bad)
	}
	long := strings.Repeat("n", 10_000)
	var lists map[string][]int
	data = []byte(`{"` + long + `":[` + strings.Repeat(`"x",`, 999) + `"x"]}`)
	if some := unmarshalAll(&decode.Call{Config: plan.V1}, data, &lists, 1000); len(some) < 2 || len(some) > 10 || some[0].Fault.Code != fault.Mismatch {
		t.Errorf("a long name: %d errors", len(some))
	}
	data = []byte(`{"` + long[:decode.LongName] + `":[` + strings.Repeat(`"x",`, 999) + `"x"]}`)
	if all := unmarshalAll(&decode.Call{Config: plan.V1}, data, &lists, 1000); len(all) != 1000 {
		t.Errorf("a name of usual length: %d errors", len(all))
	}
	c := plan.New(plan.Meaning{Options: option.V1, Own: true, Limits: option.Limits{Bytes: 5}})
	if long := unmarshalAll(&decode.Call{Config: c}, data, &v, 10); len(long) != 1 || long[0].Fault.Code != fault.LongInput {
		t.Errorf("too long: %v", long)
	}
}

// TestUnmarshalAllElements: errors about elements of one array have encoding/json's words each, as if the others were
// right: null in place of all but one of the values that do not fit.
func TestUnmarshalAllElements(t *testing.T) {
	type held struct {
		L []int
		I any
	}
	type record struct {
		A []int
		M map[string][]int
		N [][]int `json:"n/~"`
		E struct{ L []string }
		S []struct{ X [2]uint8 }
		I any
		J [3]any
	}
	const doc = `{"A":[true,true,7,true],"M":{"":[true,true],"0":[true,true],"1":[true]},"n/~":[[true,true],[true,null,true]],` +
		`"E":{"L":[true,true]},"S":[{"X":[true,true]},{"X":[true,true]}],"A":[true],` +
		`"I":{"L":[true,true],"I":{"L":[true]}},"J":[{"L":[true,true]},{"L":[null,true]},[true,true]],"I":{"L":[true]}}`
	target := func() *record {
		inner := any(&held{})
		return &record{I: &held{I: &inner}, J: [3]any{&held{}, &inner, new([]string)}}
	}
	all := unmarshalAll(&decode.Call{Config: plan.V1}, []byte(doc), target(), 1000)
	if n := strings.Count(doc, "true"); len(all) != n {
		t.Fatalf("%d errors, want %d", len(all), n)
	}
	for _, one := range all {
		at := int(one.Fault.Offset)
		single := strings.ReplaceAll(doc[:at], "true", "null") + doc[at:at+4] + strings.ReplaceAll(doc[at+4:], "true", "null")
		if want := stdjson.Unmarshal([]byte(single), target()); !alike(one.Err, want) {
			t.Errorf("at %d: %#v, want %#v", at, one.Err, want)
		}
	}
}
