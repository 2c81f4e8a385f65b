package stream_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

type benchRecord struct {
	ID     int      `json:"id"`
	Name   string   `json:"name"`
	Email  string   `json:"email"`
	Score  float64  `json:"score"`
	Tags   []string `json:"tags"`
	Active bool     `json:"active"`
}

// BenchmarkStream compares streams of records with decoding all of them at once.
func BenchmarkStream(b *testing.B) {
	var array, lines bytes.Buffer
	for i := range 20_000 {
		before := ","
		if i == 0 {
			before = "["
		}
		rec := fmt.Sprintf(`{"id":%d,"name":"record number %[1]d","email":"someone.%[1]d@example.com","score":%[1]d.25,"tags":["red","green","blue"],"active":true}`, i)
		array.WriteString(before + rec)
		lines.WriteString(rec + "\n")
	}
	array.WriteByte(']')
	run := func(name string, data []byte, read func(io.Reader) (int, error)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if n, err := read(bytes.NewReader(data)); n != 20_000 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
	run("form=whole", array.Bytes(), func(r io.Reader) (int, error) {
		var all []benchRecord
		err := zetes.UnmarshalFrom(r, &all)
		return len(all), err
	})
	count := func(n *int, err *error) func(benchRecord, error) bool {
		return func(_ benchRecord, e error) bool { *n, *err = *n+1, e; return e == nil }
	}
	run("form=elements", array.Bytes(), func(r io.Reader) (n int, err error) {
		stream.Elements[benchRecord](r)(count(&n, &err))
		return n, err
	})
	run("form=values", lines.Bytes(), func(r io.Reader) (n int, err error) {
		stream.Values[benchRecord](r)(count(&n, &err))
		return n, err
	})
	run("form=lines", lines.Bytes(), func(r io.Reader) (n int, err error) {
		stream.Lines[benchRecord](r)(count(&n, &err))
		return n, err
	})
}
