package toolchain

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
)

// Answers that are remembered. Many inputs with an error lead to the same short text with that error, for which
// encoding/json is called once. Each caller gets a copy of the error, and may change it, for example its place. A
// wrapped error could not be copied, so such answers are not kept.

// question is the target type for a text: a json.RawMessage if as is nil, otherwise as, or with field a field of a
// struct.
type question struct {
	as            reflect.Type
	field, quoted bool
	bits          option.Set
}

// saying is encoding/json's answer for a short text: an error of one of two types, without wrapped errors.
type saying struct {
	text string
	question
	syntax json.SyntaxError
	typed  json.UnmarshalTypeError
}

// sayings has the answers to the last questions: most clients make the same few mistakes, and asking takes as long as
// decoding a small document. Each set has the answers to the last four questions of a hash: with two, the five wrong
// values of one document shared a place in some programs, and one of them was asked about each time.
var sayings [32][4]atomic.Pointer[saying]

// longestSaying is the longest text that is remembered, except for the two that are nested too deep.
const longestSaying = 24

// Answers is memory for the errors about values that do not fit in one input. An input with several has the first one
// alone, and others in blocks. A nil Answers allocates each alone.
type Answers struct {
	block []json.UnmarshalTypeError // what is left of it
	given int
}

// copyOf returns a copy of e.
func (a *Answers) copyOf(e *json.UnmarshalTypeError) *json.UnmarshalTypeError {
	if a == nil || a.given == 0 {
		if a != nil {
			a.given = 1
		}
		c := *e
		return &c
	}
	if len(a.block) == 0 {
		a.block = make([]json.UnmarshalTypeError, min(3*a.given+1, 32))
	}
	c := &a.block[0]
	*c, a.block, a.given = *e, a.block[1:], a.given+1
	return c
}

// sayingOf returns encoding/json's error for the text, which the caller may change, and whether its place was set by a
// method. If an answer is remembered, the pointer that into returns is not used, and the error is in the memory of a.
func sayingOf(text string, q question, a *Answers, into func() reflect.Value) (err error, own bool) {
	set := &sayings[q.hash(text)%uint64(len(sayings))]
	for i := range set {
		if said := set[i].Load(); said != nil && said.text == text && said.question == q {
			if q.as == nil {
				err := said.syntax
				return &err, false
			}
			return a.copyOf(&said.typed), false
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
			keep(set, &saying{text: strings.Clone(text), question: q, syntax: *e})
		}
	case *json.UnmarshalTypeError:
		if q.as != nil && !own && errors.Unwrap(err) == nil {
			keep(set, &saying{text: strings.Clone(text), question: q, typed: *e})
		}
	}
	return err, own
}

// keep puts an answer first into a set. The last one leaves it.
func keep(set *[4]atomic.Pointer[saying], said *saying) {
	for i := range set {
		said = set[i].Swap(said)
	}
}

// hash distinguishes questions by their texts' first bytes, last byte and length, and by the type.
func (q *question) hash(text string) uint64 {
	h := uint64(len(text))
	for i := range min(len(text), longestSaying) {
		h = h*31 + uint64(text[i])
	}
	if len(text) > 0 {
		h = h*31 + uint64(text[len(text)-1])
	}
	if q.as != nil {
		h += uint64(reflect.ValueOf(q.as).Pointer())
	}
	return h * 0x9E3779B97F4A7C15 >> 59 // the highest bits of a product depend on all bits
}

// ask lets encoding/json decode the text. The field of an error about a value alone is changed to that of a value in a
// wrapper, so that both kinds are placed in the same way.
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
