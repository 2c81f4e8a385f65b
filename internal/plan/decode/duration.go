package decode

import (
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// For encoding/json durations are numbers. Under an option they are texts for time.ParseDuration, such as "1h30m0s",
// and nothing else.

// decodeDuration decodes a text such as "1h30m0s". null leaves the duration unchanged. For a text that is not a
// duration it stores the error of time.ParseDuration, and decoding continues.
func decodeDuration(s *state, t *node, p int, dst unsafe.Pointer) int {
	switch {
	case s.IsNull(p):
		return p + 4
	case s.At(p) != '"':
		e := s.skip(p)
		if e >= 0 && !s.decided() {
			s.mismatched(t, p, toolchain.NoTextError(s.kindOf(p, e), p-s.first, t.Type, s.options))
		}
		return e
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

// parseDuration stores the duration text at dst, or returns an error and leaves dst unchanged.
func parseDuration(text string, dst unsafe.Pointer) error {
	d, err := time.ParseDuration(text) // text may be a view of the input: the error has a copy
	if err == nil {
		*(*time.Duration)(dst) = d
	}
	return err
}
