package frame

import (
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Skip skips the next value of a stream of [Values] and checks it. The value may have any size: if it is not complete
// in the buffer, it is scanned piece by piece, and each piece is dropped, except for a token that the end of the piece
// cuts, since an error about the token quotes all of it. At the end of the stream Skip returns io.EOF, and otherwise
// the errors of Next, without a path within the value if its start was dropped.
func (s *Stream) Skip() error {
	w, start, edge, ok := s.Window()
	if ok {
		if end := w.Skip(start, wire.MaxDepth-s.cut.within); end >= 0 && end < edge {
			s.r.Discard(end - start)
			s.cut.nextValue()
			s.given++
			return nil
		}
	}
	if _, err := s.Peek(); err != nil {
		s.final = err
		return err
	}
	// whole says that the buffer still has all scanned bytes of the value. held is the number of bytes in the buffer
	// that were scanned before: those of a token that the end of the buffer has cut.
	whole, held := true, 0
	for s.final == nil {
		b := s.r.Buffered()
		n, st := s.cut.scan.Scan(b[held:])
		n += held
		switch {
		case st == wire.Done, n == len(b) && s.err == io.EOF && s.cut.scan.End():
			s.r.Discard(n)
			s.cut.nextValue()
			s.given++
			return nil
		case st == wire.Bad:
			if _, token := s.cut.scan.Lead(b[:n]); s.err == nil && cutsWords(b, n, token) {
				held = n
				s.fill()
				continue
			}
			s.r.Discard(n)
			s.final = s.skipFault(b, n, whole, wrong)
		case s.err == io.EOF:
			s.r.Discard(n)
			s.final = s.skipFault(b, n, whole, short)
		case s.err != nil:
			s.final = s.err
		default: // all buffered bytes were scanned
			if _, held = s.cut.scan.Lead(b); held > s.cut.max {
				s.r.Discard(n)
				s.final = s.skipFault(b, n, whole, large)
				break
			}
			whole = whole && held == len(b)
			s.r.Discard(n - held)
			s.fill()
		}
	}
	return s.final
}

// skipFault returns the error for the verdict v about the value that Skip is skipping. n bytes of b were scanned. whole
// says that b begins at the start of the value.
func (s *Stream) skipFault(b []byte, n int, whole bool, v verdict) error {
	if whole || v != wrong {
		if !whole {
			b, n = b[n:n], 0
		}
		return s.fault(b, n, v)
	}
	// The scanner returns a short text that leads to the same state as the dropped bytes.
	lead, token := s.cut.scan.Lead(b[:n])
	if s.cut.scan.TooDeep() {
		lead, token = strings.Repeat("[", wire.MaxDepth), 0
	}
	text := string(b[n-token : min(len(b), n+len(`\u0000`))])
	return &Error{Err: toolchain.SyntaxErrorAfter(lead, text, s.r.InputOffset()-int64(token))}
}
