package stream

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

const separator = "\x1e"

// Records returns the values of a JSON text sequence (RFC 7464, application/json-seq), as [Values] does. In such a
// sequence a record separator, the byte 1E, stands before each value. A text that is not JSON, does not fit T or is
// longer than [MaxValueSize] comes with an [*zetes.Error], whose place counts from the start of the text, and the next
// text follows. The same holds for text before the first separator, and for a number, true, false or null without white
// space after it, since such a value may be cut off.
func Records[T any](r io.Reader, opts ...Option) iter.Seq2[T, error] {
	o := newOptions(DefaultMaxValueSize, opts)
	s := &splitter{r: r, ends: separator, most: o.most()}
	begun, given := false, 0
	return func(yield func(T, error) bool) {
		for {
			text, _, end := s.next()
			if !begun && o.c.Options&option.ByteOrderMark != 0 {
				text = bytes.TrimPrefix(text, []byte("\ufeff"))
			}
			// An error of r may have cut off the text.
			if n := wire.Space(text); n < len(text) && (end == nil || end == io.EOF || o.api.Valid(text) && !cut(text[n:])) {
				given++
				var v T
				var err error
				switch {
				case !begun:
					err = &zetes.Error{Err: errors.New("stream: text before the first record separator"), Value: given}
				case cut(text[n:]) && len(text) <= s.most:
					err = &zetes.Error{Err: io.ErrUnexpectedEOF, Value: given, Offset: int64(len(text))}
				default:
					err = o.text(text, &v, given)
				}
				if !yield(v, err) {
					return
				}
			}
			begun = true
			if end == io.EOF {
				return
			}
			if end != nil {
				yield(*new(T), end)
				return
			}
		}
	}
}

// cut reports whether the value in text may go on after text's end. text does not start with white space.
func cut(text []byte) bool {
	return bytes.IndexByte([]byte(`{["`), text[0]) < 0 && wire.Space(text[len(text)-1:]) == 0
}

// WriteRecords writes the values of seq to w as a JSON text sequence (RFC 7464). Apart from that, it does what
// [WriteLines] does.
func WriteRecords[T any](w io.Writer, seq iter.Seq2[T, error], opts ...Option) error {
	o := newOptions(0, opts)
	e := newEmitter(w, &o)
	defer e.release()
	return e.end(emit(seq, func(v *T) error { return e.value(v, separator, "\n") }))
}
