//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/agree"
	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// of returns the functions of an entry point that package agree needs.
func of(a doors.APIV2) agree.V2 {
	return agree.V2{Marshal: a.Marshal, MarshalWrite: a.MarshalWrite, Unmarshal: a.Unmarshal, UnmarshalDecode: a.UnmarshalDecode}
}

// TestConfigV2 compares zetes.V2 with encoding/json/v2 over the types of the groups, and over types that plans mostly
// serve.
func TestConfigV2(t *testing.T) {
	step, count := 4, 400
	if long.On() {
		step, count = 1, 8000
	}
	var sum agree.Counts
	check := func(name string, typ reflect.Type, types []reflect.Type) {
		set := doors.SetV2(0)
		if sum.Cases%3 == 0 {
			set = doors.SetV2(sum.Cases / 3 % 32) // escaping is the choice of a door
		}
		k := agree.NewJudged(of(doors.StdLikeV2).Library(set), of(doors.ConfigV2).Library(set), types)
		c := k.Check(typ, name, 1, 1, func() bool { return true }, func(f agree.Finding) {
			t.Errorf("%s: %v: %s of %s differs at %q\ndoc           %s\nv             %s\nencoding/json %s\nzetes         %s\n%s",
				name, typ, f.What, f.Door, f.Where, f.Doc, f.Value, f.Std, f.Got, f.Note)
		})
		sum.Cases += c.Cases
		sum.Panics += c.Panics
		sum.Unsteady += c.Unsteady
	}
	for n := 0; n < len(groups.Groups); n += step {
		var types []reflect.Type
		for _, p := range groups.Groups[n] {
			types = append(types, reflect.TypeOf(p).Elem())
		}
		for _, typ := range types {
			check(typ.String(), typ, types)
		}
	}
	for n := range count {
		rnd := rand.New(rand.NewPCG(11, uint64(n)))
		check(fmt.Sprint(n), randomType(rnd, 1+rnd.IntN(3)), plain)
	}
	t.Logf("%+v", sum)
	if sum.Cases < 2000 || sum.Panics*10 > sum.Cases {
		t.Errorf("%+v", sum)
	}
}
