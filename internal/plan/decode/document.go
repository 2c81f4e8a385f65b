package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/shape"
)

// A jsondoc.Value gets a copy of the value's bytes. Its UnmarshalJSON method would do the same, but would check the
// JSON a second time and allocate memory for each copy. Here short copies come from the arena.

// decodeDocument decodes any value into a jsondoc.Value.
func decodeDocument(s *state, _ *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e >= 0 {
		*(*shape.ValueLayout)(dst) = shape.ValueLayout{Text: mem.View(s.memory.Arena.Copy(s.input[p:e]))}
	}
	return e
}
