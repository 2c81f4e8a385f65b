package num

import (
	"math"
	"strconv"
	"testing"
	"unsafe"
)

// kinds are the distributions measured, 1024 values each.
func kinds() map[string][]float64 {
	r := newRand()
	make := func(next func() float64) []float64 {
		fs := make([]float64, 1024)
		for i := range fs {
			fs[i] = next()
		}
		return fs
	}
	return map[string][]float64{
		"random":   make(r.Float64),
		"coord":    make(func() float64 { return math.Round((r.Float64()*360-180)*1e6)/1e6 + 1e-14 }),
		"decimals": make(func() float64 { return float64(r.IntN(1e6)) / 100 }),
		"tiny":     make(func() float64 { return r.NormFloat64() * 1e-9 }),
		"whole":    make(func() float64 { return float64(r.IntN(1e9)) }),
	}
}

func BenchmarkWriteFloat64(b *testing.B) {
	for kind, fs := range kinds() {
		b.Run("kind="+kind+"/by=num", func(b *testing.B) {
			var s scratch
			for i := range b.N {
				WriteFloat64(unsafe.Pointer(&s), fs[i&1023])
			}
		})
		b.Run("kind="+kind+"/by=strconv", func(b *testing.B) {
			var s scratch
			for i := range b.N {
				strconv.AppendFloat(s[:0], fs[i&1023], 'f', -1, 64)
			}
		})
	}
}

func BenchmarkReadFloat64(b *testing.B) {
	for kind, fs := range kinds() {
		ss := make([]string, len(fs))
		ps := make([]unsafe.Pointer, len(fs))
		for i, f := range fs {
			ss[i] = plain(f, 64)
			ps[i] = text(ss[i])
		}
		b.Run("kind="+kind+"/by=num", func(b *testing.B) {
			for i := range b.N {
				if _, _, ok := ReadFloat64(ps[i&1023]); !ok {
					b.Fatal(ss[i&1023])
				}
			}
		})
		b.Run("kind="+kind+"/by=strconv", func(b *testing.B) {
			for i := range b.N {
				if _, err := strconv.ParseFloat(ss[i&1023], 64); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ints() map[string][]uint64 {
	r := newRand()
	m := map[string][]uint64{}
	for kind, next := range map[string]func() uint64{
		"digit": func() uint64 { return r.Uint64N(10) },
		"small": func() uint64 { return r.Uint64N(1e4) },
		"mixed": func() uint64 { return r.Uint64() >> (1 + r.UintN(63)) },
		"long":  func() uint64 { return 1e17 + r.Uint64N(1e18) },
	} {
		for range 1024 {
			m[kind] = append(m[kind], next())
		}
	}
	return m
}

func BenchmarkWriteInt(b *testing.B) {
	for kind, us := range ints() {
		b.Run("kind="+kind+"/by=num", func(b *testing.B) {
			var s scratch
			for i := range b.N {
				WriteInt(unsafe.Pointer(&s), int64(us[i&1023]))
			}
		})
		b.Run("kind="+kind+"/by=strconv", func(b *testing.B) {
			var s scratch
			for i := range b.N {
				strconv.AppendInt(s[:0], int64(us[i&1023]), 10)
			}
		})
	}
}

func BenchmarkReadInt(b *testing.B) {
	for kind, us := range ints() {
		ss := make([]string, len(us))
		ps := make([]unsafe.Pointer, len(us))
		for i, u := range us {
			ss[i] = strconv.FormatUint(u, 10)
			ps[i] = text(ss[i])
		}
		b.Run("kind="+kind+"/by=num", func(b *testing.B) {
			for i := range b.N {
				if _, _, ok := ReadInt(ps[i&1023]); !ok {
					b.Fatal(ss[i&1023])
				}
			}
		})
		b.Run("kind="+kind+"/by=strconv", func(b *testing.B) {
			for i := range b.N {
				if _, err := strconv.ParseInt(ss[i&1023], 10, 64); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
