package buffer

import (
	"bytes"
	"io"
	"strconv"
	"testing"
)

func BenchmarkWrite(b *testing.B) {
	p := text(24)
	for _, n := range []int{100, 10_000, 1_000_000} {
		b.Run("size="+strconv.Itoa(n)+"/to=buffer", func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			var buf Buffer
			for b.Loop() {
				for buf.Len() < n {
					buf.Write(p)
				}
				buf.WriteTo(io.Discard)
				buf.Reset()
			}
		})
		b.Run("size="+strconv.Itoa(n)+"/to=bytes.Buffer", func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				var buf bytes.Buffer
				for buf.Len() < n {
					buf.Write(p)
				}
				buf.WriteTo(io.Discard)
			}
		})
	}
}
