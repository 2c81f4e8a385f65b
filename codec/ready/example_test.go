package ready_test

import (
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
)

// Percent has a rule of its own.
type Percent int

// Validate reports whether p is a percentage.
func (p Percent) Validate() error {
	if p < 0 || p > 100 {
		return fmt.Errorf("%d is not a percentage", int(p))
	}
	return nil
}

// Validator is a type with a rule.
type Validator interface{ Validate() error }

// The method Validate is called for each value that has one, wherever it is read.
func ExampleHooks() {
	validate := ready.Hooks(nil, Validator.Validate)
	api := zetes.Config{CodecsFor: []func(reflect.Type) (codec.Codec, bool){validate}}.Freeze()

	var shares map[string][]Percent
	err := api.UnmarshalString(`{"a": [60, 40], "b": [3, 140]}`, &shares)
	fmt.Println(err)
	// Output: json: codec of ready_test.Percent failed reading: 140 is not a percentage (line 1, column 26, at /b/1)
}
