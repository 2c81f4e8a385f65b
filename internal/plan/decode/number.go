package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// decodeNumber decodes a number, or a string that contains one, into a json.Number, as it is spelled: 1.50 stays 1.50.
// Releases of encoding/json differ in what they do with other strings, so encoding/json decodes these.
func decodeNumber(s *state, t *node, p int, dst unsafe.Pointer) int {
	if n := num.Len(unsafe.Add(s.In, p)); n > 0 {
		*(*string)(dst) = s.copyString(p, p+n)
		return p + n
	}
	if s.At(p) != '"' {
		return s.other(t, p, dst)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	if wire.IsNumber(text) {
		*(*string)(dst) = s.memory.Arena.Copy(text)
		return e
	}
	return s.fallback(t, p, dst)
}
