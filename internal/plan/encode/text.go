package encode

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// runQuotedString writes a string as the JSON of a string within a string.
func runQuotedString(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	m.scratch = kernel.AppendString(m.scratch[:0], *(*string)(p), m.set)
	return m.quoted(m.scratch, n)
}

// runNumber writes a json.Number, within a string if flag is set. The empty one is 0.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	if !isNumber(s) {
		var v any = json.Number(s)
		if x.flag {
			v = struct {
				N json.Number `json:",string"`
			}{json.Number(s)}
		}
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ, Value: reflect.ValueOf(v)})
	}
	m.room(n, len(s)+2)
	if x.flag {
		n = m.put1(n, '"')
	}
	n += copy(mem.Slice(unsafe.Add(m.base, n), len(s)), s)
	if x.flag {
		n = m.put1(n, '"')
	}
	return n
}

// isNumber reports whether s is a number by the grammar of JSON.
func isNumber(s string) bool {
	b := mem.View(s)
	n, st := wire.Number(b)
	return st == wire.More && n == len(b) && wire.Complete(b)
}

//go:noinline
func (m *machine) badValue(info *valueInfo, p unsafe.Pointer) int {
	v := reflect.NewAt(info.typ, p).Elem()
	if !info.addr {
		v = reflect.ValueOf(v.Interface())
	}
	return m.failWithin(info, p, &fault.Fault{Code: fault.UnsupportedValue, Type: info.typ, Value: v})
}
