package encode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
)

// encoding/json writes durations as numbers. Under an option they are written as the result of their String method,
// "1h30m0s", as values and as names. The units h, m, s, ms, µs and ns need no escapes in JSON.

// durationRoom is more than the length of the text of any duration.
const durationRoom = 32

// durationRow is the row of time.Duration in the table of special types.
func durationRow() special {
	return special{write: writeDuration, only: option.DurationAsString, simple: true, quotes: true, key: appendDuration}
}

func writeDuration(w *builder, key blockKey, offset uintptr) { w.text(runDuration, key.typ, offset) }

func runDuration(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return n + copy(mem.Slice(unsafe.Add(m.base, n), durationRoom), (*time.Duration)(p).String())
}

func appendDuration(b []byte, _, p unsafe.Pointer) []byte {
	return append(b, (*time.Duration)(p).String()...)
}
