package encode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
)

// Durations are numbers to encoding/json. By choice they are what their String method says: "1h30m0s", also as the
// names of members. Their text has no characters that JSON escapes: its units are h, m, s, ms, µs and ns.

// durationRoom is more than the text of any duration has.
const durationRoom = 32

// durationRow is the row of time.Duration.
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
