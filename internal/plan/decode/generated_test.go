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

// genNumber has methods as zetes gen writes them. calls counts those of UnmarshalJSON, which doubles the number.
type genNumber struct {
	N    int
	More []genNumber
	pad  [4]int
}

var genCalls int

type genConfig struct{}

var genPlan = plan.New(plan.Meaning{Options: option.V1, Shape: shape.Options{Meaning: option.V1, Plain: true}})

func (genConfig) Chosen() shape.Choices { return shape.Choices{} }
func (genConfig) Plan() *plan.Config    { return genPlan }

func (v *genNumber) ZetesType() shape.Generation {
	return shape.Generation{Of: v, Config: genConfig{}, Decodes: true, Standard: true}
}

var errDisliked = errors.New("the method dislikes it")

func (v *genNumber) UnmarshalJSON(data []byte) error {
	genCalls++
	if v.pad != [4]int{} {
		panic("the method finds what the code has left")
	}
	var n int
	if err := json.Unmarshal(data, &n); err != nil {
		return errDisliked
	}
	v.N += 2 * n
	return nil
}

func (v *genNumber) DecodeZetes(s *Job, p int) int {
	if s.Config() != genPlan {
		panic("the code runs under another configuration")
	}
	q := s.Int(p, &v.N)
	if q < -1 {
		s.note(fault.Fault{Code: fault.Mismatch, Offset: int64(p), Err: errDisliked})
		v.pad[3] = 1
		q = s.skip(p)
	}
	return q
}

// TestGenerated: generated code runs in place of the method where the value is zero and the meaning is its own, and
// what it dislikes is left to the method, at a value that is zero again.
func TestGenerated(t *testing.T) {
	type T struct {
		A, B genNumber
		L    []genNumber
		P    *genNumber
		M    map[string]genNumber
		Z    any
	}
	// Where decoding goes on behind a method's error, generated code reads what follows.
	var behind []genNumber
	if option.Toolchain.Has(option.MethodErrorsGoOn) {
		behind = []genNumber{{N: 2}}
	}
	another := plan.New(plan.Meaning{Options: option.V1 | option.UseNumber, Shape: shape.Options{Meaning: option.V1 | option.UseNumber}, Own: true})
	for _, row := range []struct {
		name   string
		config *plan.Config
		text   string
		over   T
		want   T
		calls  int
		err    error
	}{
		{name: "zero values", config: plan.V1, text: `{"A":1,"B":2,"L":[3,4],"P":5,"M":{"a":6},"Z":7}`,
			want: T{A: genNumber{N: 1}, B: genNumber{N: 2}, L: []genNumber{{N: 3}, {N: 4}}, P: &genNumber{N: 5}, M: map[string]genNumber{"a": {N: 6}}, Z: 7.0}},
		{name: "choices of a call", config: plan.V1.With(option.V1 | option.UseNumber), text: `{"A":1,"Z":7}`, want: T{A: genNumber{N: 1}, Z: json.Number("7")}},
		{name: "a value that holds something", config: plan.V1, text: `{"A":1,"B":2}`, over: T{A: genNumber{N: 5}},
			want: T{A: genNumber{N: 7}, B: genNumber{N: 2}}, calls: 1},
		{name: "another meaning", config: another, text: `{"A":1,"L":[1]}`,
			want: T{A: genNumber{N: 2}, L: []genNumber{{N: 2}}}, calls: 2},
		{name: "what it dislikes", config: plan.V1, text: `{"A":1,"B":"x","L":[2]}`,
			want: T{A: genNumber{N: 1}, L: behind}, calls: 1, err: errDisliked},
	} {
		genCalls = 0
		v := row.over
		err := (&Call{Config: row.config}).Unmarshal([]byte(row.text), &v).Err()
		var f *fault.Fault
		if errors.As(err, &f) {
			err = f.Err
		}
		if !errors.Is(err, row.err) || genCalls != row.calls || !reflect.DeepEqual(v, row.want) {
			t.Errorf("%s: %+v, %d calls, error %v; want %+v, %d, %v", row.name, v, genCalls, err, row.want, row.calls, row.err)
		}
	}
	// What is not JSON leaves everything as it was, behind the code's run too.
	genCalls = 0
	v, want := T{Z: 5.0}, T{Z: 5.0}
	if err := (&Call{Config: plan.V1}).Unmarshal([]byte(`{"A":1,"L":[2,]}`), &v).Err(); err == nil || genCalls > 0 || !reflect.DeepEqual(v, want) {
		t.Errorf("%+v, %d calls, error %v", v, genCalls, err)
	}
}
