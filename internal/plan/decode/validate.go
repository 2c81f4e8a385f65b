package decode

import (
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// A validation walks over the whole input before anything of it is decoded, under configurations with limits or with
// rules that hold for all of it: also for unknown members and raw values. The decoders then need no checks.

// validator is the state of one validation. It counts with the state's own depth, and notes names on its stack.
type validator struct {
	*state
	outer         int  // depth of the input within another one, as far as that one's validation has counted it
	values        int  // so far
	unique, valid bool // rules: names within an object differ, strings are UTF-8
}

// span is a name: from its first character to its closing quote.
type span struct{ p, e int }

// validate reports whether the input is one JSON value that keeps to the configuration's rules.
func (s *state) validate() bool {
	depth := s.depth
	a := validator{state: s, outer: depth - s.stacks.above, unique: s.options.Has(option.RejectDuplicateNames), valid: s.options.Has(option.RejectInvalidUTF8)}
	s.stacks.names = s.stacks.names[:0]
	p := a.value(s.Space(s.first))
	if p >= 0 && !s.host.guest && s.Space(p) < s.N {
		p = s.fail()
	}
	s.depth = depth
	return p >= 0
}

// refuse notes that the rule in f is broken. It returns whether the validation goes on, which it does if all faults are
// wanted. Rules for whole inputs come before all faults of decoding, and the first one in the input is reported.
func (s *state) refuse(f fault.Fault) bool {
	if s.all == nil {
		s.fault = f
		return false
	}
	if len(s.all.rules) < s.all.most {
		s.all.rules = append(s.all.rules, f)
	}
	return true
}

// refuseAt is refuse for the rule with that code, broken at p.
func (s *state) refuseAt(code fault.Code, p int) bool {
	return s.refuse(fault.Fault{Code: code, Offset: int64(p)})
}

// value checks the value at p against the rules and returns the position after it, or -1 if it is not JSON, or breaks a
// rule at which the validation ends. The fault of a broken rule is noted; if all faults are wanted the walk goes on.
func (a *validator) value(p int) int {
	if a.values++; a.values > a.cfg.Limits.Values && a.cfg.Limits.Values > 0 {
		a.fault = fault.Fault{Code: fault.ManyValues, Offset: int64(p)} // this limit also bounds the time for the rest
		return -1
	}
	switch c := a.At(p); c {
	case '"':
		return a.text(p)
	case '{', '[':
		if a.depth++; a.depth > maxDepth {
			return a.fail()
		}
		if most := a.cfg.Limits.Depth; most > 0 && a.depth-a.outer > most {
			if !a.refuseAt(fault.TooDeep, p) {
				return -1
			}
			a.depth--
			return a.skip(p)
		}
		if c == '[' {
			p = a.elements(p)
		} else {
			p = a.members(p)
		}
		a.depth--
		return p
	case 'n', 't', 'f':
		return a.skip(p)
	}
	n := num.Len(unsafe.Add(a.In, p))
	if n == 0 {
		return a.fail()
	}
	if most := a.cfg.Limits.Number; most > 0 && n > most && !a.refuseAt(fault.LongNumber, p) {
		return -1
	}
	return p + n
}

// text checks the string at p. The limit is on the bytes between the quotes as written, with escapes. UTF-8 is checked
// only if the kernel has found bytes that may not be UTF-8 (Dirty), and surrogate halves only if the string has
// escapes.
func (a *validator) text(p int) int {
	e := a.StringEnd(p + 1)
	if a.At(e) == '"' {
		e++
	} else if e = a.skipString(p); e < 0 {
		return -1
	}
	if most := a.cfg.Limits.String; most > 0 && e-p-2 > most && !a.refuseAt(fault.LongString, p) {
		return -1
	}
	if !a.valid {
		return e
	}
	raw := unsafe.Slice((*byte)(unsafe.Add(a.In, p+1)), e-p-2)
	if a.Dirty && !utf8.Valid(raw) {
		if !a.refuseAt(fault.InvalidUTF8, p+1+invalidAt(raw)) {
			return -1
		}
		return e
	}
	// The bytes are UTF-8, but \ud83d without its second half stands for no character. U+FFFD that is written as \ufffd
	// does.
	for i := a.StringEnd(p + 1); a.At(i) == '\\'; i = a.StringEnd(i) {
		if a.At(i+1) != 'u' {
			i += 2
			continue
		}
		r, n := wire.UnicodeEscape(a.In, i)
		if r == utf8.RuneError && wire.Hex4(mem.Load32(a.In, i+2)) != utf8.RuneError {
			if !a.refuseAt(fault.InvalidUTF8, i) {
				return -1
			}
			return e
		}
		i += n
	}
	return e
}

// invalidAt returns the index of the first byte of b that is not UTF-8.
func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// tooMany reports whether element n of an array or object, at p, exceeds the limit, at which the validation ends. Only
// the first one that exceeds it is reported.
func (a *validator) tooMany(n, p int) bool {
	most := a.cfg.Limits.Elements
	return most > 0 && n > most && (a.all == nil || n == most+1) && !a.refuseAt(fault.ManyElements, p)
}

// elements checks the array at p, and members the object at p.
func (a *validator) elements(p int) int {
	p, more := a.Enter(p)
	for n := 1; more; n++ {
		if a.tooMany(n, p) {
			return -1
		}
		if p = a.value(p); p < 0 {
			return -1
		}
		if p, more = a.Next(p, ']'); p < 0 {
			return a.fail()
		}
	}
	return p
}

// members checks an object. While it is open its names are on the state's stack, from mark on: in [{"a":1,"b":{"a":2}}]
// a, b and, above them, the inner a.
func (a *validator) members(p int) int {
	mark := len(a.stacks.names)
	p, more := a.Enter(p)
	for n := 1; more; n++ {
		if a.At(p) != '"' {
			return a.fail()
		}
		if a.tooMany(n, p) {
			return -1
		}
		e := a.text(p)
		if e < 0 {
			return -1
		}
		if a.unique {
			a.stacks.names = append(a.stacks.names, span{p + 1, e - 1})
		}
		if p = a.Colon(e); p < 0 {
			return a.fail()
		}
		if p = a.value(p); p < 0 {
			return -1
		}
		if p, more = a.Next(p, '}'); p < 0 {
			return a.fail()
		}
	}
	if i := a.duplicate(a.stacks.names[mark:]); i >= 0 && !a.refuseDuplicates(a.stacks.names[mark:], i) {
		return -1
	}
	a.stacks.names = a.stacks.names[:mark]
	return p
}

// refuseDuplicates is refuse for the name with index first, which occurred before, and for all other such names after
// it.
func (a *validator) refuseDuplicates(names []span, first int) bool {
	var seen map[string]struct{}
	for i, name := range names {
		text := a.plainText(name)
		_, again := seen[text]
		if i == first || again {
			if !a.refuse(fault.Fault{Code: fault.DuplicateName, Offset: int64(name.p - 1), Path: []fault.Step{{Name: text}}}) {
				return false
			}
		}
		if seen == nil && a.all != nil {
			seen = make(map[string]struct{}, len(names))
		}
		if seen != nil {
			seen[text] = struct{}{}
		}
	}
	return true
}

// plainText returns the text of a name, in memory of its own. "\u0061" and "a" are one name: rules compare texts.
func (a *validator) plainText(n span) string {
	if a.StringEnd(n.p) == n.e && !a.Dirty {
		return string(a.raw(n))
	}
	b, _ := a.unquote(n.p)
	return string(b)
}

// raw returns a name as written, with escapes.
func (a *validator) raw(n span) []byte { return unsafe.Slice((*byte)(unsafe.Add(a.In, n.p)), n.e-n.p) }

const (
	fewNames = 12  // up to so many names are compared with one another
	keptSeen = 256 // the map for up to so many names is cleared and used again
)

// duplicate returns the index of a name that occurred before, or -1.
//
// A map that was made for a large object is not used again: clearing it takes as long as it is large, and an object of
// 100,000 names may be followed by as many objects of 13.
func (a *validator) duplicate(names []span) int {
	if len(names) <= fewNames {
		// A few names are compared as written. That is wrong only if one of them is spelled in another way, with
		// escapes or bytes that are not UTF-8: then all are compared by their text.
		odd := a.Dirty
		for i, n := range names {
			odd = odd || a.StringEnd(n.p) != n.e
			raw := mem.Frozen(a.raw(n))
			for _, m := range names[:i] {
				if mem.Frozen(a.raw(m)) == raw {
					return i
				}
			}
		}
		if !odd {
			return -1
		}
	}
	came := a.stacks.cameNames()
	if came.set == nil {
		came.set = make(map[string]struct{}, len(names))
	}
	defer a.forgetSeen(len(names))
	for i, n := range names {
		var text string
		if a.StringEnd(n.p) == n.e && !a.Dirty {
			text = mem.Frozen(a.raw(n))
		} else {
			text = a.plainText(n)
		}
		if _, ok := came.set[text]; ok {
			return i
		}
		came.set[text] = struct{}{}
	}
	return -1
}

// forgetSeen empties the map of names, which are parts of the input, after an object of n names.
func (a *validator) forgetSeen(n int) {
	if n > keptSeen {
		a.stacks.came.set = nil
		return
	}
	clear(a.stacks.came.set)
}
