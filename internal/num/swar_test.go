package num

import (
	"fmt"
	"math/bits"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

func TestDigits(t *testing.T) {
	check := func(v uint32) {
		s := fmt.Sprintf("%08d", v)
		x := split8(v)
		if got := mem.Load64(unsafe.Pointer(unsafe.StringData(s)), 0) ^ zeros; x != got {
			t.Fatalf("split8(%d) = %x", v, x)
		}
		if join8(x) != uint64(v) {
			t.Fatalf("join8(%x) = %d", x, join8(x))
		}
	}
	for v := range uint32(10000) {
		check(v)
		check(v * 10000)
		check(99999999 - v)
	}
	r := newRand()
	for range rounds(200000) {
		check(r.Uint32N(1e8))
	}
}

// TestMarks finds each byte value at each position.
func TestMarks(t *testing.T) {
	for c := range 256 {
		for at := range 8 {
			s := []byte("90123456")
			s[at] = byte(c)
			copy(s[at+1:], "\xff9/:\x80\x00a")
			m := marks(mem.Load64(unsafe.Pointer(&s[0]), 0) ^ zeros)
			want := 8 * at
			if c >= '0' && c <= '9' {
				want += 8
			}
			if got := bits.TrailingZeros64(m) &^ 7; got != want {
				t.Fatalf("%q: %d instead of %d", s, got, want)
			}
		}
	}
	for k := range 8 {
		s := []byte("12345678")
		x := mem.Load64(unsafe.Pointer(&s[0]), 0) ^ zeros
		if got, want := join(x, 8*k), []uint64{0, 1, 12, 123, 1234, 12345, 123456, 1234567}[k]; got != want {
			t.Errorf("first %d digits: %d", k, got)
		}
	}
}
