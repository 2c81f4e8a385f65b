package outside

import (
	"reflect"
	"testing"

	stdjson "encoding/json"
)

// TestQuoted decodes every text into fields of every kind with the tag option "string", by value and by pointer, that
// hold something before.
func TestQuoted(t *testing.T) {
	texts := []string{
		`null`, `"null"`, `true`, `"true"`, `"false"`, `"True"`, `12`, `"12"`, `"-12"`, `"012"`, `"+12"`, `" 12"`, `"12 "`, `"1.5"`, `"1e2"`, `"300"`, `"1e999"`,
		`""`, `"\"x\""`, `"\"\""`, `"\"\\u00e9\""`, `"x"`, `"\"x"`, `"\u0031\u0032"`, `"n"`, `"nullx"`, `"t"`, `[]`, `{}`, `["12"]`, `"12`, `1e999`,
	}
	for _, kind := range []any{true, int(7), int8(7), uint16(7), float32(7), float64(7), "seven", stdjson.Number("7"), []int{7}} {
		for _, typ := range []reflect.Type{reflect.TypeOf(kind), reflect.PointerTo(reflect.TypeOf(kind))} {
			st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ, Tag: `json:",string"`}, {Name: "B", Type: reflect.TypeFor[int]()}})
			for _, text := range texts {
				same(t, `{"A":`+text+`,"B":1}`, func() any { return reflect.New(st).Interface() })
				same(t, `{"A":`+text+`,"B":"x"}`, func() any {
					v := reflect.New(st)
					held := reflect.ValueOf(kind)
					if typ.Kind() == reflect.Pointer {
						p := reflect.New(held.Type())
						p.Elem().Set(held)
						held = p
					}
					v.Elem().Field(0).Set(held)
					return v.Interface()
				})
			}
		}
	}
}
