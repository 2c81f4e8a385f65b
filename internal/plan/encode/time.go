package encode

import (
	"encoding/json"
	"reflect"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// writeTime adds an op for a time.Time in the form of RFC 3339, which needs no escapes.
func writeTime(w *builder, key blockKey, offset uintptr) {
	date.Known(mem.PointerWordOf(key.typ))
	w.write(`"`)
	w.emit(op{code: opTime, offset: offset, sub: subOf(w.info(key))}, 40)
	w.write(`"`)
}

// badTime fails with the error about a time without a JSON form: its year has more than four digits, or its zone is a
// day or more away from UTC. In some releases the error comes from the time's method, in others from encoding/json.
//
//go:noinline
func (m *machine) badTime(info *valueInfo, t *time.Time) int {
	v := mem.Interface(mem.PointerWordOf(info.typ), unsafe.Pointer(t))
	if toolchain.TimesByMethod {
		_, err := v.(json.Marshaler).MarshalJSON()
		return m.failWithin(info, unsafe.Pointer(t), &fault.Fault{Code: fault.MarshalJSON, Type: info.named, Err: err})
	}
	_, err := toolchain.Encode(v, m.rules.html)
	return m.failWithin(info, unsafe.Pointer(t), &fault.Fault{Code: fault.Foreign, Type: info.typ, Err: err})
}

// isTime reports whether t is time.Time or a pointer to it.
func isTime(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	return shape.SpecialOf(t) == shape.Time
}

// encoding/json writes durations as numbers. Under an option they are written as the result of their String method,
// 1h30m0s, as values and as names. The units h, m, s, ms, µs and ns need no escapes in JSON.

func writeDuration(w *builder, key blockKey, offset uintptr) { w.text(runDuration, key.typ, offset) }

func runDuration(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.adopt(appendDuration(m.bytes(n), nil, p))
}

func appendDuration(b []byte, _, p unsafe.Pointer) []byte {
	return append(b, (*time.Duration)(p).String()...)
}
