package toolchain

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
)

// Answers that are remembered. Many inputs with an error come down to one short text with the same error, about which
// encoding/json is asked once. An error is copied for each caller, who moves its place and may
// change it; what it wraps could not be copied, so that such answers are not kept.

// question is what encoding/json is to decode a text into: a json.RawMessage if as is nil; what a pointer to an as
// leads to; or with field, a field of a struct.
type question struct {
	as            reflect.Type
	field, quoted bool
	bits          option.Set
}

// saying is encoding/json's answer to a question about a short text: one of two errors, without what they wrap.
type saying struct {
	text string
	question
	syntax json.SyntaxError
	typed  json.UnmarshalTypeError
}

// sayings remembers the answers to the last questions: most clients make the same few mistakes, and asking takes as
// long as decoding a small document.
var sayings [128]atomic.Pointer[saying]

// longestSaying is how many bytes a text that is remembered has at most, but for the two that are nested too deep.
const longestSaying = 24

// sayingOf returns the error that encoding/json has for the text, which is the caller's to change, and whether its
// place is a method's own. into returns a pointer to decode into, which is not changed, where there is one.
func sayingOf(text string, q question, into func() reflect.Value) (err error, own bool) {
	n := q.hash(text) % uintptr(len(sayings))
	place, other := &sayings[n], &sayings[n^1]
	for _, p := range [...]*atomic.Pointer[saying]{place, other} {
		if said := p.Load(); said != nil && said.text == text && said.question == q {
			if q.as == nil {
				err := said.syntax
				return &err, false
			}
			err := said.typed
			return &err, false
		}
	}
	err, own = q.ask(text, into)
	if len(text) > longestSaying {
		if array, object := tooDeep(); text != array && text != object {
			return err, own
		}
	}
	switch e := err.(type) {
	case *json.SyntaxError:
		if q.as == nil {
			other.Store(place.Swap(&saying{text: strings.Clone(text), question: q, syntax: *e}))
		}
	case *json.UnmarshalTypeError:
		if q.as != nil && !own && errors.Unwrap(err) == nil {
			other.Store(place.Swap(&saying{text: strings.Clone(text), question: q, typed: *e}))
		}
	}
	return err, own
}

// hash tells questions apart by their texts' first bytes, last byte and length, and by the type. Of three questions
// that share a place and its neighbour, the one that was asked first is asked anew.
func (q *question) hash(text string) uintptr {
	h := uintptr(len(text))
	for i := range min(len(text), longestSaying) {
		h = h*31 + uintptr(text[i])
	}
	if len(text) > 0 {
		h = h*31 + uintptr(text[len(text)-1])
	}
	if q.as != nil {
		h += reflect.ValueOf(q.as).Pointer() >> 4
	}
	return h ^ h>>7
}

// ask has encoding/json decode the text. The field of an error about a value alone becomes that of a value in a
// wrapper, so that both are placed alike.
func (q *question) ask(text string, into func() reflect.Value) (err error, own bool) {
	switch {
	case q.as == nil:
		return Decode([]byte(text), new(json.RawMessage), 0), false
	case q.field:
		return decodeField([]byte(text), reflect.New(wrapperOf(q.as, q.quoted)), q.bits)
	}
	err = Decode([]byte(text), into().Interface(), 0)
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Field = valueName
	}
	return err, false
}
