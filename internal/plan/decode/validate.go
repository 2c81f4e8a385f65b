package decode

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Validation of the whole input before any of it is decoded, under configurations with limits, or with rules that hold
// for all of the input, including unknown members and raw values. The decoders then need no checks of their own.

type validator struct {
	*state
	outer         int  // levels around the value that the limit on nesting does not count
	values        int  // the number of values so far
	unique, valid bool // rules to check: the names in each object differ; strings are UTF-8
}

// span has the positions in the input of a name's first character and of its closing quote.
type span struct{ p, e int }

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

// refuse stores f, a broken rule. It returns true if the validation continues, which is so if all faults are wanted.
// Otherwise the first broken rule in the input is the returned fault, whatever faults decoding would have.
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

func (s *state) refuseAt(code fault.Code, p int) bool {
	return s.refuse(fault.Fault{Code: code, Offset: int64(p)})
}

// value checks the value at p against the rules, and stores broken rules as faults. It returns the position after the
// value, or -1 if the value is not JSON, or if it breaks a rule and the validation ends.
func (a *validator) value(p int) int {
	if a.values++; a.values > a.cfg.Limits.Values && a.cfg.Limits.Values > 0 {
		a.fault = fault.Fault{Code: fault.ManyValues, Offset: int64(p)} // validation ends even if all faults are wanted, to bound the time
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
		p = a.items(p, c+2) // in ASCII a closing bracket is the opening one plus 2
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

// text checks the string at p. The limit counts the bytes between the quotes as written, with escapes. UTF-8 is checked
// only if the kernel has found bytes that may be invalid (Dirty), and surrogates only if the string has escapes.
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
	bad := -1
	if a.Dirty && !utf8.Valid(raw) {
		bad = p + 1 + invalidAt(raw)
	}
	// The bytes are UTF-8, but an escape may be half of a surrogate pair, such as \ud83d alone, which stands for no
	// character and is read as U+FFFD. The escape \ufffd itself is allowed.
	for i := a.StringEnd(p + 1); bad < 0 && a.At(i) == '\\'; i = a.StringEnd(i) {
		if a.At(i+1) != 'u' {
			i += 2
			continue
		}
		r, n := wire.UnicodeEscape(a.In, i)
		if r == utf8.RuneError && wire.Hex4(mem.Load32(a.In, i+2)) != utf8.RuneError {
			bad = i
		}
		i += n
	}
	if bad >= 0 && !a.refuseAt(fault.InvalidUTF8, bad) {
		return -1
	}
	return e
}

// invalidAt returns the index of the first byte of b that is not UTF-8, or len(b).
func invalidAt(b []byte) int {
	for i := range mem.Frozen(b) {
		if r, n := utf8.DecodeRune(b[i:]); r == utf8.RuneError && n == 1 {
			return i
		}
	}
	return len(b)
}

// items checks the elements or members of the array or object at p, which closing ends. While an object is open, its
// names are on the state's stack, from mark on. For [{"a":1,"b":{"a":2}}] the stack has a, b and, last, the inner a.
func (a *validator) items(p int, closing byte) int {
	object, mark := closing == '}', len(a.stacks.names)
	p, more := a.Enter(p)
	for n := 1; more; n++ {
		if object && a.At(p) != '"' {
			return a.fail()
		}
		if most := a.cfg.Limits.Elements; most > 0 && n > most && (a.all == nil || n == most+1) && !a.refuseAt(fault.ManyElements, p) {
			return -1
		}
		if object {
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
		}
		if p = a.value(p); p < 0 {
			return -1
		}
		if p, more = a.Next(p, closing); p < 0 {
			return a.fail()
		}
	}
	if names := a.stacks.names[mark:]; len(names) > 0 {
		if a.duplicate(names) && !a.refuseDuplicates(names) {
			return -1
		}
		a.stacks.names = a.stacks.names[:mark]
	}
	return p
}

// refuseDuplicates calls refuse for each name that is equal to an earlier one. It returns false if the validation ends.
func (a *validator) refuseDuplicates(names []span) bool {
	seen := make(map[string]struct{}, len(names))
	for _, name := range names {
		text := strings.Clone(a.plainText(name))
		if _, again := seen[text]; again && !a.refuse(fault.Fault{Code: fault.DuplicateName, Offset: int64(name.p - 1), Path: []fault.Step{{Name: text}}}) {
			return false
		}
		seen[text] = struct{}{}
	}
	return true
}

// plainText returns a name's text without escapes, since "\u0061" and "a" are the same name. It may be a view.
func (a *validator) plainText(n span) string {
	if a.StringEnd(n.p) == n.e && !a.Dirty {
		return mem.Frozen(a.raw(n))
	}
	b, _ := a.unquote(n.p)
	return string(b)
}

// raw returns a name as written, with escapes.
func (a *validator) raw(n span) []byte { return unsafe.Slice((*byte)(unsafe.Add(a.In, n.p)), n.e-n.p) }

const (
	fewNames = 12  // up to this number, names are compared in pairs
	keptSeen = 256 // a map of names is cleared and used again if it has at most this many
)

// duplicate reports whether two of the names are equal.
func (a *validator) duplicate(names []span) bool {
	if len(names) <= fewNames {
		// A few names are compared as they are written. If one of them has escapes or bytes that are not UTF-8, equal
		// names may be spelled in different ways. Then their texts are compared, below.
		odd := a.Dirty
		for i, n := range names {
			odd = odd || a.StringEnd(n.p) != n.e
			raw := mem.Frozen(a.raw(n))
			for _, m := range names[:i] {
				if mem.Frozen(a.raw(m)) == raw {
					return true
				}
			}
		}
		if !odd {
			return false
		}
	}
	rare := a.stacks.rareMemory()
	if rare.set == nil {
		rare.set = make(map[string]struct{}, len(names))
	}
	for _, n := range names {
		rare.set[a.plainText(n)] = struct{}{}
	}
	again := len(rare.set) < len(names)
	// Clearing a map takes time proportional to its size, and 100,000 small objects may follow a large one.
	if clear(rare.set); len(names) > keptSeen {
		rare.set = nil
	}
	return again
}
