package stream

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/transfer"
)

// A splitter divides the bytes of r into texts, each of which ends with one of the bytes in ends.
type splitter struct {
	r    io.Reader
	ends string // the bytes that end a text, all ASCII
	most int    // number of bytes of a text that are kept; the rest of a longer text is dropped
	buf  []byte
	rest []byte // the part of buf that is not used yet
	err  error  // the error of r
	text []byte
}

// next returns the next text without the byte that ends it, and that byte. The text is valid until the next call. At
// the end of r it returns the rest and r's error. A text that is too long is returned with most+1 bytes.
func (s *splitter) next() (text []byte, end byte, err error) {
	s.text = s.text[:0]
	for {
		if i := bytes.IndexAny(s.rest, s.ends); i >= 0 {
			s.keep(s.rest[:i])
			end, s.rest = s.rest[i], s.rest[i+1:]
			return s.text, end, nil
		}
		s.keep(s.rest)
		s.rest = nil
		if s.err != nil {
			return s.text, 0, s.err
		}
		if s.buf == nil {
			s.buf = make([]byte, 4<<10)
		}
		var n int
		n, s.err = transfer.Read(s.r, s.buf)
		s.rest = s.buf[:n]
	}
}

func (s *splitter) keep(b []byte) { s.text = append(s.text, b[:min(len(b), s.most+1-len(s.text))]...) }

// most returns how many bytes a value may have. The result is small enough that adding to it does not overflow.
func (o *options) most() int { return min(max(o.max, 0), math.MaxInt/2) }

// text decodes the JSON in text into v. n is the number of the value in the stream, for errors.
func (o *options) text(text []byte, v any, n int) error {
	if len(text) > o.most() {
		return &zetes.Error{Err: ErrValueTooLarge, Value: n}
	}
	if o.c.Options&option.MayAlias != 0 {
		text = bytes.Clone(text) // the memory of text is overwritten
	}
	err := o.api.Unmarshal(text, v)
	if e, ok := errors.AsType[*zetes.Error](err); ok {
		e.Value = n
	}
	return err
}
