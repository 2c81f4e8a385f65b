package conform

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestBehindFault decodes the values of the table behind one that does not fit: the error is decided then, and yet
// each value must do to its target what encoding/json does.
func TestBehindFault(t *testing.T) {
	nth := 3
	if !long.On() || slow {
		nth = 11
	}
	rows, failures := 0, 0
	for _, c := range sample(nth) {
		if c.Value != nil || c.Not["*"] != "" || c.Not["v1"] != "" || len(c.Text) > 10000 || !json.Valid([]byte(c.Text)) {
			continue
		}
		pointer := reflect.TypeOf(c.Target())
		if pointer == nil || pointer.Kind() != reflect.Pointer || reflect.ValueOf(c.Target()).IsNil() {
			continue
		}
		rows++
		typ := reflect.StructOf([]reflect.StructField{
			{Name: "First", Type: reflect.TypeFor[int]()},
			{Name: "Value", Type: pointer.Elem()},
			{Name: "Quoted", Type: pointer.Elem(), Tag: `json:",string"`},
			{Name: "Last", Type: reflect.TypeFor[int]()},
		})
		behind := &cases.Case{
			Text: `{"First":"","Value":` + c.Text + `,"Quoted":` + c.Text + `,"Last":1}`,
			Target: func() any {
				v := reflect.New(typ)
				v.Elem().Field(1).Set(reflect.ValueOf(c.Target()).Elem())
				v.Elem().Field(2).Set(reflect.ValueOf(c.Target()).Elem())
				return v.Interface()
			},
		}
		if diff := Unmarshal(behind, &doors.All[0], &doors.Zetes, &doors.Std); diff != "" && failures < 20 {
			failures++
			t.Errorf("%s (%s), %q into %v:\n\t%s", c.Name, c.Where, cut(behind.Text), cut(typ.String()), diff)
		}
	}
	t.Logf("%d rows", rows)
}
