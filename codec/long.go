package codec

import (
	"bytes"
	"encoding/base64"
	"io"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// The methods CopyString read and write strings of any length in constant memory. A string is copied piece by piece:
// from the window of a Reader to an io.Writer, or from an io.Reader to the buffer of a Writer. A piece ends between
// characters, so that each is unquoted or escaped on its own. For the string "a\ud83d\ude00b", of which the window has
// "a\ud83d\ud so far, the first piece is a.
//
// The caller's io.Writer or io.Reader is called between pieces. Until it returns, calling the Reader or Writer is a
// misuse.

// pieceSize is the largest number of bytes that a piece has in the input of a Reader, or that a Writer reads for a
// piece.
const pieceSize = 16 << 10

// CopyString reads a string and writes its text to dst in pieces, in memory that does not depend on its length. If enc
// is not nil, the text must be in that encoding, and dst gets the decoded bytes. CopyString returns the number of bytes
// that dst has taken. If dst is nil, the text is read and dropped.
//
//	case "content":
//		n = r.CopyString(file, base64.StdEncoding)
//
// If the input or the encoding is wrong, or dst returns an error, dst may already have a part of the text. The place of
// the error is the start of the string; if that is no longer in memory, the error has no line and no excerpt. The limit
// on the length of strings applies.
func (r *Reader) CopyString(dst io.Writer, enc *base64.Encoding) (n int64) {
	if _, ok := r.value(String); !ok {
		return 0
	}
	c := copying{r: r, dst: dst, enc: enc, start: r.InputOffset()}
	r.work.scan.ResetWithin(0)
	scanned, text := 0, 1 // counted from the first unread byte; at first the text begins after the quote
	for {
		m, st := r.work.scan.Scan(r.win.Text[r.win.Pos+scanned:])
		scanned += m
		end := scanned
		switch {
		case st == wire.Bad:
			r.refuse(scanned)
			return c.n
		case st == wire.Done:
			end--
		}
		if r.InputOffset()+int64(end)-c.start-1 > int64(r.bounds.longest) {
			r.fail(Limit, c.place(), "bytes of a string", nil)
			return c.n
		}
		for {
			piece, last := r.win.Text[r.win.Pos+text:r.win.Pos+end], st == wire.Done
			if len(piece) > pieceSize {
				piece, last = piece[:pieceSize], false
			}
			if !last {
				piece = piece[:scan.WholeText(piece)]
			}
			if len(piece) == 0 && !last {
				break
			}
			if text += len(piece); !c.pass(piece, last) {
				return c.n
			}
			if last {
				r.done(scanned)
				return c.n
			}
		}
		r.win.Pos += text
		scanned, text = scanned-text, 0
		if !r.more() {
			return c.n
		}
	}
}

// copying is the state of a Reader.CopyString.
type copying struct {
	r     *Reader
	dst   io.Writer
	enc   *base64.Encoding
	start int64 // offset of the string
	n     int64 // bytes that dst has taken

	// The following fields are for base64.
	held   []byte // text that is not decoded yet: less than four characters of the encoding, and the piece
	at     int64  // where held starts in the text
	padded bool   // the text has come to its padding, after which only line ends may follow
	out    []byte
}

// place returns the start of the string, counted from the first unread byte.
func (c *copying) place() int { return int(c.start - c.r.InputOffset()) }

// pass writes a piece of the string to dst, and reports whether the Reader may go on. Empty pieces are not written.
func (c *copying) pass(piece []byte, last bool) bool {
	r := c.r
	if !plain(piece) {
		r.work.text = wire.AppendUnquoted(r.work.text[:0], piece)
		piece = r.work.text
	}
	if c.enc != nil {
		var err error
		if piece, err = c.decode(piece, last); err != nil {
			r.fail(OutOfRange, c.place(), "base64", err)
			return false
		}
	}
	if len(piece) == 0 {
		return true
	}
	if err := c.write(piece[:len(piece):len(piece)]); err != nil {
		r.fail(IO, c.place(), "", err)
	}
	return r.err == nil
}

func (c *copying) write(piece []byte) error {
	if c.dst == nil {
		c.n += int64(len(piece))
		return nil
	}
	c.r.suspend()
	defer c.r.resume()
	n, err := transfer.Write(c.dst, piece)
	c.n += int64(n)
	return err
}

// decode returns the bytes for a piece of base64. It decodes whole groups of four characters, so that errors are the
// same as for the whole text. Line ends between characters are ignored, as in package base64, but a group with
// thousands of them is refused here.
func (c *copying) decode(piece []byte, last bool) (b []byte, err error) {
	c.held = append(c.held, piece...)
	n, chars := len(c.held)&^3, len(c.held)&^3 // the bytes to decode, and the characters in them
	if c.padded || bytes.IndexByte(c.held, '\n') >= 0 || bytes.IndexByte(c.held, '\r') >= 0 {
		n, chars = 0, 0
		for i, b := range c.held {
			if b != '\r' && b != '\n' {
				if chars++; c.padded {
					return nil, base64.CorruptInputError(c.at + int64(i))
				}
			}
			if chars%4 == 0 {
				n = i + 1
			}
		}
		chars &^= 3
	}
	if last {
		n = len(c.held)
	}
	b, err = base64Decoder(c.enc)(c.out[:0], c.held[:n])
	c.padded = c.padded || len(b) < chars/4*3
	c.out, c.held = b, append(c.held[:0], c.held[n:]...)
	if err == nil && len(c.held) > pieceSize {
		err = base64.CorruptInputError(len(c.held))
	}
	if at, ok := err.(base64.CorruptInputError); ok {
		return nil, at + base64.CorruptInputError(c.at)
	}
	c.at += int64(n)
	return b, err
}

// CopyString reads src to its end, and writes the bytes as a string: as text, or, if enc is not nil, in that encoding.
// If w has an [io.Writer], it takes memory that does not depend on the length. The same holds for the Writer of a codec
// under the option FlushAt of package stream. An error of src has the code [IO]. A nil src is empty.
//
//	w.Name("content")
//	w.CopyString(file, base64.StdEncoding)
//
// Text that is not UTF-8 is treated as [Writer.String] treats it. After [Writer.SetStrictUTF8] it is an error, and the
// output may end within the string.
func (w *Writer) CopyString(src io.Reader, enc *base64.Encoding) {
	if !w.value() {
		return
	}
	if w.look(); w.err != nil {
		return
	}
	w.buf = append(w.buf, '"')
	p, n := make([]byte, firstPiece), 0
	for end := src == nil; !end; {
		m, err := w.readFrom(src, p[n:])
		if w.place == writeNothing {
			return // src has called a method of w, which is a misuse
		}
		if end = err == io.EOF; err != nil && !end {
			w.fail(IO, "", err)
			return
		}
		n += m
		whole := n
		switch {
		case end:
		case enc != nil:
			whole -= n % 3
		default:
			whole = wire.WholeRunes(p[:n])
		}
		if !w.piece(p[:whole], enc) {
			return
		}
		rest := p[whole:n]
		if n == len(p) && n < pieceSize {
			p = make([]byte, pieceSize)
		}
		n = copy(p, rest)
	}
	w.buf = append(w.buf, '"')
	if l := w.layout; l != nil && l.inside {
		w.Flush()
		l.inside = false
	}
	if w.err == nil {
		w.looked = len(w.buf)
		w.done(0)
	}
}

// firstPiece is the number of bytes of the first read from a source.
const firstPiece = 512

// readFrom calls src once. Meanwhile w has no buffer, so that src can't use w.
func (w *Writer) readFrom(src io.Reader, p []byte) (int, error) {
	buf := w.suspend()
	defer w.resume(buf)
	return transfer.Read(src, p)
}

// piece appends a piece of a string to the output, and flushes if there are enough bytes. It reports whether w may go
// on.
func (w *Writer) piece(p []byte, enc *base64.Encoding) bool {
	switch {
	case enc != nil:
		w.buf = enc.AppendEncode(w.buf, p)
	case w.strict && !kernel.ValidUTF8(p):
		w.fail(Unsupported, "text that is not UTF-8", nil)
		return false
	default:
		w.buf = kernel.AppendEscaped(w.buf, mem.Frozen(p), w.set)
	}
	switch {
	case w.drain != nil:
		w.drained()
	case w.out != nil && len(w.buf) >= flushAt:
		if w.Flush(); w.layout != nil {
			w.layout.inside = true
		}
	}
	return w.err == nil
}

// drained passes the output so far to the function drain of w, which returns the part of the output that is still
// needed.
func (w *Writer) drained() {
	buf := w.suspend()
	defer func() { w.resume(buf) }()
	if b, err := w.drain(buf); err != nil {
		w.place, w.err = writeNothing, &Error{Code: IO, Err: err}
	} else {
		buf = b
	}
}
