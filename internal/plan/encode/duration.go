package encode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

// encoding/json writes durations as numbers. Under an option they are written as the result of their String method,
// 1h30m0s, as values and as names. The units h, m, s, ms, µs and ns need no escapes in JSON.

func durationRow() special {
	write := func(w *builder, key blockKey, offset uintptr) { w.text(runDuration, key.typ, offset) }
	return special{write: write, only: option.DurationAsString, simple: true, quotes: true, key: appendDuration}
}

func runDuration(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.adopt(appendDuration(m.bytes(n), nil, p))
}

func appendDuration(b []byte, _, p unsafe.Pointer) []byte {
	return append(b, (*time.Duration)(p).String()...)
}
