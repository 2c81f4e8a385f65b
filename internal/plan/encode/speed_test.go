package encode

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"strconv"
	"testing"
	"time"
)

func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	buf := make([]byte, 0, 16<<10)
	special := struct {
		A netip.Addr
		B *netip.AddrPort
		C []netip.Prefix
		D big.Int
	}{netip.MustParseAddr("fe80::1%eth0"), new(netip.AddrPort), []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, *big.NewInt(-5)}
	tree := map[string]any{"a": []any{1.5, "x", true, nil, map[string]any{"b": "c", "a": 1.0}}, "b": "text"}
	for _, c := range []struct {
		name            string
		v               any
		append, marshal float64
	}{
		{"struct", &scalars{O: "text"}, 0, 1},
		{"nested", &Outer{Deeper: &Deeper{}}, 0, 1},
		{"tree", tree, 0, 1},
		{"strings", map[string]string{"a": "b", "c": "d"}, 0, 1},
		{"map of structs", map[string]inner{"a": {1, "x"}, "b": {2, "y"}}, 0, 1},
		{"large map of structs", largeMap(), 0, 1},
		{"map of interfaces in structs", map[int8]struct{ A any }{1: {true}, 2: {"x"}}, 0, 1},
		{"map of maps", map[uint16]map[string]float32{1: {"a": 1}, 2: {"b": 2, "c": 3}}, 0, 1},
		{"slices", [][]float64{{1, 2}, {3}}, 0, 1},
		{"time", &struct{ T time.Time }{time.Now()}, 0, 1},
		{"quoted", &quoted{G: "x"}, 0, 1},
		{"netip", &special, 0, 1},
	} {
		if n := testing.AllocsPerRun(100, func() { buf, _ = (&Call{Config: withHTML}).Append(buf[:0], c.v) }); n > c.append {
			t.Errorf("%s: Append makes %v allocations, want %v", c.name, n, c.append)
		}
		if n := testing.AllocsPerRun(100, func() { (&Call{Config: withHTML}).Marshal(c.v) }); n > c.marshal {
			t.Errorf("%s: Marshal makes %v allocations, want %v", c.name, n, c.marshal)
		}
	}
}

type benchStruct struct {
	ID    int      `json:"id"`
	Name  string   `json:"name"`
	Score float64  `json:"score"`
	Tags  []string `json:"tags,omitempty"`
	Sub   struct {
		A, B string
		C    bool
	} `json:"sub"`
}

func BenchmarkStruct(b *testing.B) {
	v := &benchStruct{ID: 12345, Name: "a name of some length", Score: 1.25, Tags: []string{"x", "yy", "zzz"}}
	v.Sub.A = "some text"
	benchmark(b, v)
}

func BenchmarkTree(b *testing.B) {
	benchmark(b, map[string]any{"a": []any{1.5, "x", true, nil, map[string]any{"b": "c", "a": 1.0}}, "b": "text", "c": map[string]any{"d": 1.0}})
}

// BenchmarkSpecials encodes eight values of each special type, such as times and addresses, and of a map.
func BenchmarkSpecials(b *testing.B) {
	var addrs []netip.Addr
	var prefixes []netip.Prefix
	keys := map[netip.Addr]int{}
	for i, s := range []string{"1.2.3.4", "10.0.0.1", "192.168.100.200", "2001:db8::8a2e:370:7334", "::1", "255.255.255.255", "fe80::1", "172.16.0.9"} {
		a := netip.MustParseAddr(s)
		addrs, prefixes = append(addrs, a), append(prefixes, netip.PrefixFrom(a, 3*i))
		keys[a] = i
	}
	var short, long []*big.Int
	var durations []time.Duration
	var times []time.Time
	for i := range 8 {
		n := int64(12345678901) >> (4 * i)
		short = append(short, big.NewInt(n))
		long = append(long, new(big.Int).Exp(big.NewInt(n+3), big.NewInt(5), nil))
		durations, times = append(durations, time.Duration(n)), append(times, time.Unix(n, n&1023))
	}
	buf := make([]byte, 0, 64<<10)
	for _, c := range []struct {
		name string
		v    any
	}{
		{"Addr", addrs}, {"Prefix", prefixes}, {"AddrKey", keys}, {"BigInt", short}, {"BigIntLong", long}, {"Duration", durations}, {"Time", times},
	} {
		b.Run("type="+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf, _ = (&Call{Config: withHTML}).Append(buf[:0], c.v)
			}
		})
	}
}

func benchmark(b *testing.B, v any) {
	b.Run("lib=zetes", func(b *testing.B) {
		buf := make([]byte, 0, 64<<10)
		for b.Loop() {
			buf, _ = (&Call{Config: withHTML}).Append(buf[:0], v)
		}
		b.SetBytes(int64(len(buf)))
	})
	b.Run("lib=zetes-marshal", func(b *testing.B) {
		for b.Loop() {
			(&Call{Config: withHTML}).Marshal(v)
		}
	})
	b.Run("lib=std", func(b *testing.B) {
		for b.Loop() {
			json.Marshal(v)
		}
	})
}

func largeMap() map[string]inner {
	m := map[string]inner{}
	for i := range 50 {
		m[strconv.Itoa(i)] = inner{i, "x"}
	}
	return m
}
