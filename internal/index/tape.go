package index

import (
	"math"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// The tape has a cell of 8 bytes for each scalar and each name, and two cells for each array and object. For {"a":[1]}
//
//	0  start 0, end 9    the object
//	1  next 6, count 1   the cell after the object; members
//	2  start 1, end 4    the name
//	3  start 5, end 8    the array
//	4  next 6, count 1
//	5  start 6, end 7    the number
//
// The byte at the start shows the kind of the value. While a container is open, its next is the cell of the container
// around it, so no stack of open containers is needed.

// Cell is an entry of a Tape, with the start and end of a value or name, or the second entry of an array or object.
type Cell = kernel.Cell

// Tape is a copy of a document's text, with its cells. Both are valid until the next call of Build or Forget. The zero
// Tape is ready for Build.
type Tape struct {
	wire.Stored
	Cells []Cell

	try, step int // the position where groups of tokens are tried next, and the distance to the try after it
	part      int // how many bytes of the text are copied at once
	size      int // the length of the whole text

	grouping wire.Grouping
	tree     kernel.Tree
}

// none stands for the index of the innermost open container if no container is open.
const none = math.MaxUint32

// MostText is the largest length of a text: positions are 32-bit numbers.
const MostText = math.MaxUint32 - 1

// Build copies data, which has at most MostText bytes, and makes its cells. It reports whether data is one JSON value
// with at most room nested containers. If it returns false, the cells must not be used.
//
// A long text is copied in parts. Each part is read while it is still in the processor's cache.
func (t *Tape) Build(data []byte, room int) bool {
	switch {
	case len(data) < leastInParts || !wire.Groups():
		t.Load(data)
		return t.build(data, room)
	case len(data) < leastSmall:
		return t.inParts(data, room, part, part)
	}
	return t.inParts(data, room, part, smallPart)
}

// Forget drops the text and the cells. It frees memory only if there are more than mem.MostPooled bytes.
func (t *Tape) Forget() {
	t.Stored.Forget()
	t.grouping.Forget()
	if t.Cells = t.Cells[:0]; cap(t.Cells) > mem.MostPooled/8 {
		t.Cells = nil
	}
}

// inParts is Build for a text that is copied in parts: of first bytes, and then of next bytes each time. Both are
// multiples of 64.
func (t *Tape) inParts(data []byte, room, first, next int) bool {
	t.part = next
	t.LoadPart(data, first)
	if ok := t.build(data, room); !t.Partial() {
		return ok
	}
	// The text is wrong, or it only seemed to end because the rest was not in memory. Try again with all of it.
	t.Load(data)
	return t.build(data, room)
}

// build makes the cells for Build, after the text or its first part was copied into memory.
//
// It repeats the code of the steps Enter and Next of wire.Input, because that is 1.02 to 1.1 times as fast: it skips
// white space of less than 64 bytes without a call or an unpredictable branch, and tests for numbers first.
func (t *Tape) build(data []byte, room int) bool {
	x := &t.Input
	cells := t.Cells[:cap(t.Cells)]
	t.Cells = cells[:0]
	if least := len(data)/8 + 16; len(cells) < least {
		cells = make([]Cell, least)
	}
	var (
		n       int           // number of cells so far
		open    uint32 = none // the innermost open container
		closing byte          // the closing bracket of the innermost open container
		depth   int
		e       int // the position after the last value
	)
	t.try, t.step, t.size = math.MaxInt, firstStep, len(data)
	if len(data) >= leastGrouped && wire.Groups() {
		t.try = firstStep
	}
	p := x.Token(0)
	for {
		// At p starts a value, or the name of a member.
		if p >= t.try {
			if p == t.N {
				return false // the text in memory ends here: it is wrong, or inParts loads the rest and tries again
			}
			t.tree.Cells, t.tree.N, t.tree.Open = cells, n, int(open)
			p, e, depth = t.byGroups(p, depth, room)
			cells, n, open = t.tree.Cells, t.tree.N, uint32(t.tree.Open)
			t.tree.Cells = nil
			if open != none {
				closing = x.At(int(cells[open].A)) + 2
			}
			if e >= 0 {
				goto ended
			}
		}
		if n+4 > len(cells) {
			cells = grown(cells[:n], p, len(data))
		}
		if closing == '}' {
			if x.At(p) != '"' {
				return false
			}
			if e = x.StringEnd(p + 1); x.At(e) == '"' {
				e++
			} else if e = x.SkipString(p); e < 0 {
				return false
			}
			cells[n] = Cell{A: uint32(p), B: uint32(e)}
			n++
			switch {
			case scan.IsColon(x, e):
				p = e + 1
			case x.IsColonBlank(e):
				p = e + 2
			default:
				if p = x.Colon(e); p < 0 {
					return false
				}
			}
		}
		switch c := x.At(p); c {
		case '"':
			if e = x.StringEnd(p + 1); x.At(e) == '"' {
				e++
			} else if e = x.SkipString(p); e < 0 {
				return false
			}
			cells[n] = Cell{A: uint32(p), B: uint32(e)}
			n++
		case '{', '[':
			if depth >= room {
				return false
			}
			q := p + 1
			if x.At(q) <= ' ' {
				if q = x.NearToken(q); x.At(q) <= ' ' {
					q = x.Space(q)
				}
			}
			if x.At(q) != c+2 { // in ASCII a closing bracket is two after its opening bracket
				cells[n], cells[n+1] = Cell{A: uint32(p)}, Cell{A: open}
				open, closing = uint32(n), c+2
				depth++
				n += 2
				p = q
				continue
			}
			e = q + 1
			cells[n], cells[n+1] = Cell{A: uint32(p), B: uint32(e)}, Cell{A: uint32(n + 2)}
			n += 2
		default:
			if e = x.Number(p); e == p {
				if e = x.Skip(p, 0); e < 0 {
					return false
				}
			}
			cells[n] = Cell{A: uint32(p), B: uint32(e)}
			n++
		}
	ended:
		// A value has ended before e. Containers may end there too.
		for {
			if open == none {
				t.Cells = cells[:n]
				return x.Space(e) == x.N
			}
			o := cells[open : open+2 : open+2]
			o[1].B++
			c := x.At(e)
			if c <= ' ' {
				e = x.NearToken(e)
				c = x.At(e)
			}
			if c == ',' {
				if p = e + 1; x.At(p) <= ' ' {
					if p = x.NearToken(p); x.At(p) <= ' ' {
						p = x.Space(p)
					}
				}
				break
			}
			if c == closing {
				e++
			} else {
				q, more := x.Next(e, closing)
				if q < 0 {
					return false
				}
				if more {
					p = q
					break
				}
				e = q
			}
			open = o[1].A
			o[0].B, o[1].A = uint32(e), uint32(n)
			depth--
			if closing = 0; open != none {
				closing = x.At(int(cells[open].A)) + 2
			}
		}
	}
}

// grown returns a copy of cells with more capacity. They are the cells of the first p bytes of a text of size bytes.
// It estimates how many cells the whole text will need, but allocates at most twice as many as there are, plus the
// space for one group of tokens.
func grown(cells []Cell, p, size int) []Cell {
	n := len(cells)
	all := float64(n) / float64(max(p, 1)) * float64(size)
	room := make([]Cell, max(int(min(all*17/16, float64(2*n))), n+n/8)+kernel.TreeRoom)
	copy(room, cells)
	return room
}

// Kind returns the first byte of the value or name of cell i.
func (t *Tape) Kind(i int) byte { return t.At(int(t.Cells[i].A)) }

// Span returns the JSON of the value or name of cell i. The slice is part of the tape's text: it is valid until the
// next call of Build or Forget.
func (t *Tape) Span(i int) []byte {
	c := t.Cells[i]
	return t.Text()[c.A:c.B:c.B]
}

// Next returns the index of the first cell after the value of cell i and after all cells inside that value.
func (t *Tape) Next(i int) int {
	if t.Kind(i)|0x20 == '{' {
		return int(t.Cells[i+1].A)
	}
	return i + 1
}

// Inside returns the index of the first cell inside the array or object of cell i, and the index of the cell after the
// last one inside. They are equal if the array or object is empty.
func (t *Tape) Inside(i int) (first, end int) { return i + 2, int(t.Cells[i+1].A) }
