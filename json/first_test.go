package json_test

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/json"
)

// newType returns a struct type of 20 fields that no other number gives.
func newType(n int) reflect.Type {
	kinds := []any{0, "", false, 1.5, []string{}, new(int), uint32(0), map[string]int{}, []byte{}, new(any)}
	fields := make([]reflect.StructField, 20)
	for i := range fields {
		name := fmt.Sprintf("%d_%d", n, i)
		fields[i] = reflect.StructField{Name: "F" + name, Type: reflect.TypeOf(kinds[i%len(kinds)]), Tag: reflect.StructTag(`json:"f` + name + `"`)}
	}
	return reflect.StructOf(fields)
}

// TestAllocFirstUse: the first call with a type takes little more memory than encoding/json's at most.
func TestAllocFirstUse(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	const types = 60
	made := 0
	bytes := func(use func(v any, text []byte) error) uint64 {
		values, texts := make([]any, types), make([][]byte, types)
		for i := range values {
			made++
			values[i], texts[i] = reflect.New(newType(made)).Interface(), fmt.Appendf(nil, `{"f%d_0":1}`, made)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i, v := range values {
			if err := use(v, texts[i]); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / types
	}
	writes := func(marshal func(any) ([]byte, error)) func(v any, _ []byte) error {
		return func(v any, _ []byte) error { _, err := marshal(v); return err }
	}
	reads := func(unmarshal func([]byte, any) error) func(v any, text []byte) error {
		return func(v any, text []byte) error { return unmarshal(text, v) }
	}
	bytes(writes(json.Marshal)) // what is made once
	bytes(reads(json.Unmarshal))
	if own, std := bytes(writes(json.Marshal)), bytes(writes(stdjson.Marshal)); own > std*5/4 {
		t.Errorf("Marshal: %d bytes a type, encoding/json takes %d", own, std)
	}
	if own, std := bytes(reads(json.Unmarshal)), bytes(reads(stdjson.Unmarshal)); own > std*5/4 {
		t.Errorf("Unmarshal: %d bytes a type, encoding/json takes %d", own, std)
	}
}
