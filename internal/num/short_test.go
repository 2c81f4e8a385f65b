package num

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestWriteShort writes decimals of few digits, and their neighbours, which need many.
func TestWriteShort(t *testing.T) {
	check := func(f float64) {
		want, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendFloat64(nil, f); string(got) != string(want) {
			t.Fatalf("%b: got %s, want %s", f, got, want)
		}
	}
	around := func(f float64) {
		for _, x := range []float64{f, f * (1 + 0x1p-52), f * (1 - 0x1p-53), -f, f + 0x1p-20, f / 10, f / 1000} {
			check(x)
		}
	}
	for i := range 30000 {
		around(float64(i) / 10000)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range rounds(400000) {
		digits := r.Uint64N(1e16) >> r.IntN(50)
		scale := math.Pow10(r.IntN(11))
		around(float64(digits) / scale)
	}
	for _, f := range []float64{1e11, 1e11 - 0.0001, 1e11 - 0.5, 99999999999.9999, 99999999999.99999, 9999.9999, 9999.5, 10000.5, 10000.0001, 0.0001, 0.00005, 0.00004, 9999999.99999999, 9999999.9999999, 10000000.5, 0.00000101, 1e-6, 0.00000099, 1e-8, 1e-9, 5e-324, 0x1p-14, 123456789.0625} {
		around(f)
	}
}

// TestWriteShort32 writes float32s of two digits behind the point, and their neighbours, which need more.
func TestWriteShort32(t *testing.T) {
	var b [Room]byte
	step := long.Rounds(23, 1)
	for i := 1; i < 1_100_000; i += step {
		f := float32(float64(i) / 100)
		for _, x := range []float32{f, -f, math.Nextafter32(f, 0), math.Nextafter32(f, 1e9), f / 64} {
			want := strconv.FormatFloat(float64(x), 'f', -1, 32)
			if got := b[:WriteFloat32(unsafe.Pointer(&b), x)]; string(got) != want {
				t.Fatalf("%b: got %s, want %s", x, got, want)
			}
		}
	}
}
