package json

import (
	stdjson "encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// The errors of our Decoder are those of the running toolchain's Decoder. To get such an error, a new Decoder of the
// toolchain reads a short text that brings it into the same state, and then the wrong bytes. Without option.WholeTokens
// the text is as short as possible: to get the error about the 2 in `[[1 2`, it is `[""`.

// step is one call of a Decoder of the toolchain, which returns that Decoder's error.
type step func(*stdjson.Decoder) error

func askToken(std *stdjson.Decoder) error {
	_, err := std.Token()
	return err
}

func askDecode(std *stdjson.Decoder) error { return std.Decode(new(stdjson.RawMessage)) }

func askMore(std *stdjson.Decoder) error {
	std.More()
	return askToken(std)
}

// errMeaning is the error about input that only the running toolchain accepts, not the release that d follows.
var errMeaning = errors.New("json: this cannot stand here in the stream")

// errorAfter reads the given number of tokens from std, calls call and returns its error. It never returns nil or
// io.EOF, which would mean that the stream ended well.
func errorAfter(std *stdjson.Decoder, tokens int, call step) error {
	for range tokens {
		if err := askToken(std); err != nil {
			return err
		}
	}
	switch err := call(std); err {
	case nil:
		return errMeaning
	case io.EOF:
		return io.ErrUnexpectedEOF
	default:
		return err
	}
}

// wrong returns the toolchain's error for call about byte n of the buffer, which is not allowed there.
func (d *Decoder) wrong(n int, call step) error {
	if d.whole {
		return d.askWhole(n, call)
	}
	if err := toolchain.SyntaxError(d.r.Buffered()[:n+1], d.scanned); err != nil {
		return err
	}
	return errMeaning
}

// askStepwise returns the error of the toolchain's Decoder for call in the present state, if next is the next input.
func (d *Decoder) askStepwise(next string, call step) error {
	lead := d.at.Lead()
	err := errorAfter(stdjson.NewDecoder(strings.NewReader(lead.Text+next)), lead.Tokens, call)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		e.Offset = d.InputOffset()
	}
	return err
}

// askWhole returns the error of the toolchain's Decoder for call in the present state, about byte i of the buffer. Its
// text depends on how much of the wrong token is in that Decoder's buffer. So it reads all open containers first, then
// the bytes before the wrong byte, one at a time, which leaves space in its buffer, and then all other bytes.
func (d *Decoder) askWhole(i int, call step) error {
	text, tokens := d.at.WholeLead()
	shift := locate.Base(d.r.InputOffset() - int64(len(text)))
	err := errorAfter(stdjson.NewDecoder(&slowReader{b: append(text, d.r.Buffered()...), fast: len(text) + i - 5}), tokens, call)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		shift.Move(e)
	}
	return err
}

// slowReader reads b, and the last 128 bytes before position fast one at a time.
type slowReader struct {
	b    []byte
	n    int
	fast int
}

func (r *slowReader) Read(p []byte) (n int, err error) {
	if r.n >= len(r.b) {
		return 0, io.EOF
	}
	switch left := r.fast - r.n; {
	case left > 128:
		n = copy(p, r.b[r.n:r.fast-128])
	case left > 0:
		n = copy(p[:1], r.b[r.n:])
	default:
		n = copy(p, r.b[r.n:])
	}
	r.n += n
	return n, nil
}
