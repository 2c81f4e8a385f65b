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

type namer interface{ Name() string }

type (
	byValue   struct{ a, b string }
	byPointer struct{ a string }
	byWord    map[string]int
)

func (v byValue) Name() string    { return "value " + v.a + v.b }
func (v *byPointer) Name() string { return "pointer " + v.a }
func (v byWord) Name() string     { return "word" }

// TestWithTable calls methods of values of several types by tables that were made of other values.
func TestWithTable(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, name := range names {
		a, b, c := &byValue{name, "!"}, &byPointer{name}, &byWord{name: 1}
		for _, v := range []struct {
			kin  any
			data Ptr
			want string
		}{
			{(*byValue)(nil), Ptr(a), "value " + name + "!"}, {(*byPointer)(nil), Ptr(b), "pointer " + name}, {(*byWord)(nil), Ptr(c), "word"},
		} {
			kin := v.kin.(namer)
			if got := WithTable[namer](Table(Ptr(&kin)), v.data).Name(); got != v.want {
				t.Errorf("%T: got %q, want %q", v.kin, got, v.want)
			}
		}
	}
}
