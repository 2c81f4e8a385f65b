package wire

import (
	"slices"
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
)

// Indentation in one walk: of [1,{}] with the indent of two spaces
//
//	[
//	  1,
//	  {}
//	]
//
// The walk goes over a copy of the input with bitmaps, as decoding does. Line ends with their indents are kept as
// one text, of which each line copies as much as it is deep.

// AppendIndent appends the JSON value in src with each element and member on a line of its own, which begins with
// prefix and as many indents as it is deep. White space behind the value is kept. Errors are as with AppendCompact,
// and so are the bytes behind the result.
func AppendIndent(dst, src []byte, prefix, indent string) ([]byte, int) {
	x := indenters.Get().(*indenter)
	// The walk only says that something is wrong. What and where, the Scanner finds.
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

// slack is how much the copies of short texts may read and scribble behind them.
const slack = 32

var indenters = sync.Pool{New: func() any { return new(indenter) }}

// indenter walks over a masked copy of the input and writes it with line breaks.
type indenter struct {
	Stored
	nest
	line   []byte // a comma, a line break, the prefix and as many indents as were needed so far, and slack
	filled int    // bytes of line that are in use
	head   int    // of which the indents begin here
	step   int    // and are so long
	indent string
	out    []byte // what is written, up to its capacity
}

// append appends src with line breaks to out. ok is false where src is not one value; out is of no use then.
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

// begin makes the line what all lines begin with. It mostly is that already.
func (x *indenter) begin(prefix, indent string) {
	x.indent = indent
	head, step := 2+len(prefix), len(indent)
	if x.head == head && x.step == step && x.filled >= head+step && string(x.line[2:head]) == prefix && string(x.line[head:head+step]) == indent {
		return
	}
	x.head, x.step, x.filled = head, step, head
	clear(x.line[:cap(x.line)]) // the slack behind the line is written behind results
	x.line = append(append(x.line[:0], ",\n"...), prefix...)
	x.line = slices.Grow(x.line, slack)
}

// fill makes the line n bytes long at least.
func (x *indenter) fill(n int) {
	x.line = x.line[:x.filled]
	for len(x.line) < n {
		x.line = append(x.line, x.indent...)
	}
	x.filled = len(x.line)
	x.line = slices.Grow(x.line, slack)
}

// value writes the value at the position n of x.out, and returns the positions behind it there and in the text, which
// is negative where that is not JSON. Each round writes a name, a scalar, or the bracket that opens a container, and
// behind a value what follows it: a comma, or brackets that close.
func (x *indenter) value(n int) (end, p int) {
	level := x.head // the length of the line at this depth
	p, name := x.Token(0), false
	for {
		var e int
		switch c := x.At(p); {
		case c == '"':
			// Most strings have no escapes: one look at the bitmap finds their end.
			if e = x.StringEnd(p + 1); x.At(e) == '"' {
				e++
			} else {
				e = x.SkipString(p)
			}
		// No string where a name is due: {1:2} or {"a":1,}.
		case name:
			return 0, -1
		case c == '{' || c == '[':
			// Room for the bracket and the line behind it, and for what the copies of short texts write too much.
			x.widen(n, level+len(x.indent)+slack+2)
			x.out[n] = c
			n++
			q, more := x.Enter(p)
			if x.push(uint64(c) >> 5 & 1); x.depth > MaxDepth { // the bit that tells { from [
				return 0, -1
			}
			if more {
				// A line is the line at the level above and one indent more, so the longest one has all of them.
				if level += len(x.indent); level > x.filled {
					x.fill(level)
				}
				n += x.newLine(n, 1, level)
				p, name = q, c == '{'
				continue
			}
			x.pop()
			p, e = q-1, q // the bracket that closes is all there is to write
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
		// A value has ended before p: a comma follows, or brackets that close, each of which gets a line. Behind the 1
		// of [[1],2] that is a bracket and a comma.
		for x.depth > 0 {
			closing := ']' | byte(x.cur&1)<<5 // the bit that tells } from ]
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

// newLine writes the line from one byte of it to another at n of x.out, where there is room for slack bytes more.
func (x *indenter) newLine(n, from, to int) int {
	if to-from <= slack {
		mem.Copy32(mem.Data(x.out), n, mem.Data(x.line), from)
	} else {
		copy(x.out[n:], x.line[from:to])
	}
	return to - from
}

// widen makes room for more bytes behind the first n of x.out.
func (x *indenter) widen(n, more int) {
	if len(x.out)-n < more {
		out := slices.Grow(x.out[:n], more)
		x.out = out[:cap(out)]
	}
}
