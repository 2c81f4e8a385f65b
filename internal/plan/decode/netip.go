package decode

import (
	"encoding"
	"unsafe"
)

// Addresses of package netip are read by their UnmarshalText methods, which call no other code and keep no part of the
// text. So they get a part of the input, and may be called before all of it is known to be JSON.

// decodeAddress decodes a string into an address. For a text that is not an address decodeText finds the error.
func decodeAddress(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	if t.receiver(dst).(encoding.TextUnmarshaler).UnmarshalText(text) == nil {
		return e
	}
	return decodeText(s, t, p, dst)
}

// addressKey is the parser of addresses as map keys. It says that the key's UnmarshalText must be called.
func addressKey(string, unsafe.Pointer) error { return errByMethod }
