package decode

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// genNumber has methods as zetes gen writes them, but that UnmarshalJSON doubles the number: a test sees by it whether
// it was called. genCalls counts its calls.
type genNumber struct {
	N    int
	More []genNumber
	pad  [4]int
}

var genCalls int

func (v *genNumber) ZetesType() shape.Generation {
	return shape.Generation{Of: v, Decodes: true, Standard: true}
}

var errDisliked = errors.New("the method dislikes it")

func (v *genNumber) UnmarshalJSON(data []byte) error {
	genCalls++
	if v.pad != [4]int{} || v.More != nil {
		panic("the method finds a value that is not as it was")
	}
	var in struct{ N int }
	if err := json.Unmarshal(data, &in); err != nil {
		return errDisliked
	}
	v.N += 2 * in.N
	return nil
}

// TestGenerated: the node of the type decodes in place of a generated method where the value is zero and the
// configuration has encoding/json's meaning. If something does not fit, the method is called for a value that is zero
// again.
func TestGenerated(t *testing.T) {
	type T struct {
		A, B genNumber
		L    []genNumber
		P    *genNumber
		M    map[string]genNumber
		Z    any
	}
	// Where decoding goes on after a method's error, the node reads the next value.
	var behind []genNumber
	if option.Toolchain.Has(option.MethodErrorsGoOn) {
		behind = []genNumber{{N: 2}}
	}
	another := plan.New(plan.Meaning{Options: option.V1 | option.UseNumber, Shape: shape.Options{Meaning: option.V1 | option.UseNumber}, Own: true})
	for _, row := range []struct {
		name   string
		config *plan.Dialect
		text   string
		over   T
		want   T
		calls  int
		err    error
	}{
		{name: "zero values", config: plan.V1, text: `{"A":{"N":1},"B":{"N":2},"L":[{"N":3},{"n":4}],"P":{"N":5},"M":{"a":{"N":6,"More":[{"N":8}]}},"Z":7}`,
			want: T{A: genNumber{N: 1}, B: genNumber{N: 2}, L: []genNumber{{N: 3}, {N: 4}}, P: &genNumber{N: 5}, M: map[string]genNumber{"a": {N: 6, More: []genNumber{{N: 8}}}}, Z: 7.0}},
		{name: "choices of a call", config: plan.V1.With(option.V1 | option.UseNumber), text: `{"A":{"N":1},"Z":7}`, want: T{A: genNumber{N: 1}, Z: json.Number("7")}},
		{name: "a value that holds something", config: plan.V1, text: `{"A":{"N":1},"B":{"N":2}}`, over: T{A: genNumber{N: 5}},
			want: T{A: genNumber{N: 7}, B: genNumber{N: 2}}, calls: 1},
		{name: "another meaning", config: another, text: `{"A":{"N":1},"L":[{"N":1}]}`,
			want: T{A: genNumber{N: 2}, L: []genNumber{{N: 2}}}, calls: 2},
		{name: "a value that does not fit", config: plan.V1, text: `{"A":{"N":1},"B":{"More":[{"N":1}],"N":"x"},"L":[{"N":2}]}`,
			want: T{A: genNumber{N: 1}, L: behind}, calls: 1, err: errDisliked},
	} {
		genCalls = 0
		v := row.over
		err := errorOf((&Call{Config: row.config}).Unmarshal([]byte(row.text), &v))
		var f *fault.Fault
		if errors.As(err, &f) {
			err = f.Err
		}
		if !errors.Is(err, row.err) || genCalls != row.calls || !reflect.DeepEqual(v, row.want) {
			t.Errorf("%s: %+v, %d calls, error %v; want %+v, %d, %v", row.name, v, genCalls, err, row.want, row.calls, row.err)
		}
	}
	// Input that is not JSON leaves everything as it was.
	genCalls = 0
	v, want := T{Z: 5.0}, T{Z: 5.0}
	if err := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(`{"A":{"N":1},"L":[{"N":2},]}`), &v)); err == nil || genCalls > 0 || !reflect.DeepEqual(v, want) {
		t.Errorf("%+v, %d calls, error %v", v, genCalls, err)
	}
}
