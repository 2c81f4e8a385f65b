package num

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// plainRun is ReadRun by ReadInt and ReadUint: bits of the integers, and where the comma or bracket behind the last one
// is.
func plainRun(text string, read func(s string, at int) (v uint64, n int, ok bool), n int) (values []uint64, end int) {
	for at := 0; len(values) < n; at = end + 1 {
		v, length, ok := read(text, at)
		if !ok || !strings.ContainsRune(",]", rune((text + ".")[at+length])) {
			break
		}
		values, end = append(values, v), at+length
		if text[end] == ']' {
			break
		}
	}
	return values, end
}

// TestReadRun compares with readers of one integer: over runs whose values fit and do not, with all sorts of text
// between and behind them.
func TestReadRun(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	parts := []string{
		"0", "1", "9", "-1", "-0", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32768", "-32769", "65535", "65536", "999999", "1000000",
		"12345678", "123456789012345678901", "00", "01", "-", "--1", "1.0", "1e1", "", " 5", "5 ", "null", "-99999", "-999999", "007", "42", "17", "-3",
	}
	behind := []string{",", ",", ",", ",", ",", ",", "]", "}", " ,", ", ", ";", "\x00", "/"}
	for _, size := range []uintptr{1, 2} {
		for _, signed := range []bool{false, true} {
			shift := 64 - 8*int(size)
			read := func(s string, at int) (uint64, int, bool) {
				if signed {
					v, n, ok := ReadInt(text(s[at:]))
					return uint64(v) << shift >> shift, n, ok && v<<shift>>shift == v
				}
				v, n, ok := ReadUint(text(s[at:]))
				return v, n, ok && v<<shift>>shift == v
			}
			long := 0
			for range 60000 {
				var b strings.Builder
				usual := r.IntN(20)
				for range r.IntN(12) {
					part := parts[r.IntN(len(parts))]
					if r.IntN(20) < usual {
						part = []string{"0", "7", "-0", "-12", "100", "-128", "127", "1"}[r.IntN(8)]
					}
					b.WriteString(part + behind[r.IntN(len(behind)-7*r.IntN(2))])
				}
				s, n := b.String(), r.IntN(12)
				var dst [2 * 12]byte
				for i := range dst {
					dst[i] = 0xA5
				}
				count, end := ReadRun(text(s), unsafe.Pointer(&dst), n, size, signed)
				want, wantEnd := plainRun(s, read, n)
				if count != len(want) || end != wantEnd {
					t.Fatalf("%q, %d bytes, signed %v, at most %d: %d up to %d, want %d up to %d", s, size, signed, n, count, end, len(want), wantEnd)
				}
				for i, v := range want {
					got := uint64(dst[i])
					if size == 2 {
						got = uint64(*(*uint16)(unsafe.Pointer(&dst[2*i])))
					}
					if got != v {
						t.Fatalf("%q, %d bytes, signed %v: element %d is %d, want %d", s, size, signed, i, got, v)
					}
				}
				for i, c := range dst[count*int(size):] {
					if c != 0xA5 {
						t.Fatalf("%q, %d bytes: byte %d behind the elements was written", s, size, i)
					}
				}
				if count > 3 {
					long++
				}
			}
			if long < 100 {
				t.Errorf("%d bytes, signed %v: %d runs of more than three", size, signed, long)
			}
		}
	}
}
