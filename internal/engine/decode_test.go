package engine

import (
	stdjson "encoding/json"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestDecode: an error is encoding/json's, and there is none where there is nothing wrong.
func TestDecode(t *testing.T) {
	for _, text := range []string{`1`, ` 2 `, `"x"`, `[`, ``, `1 2`, `1e3`, `300`, `null`} {
		var got, want int8
		err, wantErr := Decode(&decode.Call{Config: plan.V1}, []byte(text), &got), stdjson.Unmarshal([]byte(text), &want)
		if !alike(err, wantErr) || got != want {
			t.Errorf("%s: %d, %v, want %d, %v", text, got, err, want, wantErr)
		}
	}
}

// TestProblems: what a configuration can't have about a type is found without a value of it, in both directions.
func TestProblems(t *testing.T) {
	type good struct{ A int }
	type bad struct {
		A int    `json:",raw"`
		B string `json:",raw,stringer"`
	}
	m := plan.Meaning{Options: option.V1 | option.MoreTags, Own: true}
	m.Shape.Meaning = m.Options
	c := plan.New(m)
	if p := Problems(c, reflect.TypeFor[[]good]()); len(p) != 0 {
		t.Errorf("a type without any has %v", p)
	}
	p := Problems(c, reflect.TypeFor[map[string][]bad]())
	if len(p) == 0 || p[0].Type != reflect.TypeFor[bad]() || p[0].Field == "" {
		t.Errorf("%v", p)
	}
}
