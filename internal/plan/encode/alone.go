package encode

import (
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Values that are a single scalar need no machine, which comes from a pool and goes back there: booleans, numbers, what
// always has the same text, short strings and bytes, and empty maps, also behind a pointer to an interface. Most of
// them are the inside of a MarshalJSON method, as
//
//	func (c Color) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }

// mostPlain is the length of the longest string that is looked at for this, a word at a time. mostBytes is that of the
// longest bytes, whose text is 1 KB: longer ones are written where results of that size are expected.
const (
	mostPlain = 64
	mostBytes = 768
)

// marshalAlone returns the JSON of the value of p at data in memory of its own, or nil if a machine has to write it.
func (c *Call) marshalAlone(p *Program, data unsafe.Pointer) []byte {
	switch p.alone {
	case opText:
		return []byte(p.text)
	// A string that needs no escape has a length that is known before the memory is made.
	case opString:
		if s := *(*string)(data); c.isPlain(s) {
			b := make([]byte, len(s)+2)
			b[0], b[len(b)-1] = '"', '"'
			copy(b[1:], s)
			return b
		}
		return nil
	case opBytes:
		if s := *(*[]byte)(data); s != nil && len(s) <= mostBytes {
			b := make([]byte, quotedBase64(s))
			putQuotedBase64(b, s)
			return b
		}
		return nil
	case opAny:
		if q, at := c.aloneIn(*(*any)(data)); q != nil {
			return c.marshalAlone(q, at)
		}
		return nil
	case opMap:
		if len(as[string, struct{}](data)) == 0 {
			return []byte("{}")
		}
		return nil
	}
	// Scalars are written on the stack first, for their length is not known before.
	var text [num.Room]byte
	n := putScalar(p.alone, unsafe.Pointer(&text), data)
	if n == 0 { // a float that has no JSON form
		return nil
	}
	b := make([]byte, n)
	copy(b, text[:])
	return b
}

// appendAlone appends the JSON of the value of p at data to dst. It returns false if a machine has to write it.
func (c *Call) appendAlone(p *Program, dst []byte, data unsafe.Pointer) ([]byte, bool) {
	switch p.alone {
	case opText:
		return append(dst, p.text...), true
	case opString:
		s := *(*string)(data)
		if !c.isPlain(s) {
			return dst, false
		}
		dst = append(slices.Grow(dst, len(s)+2), '"')
		dst = append(dst, s...)
		return append(dst, '"'), true
	case opMap:
		if len(as[string, struct{}](data)) == 0 {
			return append(dst, "{}"...), true
		}
		return dst, false
	case opBytes:
		s := *(*[]byte)(data)
		if s == nil || len(s) > mostBytes {
			return dst, false
		}
		n := quotedBase64(s)
		dst = slices.Grow(dst, n)[:len(dst)+n]
		putQuotedBase64(dst[len(dst)-n:], s)
		return dst, true
	case opAny:
		if q, at := c.aloneIn(*(*any)(data)); q != nil {
			return c.appendAlone(q, dst, at)
		}
		return dst, false
	}
	if cap(dst)-len(dst) >= num.Room {
		n := putScalar(p.alone, unsafe.Add(mem.Data(dst), len(dst)), data)
		return dst[:len(dst)+n], n > 0
	}
	var text [num.Room]byte
	n := putScalar(p.alone, unsafe.Pointer(&text), data)
	return append(dst, text[:n]...), n > 0
}

// null is the program of an interface that holds nothing.
var null = Program{alone: opText, text: "null"}

// aloneIn returns the program of what an interface holds, and where that lies, or nil if a machine has to write it.
// What leads to a further interface is left to the machine, for it may lead to itself.
func (c *Call) aloneIn(v any) (p *Program, data unsafe.Pointer) {
	typ := mem.TypeWord(v)
	if typ == nil {
		return &null, nil
	}
	p, data = lookup(c.Config, typ, v), mem.DataWord(v)
	if p.alone == opEnd || p.alone == opAny || data == nil {
		return nil, nil
	}
	return p, data
}

// quotedBase64 returns the length of the JSON of s.
func quotedBase64(s []byte) int { return 1 + (len(s)+2)/3*4 + 1 }

// putQuotedBase64 makes b the JSON of s.
func putQuotedBase64(b, s []byte) {
	b[0], b[len(b)-1] = '"', '"'
	kernel.EncodeBase64(unsafe.Add(mem.Data(b), 1), mem.Data(s), len(s))
}

// isPlain reports whether s is short, and stands for itself in a JSON string.
func (c *Call) isPlain(s string) bool {
	return len(s) <= mostPlain && kernel.EscapeSetOf(c.Config.Options).Plain(s)
}
