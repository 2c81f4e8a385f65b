package num

import (
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// TestOctets compares with package netip, which reads addresses of other forms as well: those have a colon.
func TestOctets(t *testing.T) {
	check := func(s string) {
		t.Helper()
		a, ok := ReadOctets(s)
		want, err := netip.ParseAddr(s)
		if ok != (err == nil && want.Is4()) || ok && netip.AddrFrom4(a) != want {
			t.Fatalf("%q is read as %v, %t; want %v, %v", s, a, ok, want, err)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 50_000 {
		a := [4]byte{byte(i), byte(rnd.Uint32() >> rnd.IntN(32)), byte(rnd.Uint32()), byte(i >> 8)}
		b := newScratch()
		s := b.written(t, WriteOctets(unsafe.Pointer(b), a))
		if want := netip.AddrFrom4(a).String(); s != want {
			t.Fatalf("got %s, want %s", s, want)
		}
		check(s)
		at := rnd.IntN(len(s) + 1)
		check(s[:at])
		check(s[:at] + string("0123456789.:/ \xff\x00"[rnd.IntN(16)]) + s[at:])
		check(s[:at] + string("0123456789.:/ \xff\x00"[rnd.IntN(16)]) + s[min(at+1, len(s)):])
	}
	for _, s := range []string{"", ".", "...", "1.2.3.", ".1.2.3", "1.2.3.4.", "1.2.3.4.5", "00.0.0.0", "0.0.0.0", "1.2.3.256", "1.2.3.0004", strings.Repeat("9", 100), "1.2.3.4294967297"} {
		check(s)
	}
}

// TestWriteUint8s has each byte between others.
func TestWriteUint8s(t *testing.T) {
	for i := range 256 {
		list := []byte{byte(i), 7, byte(255 - i), byte(i), 100, byte(i)}
		want := ""
		for _, v := range list {
			want += strconv.Itoa(int(v)) + ","
		}
		b := newScratch()
		if got := b.written(t, WriteUint8s(unsafe.Pointer(b), list)); got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
}
