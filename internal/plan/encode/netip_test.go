package encode

import (
	"encoding/json"
	"net/netip"
	"testing"

	"github.com/zetes-json/zetes/internal/plan"
)

// TestAddresses writes addresses of all kinds, as values and as keys of maps, and compares with encoding/json.
func TestAddresses(t *testing.T) {
	check := func(v any) {
		t.Helper()
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := (&Call{Config: plan.V1}).Marshal(v); err != nil || string(got) != string(want) {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	for _, text := range []string{"", "0.0.0.0", "1.2.3.4", "255.255.255.255", "::", "::1", "2001:db8::8a2e:370:7334", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4",
		"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::1%eth0", "::ffff:1.2.3.4%eth0", "::%<\"\xff\u2028>"} {
		var a netip.Addr
		if text != "" {
			a = netip.MustParseAddr(text)
		}
		check(struct {
			A netip.Addr
			B *netip.Addr
			C []netip.Addr
			D map[netip.Addr]int
			E any
		}{a, &a, []netip.Addr{a, a}, map[netip.Addr]int{a: 1}, a})
		for _, port := range []uint16{0, 80, 65535} {
			p := netip.AddrPortFrom(a, port)
			check(map[netip.AddrPort]netip.AddrPort{p: p})
			check([]any{p, &p})
		}
		for _, bits := range []int{-1, 0, 8, 32, 33, 128, 129} {
			p := netip.PrefixFrom(a, bits)
			check(map[netip.Prefix]netip.Prefix{p: p})
			check([]any{p, &p})
		}
	}
}
