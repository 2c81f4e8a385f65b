package num

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"unsafe"
)

// TestHextets compares with package netip, which reads zones and IPv4 addresses as well.
func TestHextets(t *testing.T) {
	check := func(s string) {
		t.Helper()
		high, low, ok := ReadHextets(s)
		want, err := netip.ParseAddr(s)
		if ok != (err == nil && want.Is6() && want.Zone() == "") || ok && addressOf(high, low) != want {
			t.Fatalf("%q is read as %x, %x, %t; want %v, %v", s, high, low, ok, want, err)
		}
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	const odd = "0123456789abcdefABCDEFgG::::....%/ \xff\x00"
	for range 50_000 {
		high, low := rnd.Uint64(), rnd.Uint64()
		for i := range 8 { // zeros and short groups in all places
			mask := []uint64{0xffff, 0, 0, 0xff, 0xf, 0xfff}[rnd.IntN(6)]
			if k := 16 * (i & 3); i < 4 {
				high &^= (0xffff &^ mask) << k
			} else {
				low &^= (0xffff &^ mask) << k
			}
		}
		if rnd.IntN(8) == 0 {
			high, low = 0, 0xffff<<32|low>>32
		}
		b := [HextetsRoom + 1]byte{HextetsRoom: '!'}
		s := string(b[:WriteHextets(unsafe.Pointer(&b), high, low)])
		if b[HextetsRoom] != '!' {
			t.Fatalf("%s: writes beyond its room", s)
		}
		if want := addressOf(high, low).String(); s != want {
			t.Fatalf("%x, %x: got %s, want %s", high, low, s, want)
		}
		check(s)
		check(addressOf(high, low).StringExpanded())
		at := rnd.IntN(len(s) + 1)
		check(s[:at])
		check(s[at:])
		check(s[:at] + string(odd[rnd.IntN(len(odd))]) + s[at:])
		check(s[:at] + string(odd[rnd.IntN(len(odd))]) + s[min(at+1, len(s)):])
		check(s[:at] + "1.2.3.4" + s[at:])
		check(s[:at] + "::" + s[at:])
	}
	for _, s := range []string{"", ":", "::", ":::", "::1", "1::", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
		"1::3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "1::2::3", "12345::", "00001::", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::1.2.3.4", "::1.2.3", "::1.2.3.4.5",
		"::01.2.3.4", "::ffff:1.2.3.4", "1.2.3.4", "1.2.3.4::", "::1.2.3.4:5", "::a.2.3.4", "::1%eth0", "::%", "g::", "::g", "::-1"} {
		check(s)
	}
}

func addressOf(high, low uint64) netip.Addr {
	var a [16]byte
	for i := range 8 {
		a[i], a[8+i] = byte(high>>(56-8*i)), byte(low>>(56-8*i))
	}
	return netip.AddrFrom16(a)
}

func BenchmarkHextets(b *testing.B) {
	room := new([HextetsRoom]byte)
	text := "2001:db8::8a2e:370:7334"
	high, low, _ := ReadHextets(text)
	b.Run("op=write", func(b *testing.B) {
		for b.Loop() {
			WriteHextets(unsafe.Pointer(room), high, low)
		}
	})
	b.Run("op=write/lib=netip", func(b *testing.B) {
		a := addressOf(high, low)
		dst := make([]byte, 0, 64)
		for b.Loop() {
			dst = a.AppendTo(dst[:0])
		}
	})
	b.Run("op=read", func(b *testing.B) {
		for b.Loop() {
			if _, _, ok := ReadHextets(text); !ok {
				b.Fatal("not read")
			}
		}
	})
	b.Run("op=read/lib=netip", func(b *testing.B) {
		for b.Loop() {
			if _, err := netip.ParseAddr(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}
