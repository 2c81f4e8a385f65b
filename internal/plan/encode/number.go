package encode

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/num"
)

// writeNumber adds an op for a json.Number, whose text is checked and written unchanged: 1e3 stays 1e3.
func writeNumber(w *builder, key blockKey, offset uintptr) {
	w.exit(&exitInfo{run: runNumber, typ: key.typ, flag: key.quoted, made: true}, offset)
}

// longNumber writes s, which may be any text, and returns -1 if s is not a number.
//
//go:noinline
func (m *machine) longNumber(s string, n int) int {
	n = m.room(n, len(s))
	if !num.CopyText(unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s)), len(s)) {
		return -1
	}
	return n + len(s)
}

// runNumber writes a json.Number, in quotes if flag is set. An empty one is 0. It fails if the text is not a number.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	to, from := unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s))
	if kernel.CopyNumber(to, from, len(s)) {
		n += len(s)
	} else if n = m.longNumber(s, n); n < 0 {
		// encoding/json makes the error about v, and sees the tag option if v is a struct.
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
