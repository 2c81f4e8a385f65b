package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
)

// runQuotedString is QuotedString for the tag option "string".
func runQuotedString(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.QuotedString(n, *(*string)(p))
}

// QuotedString writes a string as the JSON of a string within a string: of a"b that is "\"a\\\"b\"". The inner string
// is made first: to where it belongs, for a string without escapes stands for itself in both, and from there it goes to
// scratch if it is longer, as every escape is.
func (m *machine) QuotedString(n int, s string) int {
	if len(s) < m.limit-n {
		at := n + len(`"\"`)
		c, w := kernel.Escape(unsafe.Add(m.base, at), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-at, m.set)
		if c == len(s) && w == len(s) {
			*(*[3]byte)(unsafe.Add(m.base, n)) = [3]byte{'"', '\\', '"'}
			*(*[3]byte)(unsafe.Add(m.base, at+w)) = [3]byte{'\\', '"', '"'}
			return at + w + len(`\""`)
		}
		if c == len(s) {
			m.scratch = append(append(append(m.scratch[:0], '"'), m.bytes(at + w)[at:]...), '"')
			return m.quoted(m.scratch, n)
		}
	}
	m.scratch = kernel.AppendString(m.scratch[:0], s, m.set)
	return m.quoted(m.scratch, n)
}

// badValue is the error about the value at p, which has no JSON form. The error has the value itself where it has an
// address, as encoding/json has, and else a copy.
//
//go:noinline
func (m *machine) badValue(info *valueInfo, p unsafe.Pointer) int {
	v := reflect.NewAt(info.typ, p).Elem()
	if !info.addr {
		v = reflect.ValueOf(v.Interface())
	}
	return m.failWithin(info, p, &fault.Fault{Code: fault.UnsupportedValue, Type: info.typ, Value: v})
}
