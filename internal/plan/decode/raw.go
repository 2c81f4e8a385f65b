package decode

import "unsafe"

// A RawMessage gets the value's bytes without white space around it: of {"A": [1, 2] } it is [1, 2]. They are a
// copy, which is the value's own.

func compileRaw(_ *compiler, t *node) { t.run = decodeRaw }

// decodeRaw decodes into a json.RawMessage: the bytes as they are, into the memory it has if that is enough.
func decodeRaw(s *state, t *node, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	// The bytes that will be written over are put by, up to the memory's capacity: they may be seen through other
	// slices. A longer value gets new memory, of which nobody knows.
	b := (*[]byte)(dst)
	if n := min(cap(*b), e-p); s.saving && n > 0 && !s.save(nodesPutBy().byte, unsafe.Pointer(unsafe.SliceData(*b)), n, whole) {
		return -1
	}
	*b = append((*b)[:0], s.input[p:e]...)
	return e
}
