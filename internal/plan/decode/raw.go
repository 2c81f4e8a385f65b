package decode

import "unsafe"

// A RawMessage gets a copy of the value's bytes without white space around it: for {"A": [1, 2] } that is [1, 2].

// decodeRaw decodes any value into a json.RawMessage. It copies the bytes into the memory of the old RawMessage if its
// capacity suffices.
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
