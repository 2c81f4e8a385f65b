package decode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// questions returns how often the toolchain was asked while text was decoded into a new T, and its error found.
func questions[T any](t *testing.T, text string) int64 {
	t.Helper()
	v := new(T)
	before := meter.Asked.Load()
	err := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(text), v))
	if err == nil {
		t.Fatalf("%.60s into %v: no error", text, reflect.TypeFor[T]())
	}
	if said := toolchain.UnmarshalError([]byte(text), v, option.V1, err.(*fault.Fault)); said == nil {
		t.Fatalf("%.60s into %v: the toolchain finds no error", text, reflect.TypeFor[T]())
	}
	return meter.Asked.Load() - before
}

func array(elem string) string { return "[" + strings.Repeat(elem+",", 99) + elem + "]" }

// TestOneQuestion holds that one question finds the words of an error, however many values do not fit, and none where
// that was asked before.
func TestOneQuestion(t *testing.T) {
	type object struct{ A int }
	type quoted struct {
		A int `json:",string"`
	}
	for name, n := range map[string]int64{
		"string into int":     questions[[]int](t, array(`""`)),
		"fraction into int":   questions[[]int](t, array(`1.5`)),
		"overflow":            questions[[]int8](t, array(`300`)),
		"overflow of a float": questions[[]float64](t, array(`1e999`)),
		"number into bool":    questions[[]bool](t, array(`1`)),
		"array into string":   questions[[]string](t, array(`[[1,2],{"a":3}]`)),
		"number into struct":  questions[[]object](t, array(`1`)),
		"object into slice":   questions[[][]int](t, array(`{}`)),
		"number into map":     questions[[]map[string]int](t, array(`1`)),
		"string into array":   questions[[][2]int](t, array(`""`)),
		"fields":              questions[[]object](t, array(`{"A":""}`)),
		"map of strings":      questions[[]map[string]string](t, array(`{"A":1}`)),
		"number in a quoted":  questions[[]quoted](t, array(`{"A":1}`)),
		"any, out of range":   questions[[]any](t, array(`1e999`)),
		"bad base64":          questions[[][]byte](t, array(`"!"`)),
		"bad keys":            questions[[]map[int]int](t, array(`{"a":1}`)),
		"number into chan":    questions[[]chan int](t, array(`1`)),
		"object into func":    questions[[]func()](t, array(`{}`)),
		"string into complex": questions[[]complex64](t, array(`"1"`)),
		"numbers into texts":  questions[[]fmt.Stringer](t, array(`1`)),
	} {
		if n > 1 {
			t.Errorf("%s: %d questions", name, n)
		}
	}
}

// TestFewQuestionsOfAll holds that all faults of an input with values for types that take none need one question for
// each kind of value, and that each has the error that encoding/json has for the value in a struct.
func TestFewQuestionsOfAll(t *testing.T) {
	type taken struct {
		C chan int
		F func()
		X complex128
		S []chan int
	}
	for _, member := range []string{`"C":{"a":1}`, `"F":[1,2]`, `"X":"text"`, `"C":true`, `"F":"x"`, `"X":15`, `"C":null`, `"S":["x",null,"x"]`} {
		var want []string
		if err := json.Unmarshal([]byte("{"+member+"}"), new(taken)); err != nil {
			want = append(want, err.Error())
		}
		if strings.HasPrefix(member, `"S"`) {
			want = append(want, want...)
		}
		var v []taken
		data := []byte(array("{" + member + "}"))
		before := meter.Asked.Load()
		(&Call{Config: plan.V1}).Faults(data, &v, 10_000, false, func(faults []fault.Fault, _ *mem.Arena) {
			if n := meter.Asked.Load() - before; n > 1 {
				t.Errorf("%s: %d questions", member, n)
			}
			if len(v) != 100 || len(faults) != 100*len(want) {
				t.Fatalf("%s: %d values, %d faults", member, len(v), len(faults))
			}
			for i, w := range want {
				err := toolchain.UnmarshalError(data, &v, option.V1, &faults[i])
				_, of, _ := strings.Cut(err.Error(), " of type ")
				if of == "" || !strings.HasSuffix(w, " of type "+of) {
					t.Errorf("%s: %v, want %s", member, err, w)
				}
			}
		})
	}
}
