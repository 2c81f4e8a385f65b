package engine

import (
	stdjson "encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// TestMarshalAndAppend: both have encoding/json's bytes or error, and Append the caller's bytes before.
func TestMarshalAndAppend(t *testing.T) {
	var deep any = 1
	for range 5000 {
		deep = []any{deep}
	}
	for _, v := range []any{nil, 1, "<", map[string]any{"b": 1, "a": nil}, deep, math.NaN(), make(chan int), []any{math.Inf(1)}, stdjson.RawMessage("{"), stdjson.Number("x")} {
		want, wantErr := stdjson.Marshal(v)
		got, err := Marshal(&encode.Call{Config: plan.V1}, v)
		if string(got) != string(want) || !alike(err, wantErr) {
			t.Errorf("%T: %.50s, %v, want %.50s, %v", v, got, err, want, wantErr)
		}
		got, err = Append(&encode.Call{Config: plan.V1}, []byte("before "), v)
		if string(got) != "before "+string(want) || !alike(err, wantErr) {
			t.Errorf("%T behind bytes: %.50s, %v", v, got, err)
		}
		if _, err = Marshal(&encode.Call{Config: plan.New(plan.Meaning{Options: option.V1, Own: true})}, v); (err == nil) != (wantErr == nil) {
			t.Errorf("%T under a configuration: %v", v, err)
		}
	}
}

// TestOwnErrors: what a configuration can't have is an error, and not what encoding/json would write.
func TestOwnErrors(t *testing.T) {
	m := plan.Meaning{Options: option.V1 | option.MoreTags, Own: true}
	m.Shape.Meaning = m.Options
	v := struct {
		S string `json:",raw,stringer"`
	}{"1"}
	got, err := Append(&encode.Call{Config: plan.New(m)}, []byte("before"), v)
	if string(got) != "before" || err == nil {
		t.Errorf("%s, %v", got, err)
	}
}

func alike(a, b error) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || a.Error() == b.Error())
}

// TestAppendIndent: text is indented behind the caller's bytes, or encoding/json says what is wrong with it.
func TestAppendIndent(t *testing.T) {
	for text, want := range map[string]string{`{"a":[1,{}]}`: "{\n- \"a\": [\n-  1,\n-  {}\n- ]\n-}", `[]`: "[]", `"x"`: `"x"`} {
		if got, err := AppendIndent([]byte("> "), []byte(text), "-", " "); string(got) != "> "+want || err != nil {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "{", "[1,]", "1 2", strings.Repeat("[", 10_001)} {
		got, err := AppendIndent([]byte("> "), []byte(text), "", " ")
		var syntax *stdjson.SyntaxError
		if string(got) != "> " || !errors.As(err, &syntax) {
			t.Errorf("%.20s: %q, %v", text, got, err)
		}
	}
}
