package num

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// text returns the address of s in a buffer of its own that keeps the readers' promise.
func text(s string) unsafe.Pointer {
	b := make([]byte, len(s)+Room)
	copy(b, s)
	return unsafe.Pointer(&b[0])
}

// scratch is a buffer for writers; it finds out who writes beyond Room.
type scratch [Room + 8]byte

const guard = "!guarded"

func (b *scratch) written(t *testing.T, n int) string {
	t.Helper()
	if string(b[Room:]) != guard {
		t.Fatalf("writes beyond its room: %q", b[:])
	}
	return string(b[:n])
}

func newScratch() *scratch {
	var b scratch
	copy(b[Room:], guard)
	return &b
}

// valid tells whether s is a JSON number and nothing else.
func valid(s string) bool {
	return s != "" && strings.IndexByte("-0123456789", s[0]) >= 0 &&
		strings.IndexByte("0123456789", s[len(s)-1]) >= 0 && json.Valid([]byte(s))
}

// prefix returns the length of the JSON number that s begins with, read byte by byte: the
// specification of Len.
func prefix(s string) int {
	s += "\x00\x00"
	i := 0
	digits := func() bool {
		from := i
		for s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	if s[i] == '0' {
		i++
	} else if !digits() {
		return 0
	}
	if s[i] == '.' {
		if i++; !digits() {
			return 0
		}
	}
	if s[i] == 'e' || s[i] == 'E' {
		if i++; s[i] == '+' || s[i] == '-' {
			i++
		}
		if !digits() {
			return 0
		}
	}
	return i
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// rounds is how many random values a test takes: n, fewer where it is slow.
func rounds(n int) int {
	if !long.On() || unsafe.Sizeof(uintptr(0)) == 4 {
		n /= 8
	}
	return n
}

// randomInt returns integers of all lengths, in bits and in digits, and their neighbours.
func randomInt(r *rand.Rand) uint64 {
	switch r.IntN(3) {
	case 0:
		return r.Uint64() >> r.UintN(64)
	case 1:
		return uint64(math.Pow10(r.IntN(20))) + r.Uint64N(3) - 1
	}
	return r.Uint64() % uint64(math.Pow10(1+r.IntN(19)))
}

// randomFloat returns finite floats of the kinds that matter to the algorithms.
func randomFloat(r *rand.Rand) float64 {
	var f float64
	switch r.IntN(8) {
	case 0:
		f = math.Float64frombits(r.Uint64())
	case 1:
		f = r.Float64()*360 - 180
	case 2:
		f = float64(r.IntN(1e6)) / 100
	case 3:
		f = float64(r.Int64N(1e17)) / math.Pow10(r.IntN(30))
	case 4:
		f = r.NormFloat64() * math.Pow10(r.IntN(40)-20)
	case 5: // few bits set
		f = math.Ldexp(float64(r.IntN(1<<12)), r.IntN(120)-60)
	case 6: // integers over 2^50 and their halves
		f = float64(r.Int64()) / float64(uint64(1)<<r.UintN(16))
	case 7: // neighbours of short decimals
		f = math.Nextafter(float64(r.IntN(1000))*math.Pow10(r.IntN(60)-30), math.Inf(r.IntN(2)*2-1))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// edges are floats at which something changes; their negatives count too.
func edges() []float64 {
	fs := []float64{
		0, 1, 0.1, 0.2, 0.3, 1.0 / 3, 2.0 / 3, 5e-324, 1e-323, math.MaxFloat64, 0x1p-1022, 0x0.fffffffffffffp-1022,
		1e15, 1e15 + 0.5, 1e15 - 0.125, 1 << 50, 1<<50 + 0.25, 1<<50 + 0.75, 1<<51 + 0.5, 1<<53 - 1, 1 << 53, 1<<53 + 2,
		1e-6, 1e-7, 9.999999999999999e-7, 1e20, 1e21, 999999999999999900000, 123456789012345680000, 5e-7, 2.5e-5,
		2.2250738585072011e-308, 1.7976931348623157e308, 9007199254740993, 1e16, 1e17, 9.5e-323, 1e22, 1e23, 8.41e21,
		9.109e-31, 6.02214076e23, 4.35, 0.5, 0.25, 0.125, 2047.9999999999998, 1.5e300,
		math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 16777216, 16777218, 3.4e38, 1e10, 1e11,
	}
	for p := -324; p <= 308; p++ {
		fs = append(fs, math.Pow10(p))
	}
	for q := -1074; q <= 1023; q++ {
		fs = append(fs, math.Ldexp(1, q))
	}
	for _, f := range fs {
		fs = append(fs, math.Nextafter(f, 0))
		if f < math.MaxFloat64 {
			fs = append(fs, math.Nextafter(f, math.Inf(1)))
		}
	}
	for _, f := range fs {
		fs = append(fs, -f)
	}
	return fs
}
