package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// writeRaw adds an op for a json.RawMessage: [ 1, "<" ] becomes [1,"\u003c"], and [1 is an error.
func writeRaw(w *builder, key blockKey, offset uintptr) {
	w.exit(&exitInfo{run: runRaw, typ: key.name(), flag: w.cfg.Options.Has(option.RawUnchecked)}, offset)
}

// runRaw writes a json.RawMessage as its MarshalJSON does: nil as null, but an empty one that is not nil is not JSON.
// With flag it writes the text unchecked, and any empty one as null.
func runRaw(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	switch b := *(*[]byte)(p); {
	case b == nil || x.flag && len(b) == 0:
		return m.null(n)
	case x.flag:
		return m.unchecked(b, n)
	default:
		return m.marshaled(x, b, nil, n)
	}
}
