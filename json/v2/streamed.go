//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/json/v2/internal/streams"
)

// The methods MarshalJSONTo and UnmarshalJSONFrom that zetes gen -v2 generates. The plan of the type writes or reads
// the text of the whole value, which is one value for the Encoder or Decoder. If the plan can't do that, the methods
// decline: they return errors.ErrUnsupported, and encoding/json/v2 handles the value as if its type had no methods.
//
// The Encoder checks what the plan has written, and the Decoder what the plan has read, which for short values takes
// longer than the plan saves.

func init() { streams.Marshal, streams.Unmarshal = marshalTo, unmarshalFrom }

// leastStreamed is the length of the shortest text, in bytes, for which a plan pays in a method: with shorter ones the
// methods take up to twice the standard library's time, with 200 bytes 0.8, and with 1,000 bytes 0.6.
const leastStreamed = 128

// streamed has for each type how many of the next calls its methods decline, after a plan has failed or a value was too
// short.
var streamed struct{ writes, reads trials }

// declines makes the methods for values of v's type decline the next mostPassed calls, and returns the error with which
// the present call declines.
func (t *trials) declines(v any) error {
	t.pass(v)
	return errors.ErrUnsupported
}

// pass makes the methods for values of v's type decline the next mostPassed calls.
func (t *trials) pass(v any) { t.add(v).passed.Store(mostPassed) }

// marshalTo is streams.Marshal.
func marshalTo(enc *jsontext.Encoder, v any) error {
	if kind, n := enc.StackIndex(enc.StackDepth()); kind == '{' && n%2 == 0 || streamed.writes.of(v).passes() {
		return errors.ErrUnsupported // a name comes next, or a plan does not pay
	}
	on, ok := options.values([]Options{enc.Options()})
	if !ok || on&(options.canonicalInts|options.canonicalFloats|options.reorderRaw) != 0 { // WriteValue would change the text
		return errors.ErrUnsupported
	}
	c := marshalingUnder(on)
	if _, serves := c.trialOf(v); !serves {
		return errors.ErrUnsupported
	}
	buffer := engine.Borrow()
	defer buffer.Release()
	b, err := c.marshaled.Append(buffer.Bytes[:0], v)
	if p := playbackOf(err); p != nil {
		streamed.writes.pass(v)
		return p.failure(stdjson.MarshalEncode(enc, v, p.with(nil)...))
	}
	if err != nil || !c.allows(b) {
		return streamed.writes.declines(v)
	}
	if buffer.Bytes = b; len(b) < leastStreamed {
		streamed.writes.pass(v)
	}
	if err = enc.WriteValue(b); errors.As(err, new(*jsontext.SyntacticError)) {
		return errors.ErrUnsupported // too many levels with those around the value; nothing is written
	}
	return err
}

// unmarshalFrom is streams.Unmarshal. It reads only values that the Decoder has in its buffer as a whole.
func unmarshalFrom(dec *jsontext.Decoder, v any) error {
	text := dec.UnreadBuffer()
	if len(text) < leastStreamed || streamed.reads.of(v).passes() {
		return errors.ErrUnsupported
	}
	c := unmarshaling([]Options{dec.Options()})
	if _, serves := c.trialOf(v); !serves {
		return errors.ErrUnsupported
	}
	text = valueIn(dec, text)
	switch n := len(text); {
	case n == 0:
		return errors.ErrUnsupported
	case n < leastStreamed:
		return streamed.reads.declines(v)
	}
	f := c.unmarshaled.Unmarshal(text, v)
	if p := playbackAfter(f); p != nil {
		streamed.reads.pass(v)
		return p.failure(stdjson.UnmarshalDecode(dec, v, p.withReads(nil)...))
	}
	if f != nil {
		return streamed.reads.declines(v)
	}
	return dec.SkipValue()
}

// valueIn returns the text of the next value of dec, whose buffer has text that is not read yet. It returns nothing if
// the buffer does not have all of the value, or if a name or an error comes first.
func valueIn(dec *jsontext.Decoder, text []byte) []byte {
	text = text[wire.Space(text):]
	delim := byte(0)
	switch kind, n := dec.StackIndex(dec.StackDepth()); {
	case kind == '{':
		delim = ':'
	case kind == '[' && n > 0:
		delim = ','
	}
	if delim != 0 {
		if len(text) == 0 || text[0] != delim {
			return nil
		}
		text = text[1+wire.Space(text[1:]):]
	}
	var s wire.Scanner
	s.ResetWithin(dec.StackDepth())
	n, st := s.Scan(text)
	if st != wire.Done {
		return nil
	}
	return text[:n]
}
