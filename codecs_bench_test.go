package zetes_test

import (
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// person is the struct for which json-iterator's users register codecs.
type person struct {
	ID      nullInt    `json:"id"`
	Name    nullString `json:"name"`
	Created time.Time  `json:"created"`
	Updated time.Time  `json:"updated"`
}

var rfc3339 = codec.For(func(w *codec.Writer, v *time.Time) { w.Time(*v, "") }, func(r *codec.Reader, v *time.Time) { *v = r.Time("") })

func BenchmarkPersons(b *testing.B) {
	api := zetes.Config{Codecs: []codec.Codec{rfc3339, nullIntCodec, nullStringCodec}}.Freeze()
	v := make([]person, 100)
	for i := range v {
		v[i] = person{
			nullInt{123456 + int64(i), true}, nullString{"Ada Lovelace", true},
			time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC), time.Date(2026, 6, 7, 8, 9, 10, 0, time.UTC),
		}
	}
	text, err := api.Append(nil, &v)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("op=append", func(b *testing.B) {
		b.ReportAllocs()
		dst := make([]byte, 0, 32<<10)
		for b.Loop() {
			if _, err := api.Append(dst, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("op=unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		into := make([]person, 0, 100)
		for b.Loop() {
			if err := api.Unmarshal(text, &into); err != nil {
				b.Fatal(err)
			}
		}
	})
}
