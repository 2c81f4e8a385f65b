//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	"encoding/binary"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"io"
	"reflect"
	"slices"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file implements UnmarshalRead for a reader that can't go back: a connection, a pipe, a bufio.Reader. The text is
// collected until it is a whole value, which a compiled plan decodes. If the text is not JSON, the collecting ends at
// the error. But a value of the wrong type is found only after the whole text has been read, while the standard
// library, which decodes as it reads, returns that error without reading on. For each error the standard library does
// the call, with the text so far in the pieces in which it came, and the rest of the reader.
//
// The first read has space for 512 bytes more than the last document for the type had, or for 512 bytes if that length
// is unknown or too large.

const (
	// mostGathered is the largest number of bytes that are collected. The standard library decodes longer documents
	// while it reads.
	mostGathered = 4 << 20

	// leastGathered is the number of bytes that the first piece must have, unless it is the whole value. If it is
	// shorter, the standard library does the call: the reader may return single bytes, and the standard library takes
	// none after the byte at which it finds an error.
	leastGathered = 16
)

// isTarget reports whether out can be decoded into, and in can be read.
func isTarget(in io.Reader, out any) bool {
	v := reflect.ValueOf(out)
	return in != nil && v.Kind() == reflect.Pointer && !v.IsNil()
}

// gather does the work of UnmarshalRead: it collects the text of in, which a plan decodes into out. If that fails, the
// standard library does the call with the collected text.
func (c *call) gather(x *trial, in io.Reader, out any, opts []Options) error {
	text, sizes := engine.Borrow(), engine.Borrow()
	defer text.Release()
	defer sizes.Release()
	g := gathered{in: in, text: text.Bytes[:0], sizes: sizes.Bytes[:0]}
	whole := g.value(int(x.size.Load()))
	text.Bytes, sizes.Bytes = g.text, g.sizes
	var p *playback
	cost := int32(0)
	if whole {
		f := c.unmarshaled.Unmarshal(g.text, out)
		if f == nil {
			x.done()
			x.size.Store(int64(len(g.text)))
			return g.end(opts)
		}
		p = playbackAfter(f)
		cost = p.cost()
	}
	rest := g
	err := stdjson.UnmarshalRead(&rest, out, p.withReads(opts)...)
	x.size.Store(int64(len(rest.text)) + rest.after)
	return c.doneByStandard(x, out, cost, p.failure(err))
}

// gathered is the text that was read from a reader. It is a reader itself, which returns this text again and then the
// rest of the original reader.
type gathered struct {
	in    io.Reader
	text  []byte
	err   error // the error that the reader has returned after the text, or nil
	taken int   // number of bytes of text that Read has returned
	after int64 // number of bytes that were read after text

	// sizes are the lengths of the pieces of text[:cut], as varints. Each piece ends where a call of the reader has not
	// filled the space. The standard library gets the text in the same pieces, since the paths and texts of some of its
	// errors depend on them. left is the number of bytes of the current piece that Read has not returned yet.
	sizes     []byte
	cut, left int
}

// value reads until g has the text of a whole value, with nothing but white space after it. size is the expected length
// of the text. value returns false if the standard library must do the call.
func (g *gathered) value(size int) bool {
	var s wire.Scanner
	most := bytes.MinRead // the largest size of the next piece
	if size < mostGathered-most {
		most += size
	}
	for len(g.text)+most <= mostGathered {
		piece := g.read(most)
		if len(piece) == 0 {
			return g.err == io.EOF && s.End() // a number has no end of its own: it ends with the text
		}
		switch n, st := s.Scan(piece); st {
		case wire.Done:
			return len(bytes.TrimLeft(piece[n:], " \t\r\n")) == 0
		case wire.Bad:
			return false
		}
		switch {
		case len(g.text) < leastGathered:
			return false
		case len(piece) == most:
			most *= 2
		}
	}
	return false
}

// read calls the reader until the reader returns bytes or an error. It returns the new bytes, at most as many as the
// parameter most says, or nothing after an error without bytes. As in the standard library, an error that comes with
// bytes is ignored.
func (g *gathered) read(most int) []byte {
	g.text = slices.Grow(g.text, most)
	space := g.text[len(g.text) : len(g.text)+most : len(g.text)+most]
	for {
		n, err := g.in.Read(space)
		switch {
		case n > 0:
			piece := space[:n] // an impossible count causes a panic, as in the standard library
			g.text = g.text[:len(g.text)+n]
			if n < most {
				g.sizes = binary.AppendUvarint(g.sizes, uint64(len(g.text)-g.cut))
				g.cut = len(g.text)
			}
			return piece
		case err != nil:
			g.err = err
			return nil
		}
	}
}

// end reads to the end of the reader, after the whole value in g. If more than white space follows, it returns the
// standard library's error. To get that error it decodes a raw value without functions, since the error is the same for
// all types.
func (g *gathered) end(opts []Options) error {
	for g.err != io.EOF {
		piece := g.read(max(1, min(bytes.MinRead, cap(g.text)-len(g.text))))
		if len(piece) == 0 && g.err != io.EOF || len(bytes.TrimLeft(piece, " \t\r\n")) > 0 {
			rest := *g
			return stdjson.UnmarshalRead(&rest, new(jsontext.Value), JoinOptions(opts...), WithUnmarshalers(nil))
		}
	}
	return nil
}

// Read implements io.Reader.
func (g *gathered) Read(b []byte) (n int, err error) {
	if g.taken < len(g.text) {
		if g.left == 0 {
			size, n := binary.Uvarint(g.sizes)
			if g.sizes, g.left = g.sizes[n:], int(size); n == 0 {
				g.left = len(g.text) - g.taken
			}
		}
		n = copy(b, g.text[g.taken:g.taken+g.left])
		g.taken, g.left = g.taken+n, g.left-n
		return n, nil
	}
	if err = g.err; err != nil {
		g.err = nil
		return 0, err
	}
	n, err = g.in.Read(b)
	g.after += int64(max(n, 0))
	return n, err
}
