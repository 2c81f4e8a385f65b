package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// A json.RawMessage and a jsondoc.Value get a copy of the value's bytes without white space around it: for {"A": [1, 2]
// } that is [1, 2]. A json.Number keeps a number as it is spelled: 1.50 stays 1.50.

// decodeRaw decodes any value into a json.RawMessage, in the memory of the old RawMessage if its capacity suffices.
func decodeRaw(s *state, t *node, p int, dst unsafe.Pointer) int {
	var e int
	if s.undo.checked {
		e = s.argument(p)
	} else {
		e = s.unknown(p)
	}
	if e < 0 {
		return -1
	}
	b := (*[]byte)(dst)
	if !s.saveBytes(*b, e-p, p) {
		return -1
	}
	*b = append((*b)[:0], s.input[p:e]...)
	return e
}

// decodeDocument decodes any value into a jsondoc.Value, as its UnmarshalJSON does, without a second check of the JSON.
func decodeDocument(s *state, _ *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e >= 0 {
		*(*shape.ValueLayout)(dst) = shape.ValueLayout{Text: mem.View(s.memory.Arena.Copy(s.input[p:e]))}
	}
	return e
}

// decodeNumber decodes a number, or a string that contains one, into a json.Number. Releases of encoding/json differ in
// what they do with other strings, so encoding/json decodes these.
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
