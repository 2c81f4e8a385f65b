package anytype

import (
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/agree"
	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

var zetes = agree.Library{
	Marshal: json.Marshal, MarshalIndent: json.MarshalIndent, Unmarshal: json.Unmarshal,
	NewEncoder: func(w io.Writer) agree.Encoder { return json.NewEncoder(w) },
	NewDecoder: func(r io.Reader) agree.Decoder { return json.NewDecoder(r) },
}

// TestGroups compares the types of the groups with encoding/json. Command check names the type that ends the program.
func TestGroups(t *testing.T) { compare(t, zetes, groups.Groups, 3000) }

// compare compares a library with encoding/json over groups of types, in that many cases at least.
func compare(t *testing.T, lib agree.Library, groups [][]any, least int) {
	step, rounds := 1, 3
	if !long.On() {
		step, rounds = 3, 1
	}
	var sum agree.Counts
	for n := 0; n < len(groups); n += step {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var types []reflect.Type
			for _, p := range groups[n] {
				types = append(types, reflect.TypeOf(p).Elem())
			}
			for _, typ := range types {
				k := agree.NewChecker(lib, types)
				c := k.Check(typ, typ.String(), 1, rounds, func() bool { return true }, func(f agree.Finding) {
					t.Errorf("%v: %s of %s differs at %q\ndoc           %s\nv             %s\nencoding/json %s\nzetes         %s\n%s",
						typ, f.What, f.Door, f.Where, f.Doc, f.Value, f.Std, f.Got, f.Note)
				})
				sum.Cases += c.Cases
				sum.Panics += c.Panics
				sum.Unsteady += c.Unsteady
			}
		})
	}
	t.Logf("%+v", sum)
	// Where encoding/json panics nothing is compared.
	if sum.Cases < least || sum.Panics*10 > sum.Cases || sum.Unsteady*100 > sum.Cases {
		t.Errorf("%+v", sum)
	}
}
