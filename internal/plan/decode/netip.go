package decode

import (
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// Addresses of package netip are parsed in the input, without the copy of the text that their UnmarshalText methods
// would need. The methods are called for addresses with a zone, since the zone must be stored, and for texts that are
// not addresses.

// The UnmarshalText methods of package netip read an empty text as the zero value. The functions below refuse an empty
// text; the decoder then calls the method.

// address parses an IPv4 or IPv6 address without a zone.
func address(text string) (a shape.Address, ok bool) {
	if four, ok := num.ReadOctets(text); ok {
		a.Bits.Low = 0xffff<<32 | uint64(four[0])<<24 | uint64(four[1])<<16 | uint64(four[2])<<8 | uint64(four[3])
		a.Mark = shape.AddressMarks().Four
		return a, true
	}
	a.Bits.High, a.Bits.Low, ok = num.ReadHextets(text)
	a.Mark = shape.AddressMarks().Sixteen
	return a, ok
}

// parseAddr parses an address.
func parseAddr(text string, dst unsafe.Pointer) error {
	a, ok := address(text)
	if !ok {
		return errByMethod
	}
	*(*shape.Address)(dst) = a
	return nil
}

// parseAddrPort parses an address with a port, such as 1.2.3.4:80 or [::1]:80.
func parseAddrPort(text string, dst unsafe.Pointer) error {
	i := strings.LastIndexByte(text, ':')
	if i < 2 {
		return errByMethod
	}
	port, ok := smallNumber(text[i+1:], 1<<16-1)
	text = text[:i]
	sixteen := text[0] == '['
	if sixteen && text[i-1] == ']' {
		text = text[1 : i-1]
	}
	a, fits := address(text)
	if !ok || !fits || sixteen != (a.Mark == shape.AddressMarks().Sixteen) {
		return errByMethod
	}
	*(*shape.AddressPort)(dst) = shape.AddressPort{Address: a, Port: uint16(port)}
	return nil
}

// parsePrefix parses an address prefix such as 10.0.0.0/8.
func parsePrefix(text string, dst unsafe.Pointer) error {
	i := strings.IndexByte(text, '/')
	if i < 0 {
		return errByMethod
	}
	a, ok := address(text[:i])
	most := uint(128)
	if a.Mark == shape.AddressMarks().Four {
		most = 32
	}
	if n, fits := smallNumber(text[i+1:], most); ok && fits {
		*(*shape.AddressPrefix)(dst) = shape.AddressPrefix{Address: a, More: uint8(n) + 1}
		return nil
	}
	return errByMethod
}

// smallNumber parses a decimal number without leading zeros. ok is false if text is not a number, or if the number
// exceeds the limit most.
func smallNumber(text string, most uint) (n uint, ok bool) {
	if len(text) == 0 || len(text) > 5 || len(text) > 1 && text[0] == '0' {
		return 0, false
	}
	for i := range len(text) {
		if text[i]-'0' > 9 {
			return 0, false
		}
		n = n*10 + uint(text[i]-'0')
	}
	return n, n <= most
}
