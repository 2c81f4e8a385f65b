package shape

import (
	"encoding"
	"reflect"
	"sync"

	"github.com/zetes-json/zetes/internal/fast"
)

// Address is the memory layout of a netip.Addr. An IPv4 address is stored as the IPv6 address ::ffff:1.2.3.4.
type Address struct {
	Bits struct{ High, Low uint64 }
	Mark Mark
}

// A Mark is a field of an address that shows whether it is an IPv4 address, an IPv6 address, or one with a zone. It is
// a pointer that package netip makes: all IPv4 addresses have the same Mark, and so do all IPv6 addresses without a
// zone. The zero Addr has the zero Mark.
type Mark struct{ at *byte }

// AddressPort is the memory layout of a netip.AddrPort.
type AddressPort struct {
	Address Address
	Port    uint16
}

// AddressPrefix is the memory layout of a netip.Prefix. Its address has no zone.
type AddressPrefix struct {
	Address Address
	More    uint8 // the number of bits of the prefix plus one, or 0 for an invalid prefix
}

// Marks has two Marks: of IPv4 addresses, and of IPv6 addresses without a zone.
type Marks struct{ Four, Sixteen Mark }

// marks has the Marks of this program. To find them, addresses are parsed with the methods of netip.Addr when one of
// the types is first met.
var marks struct {
	once  sync.Once
	found bool // addresses have the layout of Address
	Marks
}

// AddressMarks returns the values that the field Mark of an Address has for IPv4 and for IPv6 addresses. They are set
// only after SpecialOf has returned Addr, AddrPort or Prefix.
func AddressMarks() *Marks { return &marks.Marks }

// addressOf returns which type of package netip t is. If t is none of them, or does not have the known memory layout,
// it returns Ordinary.
func addressOf(t reflect.Type) Special {
	if !fast.Addresses {
		return Ordinary
	}
	s, model := Ordinary, reflect.Type(nil)
	addr := t
	switch t.Name() {
	case "Addr":
		s, model = Addr, reflect.TypeFor[Address]()
	case "AddrPort":
		s, model = AddrPort, reflect.TypeFor[AddressPort]()
	case "Prefix":
		s, model = Prefix, reflect.TypeFor[AddressPrefix]()
	}
	if s == Ordinary || !sameLayout(t, model) {
		return Ordinary
	}
	if s != Addr {
		addr = t.Field(0).Type
	}
	marks.once.Do(func() { marks.found = marks.find(addr) })
	if !marks.found {
		return Ordinary
	}
	return s
}

// find parses addresses of each kind to see how this process marks them in memory, and sets m to these marks. t is
// netip.Addr. It returns false if the memory of these addresses is not laid out as we know it.
func (m *Marks) find(t reflect.Type) bool {
	parse := func(text string) Address {
		v := reflect.New(t)
		if u, ok := v.Interface().(encoding.TextUnmarshaler); !ok || u.UnmarshalText([]byte(text)) != nil {
			return Address{}
		}
		return *(*Address)(v.UnsafePointer())
	}
	four, sixteen, zone := parse("1.2.3.4"), parse("1:2:3:4:5:6:7:8"), parse("1:2:3:4:5:6:7:8%zone")
	m.Four, m.Sixteen = four.Mark, sixteen.Mark
	none := Mark{}
	return four.Bits.High == 0 && four.Bits.Low == 0xffff_0102_0304 && sixteen.Bits == zone.Bits &&
		sixteen.Bits.High == 0x0001_0002_0003_0004 && sixteen.Bits.Low == 0x0005_0006_0007_0008 &&
		m.Four != none && m.Sixteen != none && zone.Mark != none && m.Four != m.Sixteen && zone.Mark != m.Four && zone.Mark != m.Sixteen
}
