package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Small values are written without a machine from the pool: booleans, numbers, values that always have the same text,
// short strings and byte slices, and empty maps, also if a pointer or an interface leads to them.

const (
	mostPlain = 64  // the length of the longest string that is written without a machine
	mostBytes = 768 // the length of the longest such []byte; its base64 has 1 KB
)

// appendAlone appends the JSON of the value at data, whose program is p, to dst. It returns false if a machine must
// write the value. Memory is allocated when the length is known: a bool or number is first written to the stack.
func (c *Call) appendAlone(p *Program, dst []byte, data unsafe.Pointer) ([]byte, bool) {
	switch p.alone {
	case opText:
		return append(spaced(dst, len(p.text)), p.text...), true
	case opString:
		s := *(*string)(data)
		if !c.isPlain(s) {
			return dst, false
		}
		dst = append(spaced(dst, len(s)+2), '"')
		dst = append(dst, s...)
		return append(dst, '"'), true
	case opMap:
		if len(as[string, struct{}](data)) == 0 {
			return append(spaced(dst, 2), "{}"...), true
		}
		return dst, false
	case opBytes:
		s := *(*[]byte)(data)
		if s == nil || len(s) > mostBytes {
			return dst, false
		}
		n := 1 + (len(s)+2)/3*4 + 1
		dst = spaced(dst, n)[:len(dst)+n]
		text := dst[len(dst)-n:]
		text[0], text[n-1] = '"', '"'
		kernel.EncodeBase64(unsafe.Add(mem.Data(text), 1), mem.Data(s), len(s))
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
	if dst == nil && n > 0 {
		b := make([]byte, n) // takes less time than append
		copy(b, text[:])
		return b, true
	}
	return append(dst, text[:n]...), n > 0 // n is 0 for a float without a JSON form
}

var null = Program{alone: opText, text: "null"}

// aloneIn returns the program and the address of the value in an interface. The program is nil if a machine must write
// the value. This includes pointers to interfaces, which may form a cycle.
func (c *Call) aloneIn(v any) (p *Program, data unsafe.Pointer) {
	if v == nil {
		return &null, nil
	}
	p, data = lookup(c.Config, v), mem.DataWord(v)
	if p.alone == opEnd || p.alone == opAny || data == nil {
		return nil, nil
	}
	return p, data
}

func (c *Call) isPlain(s string) bool {
	return len(s) <= mostPlain && kernel.EscapeSetOf(c.Config.Options, c.Config.Release).Plain(s)
}
