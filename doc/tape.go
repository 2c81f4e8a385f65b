package doc

import (
	"bytes"
	"math"

	"github.com/zetes-json/zetes/internal/wire"
)

// The tape: a node of 8 bytes for each scalar and each name, two for each array and object. Of {"a":[1]}
//
//	0  start 0, end 9    the object
//	1  next 6, count 1   behind its last node; members
//	2  start 1, end 4    the name
//	3  start 5, end 8    the array
//	4  next 6, count 1
//	5  start 6, end 7    the number
//
// Kinds are told by the first byte of the text. While a container is open, its next is the node of the container
// around it, so that the way out needs no stack.

// cell is 8 bytes of the tape.
type cell struct{ a, b uint32 }

// tape is a document's text with its nodes.
type tape struct {
	wire.Loading
	cells []cell
}

// none is the container around the root.
const none = math.MaxUint32

// mostText is how many bytes a text may have: positions are of 32 bits.
const mostText = math.MaxUint32 - 1

// build makes the nodes of data, and reports whether it is one JSON value, of at most room containers within one
// another.
func (t *tape) build(data []byte, room int) bool {
	t.Load(data)
	x := &t.Input
	cells := t.cells[:cap(t.cells)]
	t.cells = cells[:0]
	if least := len(data)/8 + 16; len(cells) < least {
		cells = make([]cell, least)
	}
	var (
		n       int           // cells that are made
		open    uint32 = none // the innermost container that is open
		closing byte          // its bracket
		depth   int
		e       int // behind the value
	)
	p := x.Token(0)
	for {
		// A value starts at p, or the name before it.
		if n+4 > len(cells) {
			cells = append(cells, make([]cell, len(cells))...)
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
			cells[n] = cell{uint32(p), uint32(e)}
			n++
			if x.At(e) == ':' && x.At(e+1) > ' ' {
				p = e + 1
			} else if p = x.Colon(e); p < 0 {
				return false
			}
		}
		switch c := x.At(p); c {
		case '"':
			if e = x.StringEnd(p + 1); x.At(e) == '"' {
				e++
			} else if e = x.SkipString(p); e < 0 {
				return false
			}
			cells[n] = cell{uint32(p), uint32(e)}
			n++
		case '{', '[':
			if depth >= room {
				return false
			}
			q, more := x.Enter(p)
			if more {
				cells[n], cells[n+1] = cell{a: uint32(p)}, cell{a: open}
				open, closing = uint32(n), c+2
				depth++
				n += 2
				p = q
				continue
			}
			cells[n], cells[n+1] = cell{uint32(p), uint32(q)}, cell{a: uint32(n + 2)}
			n += 2
			e = q
		default:
			if e = x.Skip(p, 0); e < 0 {
				return false
			}
			cells[n] = cell{uint32(p), uint32(e)}
			n++
		}
		// A value has ended before e, and with it perhaps the containers around it.
		for {
			if open == none {
				t.cells = cells[:n]
				return x.Space(e) == x.N
			}
			o := cells[open : open+2 : open+2]
			o[1].b++
			p = x.Token(e)
			c := x.At(p)
			if c == ',' {
				p = x.Token(p + 1)
				break
			}
			if c != closing {
				return false
			}
			e = p + 1
			open = o[1].a
			o[0].b, o[1].a = uint32(e), uint32(n)
			depth--
			if closing = 0; open != none {
				closing = x.At(int(cells[open].a)) + 2
			}
		}
	}
}

// kind returns the first byte of the value that the cell i is for.
func (t *tape) kind(i int) byte { return t.At(int(t.cells[i].a)) }

// text returns the JSON of the value or name.
func (t *tape) text(i int) []byte {
	c := t.cells[i]
	return t.Text()[c.a:c.b:c.b]
}

// next returns the cell behind those of the value.
func (t *tape) next(i int) int {
	if t.kind(i)|0x20 == '{' {
		return int(t.cells[i+1].a)
	}
	return i + 1
}

// inside returns the first cell within the container, and the one behind its last.
func (t *tape) inside(i int) (first, end int) { return i + 2, int(t.cells[i+1].a) }

// nameIs reports whether the name at cell i is that.
func (t *tape) nameIs(i int, name string) bool {
	b := t.text(i)
	b = b[1 : len(b)-1]
	if len(b) == len(name) && string(b) == name && !t.Dirty {
		return true
	}
	// An escape makes a name longer than what it says, and what is not UTF-8 becomes three bytes.
	return (t.Dirty || len(b) > len(name) && bytes.IndexByte(b, '\\') >= 0) && wire.Unquote(t.text(i)) == name
}

// member returns the first member of that name in the object, or -1.
func (t *tape) member(i int, name string) int {
	for at, end := t.inside(i); at < end; at = t.next(at + 1) {
		if t.nameIs(at, name) {
			return at + 1
		}
	}
	return -1
}

// element returns the element of that index in the array, or -1.
func (t *tape) element(i, index int) int {
	if uint(index) >= uint(t.cells[i+1].b) {
		return -1
	}
	at, end := t.inside(i)
	if end-at == int(t.cells[i+1].b) {
		return at + index // nothing but scalars
	}
	for ; index > 0; index-- {
		at = t.next(at)
	}
	return at
}
