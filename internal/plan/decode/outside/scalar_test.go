package outside

import (
	"fmt"
	"reflect"
	"testing"
)

// TestScalars decodes every text into every kind of scalar, alone, as an element and as a member: into what was there
// before, so that it shows what a value that does not fit leaves.
func TestScalars(t *testing.T) {
	type named int8
	kinds := []any{
		true, int(7), int8(7), int16(7), int32(7), int64(7), uint(7), uint8(7), uint16(7), uint32(7), uint64(7), uintptr(7),
		float32(7), float64(7), "seven", named(7),
	}
	texts := []string{
		`null`, `true`, `false`, `0`, `-0`, `1`, `-1`, `127`, `128`, `-128`, `-129`, `255`, `256`, `32767`, `32768`, `-32768`, `-32769`,
		`65535`, `65536`, `2147483647`, `2147483648`, `-2147483648`, `-2147483649`, `4294967295`, `4294967296`,
		`9223372036854775807`, `9223372036854775808`, `-9223372036854775808`, `-9223372036854775809`, `18446744073709551615`,
		`18446744073709551616`, `1.5`, `1e2`, `1E400`, `-1e400`, `3.5e38`, `1e-400`, `""`, `"1"`, `"a\n\u00e9"`, "\"\xff\"", `[]`, `{}`, `[1]`,
		`01`, `1.`, `-`, `+1`, `tru`, `nulls`, `"a`, ``,
	}
	for _, kind := range kinds {
		typ := reflect.TypeOf(kind)
		pair := reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ}, {Name: "B", Type: typ}})
		for _, text := range texts {
			same(t, text, func() any {
				v := reflect.New(typ)
				v.Elem().Set(reflect.ValueOf(kind))
				return v.Interface()
			})
			same(t, fmt.Sprintf(`[%s , %[1]s]`, text), func() any { return reflect.New(reflect.SliceOf(typ)).Interface() })
			same(t, fmt.Sprintf(`{"A":%s,"B": %[1]s}`, text), func() any {
				v := reflect.New(pair)
				v.Elem().Field(0).Set(reflect.ValueOf(kind))
				return v.Interface()
			})
		}
	}
}
