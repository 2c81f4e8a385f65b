package decode_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/json"
)

func BenchmarkFixedCost(b *testing.B) {
	var v int
	doc := []byte("1")
	b.ReportAllocs()
	for b.Loop() {
		if err := json.Unmarshal(doc, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPoint(b *testing.B) {
	type point struct {
		ID     int     `json:"id"`
		Name   string  `json:"name"`
		Active bool    `json:"active"`
		Score  float64 `json:"score"`
	}
	var v point
	doc := []byte(`{"id":4711,"name":"Ada","active":true,"score":12.5}`)
	b.ReportAllocs()
	for b.Loop() {
		v = point{}
		if err := json.Unmarshal(doc, &v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompile measures the first use of a struct of 20 fields.
func BenchmarkCompile(b *testing.B) {
	fields := make([]reflect.StructField, 20)
	kinds := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[[]string](), reflect.TypeFor[*int]()}
	var types []reflect.Type
	for i := range 4000 {
		for k := range fields {
			fields[k] = reflect.StructField{Name: fmt.Sprintf("Field%d_%d", k, i), Type: kinds[k%len(kinds)], Tag: reflect.StructTag(fmt.Sprintf(`json:"field_%d_%d"`, k, i))}
		}
		types = append(types, reflect.StructOf(fields))
	}
	i := 0
	for b.Loop() {
		if err := json.Unmarshal([]byte("{}"), reflect.New(types[i%len(types)]).Interface()); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
