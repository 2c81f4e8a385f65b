package wire

import (
	"slices"
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
)

// Indentation: with an indent of two spaces [1,{}] becomes
//
//	[
//	  1,
//	  {}
//	]
//
// One walk over a copy of the input with bitmaps checks and writes the text. The line break and indentation of the
// deepest level so far are kept as one text. For each new line the beginning of that text is copied.

// AppendIndent appends the JSON value in src with each element and member on a line of its own. A line begins with
// prefix, followed by one indent for each level. White space after the value is kept. The offset that it returns for
// wrong JSON, and the bytes that it may overwrite after the result, are the same as for AppendCompact.
func AppendIndent(dst, src []byte, prefix, indent string) ([]byte, int) {
	x := indenters.Get().(*indenter)
	out, ok := x.append(dst, src, prefix, indent)
	x.Forget()
	if cap(x.line) > mem.MostPooled {
		x = new(indenter)
	}
	indenters.Put(x)
	if ok {
		return out, -1
	}
	var s Scanner
	n, st := s.run(src)
	return dst, s.verdict(src, n, st)
}

// slack is the number of bytes that [mem.Copy32] reads and writes without a call, even if the text is shorter.
const slack = 32

var indenters = sync.Pool{New: func() any { return new(indenter) }}

// indenter walks over a copy of the input with bitmaps and writes it with line breaks.
type indenter struct {
	Stored
	nest
	line   []byte // a comma, a line break, the prefix, the indents of the deepest level so far, and slack
	filled int    // the length of line without its last slack bytes
	head   int    // the index of the first indent in line
	step   int    // the length of an indent
	indent string
	out    []byte // the output, up to its capacity
}

// append appends src with line breaks to out. If src is not one value, ok is false and out is undefined.
func (x *indenter) append(out, src []byte, prefix, indent string) ([]byte, bool) {
	x.Load(src)
	x.nest = nest{spill: x.spill[:0]}
	x.begin(prefix, indent)
	n := len(out)
	out = slices.Grow(out, 2*len(src)+slack)
	x.out = out[:cap(out)]
	n, p := x.value(n)
	out = x.out
	x.out, x.indent = nil, ""
	if p < 0 || x.Space(p) != len(src) {
		return nil, false
	}
	return append(out[:n], src[p:]...), true
}

// begin sets x.line to the text for this prefix and indent. Usually x.line has that text from the last call.
func (x *indenter) begin(prefix, indent string) {
	x.indent = indent
	head, step := 2+len(prefix), len(indent)
	if x.head == head && x.step == step && x.filled >= head+step && string(x.line[2:head]) == prefix && string(x.line[head:head+step]) == indent {
		return
	}
	x.head, x.step, x.filled = head, step, head
	clear(x.line[:cap(x.line)]) // clear line, because bytes after its end may be copied to the memory after results
	x.line = append(append(x.line[:0], ",\n"...), prefix...)
	x.line = slices.Grow(x.line, slack)
}

// fill appends indents until x.line has at least n bytes.
func (x *indenter) fill(n int) {
	x.line = x.line[:x.filled]
	for len(x.line) < n {
		x.line = append(x.line, x.indent...)
	}
	x.filled = len(x.line)
	x.line = slices.Grow(x.line, slack)
}

// value writes the JSON value to x.out from position n on. It returns the position after the value in x.out and in
// the text. p is negative if the text is not JSON. Each round of the loop writes a name, a scalar, or an opening
// bracket. After a value it also writes the comma or the closing brackets that follow.
func (x *indenter) value(n int) (end, p int) {
	level := x.head // the length of the part of line for this depth
	p, name := x.Token(0), false
	for {
		var e int
		switch c := x.At(p); {
		case c == '"':
			// Most strings have no escapes: the bitmap shows their end directly.
			if e = x.StringEnd(p + 1); x.At(e) == '"' {
				e++
			} else {
				e = x.SkipString(p)
			}
		// A name is expected, but there is no string, as in {1:2} or {"a":1,}.
		case name:
			return 0, -1
		case c == '{' || c == '[':
			// Make space for the bracket, the line after it, and slack.
			x.widen(n, level+len(x.indent)+slack+2)
			x.out[n] = c
			n++
			q, more := x.Enter(p)
			if x.push(uint64(c) >> 5 & 1); x.depth > MaxDepth { // the bit that is 1 in { and 0 in [
				return 0, -1
			}
			if more {
				// The line of this level is the line of the outer level and one more indent.
				if level += len(x.indent); level > x.filled {
					x.fill(level)
				}
				n += x.newLine(n, 1, level)
				p, name = q, c == '{'
				continue
			}
			x.pop()
			p, e = q-1, q // an empty array or object: continue as if the closing bracket were a scalar
		default:
			e = x.Skip(p, 0)
		}
		if e < 0 {
			return 0, -1
		}
		x.widen(n, e-p+slack+2)
		if e-p <= slack {
			mem.Copy32(mem.Data(x.out), n, x.In, p)
		} else {
			copy(x.out[n:], mem.Slice(mem.Add(x.In, uintptr(p)), e-p))
		}
		n += e - p
		p = e
		if name {
			if p = x.Colon(p); p < 0 {
				return 0, -1
			}
			x.out[n], x.out[n+1] = ':', ' '
			n += 2
			name = false
			continue
		}
		// A value has ended before p. Closing brackets follow, each of which gets a line, or a comma.
		for x.depth > 0 {
			closing := ']' | byte(x.cur&1)<<5 // the bit that is 1 in } and 0 in ]
			more := x.IsComma(p)
			switch {
			case more:
				p = x.Token(p + 1)
			case x.At(p) == closing:
				p++
			default:
				if p, more = x.Next(p, closing); p < 0 {
					return 0, -1
				}
			}
			x.widen(n, level+slack+1)
			if more {
				n += x.newLine(n, 0, level)
				break
			}
			x.pop()
			level -= len(x.indent)
			n += x.newLine(n, 1, level)
			x.out[n] = closing
			n++
		}
		if x.depth == 0 {
			return n, p
		}
		name = x.cur&1 != 0
	}
}

// newLine copies line[from:to] to position n of x.out, with slack more bytes, and returns the number of bytes.
func (x *indenter) newLine(n, from, to int) int {
	if to-from <= slack {
		mem.Copy32(mem.Data(x.out), n, mem.Data(x.line), from)
	} else {
		copy(x.out[n:], x.line[from:to])
	}
	return to - from
}

// widen makes x.out at least n+more bytes long.
func (x *indenter) widen(n, more int) {
	if len(x.out)-n < more {
		out := slices.Grow(x.out[:n], more)
		x.out = out[:cap(out)]
	}
}
