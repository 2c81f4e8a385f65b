package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// runQuotedString writes a string under the tag option "string".
func runQuotedString(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.QuotedString(n, *(*string)(p))
}

// QuotedString writes s as a string inside a string: a"b becomes "\"a\\\"b\"". It first writes s to its final place.
// If s has no escapes, it stays there. Otherwise the text is copied to scratch and escaped again.
func (m *machine) QuotedString(n int, s string) int {
	if len(s) < m.limit-n {
		at := n + len(`"\"`)
		c, w := kernel.Escape(unsafe.Add(m.base, at), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-at, m.rules.set)
		if c == len(s) && w == len(s) {
			*(*[3]byte)(unsafe.Add(m.base, n)) = [3]byte{'"', '\\', '"'}
			*(*[3]byte)(unsafe.Add(m.base, at+w)) = [3]byte{'\\', '"', '"'}
			return at + w + len(`\""`)
		}
		if c == len(s) {
			m.scratch = append(append(append(m.scratch[:0], '"'), m.bytes(at + w)[at:]...), '"')
			return m.quoted(mem.Frozen(m.scratch), n)
		}
	}
	m.scratch = kernel.AppendString(m.scratch[:0], s, m.rules.set)
	return m.quoted(mem.Frozen(m.scratch), n)
}

// badValue fails with the error about the value at p, which has no JSON form. As in encoding/json, the error contains
// the value itself if it has an address, otherwise a copy.
//
//go:noinline
func (m *machine) badValue(info *valueInfo, p unsafe.Pointer) int {
	v := reflect.NewAt(info.typ, p).Elem()
	if !info.addr {
		v = reflect.ValueOf(v.Interface())
	}
	return m.failWithin(info, p, &fault.Fault{Code: fault.UnsupportedValue, Type: info.typ, Value: v})
}
