package kernel

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// integers returns numbers of every length, those around powers of ten and two, and random ones.
func integers(r *rand.Rand) (list []uint64) {
	list = []uint64{0, math.MaxUint64, 99_999_999, 9_999_999_999_999_999}
	for power := uint64(1); ; power *= 10 {
		list = append(list, power-1, power, power+1, 5*power, power*9+power/3)
		if power > math.MaxUint64/10 {
			break
		}
	}
	for bits := range 64 {
		list = append(list, 1<<bits-1, 1<<bits, 1<<bits+1, math.MaxUint64<<bits)
	}
	for range 5000 {
		u := r.Uint64() >> r.IntN(64)
		list = append(list, u, -u, u/1e8*1e8, u%1e8, u/1e8)
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestWriteIntegers has lists of all lengths, between two pages that nobody may touch.
func TestWriteIntegers(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		if !WritesIntegers() {
			return
		}
		r := rand.New(rand.NewPCG(5, 6))
		memory, out := guard.New(t, 1<<12), guard.New(t, 1<<14)
		all := integers(r)
		for from := 0; from < len(all); {
			count := min(r.IntN(40), len(all)-from)
			list := all[from : from+count]
			from += max(count, 1)
			// In some lists all numbers are short: there are loops for each eight digits.
			if few := uint64(1) << r.IntN(64); r.IntN(3) > 0 {
				list = slices.Clone(list)
				for i, u := range list {
					list[i] = u % few
					if u>>40&1 != 0 {
						list[i] = -list[i]
					}
				}
			}
			for _, size := range []int{8, 4, 2} {
				src := make([]byte, 0, 8*count)
				for _, u := range list {
					src = append(src, unsafe.Slice((*byte)(unsafe.Pointer(&u)), size)...)
				}
				src = memory.Ending(string(src))
				for _, signed := range []bool{true, false} {
					want := make([]byte, count*IntegerText+32)
					n := writeIntegersGeneric(unsafe.Pointer(unsafe.SliceData(want)), unsafe.Pointer(unsafe.SliceData(src)), count, size, signed)
					dst := out.Ending(string(make([]byte, count*IntegerText+32)))
					got := WriteIntegers(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), count, size, signed)
					if got != n || !bytes.Equal(dst[:n], want[:n]) {
						t.Fatalf("%d bytes, signed %v: %d written as %q, want %q", size, signed, list, dst[:min(max(got, 0), len(dst))], want[:n])
					}
				}
			}
		}
	})
}

// TestEightDigits writes all numbers of up to eight digits, of which longer ones are made, as strconv does: the vectors
// round.
func TestEightDigits(t *testing.T) {
	if !WritesIntegers() {
		return
	}
	step := uint32(1)
	if !long.On() {
		step = 97
	}
	const many = 1000
	var list [many]uint32
	var dst [many*IntegerText + 32]byte
	var want []byte
	fill := 0
	flush := func() {
		want = want[:0]
		for _, u := range list[:fill] {
			want = append(strconv.AppendUint(want, uint64(u), 10), ',')
		}
		if got := WriteIntegers(unsafe.Pointer(&dst), unsafe.Pointer(&list), fill, 4, false); !bytes.Equal(dst[:max(got, 0)], want) {
			t.Fatalf("%d written as %q, want %q", list[:fill], dst[:max(got, 0)], want)
		}
		fill = 0
	}
	for u := uint32(0); u < 100_000_000; u += step {
		list[fill] = u
		if fill++; fill == many {
			flush()
		}
	}
	list[fill] = 99_999_999
	fill++
	flush()
}

func BenchmarkWriteIntegers(b *testing.B) {
	if !WritesIntegers() {
		return
	}
	r := rand.New(rand.NewPCG(7, 8))
	var list [960]int64
	var dst [32*IntegerText + 32]byte
	for _, bits := range []int{10, 26, 53, 63} {
		for i := range list {
			list[i] = r.Int64() >> (63 - bits) >> r.IntN(bits)
		}
		for _, n := range []int{4, 8, 32} {
			b.Run(fmt.Sprintf("bits=%d/list=%d", bits, n), func(b *testing.B) {
				for i := 0; b.Loop(); i = (i + n) % len(list) {
					WriteIntegers(unsafe.Pointer(&dst), unsafe.Pointer(&list[i]), n, 8, true)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/integer")
			})
		}
	}
}

// writeIntegersGeneric is the twin of WriteIntegers.
func writeIntegersGeneric(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	for i := range count {
		var u uint64
		switch p := unsafe.Add(src, i*size); size {
		case 8:
			u = *(*uint64)(p)
		case 4:
			u = uint64(*(*uint32)(p))
		default:
			u = uint64(*(*uint16)(p))
		}
		b := strconv.AppendUint(nil, u, 10)
		if unused := 64 - 8*size; signed {
			b = strconv.AppendInt(nil, int64(u<<unused)>>unused, 10)
		}
		b = append(b, ',')
		n += copy(unsafe.Slice((*byte)(unsafe.Add(dst, n)), len(b)), b)
	}
	return n
}
