package mem

import "testing"

// TestLoadShort compares with a sum of the bytes, one by one, at every length and place in a word.
func TestLoadShort(t *testing.T) {
	b := [16]byte{0x81, 2, 0x93, 4, 0xa5, 6, 0xb7, 8, 0xc9, 10, 0xdb, 12, 0xed, 14, 0xff, 16}
	for at := range 9 {
		for n := range 9 {
			want := uint64(0)
			for i := range n {
				want |= uint64(b[at+i]) << (8 * i)
			}
			if got := LoadShort(Ptr(&b[at]), n); got != want {
				t.Errorf("%d bytes at %d: %#x, want %#x", n, at, got, want)
			}
		}
	}
}
