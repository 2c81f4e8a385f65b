package toolchain

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
)

// A cache of errors of encoding/json. To get the error about a wrong input, encoding/json decodes a short text with the
// same error, such as the wrong value alone. The error is stored with the text. Each caller gets a copy, and may change
// it. An error that wraps another error could not be copied, so it is not stored.

// question says how a text is decoded to find its error: into a json.RawMessage if target is nil, otherwise into a
// value of the type target. If field is set, this value is a field of a struct, and quoted says that the field has the
// tag option "string". bits are the options for the decoding.
type question struct {
	target        reflect.Type
	field, quoted bool
	bits          option.Set
}

// cachedError is the error of encoding/json for a short text: syntax if the question has no target, otherwise typed.
type cachedError struct {
	text string
	question
	syntax json.SyntaxError
	typed  json.UnmarshalTypeError
}

// cachedErrors is the cache: most clients make the same few mistakes, and a call of encoding/json takes as long as
// decoding a small document. Each set has the last four errors of texts with the same hash. Sets of two would be too
// small for documents with five wrong values, of which three may share a set.
var cachedErrors [32][4]atomic.Pointer[cachedError]

// longestCached is the length of the longest text in the cache, except for the two texts of tooDeep.
const longestCached = 24

// Answers allocates the errors about values of the wrong type in one input: the first alone, the others in blocks.
type Answers struct {
	block       []json.UnmarshalTypeError // the last block, of which used errors were given out
	used, given int                       // given is the number of errors for this input
}

// Reuse prepares a for another input, with memory for as many errors as the last one had. No error of a may be in use.
func (a *Answers) Reuse() {
	if clear(a.block[:a.used]); a.given > len(a.block) {
		a.block = make([]json.UnmarshalTypeError, a.given)
	}
	a.used, a.given = 0, 0
}

// copyOf returns a copy of e, in memory that a allocates.
func (a *Answers) copyOf(e *json.UnmarshalTypeError) *json.UnmarshalTypeError {
	if a == nil {
		c := *e
		return &c
	}
	if a.used == len(a.block) {
		a.block, a.used = make([]json.UnmarshalTypeError, min(3*a.given+1, 32)), 0
	}
	c := &a.block[a.used]
	*c = *e
	a.used, a.given = a.used+1, a.given+1
	return c
}

// errorOf returns encoding/json's error for the text. The caller may change the error: if it is in the cache, a
// allocates a copy; otherwise encoding/json decodes the text. The function into then returns a pointer to the target;
// it is needed only if q has a target and q.field is not set. own reports whether a method has set the error's offset.
func errorOf(text string, q question, a *Answers, into func() reflect.Value) (err error, own bool) {
	set := &cachedErrors[q.hash(text)%uint64(len(cachedErrors))]
	for i := range set {
		if said := set[i].Load(); said != nil && said.text == text && said.question == q {
			if q.target == nil {
				err := said.syntax
				return &err, false
			}
			return a.copyOf(&said.typed), false
		}
	}
	err, own = q.ask(text, into)
	if len(text) > longestCached {
		if array, object := tooDeep(); text != array && text != object {
			return err, own
		}
	}
	switch e := err.(type) {
	case *json.SyntaxError:
		if q.target == nil {
			keep(set, &cachedError{text: strings.Clone(text), question: q, syntax: *e})
		}
	case *json.UnmarshalTypeError:
		if q.target != nil && !own && errors.Unwrap(err) == nil {
			keep(set, &cachedError{text: strings.Clone(text), question: q, typed: *e})
		}
	}
	return err, own
}

// keep stores said as the first entry of a set. The other entries move back by one, and the last one is dropped.
func keep(set *[4]atomic.Pointer[cachedError], said *cachedError) {
	for i := range set {
		said = set[i].Swap(said)
	}
}

func (q *question) hash(text string) uint64 {
	h := uint64(len(text))
	for i := range min(len(text), longestCached) {
		h = h*31 + uint64(text[i])
	}
	if len(text) > 0 {
		h = h*31 + uint64(text[len(text)-1])
	}
	if q.target != nil {
		h += uint64(reflect.ValueOf(q.target).Pointer())
	}
	return h * 0x9E3779B97F4A7C15 >> 59 // the highest bits of a product depend on all bits
}

// ask lets encoding/json decode the text. An error about a value that was decoded alone gets the field name valueName,
// as if the value had been a field of a struct (wrapperOf), so that placedError handles both in the same way.
func (q *question) ask(text string, into func() reflect.Value) (err error, own bool) {
	switch {
	case q.target == nil:
		return Decode([]byte(text), new(json.RawMessage), 0), false
	case q.field:
		return decodeField([]byte(text), reflect.New(wrapperOf(q.target, q.quoted)), q.bits)
	}
	err = Decode([]byte(text), into().Interface(), 0)
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Field = valueName
	}
	return err, false
}
