package codec

import "io"

// Refill chooses the capacity of a Reader's buffer before each read from its source: the buffer holds length bytes at present
// and has the capacity given; those before start have been read, and start is offset bytes into the input.
// The unread bytes are moved to the front, of a new buffer if the result is another capacity.
type Refill func(length, capacity, start int, offset int64) int

// refill is what readers do that were not told otherwise: half the buffer is worth a read.
func refill(length, capacity, start int, offset int64) int {
	const first = 4 << 10
	if capacity == 0 {
		return first
	}
	if unread := length - start; unread > capacity/2 {
		return 2 * capacity
	}
	if capacity < 32<<10 && offset > int64(capacity) {
		return 2 * capacity
	}
	return capacity
}

// maxEmptyReads is how often a source may say that it has neither bytes nor an error.
const maxEmptyReads = 100

// source is a part of an input that lies in memory and can be asked for more.
type source struct {
	buf  []byte
	pos  int   // buf[pos:] is unread
	base int64 // the offset of buf[0] in the input
	src  io.Reader
	grow Refill
}

// Buffered returns the bytes that are in memory and not read yet. They are valid until the next call.
func (s *source) Buffered() []byte { return s.buf[s.pos:] }

// Discard marks the first n buffered bytes as read.
func (s *source) Discard(n int) { s.pos += n }

// InputOffset returns the offset of the first unread byte in the input.
func (s *source) InputOffset() int64 { return s.base + int64(s.pos) }

// Fill reads from the source once, behind the buffered bytes, and returns what the source did: the number of new bytes and its error,
// of which there may be both. A source that keeps giving neither gets [io.ErrNoProgress].
func (s *source) Fill() (int, error) {
	if s.src == nil {
		return 0, io.EOF
	}
	grow := s.grow
	if grow == nil {
		grow = refill
	}
	size := grow(len(s.buf), cap(s.buf), s.pos, s.InputOffset())
	unread := s.buf[s.pos:]
	if size > cap(s.buf) {
		s.buf = append(make([]byte, 0, size), unread...)
	} else {
		s.buf = s.buf[:copy(s.buf[:cap(s.buf)], unread)]
	}
	s.base += int64(s.pos)
	s.pos = 0
	for range maxEmptyReads {
		n, err := s.src.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if n != 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
