package decode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// questions returns how often the toolchain was asked while text was decoded into a new T, and its error found.
func questions[T any](t *testing.T, text string) int64 {
	t.Helper()
	v := new(T)
	before := toolchain.Decodings()
	err := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(text), v))
	if err == nil {
		t.Fatalf("%.60s into %v: no error", text, reflect.TypeFor[T]())
	}
	if said := toolchain.UnmarshalError([]byte(text), v, option.V1, err.(*fault.Fault)); said == nil {
		t.Fatalf("%.60s into %v: the toolchain finds no error", text, reflect.TypeFor[T]())
	}
	return toolchain.Decodings() - before
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

// TestFewQuestionsOfAll holds that all faults of an input with values for types that take none need few questions, and
// that each has the error that encoding/json has for the value in a struct.
func TestFewQuestionsOfAll(t *testing.T) {
	type taken struct {
		C chan int
		F func()
		X complex128
		S []chan int
	}
	var text strings.Builder
	var want []string
	for i := range 100 {
		for _, member := range []string{`"C":{"a":1}`, `"F":[1,2]`, `"X":"text"`, `"C":true`, `"F":"x"`, `"X":15`, `"C":null`, `"S":["x",null,{}]`} {
			text.WriteString("," + "{" + member + "}")
			if i > 0 {
				continue
			}
			if err := json.Unmarshal([]byte("{"+member+"}"), new(taken)); err != nil {
				want = append(want, err.Error())
			}
		}
	}
	var v []taken
	before := toolchain.Decodings()
	data := []byte("[" + text.String()[1:] + "]")
	faults := (&Call{Config: plan.V1}).Faults(data, &v, 10_000)
	// Answers lie at places that follow from the addresses of types. In some programs three of the eight questions
	// share two places, and are asked again and again.
	if n := toolchain.Decodings() - before; n > 400 {
		t.Errorf("%d questions", n)
	}
	if len(v) != 800 || len(faults) != 800 {
		t.Fatalf("%d values, %d faults", len(v), len(faults))
	}
	for i, f := range faults[:8] {
		err := toolchain.UnmarshalError(data, &v, option.V1, &f)
		_, rest, _ := strings.Cut(err.Error(), " of type ")
		if n := min(i, len(want)-1); !strings.Contains(want[n], rest) || rest == "" {
			t.Errorf("fault %d: %v, want %s", i, err, want[n])
		}
	}
}
