package decode

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// Decoding in one pass under rules and limits for whole inputs. Usually the whole input is checked before anything is
// decoded, which takes as long as decoding. But most inputs keep to the rules. So an attempt decodes at once, by
// decoders that are compiled for it (plan.Dialect.Attempt) and find out that a rule is broken, but not always which
// one. After any fault the target gets its old value back, and the input is checked and decoded as usual. The user's
// code must not run twice, nor for a bad input, so an attempt ends before it would call a method or codec.
//
// The limit on nesting is tested by beginning at a greater depth: if 1000 levels are allowed, at maxDepth-1000.

// attempt decodes data into the value that v points to, in one pass. If it returns false, the value is unchanged.
func (c *Call) attempt(data []byte, v any) bool {
	d := c.Config.Attempt
	if c.Depth > 0 || c.Left != nil || c.Bare || c.Checked {
		return false
	}
	if p := nodes(c.Config).Get(mem.TypeWord(v)); c.Program != nil && (p == nil || p.elem != c.Program) {
		return false // the Program is for a field whose tag changes how the type is decoded
	}
	try := Call{Config: d, Borrowed: c.Borrowed}
	t, _ := try.target(v)
	switch {
	case t == nil || t.callsMethods() || t.lends():
		return false
	case t.calls.Load()&lastBroken != 0: // the last attempt failed, so this one would probably fail too
		t.calls.And(^uint32(lastBroken))
		return false
	}
	if tooLarge(data, d) || try.Unmarshal(data, v) != nil {
		t.calls.Or(lastBroken)
		return false
	}
	return true
}

// tooLarge reports whether data may exceed a limit of d that the decoders do not test. It may return true for data
// within the limits, which is then decoded in the usual way.
func tooLarge(data []byte, d *plan.Dialect) bool {
	l := &d.Limits
	if l.String > 0 && len(data)-2 > l.String {
		return true
	}
	// Each element and each member follows a comma or an opening bracket, so it takes at least two bytes.
	for _, most := range [2]int{l.Values, l.Elements} {
		if most > 0 && len(data)/2 >= most && 1+bytes.Count(data, []byte{','})+bytes.Count(data, []byte{'['})+bytes.Count(data, []byte{'{'}) > most {
			return true
		}
	}
	// A run of more than l.Number characters of numbers contains an index that is a multiple of l.Number+1.
	for i := 0; i < len(data) && l.Number > 0; i += l.Number + 1 {
		from, to := i, i
		for from > 0 && isNumeric(data[from-1]) {
			from--
		}
		for to < len(data) && isNumeric(data[to]) {
			to++
		}
		if to-from > l.Number {
			return true
		}
	}
	return false
}

func isNumeric(c byte) bool {
	return c-'0' <= 9 || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}
