package stream

import (
	"bytes"
	"io"
	"iter"
	"math"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/transfer"
)

// A Line is the value of one line and where the line is.
type Line[T any] struct {
	Value T
	Start int64 // offset of the line's first byte in the input
	End   int64 // offset of the line's end, before its line feed; LinesAt from End on returns the following lines
}

// LinesAt returns, as [Lines] does, the values of the lines of r that start in a range of offsets, and adds the place
// of each line. The parameter from is the first offset of the range, and to is the offset after the last. A line starts
// at offset 0 and after each line feed; a line that starts in the range is read as a whole, even past the range's end.
// So ranges that cover an input without gaps give each line exactly once, wherever they are cut: each range may be read
// by another goroutine, process or machine. If to is past the end of r, such as math.MaxInt64, the range has all
// further lines.
//
// To continue reading later, pass Line.End of the last line as from. If r returns an error, which ends the iteration,
// Start and End are the End of the last line.
//
// r is read in order, up to the end of the last line. Offsets in errors are those of r; lines and values are counted
// from the first line of the range. [Parallel] has no effect: several ranges may be read at a time instead. JSON5 of
// the [zetes.Config] has no effect either, since it becomes JSON with other offsets. A comment must end on its line.
func LinesAt[T any](r io.ReaderAt, from, to int64, opts ...Option) iter.Seq2[Line[T], error] {
	o := newOptions(DefaultMaxValueSize, opts)
	src := &section{r: r, at: max(from, 0), to: to}
	var d *valueReader[T]
	return func(yield func(Line[T], error) bool) {
		if d == nil {
			if err := src.begin(); err != nil {
				yield(Line[T]{Start: src.at, End: src.at}, err)
				return
			}
			form := o.c.Options &^ option.JSON5
			if src.at > 0 {
				form &^= option.ByteOrderMark
			}
			d = newValueReader[T](frame.NewStream(relax.NewReader(src, form), frame.Lines, o.max), frame.Lines, &o)
			d.stream.From(src.at)
		}
		given := d.stream.Given()
		for v, err := range d.each {
			l := Line[T]{Value: v}
			l.Start, l.End = d.stream.Last()
			if _, placed := err.(*zetes.Error); d.stream.Given() == given && (d.parts == nil || err != nil && !placed) {
				l.Start = l.End // the error of r is not about a line
			}
			given = d.stream.Given()
			if !yield(l, err) {
				return
			}
		}
	}
}

// A section reads the lines of r that start at offset s.at or later, and before s.to. Reading moves s.at forward.
type section struct {
	r      io.ReaderAt
	at, to int64
	begun  bool // at is the start of the section's first line; it is to or larger if no line starts in the section
	over   bool // the last line has been read
}

// begin moves s.at forward to the start of a line. The first line that starts at s.at or later comes after a line feed
// at s.at-1 or later.
func (s *section) begin() error {
	if s.begun {
		return nil
	}
	b := make([]byte, 4<<10)
	at := s.at
	for r := io.NewSectionReader(s.r, at-1, math.MaxInt64-at); at > 0 && at < s.to; {
		n, err := transfer.Read(r, b)
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			at += int64(i)
			break
		}
		at += int64(n)
		if err == io.EOF {
			at = s.to
		} else if err != nil {
			return err
		}
	}
	s.begun, s.over, s.at = true, at >= s.to, at
	return nil
}

// Read reads up to the end of the section's last line. The section has the lines that start before s.to, so the first
// line feed at s.to-1 or later ends it.
func (s *section) Read(b []byte) (int, error) {
	if s.over {
		return 0, io.EOF
	}
	n, err := s.r.ReadAt(b, s.at)
	if n < 0 || n > len(b) {
		return n, err // an impossible count, for which the stream returns an error
	}
	if last := max(s.to-1-s.at, 0); last < int64(n) {
		if i := bytes.IndexByte(b[last:n], '\n'); i >= 0 {
			n, err, s.over = int(last)+i+1, nil, true
		}
	}
	s.at += int64(n)
	return n, err
}
