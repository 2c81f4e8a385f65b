package decode

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// Rules and limits for whole inputs say what an error is before anything is decoded. A check of the whole input takes
// as long as decoding. Most inputs keep to the rules, so plans for them (plan.Dialect.Attempt) look for broken rules
// while they decode, in one pass. They need not say which rule was broken: after any fault the target gets its old
// value back, and the input is decoded as if there had been no attempt. Code of the caller's may be called only once,
// and only for inputs that keep to the rules: an attempt ends before that.
//
// Three limits are met by a quick look at the input, which may take an input for too large that is not. Levels are
// counted from the limit: with 1000 allowed, a run begins at depth 9000.

// attempt decodes data into the value that v points to, in one pass. If it returns false the value is what it was.
func (c *Call) attempt(data []byte, v any) bool {
	d := c.Config.Attempt
	if c.Depth > 0 || c.Left != nil || c.Bare || c.Checked {
		return false
	}
	if p := nodes(c.Config).Recent(mem.TypeWord(v)); c.Program != nil && (p == nil || p.elem != c.Program) {
		return false // a Program for a field, whose tag changes the meaning of the type
	}
	try := Call{Config: d, Borrowed: c.Borrowed}
	t, _ := try.target(v)
	switch {
	case t == nil || t.callsMethods() || t.lends():
		return false
	case t.calls.Load()&lastBroken != 0: // one failure mostly follows another
		t.calls.And(^uint32(lastBroken))
		return false
	}
	if tooLarge(data, d) || try.Unmarshal(data, v) != nil {
		t.calls.Or(lastBroken)
		return false
	}
	return true
}

// tooLarge reports whether data may exceed limits of d that decoders do not count.
func tooLarge(data []byte, d *plan.Dialect) bool {
	l := &d.Limits
	if l.String > 0 && len(data)-2 > l.String {
		return true
	}
	// Each value but the outermost one comes after a comma or bracket of its own, and has at least one byte.
	for _, most := range [2]int{l.Values, l.Elements} {
		if most > 0 && len(data)/2 >= most && 1+bytes.Count(data, []byte{','})+bytes.Count(data, []byte{'['})+bytes.Count(data, []byte{'{'}) > most {
			return true
		}
	}
	return l.Number > 0 && hasLongNumber(data, l.Number)
}

// hasLongNumber reports whether data has more than most characters of numbers one after the other. So many have one at
// an index that is a multiple of most+1.
func hasLongNumber(data []byte, most int) bool {
	for i := 0; i < len(data); i += most + 1 {
		from, to := i, i
		for from > 0 && isNumeric(data[from-1]) {
			from--
		}
		for to < len(data) && isNumeric(data[to]) {
			to++
		}
		if to-from > most {
			return true
		}
	}
	return false
}

// isNumeric reports whether numbers may have the character c.
func isNumeric(c byte) bool {
	return c-'0' <= 9 || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}
