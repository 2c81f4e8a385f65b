package decode

import (
	"bytes"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// A long document is decoded piece by piece, in one window of memory. A copy of all of it, with the bitmaps, would be
// as much fresh memory as it is long and a quarter more, which has left the processor's caches before it is read.
//
// A piece ends in front of a comma, and the zeros behind it end all tokens. Of [{"a":1},{"a":2}] the first piece may be
//
//	[{"a":1}      the loop over elements finds neither comma nor bracket behind the first one, but the end of the piece
//	,{"a":2}]     it goes on in the next piece, whose first byte is the comma (onward)
//
// So nothing is asked of the loops in the common case: they come here where they would say otherwise that the input is
// not JSON. Values and names are never cut that way, but for these:
//
//   - a string that holds the comma: the piece becomes longer, its bytes stay where they are, and the string is read
//     once more (lengthen)
//   - an array or object that is passed over: the same where its text is wanted; else a Scanner goes through it in the
//     caller's bytes, and the next piece begins behind it (pass)
//
// Positions are those in the piece: when onward or pass goes to another one, all that were noted before mean nothing.
// Loops over arrays and objects go on from the position that they are given. Who looks at one again behind a value has
// the piece stay meanwhile (pinned), or ends the run where it would look.
//
// Faults have places, and those who look for them walk through the input from its start. So none is ever told from
// here: a run that meets one, or anything else that it can't do, ends. The target becomes zero again, which it was, and
// the document is decoded as a whole.

// Tests have short documents in shorter pieces.
var (
	leastLong = mem.MostPooled // bytes of a document that is decoded in pieces: no pool would keep the memory for a copy
	pieceSize = 64 << 10       // bytes of a piece, about
)

const (
	cutWithin = 4 << 10 // bytes in which a comma is looked for, from the piece's end

	// So many long documents of a type are decoded as a whole when one could not be decoded in pieces: types that have
	// the toolchain decode values are of that kind, and who sends one that is wrong sends more of them.
	asWhole = 15
)

// pieces is what a state knows of a document that comes in pieces.
type pieces struct {
	text   []byte // the caller's input
	gone   int    // bytes of it that are in front of the piece
	behind int    // bytes of it that are behind the piece
	pinned int    // callers that look at positions again, for which the piece stays
}

// fitsPieces reports whether long documents for a t are decoded in pieces. What is decoded must not be a part of the
// piece.
func (t *node) fitsPieces(c *Call) bool {
	if c.Perhaps || c.Config.Options&option.MayAlias != 0 {
		return false
	}
	if t.whole.Load() > 0 {
		t.whole.Add(-1)
		return false
	}
	return true
}

// inPieces decodes the long document data into the t at dst, which is zero. Where it can't it returns a state that has
// data as a whole, and the t is zero again.
func (c *Call) inPieces(t *node, data []byte, dst unsafe.Pointer) *state {
	s := idle(c.Config, 0)
	meter.Look(len(data))
	s.first, s.guesses, s.perhaps = 0, mem.BudgetFor(len(data))+firstGuesses, false
	s.checked, s.saving, s.outset = false, false, 0
	s.long = &pieces{text: data}
	s.load(0)
	p := t.run(s, t, s.Token(0), dst)
	done := p >= 0 && s.fault.Code == fault.None && s.long.behind == 0 && s.Space(p) == s.N
	s.long = nil
	s.fault = fault.Fault{}
	s.trim()
	s.release()
	if done {
		return nil
	}
	t.whole.Store(asWhole)
	s = acquire(c.Config, data, false)
	s.restore(t, dst, true)
	return s
}

// load makes the piece begin at from, an offset in the input.
func (s *state) load(from int) {
	l := s.long
	piece := cut(l.text[from:], pieceSize)
	if len(piece)+padding > len(s.input) {
		s.reserve(len(piece))
	}
	s.Load(piece)
	l.gone, l.behind = from, len(l.text)-from-len(piece)
}

// lengthen makes the piece at least twice as long, and reports whether there was more. Memory that the piece had before
// stays as it is.
func (s *state) lengthen() bool {
	l := s.long
	if l == nil || l.behind == 0 {
		return false
	}
	piece := cut(l.text[l.gone:], max(2*s.N, pieceSize))
	if len(piece)+padding > len(s.input) {
		text, words := s.input, s.words
		s.input, s.words = nil, nil
		s.reserve(len(piece))
		copy(s.input, text[:s.N])
		copy(s.words, words)
	}
	copy(s.input[s.N:], piece[s.N:])
	s.Extend(s.input[:len(piece)])
	l.behind = len(l.text) - l.gone - len(piece)
	return true
}

// onward goes on in an array or object behind the value that ends at p, behind which neither a comma nor the closing
// bracket is. It returns the position of the comma where the piece ends at p, else -1: the input is not JSON, or the
// run has a fault.
//
//go:noinline
func (s *state) onward(p int) int {
	l := s.long
	switch {
	case l == nil || l.behind == 0 || p != s.N || s.fault.Code != fault.None:
		return s.fail()
	case l.pinned > 0:
		s.lengthen()
		return p
	}
	s.load(l.gone + p)
	return 0
}

// following is Input.Next for loops that may come to the end of a piece: of names and values, the position behind the
// comma, or behind the bracket closing, or -1.
func (s *state) following(p int, closing byte) (q int, more bool) {
	if q, more = s.Next(p, closing); q < 0 {
		if q = s.onward(s.Token(p)); q >= 0 {
			return s.Token(q + 1), true
		}
	}
	return q, more
}

// pass is skip for values whose text nobody wants: the position that it returns may be in another piece.
func (s *state) pass(p int) int {
	if e := s.Skip(p, maxDepth-s.depth); e >= 0 {
		return e
	}
	l := s.long
	if l == nil || l.behind == 0 || l.pinned > 0 {
		return s.skip(p)
	}
	var by wire.Scanner
	by.ResetWithin(s.depth)
	n, st := by.Scan(l.text[l.gone+p:])
	if st != wire.Done {
		return s.fail()
	}
	if p += n; p > s.N {
		s.load(l.gone + p)
		return 0
	}
	return p
}

// remaining returns how many bytes the document has from p on.
func (s *state) remaining(p int) int {
	if s.long != nil {
		p -= s.long.behind
	}
	return s.N - p
}

// cut returns the first bytes of b up to a comma, least bytes or a few less or more, or all of b. Commas between values
// are preferred to those in texts. It returns more than half of least bytes.
func cut(b []byte, least int) []byte {
	if len(b) <= least+least/2 {
		return b
	}
	last, from := 0, max(least-cutWithin, least/2+1)
	for i, tries := least, 0; tries < 16 && i > from; tries++ {
		if i = bytes.LastIndexByte(b[from:i], ','); i < 0 {
			break
		}
		if i += from; last == 0 {
			last = i
		}
		if c := b[i-1]; c == '}' || c == ']' || c == '"' {
			return b[:i]
		}
	}
	if last > 0 {
		return b[:last]
	}
	if i := bytes.IndexByte(b[least:], ','); i >= 0 {
		return b[:least+i]
	}
	return b
}
