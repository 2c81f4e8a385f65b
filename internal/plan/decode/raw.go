package decode

import "unsafe"

func compileRaw(_ *compiler, x *node) { x.run = decodeRaw }

// decodeRaw decodes into a json.RawMessage: the bytes as they are, into the memory it has if that is enough.
func decodeRaw(s *state, t *node, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	b := (*[]byte)(dst)
	*b = append((*b)[:0], s.input[p:e]...)
	return e
}
