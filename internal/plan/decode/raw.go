package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/shape"
)

// A json.RawMessage and a jsondoc.Value get a copy of the value's bytes without white space around it: for {"A": [1, 2]
// } that is [1, 2].

// decodeRaw decodes any value into a json.RawMessage, in the memory of the old RawMessage if its capacity suffices.
func decodeRaw(s *state, t *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e < 0 {
		return -1
	}
	// Save the bytes that may be overwritten, even those after the length, since other slices may share them.
	b := (*[]byte)(dst)
	if n := min(cap(*b), e-p); s.undo.saving && n > 0 && !s.save(nodesOfMemory().byte, unsafe.Pointer(unsafe.SliceData(*b)), n, ^p) {
		return -1
	}
	*b = append((*b)[:0], s.input[p:e]...)
	return e
}

// decodeDocument decodes any value into a jsondoc.Value, as its UnmarshalJSON method does, but without checking the
// JSON a second time. Short copies come from the arena.
func decodeDocument(s *state, _ *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e >= 0 {
		*(*shape.ValueLayout)(dst) = shape.ValueLayout{Text: mem.View(s.memory.Arena.Copy(s.input[p:e]))}
	}
	return e
}
