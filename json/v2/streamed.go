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

// This file implements the methods MarshalJSONTo and UnmarshalJSONFrom that zetes gen -v2 generates. The plan of the
// type writes or reads the text of the whole value. The Encoder gets that text by WriteValue, the Decoder gives it by
// ReadValue. If the plan can't do that, the methods decline: they return errors.ErrUnsupported, and encoding/json/v2
// handles the value as if its type had no methods.
//
// The Encoder checks the text that the plan has written, and the Decoder the text that the plan has read. For short
// values this takes longer than the plan saves.

func init() { streams.Marshal, streams.Unmarshal = marshalTo, unmarshalFrom }

// leastStreamed is the length in bytes of the shortest text for which a method uses a plan. With shorter texts a plan
// takes up to twice the standard library's time, with 200 bytes 0.8 times, and with 1,000 bytes 0.6 times.
const leastStreamed = 128

// streamed has the types whose methods decline their next calls, because a plan has failed or a value was too short,
// and counts these calls.
var streamed struct{ writes, reads trials }

// declines makes the methods for values of v's type decline the next mostSkipped calls, and returns the error with
// which the present call declines.
func (t *trials) declines(v any) error {
	t.skip(v)
	return errors.ErrUnsupported
}

// skip makes the methods for values of v's type decline the next mostSkipped calls.
func (t *trials) skip(v any) { t.add(v).skip.Store(mostSkipped) }

// marshalTo is the function streams.Marshal, which generated MarshalJSONTo methods call.
func marshalTo(enc *jsontext.Encoder, v any) error {
	if kind, n := enc.StackIndex(enc.StackDepth()); kind == '{' && n%2 == 0 || streamed.writes.of(v).skipsPlan() {
		return errors.ErrUnsupported // a name comes next, or a plan would not save time
	}
	on, ok := options.values([]Options{enc.Options()})
	if !ok || on&(options.marshalers|options.canonicalInts|options.canonicalFloats|options.reorderRaw) != 0 { // there are functions, or WriteValue would change the text
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
		streamed.writes.skip(v)
		return p.failure(stdjson.MarshalEncode(enc, v, p.with(nil)...))
	}
	if err != nil || !c.allows(b) {
		return streamed.writes.declines(v)
	}
	if buffer.Bytes = b; len(b) < leastStreamed {
		streamed.writes.skip(v)
	}
	if err = enc.WriteValue(b); errors.As(err, new(*jsontext.SyntacticError)) {
		return errors.ErrUnsupported // the value has too many levels, counted with those around it; nothing was written
	}
	return err
}

// unmarshalFrom is the function streams.Unmarshal, which generated UnmarshalJSONFrom methods call. It reads only values
// that the Decoder has in its buffer as a whole.
func unmarshalFrom(dec *jsontext.Decoder, v any) error {
	text := dec.UnreadBuffer()
	if len(text) < leastStreamed || streamed.reads.of(v).skipsPlan() {
		return errors.ErrUnsupported
	}
	c := unmarshaling([]Options{dec.Options()})
	if _, serves := c.trialOf(v); !serves || c.functions != nil {
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
		streamed.reads.skip(v)
		return p.failure(stdjson.UnmarshalDecode(dec, v, p.withReads(nil)...))
	}
	if f != nil {
		return streamed.reads.declines(v)
	}
	return dec.SkipValue()
}

// valueIn returns the text of dec's next value. text is the unread text in dec's buffer. It returns nothing if the
// buffer does not have all of the value, or if a name or an error comes first.
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
