package encode

import (
	"io"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Output in pieces. A run for a Sink hands on what is in the buffer where it would else ask for a larger one, so that
// memory does not grow with the value. Of {"a":[1,2,3]} the writer may get {"a": and [1, before the run comes to the 3.
//
// What was handed on can't be written again. So nothing is while somebody may come back to a position from before
// (machine.held): to an opt.Value, whose method may be called after all, to generated code, which may give up, or to a
// map of which names are tried. The last byte stays, for the writers of commas and brackets look at it. The start of
// the value then lies in front of the buffer, so that what counts from there is right.
//
// The writer's error ends the run at the next place that may fail. Until then there is never any room, so that this
// comes soon, and what is written goes nowhere.

// Sink takes output in pieces.
type Sink struct {
	W      io.Writer
	Size   int   // bytes that a piece has at least
	Err    error // of W, which has got nothing since
	Passed int64 // bytes that were handed on
}

// AppendPieces appends the JSON of v to dst and hands on to s what is there, as often as it is a piece. It returns the
// rest, in memory that is the caller's. On an error dst is returned as it came, but s may have had it, and a part of
// the JSON.
func (c *Call) AppendPieces(s *Sink, dst []byte, v any) ([]byte, error) {
	typ := mem.TypeWord(v)
	if typ == nil {
		return append(dst, "null"...), nil
	}
	p := lookup(c.Config, typ, v)
	m := get(c)
	n, size := len(dst), s.Size+minRoom
	m.start, m.sink, m.hope = n, s, 0
	if cap(dst) < size {
		m.move(dst, size)
	} else {
		m.use(dst[:size])
	}
	n = m.encode(p, nil, mem.DataWord(v), m.room(n, 0))
	if m.sink = nil; n < 0 {
		return dst, m.abandon()
	}
	rest := m.bytes(n)
	m.put()
	return rest, nil
}

// handOn hands on what stands before n but the last byte, if that is a piece and nobody comes back to it, and returns
// the position behind that byte. need bytes are wanted there.
func (m *machine) handOn(n, need int) int {
	s := m.sink
	if m.held > 0 || n <= s.Size {
		return n
	}
	gone := n - 1
	last := m.bytes(n)[gone]
	if s.Err == nil {
		s.Err = transfer.WriteAll(s.W, m.bytes(gone)[:gone:gone])
		s.Passed += int64(gone)
	}
	m.use(m.bytes(min(m.size, s.Size+minRoom))) // not more, if a long text has made it larger
	n = 1
	if s.Err != nil {
		n = max(n, m.limit-need)
	}
	m.start -= gone - (n - 1)
	m.bytes(n)[n-1] = last
	return n
}

// letGo ends what held began, behind which the output ends at n. The buffer may be larger than a piece by now, and
// there may be no other place at which it is handed on for long.
func (m *machine) letGo(n int) int {
	if m.held--; m.sink != nil && n >= 0 {
		return m.handOn(n, 0)
	}
	return n
}

// step is room for a place where a run may end because of its writer: a negative position says so.
func (m *machine) step(n int) int {
	n = m.room(n, 0)
	if s := m.sink; s != nil && s.Err != nil {
		return m.fail(&fault.Fault{Code: fault.Foreign, Err: s.Err})
	}
	return n
}
