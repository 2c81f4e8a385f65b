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

// writeNumber adds a json.Number.
func writeNumber(w *builder, key blockKey, offset uintptr) {
	w.exit(exitInfo{run: runNumber, typ: key.typ, flag: key.quoted}, offset)
}

// runNumber writes a json.Number, within a string if flag is set. The empty one is 0.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	m.room(n, len(s)+2)
	if x.flag {
		n = m.put1(n, '"')
	}
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
