package conform

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/opt"
)

// specials has the special types with methods in many places.
type specials struct {
	A    netip.Addr      `json:",omitzero"`
	Port *netip.AddrPort `json:",omitempty"`
	P    netip.Prefix    `json:",omitzero"`
	B    big.Int         `json:",omitzero"`
	Big  *big.Int        `json:",omitempty"`
	T    time.Time       `json:",omitzero"`
	L    []netip.Addr    `json:",omitempty"`
	Bigs [2]*big.Int
	M    map[netip.Addr]*big.Int               `json:",omitempty"`
	K    map[netip.Prefix]netip.AddrPort       `json:",omitempty"`
	O    opt.Value[netip.Addr]                 `json:",omitzero"`
	Q    opt.Value[map[netip.AddrPort]big.Int] `json:",omitzero"`
	I    any                                   `json:",omitempty"`
	N    int
}

// specialText is a generator of values of special types and of texts for them, some of which are near misses.
type specialText struct{ *rand.Rand }

func (g specialText) addr() netip.Addr {
	var b [16]byte
	for i := range b {
		if g.IntN(3) == 0 {
			b[i] = byte(g.Uint32())
		}
	}
	switch g.IntN(4) {
	case 0:
		return netip.AddrFrom4([4]byte(b[:4]))
	case 1:
		copy(b[:], "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff")
	}
	a := netip.AddrFrom16(b)
	if g.IntN(6) == 0 {
		a = a.WithZone(g.pick("eth0", "<", "é\"", "\xff", "a b", strings.Repeat("z", 500), "\x00\u2028"))
	}
	return a
}

func (g specialText) prefix() netip.Prefix { return netip.PrefixFrom(g.addr(), g.IntN(140)-2) }

func (g specialText) port() netip.AddrPort { return netip.AddrPortFrom(g.addr(), uint16(g.Uint32())) }

func (g specialText) integer() *big.Int {
	b := make([]byte, g.IntN(1+g.IntN(1+g.IntN(160))))
	for i := range b {
		b[i] = g.pick("\x00", "\xff", "\x01", "\x80", string(rune(g.IntN(128))))[0]
	}
	v := new(big.Int).SetBytes(b)
	if g.IntN(2) == 0 {
		v.Neg(v)
	}
	return v.Add(v, big.NewInt(g.Int64N(3)-1))
}

func (g specialText) pick(list ...string) string { return list[g.IntN(len(list))] }

// text makes a JSON value, mostly one for the member of that name.
func (g specialText) text(member string) string {
	var s string
	switch {
	case g.IntN(12) == 0:
		return g.pick("null", "1", "1.5", "{}", "[]", `""`, "true", `"1"`, `"\u0031.2.3.4"`, `"1.2.3.4\/8"`)
	case member == "B" || member == "Big" || member == "Bigs":
		return g.spoil(g.integer().String())
	case member == "P" || member == "K":
		s = g.prefix().Masked().String()
	case member == "Port" || member == "Q":
		s = g.port().String()
	case g.IntN(2) == 0:
		s = g.addr().StringExpanded()
	default:
		s = g.addr().String()
	}
	b, _ := json.Marshal(g.spoil(s))
	return string(b)
}

// spoil changes a few bytes of some texts.
func (g specialText) spoil(s string) string {
	b := []byte(s)
	for g.IntN(6) == 0 && len(b) > 0 {
		at, c := g.IntN(len(b)), "0123456789abfFG:.%/[]+-eE \"\xff"[g.IntN(28)]
		switch g.IntN(3) {
		case 0:
			b[at] = c
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b = append(b[:at], append([]byte{c}, b[at:]...)...)
		}
	}
	return string(b)
}

// name makes a name for the keys of the member of that name.
func (g specialText) name(member string) string {
	for {
		if s := g.text(member); strings.HasPrefix(s, `"`) {
			return s
		}
	}
}

// elems are the members by whose names texts for the elements of maps are made.
var elems = map[string]string{"M": "Big", "K": "Port", "Q": "B"}

// document makes a document for specials.
func (g specialText) document() string {
	var members []string
	for range 1 + g.IntN(5) {
		m := g.pick("A", "Port", "P", "B", "Big", "T", "L", "Bigs", "M", "K", "O", "Q", "N")
		value := g.text(m)
		switch elem := elems[m]; {
		case m == "N":
			value = "1"
		case m == "T":
			value = `"2006-01-02T15:04:05Z"`
		case m == "L" || m == "Bigs":
			value = "[" + value + "," + g.text(m) + "]"
		case elem != "":
			value = "{" + g.name(m) + ":" + g.text(elem) + "," + g.name(m) + ":" + g.text(elem) + "}"
		}
		members = append(members, `"`+m+`":`+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// value makes a value of specials.
func (g specialText) value() *specials {
	port, key := g.port(), g.port()
	s := &specials{
		A: g.addr(), Port: &port, P: g.prefix(), B: *g.integer(), Big: g.integer(), L: []netip.Addr{g.addr(), g.addr()},
		Bigs: [2]*big.Int{g.integer(), nil}, M: map[netip.Addr]*big.Int{g.addr(): g.integer(), g.addr(): nil},
		K: map[netip.Prefix]netip.AddrPort{g.prefix(): port}, O: opt.Of(g.addr()),
		Q: opt.Of(map[netip.AddrPort]big.Int{key: *g.integer()}),
	}
	s.I = []any{g.addr(), g.prefix(), &port, g.integer(), *s.Big, map[netip.Addr]any{g.addr(): g.port()}}[g.IntN(6)]
	return s
}

// TestSpecials compares random values and documents of special types with encoding/json, which calls their methods.
func TestSpecials(t *testing.T) {
	n := uint64(2000)
	if !long.On() || slow {
		n = 400
	}
	accepted := 0
	for seed := range n {
		g := specialText{rand.New(rand.NewPCG(seed, 5))}
		v := g.value()
		text, full := g.document(), g.document()
		for _, c := range []*cases.Case{
			{Value: func() any { return v }},
			{Value: func() any { return *v }},
			{Text: text, Target: func() any { return new(specials) }},
			{Text: text + "x", Target: func() any { return new(specials) }},
			{Text: text, Target: func() any {
				v := new(specials)
				_ = json.Unmarshal([]byte(full), v)
				return v
			}},
		} {
			for _, d := range []*doors.Door{&doors.All[0], &doors.All[g.IntN(len(doors.All))]} {
				judge, leads := Unmarshal, d.Unmarshal != nil
				if c.Value != nil {
					judge, leads = Marshal, d.Marshal != nil
				}
				if d.Typed || !leads {
					continue
				}
				if diff := judge(c, d, &doors.Zetes, &doors.Std); diff != "" {
					t.Fatalf("seed %d through %q: %q, %q before:\n\t%s", seed, d.Name, c.Text, full, diff)
				}
			}
		}
		if json.Unmarshal([]byte(text), new(specials)) == nil {
			accepted++
		}
	}
	if accepted < int(n/20) || accepted > int(n/2) {
		t.Errorf("of %d documents encoding/json accepts %d", n, accepted)
	}
}
