package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// writeRaw adds an op for a json.RawMessage: [ 1, "<" ] becomes [1,"\u003c"], and [1 is an error.
func writeRaw(w *builder, key blockKey, offset uintptr) {
	x := exitInfo{run: runRaw, typ: key.name()}
	if w.cfg.Options.Has(option.RawUnchecked) {
		x.run = runRawUnchecked
	}
	w.exit(&x, offset)
}

// runRaw writes a json.RawMessage as its MarshalJSON does. An empty RawMessage that is not nil is not JSON.
func runRaw(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	b := *(*[]byte)(p)
	if b == nil {
		return m.null(n)
	}
	return m.marshaled(x, b, nil, n)
}

// runRawUnchecked writes a json.RawMessage without a check, and an empty one as null.
func runRawUnchecked(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	b := *(*[]byte)(p)
	if len(b) == 0 {
		return m.null(n)
	}
	return m.unchecked(b, n)
}
