package encode

import (
	"net/netip"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Addresses of package netip are written as their AppendText writes them, straight into the buffer. Only the zone of an
// address can hold characters that JSON escapes, and be of any length: "fe80::1%eth0". All others fit into the margin,
// and their digits, points, colons and letters need no escapes. The quotes around them belong to the ops beside the
// exit.
//
// Addresses of four bytes are most of all, and are written from a table of numbers up to 255.

func writeAddr(w *builder, _ blockKey, offset uintptr)     { w.text(runAddr, offset) }
func writeAddrPort(w *builder, _ blockKey, offset uintptr) { w.text(runAddrPort, offset) }
func writePrefix(w *builder, _ blockKey, offset uintptr)   { w.text(runPrefix, offset) }

func appendAddr(b []byte, p unsafe.Pointer) []byte     { return (*netip.Addr)(p).AppendTo(b) }
func appendAddrPort(b []byte, p unsafe.Pointer) []byte { return (*netip.AddrPort)(p).AppendTo(b) }
func appendPrefix(b []byte, p unsafe.Pointer) []byte   { return (*netip.Prefix)(p).AppendTo(b) }

// runAddr writes a netip.Addr. The zero one is nothing: between its quotes stands "".
func runAddr(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	a := (*netip.Addr)(p)
	switch {
	case a.Is4():
		return n + num.WriteOctets(unsafe.Add(m.base, n), a.As4())
	case a.Zone() != "":
		m.scratch = a.AppendTo(m.scratch[:0])
		return m.text(mem.Frozen(m.scratch), n)
	}
	return len(a.AppendTo(m.bytes(n)))
}

// runAddrPort writes a netip.AddrPort: 1.2.3.4:80 or [::1]:80.
func runAddrPort(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	a := (*netip.AddrPort)(p)
	switch ip := a.Addr(); {
	case ip.Is4():
		n = m.put1(n+num.WriteOctets(unsafe.Add(m.base, n), ip.As4()), ':')
		return n + num.WriteUint(unsafe.Add(m.base, n), uint64(a.Port()))
	case ip.Zone() != "":
		m.scratch = a.AppendTo(m.scratch[:0])
		return m.text(mem.Frozen(m.scratch), n)
	}
	return len(a.AppendTo(m.bytes(n)))
}

// runPrefix writes a netip.Prefix, which has no zone. An invalid one is "invalid Prefix".
func runPrefix(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	a := (*netip.Prefix)(p)
	if ip := a.Addr(); ip.Is4() && a.IsValid() {
		n = m.put1(n+num.WriteOctets(unsafe.Add(m.base, n), ip.As4()), '/')
		return n + num.WriteUint(unsafe.Add(m.base, n), uint64(a.Bits()))
	}
	return len(a.AppendTo(m.bytes(n)))
}
