package decode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// For encoding/json durations are numbers. Under an option they are texts for time.ParseDuration, such as "1h30m0s",
// and nothing else.

// durationRow is the row of time.Duration in the table of special types.
func durationRow() special {
	return special{run: decodeDuration, only: option.DurationAsString, parse: parseDuration, unquoted: true}
}

// decodeDuration decodes a text such as "1h30m0s". For a text that is not a duration it stores the error of
// time.ParseDuration, and decoding continues after the text.
func decodeDuration(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.noDuration(t, p)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	if err := t.parse(mem.Frozen(text), dst); err != nil {
		return s.mismatchError(p, e, true, err)
	}
	return e
}

// parseDuration parses text and stores the duration at dst. If text is not a duration, it returns an error and leaves
// dst unchanged.
func parseDuration(text string, dst unsafe.Pointer) error {
	d, err := time.ParseDuration(text) // text may be a view of the input: the error has a copy
	if err == nil {
		*(*time.Duration)(dst) = d
	}
	return err
}

// noDuration is called for a value at p that is not a string. null leaves the duration unchanged. Other values, such as
// numbers, are mismatches.
func (s *state) noDuration(t *node, p int) int {
	if s.IsNull(p) {
		return p + 4
	}
	e := s.skip(p)
	if e < 0 || s.decided() {
		return e
	}
	s.mismatched(t, p, toolchain.NoTextError(s.kindOf(p, e), p-s.first, t.Type, s.options))
	return e
}
