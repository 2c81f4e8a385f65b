package relax

import (
	"io"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/transfer"
)

// reader reads a stream with additions to JSON, and converts it to JSON.
type reader struct {
	src   io.Reader
	c     converter
	in    []byte // text that was read from src and not converted yet
	out   []byte // converted text
	read  int    // number of bytes of out that Read has returned
	err   error  // the error of src
	ended bool
}

const (
	readSize  = 32 << 10
	mostComma = 1 << 20 // the most bytes after a comma that wait until it is known whether the comma is trailing
)

// NewReader returns a reader of the JSON that src is converted to. src may have the additions to JSON in form. If form
// has none, NewReader returns src. Offsets stay the same unless form has option.JSON5.
func NewReader(src io.Reader, form option.Set) io.Reader {
	if form &= option.Additions; form == 0 || src == nil {
		return src
	}
	if form.Has(option.JSON5) {
		form |= option.Comments
	}
	return &reader{src: src, c: converter{form: form, comma: -1}}
}

// Read reads converted text.
func (r *reader) Read(p []byte) (int, error) {
	for {
		ready := len(r.out)
		if r.c.comma >= r.read && ready-r.c.comma < mostComma && !r.ended {
			ready = r.c.comma
		}
		if n := copy(p, r.out[r.read:ready]); n > 0 || len(p) == 0 {
			r.read += n
			return n, nil
		}
		if r.ended {
			return 0, r.err
		}
		if cap(r.in)-len(r.in) < readSize {
			r.in = append(make([]byte, 0, 2*len(r.in)+readSize), r.in...)
		}
		n, err := transfer.Read(r.src, r.in[len(r.in):len(r.in)+readSize])
		r.in = r.in[:len(r.in)+n]
		r.err, r.ended = err, err != nil
		r.out = r.out[:copy(r.out, r.out[r.read:])]
		r.c.comma = max(r.c.comma-r.read, -1)
		r.read = 0
		out, used := r.c.convert(r.out, r.in, r.ended)
		r.out, r.in = out, r.in[:copy(r.in, r.in[used:])]
		if r.ended && r.err == io.EOF && r.c.in == '*' {
			r.err = io.ErrUnexpectedEOF
		}
	}
}
