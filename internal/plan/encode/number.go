package encode

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
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
	if !wire.IsNumber(mem.View(s)) {
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
	if len(s) <= 16 && len(s) >= 4 {
		// Two moves, which may overlap, are no call.
		from, to := unsafe.Pointer(unsafe.StringData(s)), unsafe.Add(m.base, n)
		if len(s) < 8 {
			mem.Store32(to, 0, mem.Load32(from, 0))
			mem.Store32(to, len(s)-4, mem.Load32(from, len(s)-4))
		} else {
			mem.Store64(to, 0, mem.Load64(from, 0))
			mem.Store64(to, len(s)-8, mem.Load64(from, len(s)-8))
		}
		n += len(s)
	} else {
		n += copy(mem.Slice(unsafe.Add(m.base, n), len(s)), s)
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	return n
}
