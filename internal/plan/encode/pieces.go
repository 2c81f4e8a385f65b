package encode

import (
	"io"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Output in pieces. Where it would otherwise need a larger buffer, a run with a Sink writes out what is in the buffer,
// so that memory does not grow with the value. For {"a":[1,2,3]} the writer may get {"a": and [1, before the run
// reaches the 3.
//
// Bytes that were written out can't be changed any more. So nothing is written out while other code may go back to an
// earlier position (machine.held): an opt.Value, whose method may still be called, generated code, which may give up,
// or a map whose known names are tried. The last byte stays in the buffer, since the code for commas and brackets looks
// at it. The start of the value then lies before the buffer, so that counts from there stay right.
//
// The writer's error ends the run at the next place that may fail. Until then there is never any free space, so that
// this comes soon, and the output is dropped. A limit on output ends runs without a Sink in the same way.

// Sink receives output in pieces.
type Sink struct {
	W      io.Writer
	Size   int   // the smallest number of bytes that is written at once
	Err    error // the error that W returned; nothing is written to W after it
	Passed int64 // number of bytes written to W
}

// AppendPieces appends the JSON of v to dst and writes it to s whenever there is enough for a piece. It returns the
// rest, in memory that belongs to the caller. On an error it returns dst unchanged, but s may have got dst's bytes, and
// a part of the JSON.
func (c *Call) AppendPieces(s *Sink, dst []byte, v any) ([]byte, error) {
	typ := mem.TypeWord(v)
	if typ == nil {
		return append(dst, "null"...), nil
	}
	p := lookup(c.Config, typ, v)
	m := get(c)
	n, size := len(dst), s.Size+minRoom
	m.start, m.sink, m.growth.hope = n, s, 0
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

// handOn writes out all bytes before n except the last one, if they are enough for a piece and no code goes back to
// them, and returns the position after that byte. need is the number of bytes that are wanted there.
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

// letGo ends the use of held, after which the output ends at n. The buffer may be larger than a piece by now, and there
// may be no other place for a long time at which it is written out.
func (m *machine) letGo(n int) int {
	if m.held--; m.sink != nil && n >= 0 {
		return m.handOn(n, 0)
	}
	return n
}

// stop ends a run whose output, up to n, is longer than its limit, as if a writer had returned the error. The caller's
// memory is left as it is.
func (m *machine) stop(n int) {
	most := m.rules.most
	long := &fault.Fault{Code: fault.LongOutput, Offset: int64(most)}
	m.sink = &Sink{Err: m.placed(long, m.bytes(n), most, nil)}
	m.move(m.bytes(n), n+minRoom)
}

// stopped returns the end of a run, n, or a negative position if stop was called during the run.
func (m *machine) stopped(n int) int {
	if s := m.sink; s != nil && s.W == nil {
		if m.sink = nil; n >= 0 {
			return m.fail(&fault.Fault{Code: fault.Foreign, Err: s.Err})
		}
	}
	return n
}

// step makes space at a place where a run may end because of its writer, which a negative result says.
func (m *machine) step(n int) int {
	if n = m.room(n, 0); m.isOver() {
		return m.fail(&fault.Fault{Code: fault.Foreign, Err: m.sink.Err})
	}
	return n
}

// isOver reports whether the rest of the output is not needed, after an error of the writer or a limit.
func (m *machine) isOver() bool { return m.sink != nil && m.sink.Err != nil }
