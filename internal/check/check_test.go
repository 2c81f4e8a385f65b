package check

import (
	"errors"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
)

// TestTypes: Types finds what a configuration refuses about a type without a value of it, in both directions.
func TestTypes(t *testing.T) {
	decode.LinkExtras()
	encode.LinkExtras()
	type good struct{ A int }
	type bad struct {
		A int    `json:",raw"`
		B string `json:",raw,stringer"`
	}
	m := plan.Meaning{Options: option.V1 | option.MoreTags, Own: true}
	m.Shape.Meaning = m.Options
	c := plan.New(m)
	if p := Types(c, []reflect.Type{reflect.TypeFor[[]good]()}); len(p) != 0 {
		t.Errorf("a type without any has %v", p)
	}
	p := Types(c, []reflect.Type{reflect.TypeFor[map[string][]bad]()})
	var first *shape.Problem
	if len(p) == 0 || !errors.As(p[0], &first) || first.Type != reflect.TypeFor[bad]() || first.Field == "" {
		t.Errorf("%v", p)
	}
}
