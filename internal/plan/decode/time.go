package decode

import (
	"encoding"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Times in the form of RFC 3339 with up to nine decimals are read in place, with the same result as by time.Time's own
// method. For all other values that method is called: releases of encoding/json differ in how they call it.

func decodeTime(s *state, t *node, p int, dst unsafe.Pointer) int {
	if s.At(p) == '"' {
		if v, offset, n := date.Read(unsafe.Add(s.In, p+1)); n > 0 && s.At(p+1+n) == '"' {
			at := (*time.Time)(dst)
			if *at = v; offset != date.UTC {
				date.In(at, offset, date.OffsetByType(at))
			}
			return p + n + 2
		}
	}
	// UnmarshalJSON gets any value, null and numbers too.
	if s.cfg.Release.Has(option.TimeByMethod) {
		return decodeMethod(s, t, p, dst)
	}
	// In version 2 a time is a text: null changes nothing, and other values do not fit.
	if s.At(p) != '"' {
		if s.IsNull(p) {
			return s.cleared(t, p, dst)
		}
		return s.mismatch(t, p, dst)
	}
	if s.options.Has(option.EndAtFault) {
		return s.stop(t, p) // UnmarshalText accepts texts that version 2 does not
	}
	e := s.skipString(p)
	if e < 0 {
		return -1
	}
	var v time.Time // a text that is not a time leaves dst unchanged
	if err := t.receiver(unsafe.Pointer(&v)).(encoding.TextUnmarshaler).UnmarshalText(s.contents(p, e)); err != nil {
		return s.method(p, e, err)
	}
	if s.options.Has(option.ExactSpelling) && !isExactTime(s.contents(p, e)) {
		return s.unfit(t, p, "string that is not a time of RFC 3339")
	}
	*(*time.Time)(dst) = v
	return e
}

// isExactTime reports whether b satisfies RFC 3339. UnmarshalText of time.Time, which has accepted b, also allows an
// hour of one digit, a comma before the fraction, and zones of 24 hours or 60 minutes and more.
func isExactTime(b []byte) bool {
	const most = "23:59"
	zone := string(b[len(b)-len(most):])
	return b[len("2006-01-02T1")] != ':' && b[len("2006-01-02T15:04:05")] != ',' &&
		(b[len(b)-1] == 'Z' || zone[:2] <= most[:2] && zone[3:] <= most[3:])
}

// decodeDuration decodes a text for time.ParseDuration, such as "1h30m0s". null leaves the duration unchanged.
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
