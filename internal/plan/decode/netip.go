package decode

import (
	"net/netip"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
)

// Addresses of package netip are parsed where they lie in the input. What has a zone, which would be a part of the
// text, or is no address, is left to the UnmarshalText methods.

// {"ip":"10.0.0.1"} has its text parsed where the input lies, without the copy that UnmarshalText's argument would
// be. The parsers of net/netip give the same as UnmarshalText for all that they accept here; an empty text, which
// UnmarshalText takes for the zero value, is an error to them and goes to the method.

// parseAddr parses an address: four numbers, which most are, without the standard library.
func parseAddr(text string, dst unsafe.Pointer) error {
	if four, ok := num.ReadOctets(text); ok {
		*(*netip.Addr)(dst) = netip.AddrFrom4(four)
		return nil
	}
	a, err := netip.ParseAddr(text)
	if err != nil || strings.IndexByte(text, '%') >= 0 {
		return errByMethod
	}
	*(*netip.Addr)(dst) = a
	return nil
}

// parseAddrPort parses an address with a port, such as 1.2.3.4:80 or [::1]:80.
func parseAddrPort(text string, dst unsafe.Pointer) error {
	a, err := netip.ParseAddrPort(text)
	if err != nil || strings.IndexByte(text, '%') >= 0 {
		return errByMethod
	}
	*(*netip.AddrPort)(dst) = a
	return nil
}

// parsePrefix parses a prefix, which has no zone.
func parsePrefix(text string, dst unsafe.Pointer) error {
	a, err := netip.ParsePrefix(text)
	if err != nil {
		return errByMethod
	}
	*(*netip.Prefix)(dst) = a
	return nil
}
