package frame

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/window"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Stream is a window that a reader fills, and a cutter that finds values in it. A caller can get a value in two ways:
//
//   - Next returns the bytes of the value.
//   - Window returns the buffered text and the position where the value starts in it, so that the caller can decode it
//     in place, and then pass the end of the value to Take.
//
// An error ends the stream for good: io.EOF, an error of the source, or an *Error. It is stored in the field final.

// Stream returns the values of an input. It must not be copied.
type Stream struct {
	r     window.Window
	cut   cutter
	err   error // the source's error, which is returned after all buffered bytes
	final error // the error that ended the stream
	lent  bool  // Lend is running
	given int   // number of values so far: returned, decoded in place or skipped
	last  int64 // offset of the last returned value or the last fault
}

// NewStream returns the stream of src's values, each of at most max bytes.
func NewStream(src io.Reader, format Format, max int) *Stream {
	s := new(Stream)
	s.Reset(src, format, max)
	return s
}

// Reset makes s the stream of src's values, as NewStream does, and keeps its memory.
func (s *Stream) Reset(src io.Reader, format Format, max int) {
	s.err, s.final, s.given = nil, nil, 0
	s.cut = cutter{format: format, max: max}
	s.Within(format.Depth())
	s.r.Reset(src)
}

// Over makes s the stream of data, which starts at the place at of a larger input. data must not change meanwhile.
func (s *Stream) Over(data []byte, at locate.Cursor) {
	s.cut.n, s.cut.skips, s.err, s.final, s.given = 0, false, nil, nil, 0
	s.r.ResetBytes(data)
	s.r.Base, s.r.Start = at.Offset, at
}

// From says that the source, from which nothing was read yet, starts at an offset of a larger input.
func (s *Stream) From(offset int64) { s.r.Base, s.r.Start.Offset = offset, offset }

// Last returns the offsets of the start and end of the last value or fault from Next.
func (s *Stream) Last() (start, end int64) { return s.last, s.r.InputOffset() }

// Reading reports whether a call of Lend or of the source's Read method is running.
func (s *Stream) Reading() bool { return s.lent || s.r.Reading() }

// Limit sets the size limit of values, from the next one on.
func (s *Stream) Limit(max int) { s.cut.max = max }

// Within says that the values from the next one on stand inside depth arrays and objects, for the limit of nesting.
func (s *Stream) Within(depth int) {
	s.cut.within = depth
	s.cut.scan.ResetWithin(depth)
}

// Given returns the number of values so far: returned by Next, decoded in place, or skipped.
func (s *Stream) Given() int { return s.given }

// Error is an error about the stream itself, with its place.
type Error struct {
	Err      error
	NotArray string        // the kind of a value that is not the expected array, or ""
	Within   bool          // the place is within a value
	Steps    []locate.Step // the path within that value
}

func (f *Error) Error() string { return f.Err.Error() }

func (f *Error) Unwrap() error { return f.Err }

// Next returns the next value, perhaps with white space around it, valid until the next call. At the end of the stream
// it returns io.EOF, an error of the source unchanged, or an *Error, whose place Place returns. After an error it
// returns only that error, unless Skips reports true: then a line was too long, and Next goes on with the next line.
func (s *Stream) Next() ([]byte, error) {
	for s.final == nil { // while it reads, the source may call Next too
		b := s.r.Buffered()
		start, stop, v := s.cut.cut(b, s.err == io.EOF)
		switch v {
		case found:
			s.r.Discard(stop)
			s.given++
			s.last = s.r.InputOffset() - int64(stop-start)
			return b[start:stop:stop], nil
		case more:
			s.r.Discard(start)
			switch s.err {
			case nil:
				s.fill()
				continue
			case ErrPending:
				s.err = nil
				return nil, ErrPending
			}
			s.final = s.err
		case over:
			s.r.Discard(stop)
			s.final = io.EOF
		default:
			s.r.Discard(stop)
			s.last = s.r.InputOffset() - int64(stop-start)
			err := s.fault(b[start:], stop-start, v)
			if s.cut.skips {
				return nil, err
			}
			s.final = err
		}
	}
	return nil, s.final
}

// Skips reports whether the last error of Next was about a line that is too long, after which the stream goes on. If
// so, it adds the line to the count that Given returns.
func (s *Stream) Skips() bool {
	if s.cut.skips {
		s.given++
	}
	return s.cut.skips
}

// Ended reports whether the source has returned an error, so that the rest of the stream is in memory.
func (s *Stream) Ended() bool { return s.err != nil }

// Lend calls read with the window, which starts at the next value. If read returns nil, it has read that value.
// Otherwise, or if it panics, the stream has ended with an error.
func (s *Stream) Lend(read func(w *window.Window) error) error {
	s.lent, s.final = true, window.ErrReentered
	defer func() { s.lent = false }()
	s.r.Mask()
	if s.final = read(&s.r); s.final == nil {
		s.cut.nextValue()
		s.given++
	}
	return s.final
}

// Peek returns the next byte that is not white space, and leaves it unread. Its errors are those of the source.
func (s *Stream) Peek() (byte, error) {
	for s.final == nil {
		b := s.r.Buffered()
		n := wire.Space(b)
		s.r.Discard(n)
		if n < len(b) {
			return b[n], nil
		}
		if s.err != nil {
			return 0, s.err
		}
		s.fill()
	}
	return 0, s.final
}

// More reports whether a value may follow: whether the next byte is there and not a closing bracket.
func (s *Stream) More() bool {
	c, err := s.Peek()
	return err == nil && c != ']' && c != '}'
}

// Buffered returns a reader of the unread bytes in memory. It is valid until the next call.
func (s *Stream) Buffered() io.Reader { return bytes.NewReader(s.r.Buffered()) }

func (s *Stream) InputOffset() int64 { return s.r.InputOffset() }

// Character returns the character whose first byte Peek has returned, for the text of an error. It may read its rest.
func (s *Stream) Character() string {
	for {
		b := s.r.Buffered()
		n, whole := toolchain.Named(b, 0, 0)
		if whole || s.err != nil {
			return string(b[:n])
		}
		s.fill()
	}
}

// Drop skips the byte that Peek has returned.
func (s *Stream) Drop() { s.r.Discard(1) }

// fill reads once from the source into the buffer. It drops the bytes that were returned to the caller before, and may
// move the rest. An error of the source is stored in s.err, and returned once all buffered bytes are used.
func (s *Stream) fill() { _, s.err = s.r.Fill() }

// Window moves to the next value. If its start is in the buffer, ok is true, w has the buffered text, and the value
// starts at position start. A value that ends before position edge is complete: the caller passes its end to Take. If
// the value does not end there, or ok is false, the caller calls Next.
func (s *Stream) Window() (w wire.Input, start, edge int, ok bool) {
	if s.final != nil || s.cut.format == Lines || s.cut.n > 0 {
		return w, 0, 0, false
	}
	n, v := s.cut.between(s.r.Buffered(), s.err == io.EOF)
	s.r.Discard(n)
	if v != found {
		return w, 0, 0, false
	}
	s.r.Mask()
	return s.r.Input, s.r.Pos, s.r.Edge, true
}

// Take moves past the value from start to end of the window. If the value is longer than allowed, Take does nothing and
// returns false, and Next returns the error.
func (s *Stream) Take(start, end int) bool {
	if end-start > s.cut.max {
		return false
	}
	s.r.Discard(end - start)
	s.cut.nextValue()
	s.given++
	return true
}

// LastWindow returns the window of the value that Next has just returned, for decoding it in place: the buffered text,
// the position where the value starts, and an edge after its end. n is the length of the value.
func (s *Stream) LastWindow(n int) (w wire.Input, start, edge int) {
	s.r.Mask()
	return s.r.Input, s.r.Before(n), s.r.Pos + 1
}

// Place returns the place of the last value, whose length is n. If n is 0, it returns the place of the last fault.
func (s *Stream) Place(n int) locate.Place {
	return locate.Place{Seen: s.r.Text, Start: s.r.Before(n), At: s.r.Start}
}

// fault returns the error for the verdict v about the current value, at which b starts. n bytes of b were scanned.
func (s *Stream) fault(b []byte, n int, v verdict) error {
	f := &Error{Steps: locate.Find(b, n).Steps(), Within: s.cut.at.Depth() > 0 && s.cut.at.WantsValue()}
	offset := s.r.InputOffset() - int64(n)
	switch v {
	case notArray:
		f.NotArray = locate.Kind(b[0])
	case large:
		f.Err = ErrTooLarge
	case short:
		f.Err = io.ErrUnexpectedEOF
	case wrong:
		// encoding/json gets a short text that leads to the same state: the earlier bytes are dropped.
		before := s.cut.at.Lead().Text
		switch {
		case s.cut.ended():
			before = "[]"
		case !s.cut.at.Past():
			before = "" // the fault is within a value, so no text is needed before it
		}
		f.Err = toolchain.SyntaxErrorAfter(before, string(b[:min(len(b), n+len(`\u0000`))]), offset)
	}
	return f
}

// TypeError returns the error for an input in the format Elements that is not an array. offset is the place of the
// value that it has instead, whose kind is f.NotArray. t is the type of the target.
func (f *Error) TypeError(t reflect.Type, offset int64) error {
	return &json.UnmarshalTypeError{Value: f.NotArray, Type: t, Offset: offset}
}
