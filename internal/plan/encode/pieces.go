package encode

import (
	"io"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// A machine with a Sink gives its output away in pieces: it writes the buffer to the Sink's writer, instead of making a
// larger buffer. For {"a":[1,2,3]} the writer may get {"a": and [1, before the 3 is encoded. machine.start becomes
// negative when the value's first byte is gone. The last byte of the output always stays in the buffer.
//
// Nothing is written while code may still go back to an earlier position of the output, which machine.held counts: if
// an opt.Value or a value with generated methods fails, and encoding/json or a method writes it; if a map lacks a name
// of an earlier map (known.go); and if an object that is stored as raw JSON loses its braces.
//
// An error of the writer ends the encoding at the next call that can fail. Until then the output is dropped, and
// machine.room finds too little space each time, so that such a call comes soon. A limit on output has the same effect.

// Sink receives output in pieces.
type Sink struct {
	W      io.Writer
	Size   int   // the least number of bytes in one write
	Err    error // the error of W, after which nothing more is written to W
	Passed int64 // the number of bytes written to W

	// Repeats says that other code writes the whole value again if the encoding fails, without the first Passed bytes
	// of its text. So W must get only bytes that other code writes too. From the first map on whose entries have no
	// order, it gets nothing more: kept is true, and AppendPieces returns the rest.
	Repeats bool
	kept    bool
}

// AppendPieces appends the JSON of v to dst and writes it to s in pieces. It returns the rest, in memory that belongs
// to the caller. On an error it returns dst unchanged, but the writer may have got dst's bytes and a part of the JSON.
func (c *Call) AppendPieces(s *Sink, dst []byte, v any) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	p := lookup(c.Config, v)
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

// handOn writes all bytes before n, except the last one, which comma and close read, to the sink, if they are enough
// for a piece and no code may go back to them. It returns the new n. The caller needs space for need bytes.
func (m *machine) handOn(n, need int) int {
	s := m.sink
	if m.held > 0 || s.kept || n <= s.Size {
		return n
	}
	gone := n - 1
	last := m.bytes(n)[gone]
	if s.Err == nil {
		s.Err = transfer.WriteAll(s.W, m.bytes(gone)[:gone:gone])
		s.Passed += int64(gone)
	}
	m.use(m.bytes(min(m.size, s.Size+minRoom))) // a long text may have made the buffer larger
	n = 1
	if s.Err != nil {
		n = max(n, m.limit-need)
	}
	m.start -= gone - (n - 1)
	m.bytes(n)[n-1] = last
	return n
}

// letGo lowers m.held, when code can no longer go back to an earlier position. It also writes the output before n to
// the sink, since that may be more than a piece, and the next test of the space may come late.
func (m *machine) letGo(n int) int {
	if m.held--; m.sink != nil && n >= 0 {
		return m.handOn(n, 0)
	}
	return n
}

// stop is called if the output up to n is longer than the limit. It makes the encoding end by setting a sink that has
// an error. The output moves to new memory, so that the caller's memory stays as it is.
func (m *machine) stop(n int) {
	most := m.rules.most
	long := &fault.Fault{Code: fault.LongOutput, Offset: int64(most)}
	m.sink = &Sink{Err: m.placed(long, m.bytes(n), most, nil)}
	m.move(m.bytes(n), n+minRoom)
}

// stopped returns n, the end of the output, or a negative position if stop was called while it was written.
func (m *machine) stopped(n int) int {
	if s := m.sink; s != nil && s.W == nil {
		if m.sink = nil; n >= 0 {
			return m.fail(&fault.Fault{Code: fault.Foreign, Err: s.Err})
		}
	}
	return n
}

// step makes space as room does, but returns a negative position after an error of the writer.
func (m *machine) step(n int) int {
	if n = m.room(n, 0); m.isOver() {
		return m.fail(&fault.Fault{Code: fault.Foreign, Err: m.sink.Err})
	}
	return n
}

// isOver reports whether the rest of the output is not needed, because the writer has failed or a limit was reached.
func (m *machine) isOver() bool { return m.sink != nil && m.sink.Err != nil }
