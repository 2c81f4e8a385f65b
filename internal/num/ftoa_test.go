package num

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"
	"unsafe"
)

// plain formats f as encoding/json documents it; TestPlain compares the two.
func plain(f float64, bits int) string {
	format := byte('f')
	if a := math.Abs(f); a != 0 {
		if bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21) {
			format = 'e'
		}
	}
	b := strconv.AppendFloat(nil, f, format, -1, bits)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return string(b)
}

func TestPlain(t *testing.T) {
	for _, f := range edges() {
		if b, err := json.Marshal(f); err != nil || string(b) != plain(f, 64) {
			t.Fatalf("%s, %v instead of %s", plain(f, 64), err, b)
		}
		if f := float32(f); !math.IsInf(float64(f), 0) {
			if b, err := json.Marshal(f); err != nil || string(b) != plain(float64(f), 32) {
				t.Fatalf("%s, %v instead of %s", plain(float64(f), 32), err, b)
			}
		}
	}
}

func checkWriteFloat64(t *testing.T, f float64) {
	if f-f != 0 {
		return
	}
	b := newScratch()
	n := WriteFloat64(unsafe.Pointer(b), f)
	if got, want := b.written(t, n), plain(f, 64); got != want {
		t.Fatalf("%s instead of %s (%x)", got, want, f)
	}
}

func checkWriteFloat32(t *testing.T, f float32) {
	if f-f != 0 {
		return
	}
	b := newScratch()
	n := WriteFloat32(unsafe.Pointer(b), f)
	if got, want := b.written(t, n), plain(float64(f), 32); got != want {
		t.Fatalf("%s instead of %s (%x)", got, want, f)
	}
}

// mantissas are the fractions tried with each exponent.
var mantissas = []uint64{
	0, 1, 2, 3, 1<<51 - 1, 1 << 51, 1<<51 + 1, 1<<52 - 2, 1<<52 - 1, 0x5555555555555, 0xaaaaaaaaaaaaa, 0x123456789abcd,
	1 << 29, 1 << 30, 1<<52 - 1<<29, 1 << 50, 3 << 50, 1e15, 1e14, 0x8000000000001,
}

func TestWriteFloat64(t *testing.T) {
	for _, f := range edges() {
		checkWriteFloat64(t, f)
	}
	for e := range uint64(2047) {
		for _, m := range mantissas {
			checkWriteFloat64(t, math.Float64frombits(e<<52|m))
		}
	}
	for m := range uint64(3000) { // subnormals
		checkWriteFloat64(t, math.Float64frombits(m))
		checkWriteFloat64(t, math.Float64frombits(1<<52-1-m))
		checkWriteFloat64(t, math.Float64frombits(m*0x123456789))
	}
	for d := range 1000 { // short decimals, of all magnitudes
		for p := -30; p < 30; p++ {
			checkWriteFloat64(t, float64(d)*math.Pow10(p))
			checkWriteFloat64(t, float64(d)/math.Pow10(p))
		}
	}
	r := newRand()
	for range rounds(3000000) {
		checkWriteFloat64(t, randomFloat(r))
	}
}

func TestWriteFloat32(t *testing.T) {
	for _, f := range edges() {
		checkWriteFloat32(t, float32(f))
		checkWriteFloat32(t, math.Nextafter32(float32(f), 0))
		checkWriteFloat32(t, math.Nextafter32(float32(f), math.MaxFloat32))
	}
	for e := range uint32(255) {
		for m := range uint32(rounds(2000)) {
			checkWriteFloat32(t, math.Float32frombits(e<<23|m))
			checkWriteFloat32(t, math.Float32frombits(e<<23|(1<<23-1-m)))
		}
	}
	r := newRand()
	for range rounds(1000000) {
		checkWriteFloat32(t, float32(randomFloat(r)))
		checkWriteFloat32(t, math.Float32frombits(r.Uint32()))
	}
}

// TestShortest compares the quick way with Schubfach where the quick way decides itself.
func TestShortest(t *testing.T) {
	same := func(c uint64, q int) {
		d, k := shortest(c, q, false)
		if wantD, wantK := shortestSlow(c, q, false); d != wantD || k != wantK {
			t.Fatalf("%d*2^%d: %d*10^%d instead of %d*10^%d", c, q, d, k, wantD, wantK)
		}
	}
	r := newRand()
	for q := -1074; q <= 971; q++ {
		for range rounds(1000) {
			same(1<<52|r.Uint64()>>12, q)
			same(1+r.Uint64N(1<<24), q)
			// Few bits: products that come out near an integer.
			same(1<<52+r.Uint64N(1<<10)<<r.UintN(42), q)
		}
	}
}

func FuzzWriteFloat64(f *testing.F) {
	for _, v := range []float64{0, 0.1, 1e21, 1e-7, 5e-324, math.MaxFloat64, 1 << 60, 123456.789} {
		f.Add(v)
	}
	f.Fuzz(checkWriteFloat64)
}

func FuzzWriteFloat32(f *testing.F) {
	for _, v := range []float32{0, 0.1, 1e21, 1e-7, 1e-45, math.MaxFloat32, 1 << 60, 123456.789} {
		f.Add(v)
	}
	f.Fuzz(checkWriteFloat32)
}
