package decode_test

import (
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
