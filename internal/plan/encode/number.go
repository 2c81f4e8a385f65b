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

// writeNumber adds a json.Number: an exit, for its text may have any length and has to be looked at. Of
// json.Number("1e3") the output is 1e3, and not 1000.
func writeNumber(w *builder, key blockKey, offset uintptr) {
	w.exit(exitInfo{run: runNumber, typ: key.typ, flag: key.quoted}, offset)
}

// runNumber writes a json.Number, within a string if flag is set. The empty one is 0. Any text may stand in it: what is
// no JSON number, all of it, is an error.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	m.room(n, len(s)+2)
	if x.flag {
		n = m.put1(n, '"')
	}
	// Where the text comes from may end with memory, and readers of numbers look at some bytes behind.
	// The copy is looked at, with zeros behind it that end a number. It is written in words as they are read again:
	// then the processor need not wait for them.
	from, to := unsafe.Pointer(unsafe.StringData(s)), unsafe.Add(m.base, n)
	switch {
	case len(s) <= 8:
		mem.Store64(to, 0, kernel.LoadShort(from, len(s)))
		mem.Store8(to, 8, 0)
	case len(s) <= 16:
		mem.Store64(to, 0, mem.Load64(from, 0))
		mem.Store64(to, 8, mem.Load64(from, len(s)-8)>>(uint(16-len(s))*8&63))
		mem.Store8(to, 16, 0)
	default:
		copy(mem.Slice(to, len(s)), s)
		mem.Store8(to, len(s), 0)
	}
	// The toolchain will be asked about the value in the fault: about a field with the tag option if that is set here.
	if num.Len(to) != len(s) {
		var v any = json.Number(s)
		if x.flag {
			v = struct {
				N json.Number `json:",string"`
			}{json.Number(s)}
		}
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ, Value: reflect.ValueOf(v)})
	}
	n += len(s)
	if x.flag {
		n = m.put1(n, '"')
	}
	return n
}
