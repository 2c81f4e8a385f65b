package encode

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// writeNumber adds a json.Number. It is an exit, since the text may have any length and must be checked. For
// json.Number("1e3") the output is 1e3, not 1000.
func writeNumber(w *builder, key blockKey, offset uintptr) {
	w.exit(&exitInfo{run: runNumber, typ: key.typ, flag: key.quoted}, offset)
}

// longNumber writes s, which may have any length and form, and returns -1 if it is not a number. The memory of s may
// end with s, but readers of numbers look at some bytes after a number. So longNumber checks the copy, with a zero
// after it that ends the number.
//
//go:noinline
func (m *machine) longNumber(s string, n int) int {
	n = m.room(n, len(s))
	to := unsafe.Add(m.base, n)
	copy(mem.Slice(to, len(s)), s)
	mem.Store8(to, len(s), 0)
	if num.Len(to) != len(s) {
		return -1
	}
	return n + len(s)
}

// runNumber writes a json.Number, within a string if flag is set. An empty one is written as 0. A json.Number may hold
// any text: if the whole text is not one JSON number, that is an error.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	to, from := unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s))
	if kernel.CopyNumber(to, from, len(s)) || num.WritePlain(to, from, len(s)) {
		n += len(s)
	} else if n = m.longNumber(s, n); n < 0 {
		// The toolchain will be asked about the value in the fault, or about a field with the tag option if flag is
		// set.
		var v any = json.Number(s)
		if x.flag {
			v = struct {
				N json.Number `json:",string"`
			}{json.Number(s)}
		}
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ, Value: reflect.ValueOf(v)})
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	return n
}
