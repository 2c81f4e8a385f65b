package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
)

// runQuotedString writes a string as the JSON of a string within a string, for the tag option "string": of a"b that is
// "\"a\\\"b\"". The inner string is made first, in scratch.
func runQuotedString(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	m.scratch = kernel.AppendString(m.scratch[:0], *(*string)(p), m.set)
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
