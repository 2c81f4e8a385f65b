package relax

import (
	"fmt"
	"io"
	"strings"

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
	used  int    // number of bytes of the source before in
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
	return &reader{src: src, c: newConverter(form)}
}

// Read reads converted text.
func (r *reader) Read(p []byte) (int, error) {
	for {
		ready := r.ready()
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
		r.convert()
		if r.ended && r.err == io.EOF && r.c.in == '*' {
			r.err = fmt.Errorf("zetes: the comment that starts at offset %d is not closed: %w", r.c.begun, io.ErrUnexpectedEOF)
		}
	}
}

// ready returns the number of bytes of r.out that may be read now: all, or only those before a comma that must perhaps
// be removed.
func (r *reader) ready() int {
	if n := len(r.out); r.c.comma < r.read || n-r.c.comma >= mostComma || r.ended {
		return n
	}
	return r.c.comma
}

// convert drops the text that has been read, and converts the text in r.in.
func (r *reader) convert() {
	r.out = r.out[:copy(r.out, r.out[r.read:])]
	r.c.comma = max(r.c.comma-r.read, -1)
	r.read = 0
	r.c.begun -= r.used
	out, used := r.c.convert(r.out, r.in, r.ended)
	r.c.begun += r.used
	r.used += used
	r.out, r.in = out, r.in[:copy(r.in, r.in[used:])]
}

// Pieces converts text that is pushed piece by piece. A nil *Pieces returns each piece unchanged.
type Pieces struct{ reader }

// NewPieces returns Pieces for text that may have the additions to JSON in form, or nil if form has none.
func NewPieces(form option.Set) *Pieces {
	r, ok := NewReader(new(strings.Reader), form).(*reader) // its source is never read
	if !ok {
		return nil
	}
	return &Pieces{*r}
}

// Convert returns the JSON that is known after the piece b. last says that no piece follows. The result is valid until
// the next call.
func (p *Pieces) Convert(b []byte, last bool) []byte {
	if p == nil {
		return b
	}
	p.in, p.ended = append(p.in, b...), last
	p.convert()
	p.read = p.ready()
	return p.out[:p.read]
}

// Cut reports whether the text so far ends within a comment that must be closed.
func (p *Pieces) Cut() bool { return p != nil && p.c.in == '*' }
