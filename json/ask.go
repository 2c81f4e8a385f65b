package json

import (
	stdjson "encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/zetes-json/zetes/internal/toolchain"
)

// The words of a stream's errors are what the running toolchain's Decoder says in the same state. A made-up text leads
// it there: where the 2 of [[1,2 is to be asked about that is [0, and without WholeTokens nothing else is needed.

// step is one of the decoder's calls, for asking the toolchain what it would say.
type step func(*stdjson.Decoder) error

func askToken(std *stdjson.Decoder) error {
	_, err := std.Token()
	return err
}

func askDecode(std *stdjson.Decoder) error {
	var raw stdjson.RawMessage
	return std.Decode(&raw)
}

func askMore(std *stdjson.Decoder) error {
	std.More()
	return askToken(std)
}

// errMeaning is the error where the running toolchain has none, for it is of another release than the meaning.
var errMeaning = errors.New("json: this cannot stand here in the stream")

// behind returns what call says behind so many tokens of std. It is an error, and never the one that says that a stream
// has ended well.
func behind(std *stdjson.Decoder, tokens int, call step) error {
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

// wrong returns the error about the byte at n of the buffer, which cannot stand where it does, for call.
func (d *Decoder) wrong(n int, call step) error {
	if d.whole {
		return d.askWhole(n, call)
	}
	if err := toolchain.SyntaxError(d.r.Buffered()[:n+1], d.scanned); err != nil {
		return err
	}
	return errMeaning
}

// askStepwise returns what the toolchain says to call in the present place with next to come.
func (d *Decoder) askStepwise(next string, call step) error {
	lead := d.at.Lead()
	err := behind(stdjson.NewDecoder(strings.NewReader(lead.Text+next)), lead.Tokens, call)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		e.Offset = d.InputOffset()
	}
	return err
}

// askWhole returns the toolchain's error for call in the present state, when it comes upon the byte at i.
//
// The words of a release with WholeTokens depend on how much of the bad token it has seen. Its decoder is led to this
// state by all the containers that there are, gets the bytes up to the bad place one by one, so that its buffer has
// room, and then the rest at once.
func (d *Decoder) askWhole(i int, call step) error {
	text, tokens := d.at.WholeLead()
	shift := d.r.InputOffset() - int64(len(text))
	err := behind(stdjson.NewDecoder(&slowReader{b: append(text, d.r.Buffered()...), fast: len(text) + i - 5}), tokens, call)
	if e, ok := err.(*stdjson.SyntaxError); ok {
		e.Offset += shift
	}
	return err
}

// slowReader gives some bytes before the position fast one at a time, and those from there on together.
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
