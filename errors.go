package zetes

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// Error is an error of encoding/json together with its place. The functions of this package that decode return it
// for input that is not JSON, for values that do not fit, and for errors of methods; those that encode return it
// without a place in a document, for there is none.
//
// [errors.As] and [errors.Is] see the error in Err, so code that looks for a *json.UnmarshalTypeError goes on
// working. What every error has besides is a [Reason], a text for people who know no Go ([Error.Detail]), and a JSON
// form ([Error.MarshalJSON]). Printed with %+v an Error shows the excerpt with a caret below its place.
//
// An error of an UnmarshalJSON method that is an Error itself or a *json.UnmarshalTypeError, or wraps one, and is
// about the bytes the method was given, tells the place within them: Offset, Line, Column and Pointer lead there
// then, through both values, and GoPath if the inner error has one. So do the errors of codecs, however deep they
// call one another; when encoding, Pointer leads to what a codec was about to write. An error of a MarshalJSON
// method that is or wraps an Error of encoding tells the place within the method's value, if what is wrong is found
// there under the inner error's Pointer.
type Error struct {
	Offset  int64  // the bytes of the input before the place: before the value that does not fit, or the byte that is wrong
	Line    int    // counted from 1; 0 when encoding
	Column  int    // counted from 1, in characters: a character is any number of bytes of UTF-8; 0 when encoding
	Pointer string // JSON Pointer (RFC 6901) to the value; in a stream of values, within its value
	Value   int    // which value of a stream, read or written, counted from 1; 0 outside of streams, and where a stream.Decoder has given tokens
	Excerpt string // the part of the line around the place, or ""
	Err     error  // encoding/json's error

	caret  int   // characters of the excerpt before the place
	joined bool  // when encoding: the place is one within an inner Error's value
	within int64 // of the value that ReadValue read for a codec, in the codec's own

	code   fault.Code // the fact behind Err, or none
	deep   bool       // the syntax is wrong because of the depth
	mark   bool       // a byte order mark is what is wrong
	reason Reason     // if it is known already: of an error that was JSON, or that package httpjson will send
	words  string     // with a reason: its words

	// What GoPath makes its result of: root and goPath, or of decoding into a typ root, the route and goPath.
	root   string
	typ    reflect.Type
	route  locate.Route
	config *plan.Config
	goPath string

	first byte // of the value that is wrong
}

// GoPath returns the place as a Go expression that starts with the type: Order.Items[3].Price; as far as types tell.
func (e *Error) GoPath() string {
	if e.typ != nil {
		return locate.Root(e.typ) + e.fromRoot()
	}
	return e.root + e.goPath
}

// fromRoot returns what follows the type in the result of GoPath.
func (e *Error) fromRoot() string {
	if e.typ == nil {
		return e.goPath
	}
	return locate.Type(e.typ, e.route.Steps(), &e.config.Shape).Text + e.goPath
}

// Error returns the text of e.Err and the place. Of a very long path it has the beginning and the end.
func (e *Error) Error() string {
	var at []string
	if e.Line > 0 {
		at = append(at, "line "+strconv.Itoa(e.Line), "column "+strconv.Itoa(e.Column))
		if e.Pointer != "" {
			at = append(at, "at "+locate.Short(e.Pointer))
		}
	} else {
		if e.Value > 0 {
			at = append(at, "value "+strconv.Itoa(e.Value))
		}
		if path := e.GoPath(); path != "" {
			at = append(at, "at "+locate.Short(path))
		}
	}
	text := "zetes: no error"
	if rule, ok := e.Err.(*RuleError); ok && at != nil {
		text = rule.words()
	} else if e.Err != nil {
		text = e.Err.Error()
	}
	if e.Line > 0 || e.joined {
		// The places within inner values are part of this one.
		inner := (*Error)(nil)
		for err := e.Err; errors.As(err, &inner); err = inner.Err {
			text = strings.Replace(text, inner.Error(), inner.Err.Error(), 1)
		}
	}
	if at == nil {
		return text
	}
	return text + " (" + strings.Join(at, ", ") + ")"
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// As makes errors.As find a [*RuleError] that counts from the start of the input, as e does, wherever in e.Err it is:
// the one in there counts from the start of the value that a method or a codec has decoded.
func (e *Error) As(target any) bool {
	to, ok := target.(**RuleError)
	if !ok {
		return false
	}
	rule, ok := errors.AsType[*RuleError](e.Err)
	if ok && e.Line > 0 && rule.Offset != e.Offset {
		moved := *rule
		moved.Offset = e.Offset
		rule = &moved
	}
	*to = rule
	return ok
}

// Format prints e as its text; with %+v the excerpt follows on a second line, and a caret on a third.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && e.Excerpt != "" {
		fmt.Fprintf(f, "\n\t%s\n\t%s^", e.Excerpt, strings.Repeat(" ", e.caret))
	}
}

// Errors is what [UnmarshalAll] found, in the order of the input. [errors.As] and [errors.Is] look at each.
type Errors []*Error

// Error returns the texts of all errors, one in a line.
func (e Errors) Error() string {
	var b strings.Builder
	for i, err := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(err.Error())
	}
	return b.String()
}

// Format prints e as its text; with %+v each error is printed so, with an excerpt and a caret.
func (e Errors) Format(f fmt.State, verb rune) {
	if verb != 'v' || !f.Flag('+') {
		fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
		return
	}
	for i, err := range e {
		if i > 0 {
			fmt.Fprintln(f)
		}
		fmt.Fprintf(f, "%+v", err)
	}
}

// Unwrap returns the errors.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i := range e {
		all[i] = e[i]
	}
	return all
}

// UnmarshalAll is [Unmarshal] that returns all that is wrong, not only the first: as [Errors], of at most limit, 100 if
// that is 0, and never more than 65,536. What does fit is in *v. Errors of methods do not end it. Input that is not
// JSON is one error alone and leaves *v as it was. Where names of more than 256 bytes lead to what is wrong, fewer
// errors are told than there are: together their names are at most some four times as long as data.
func UnmarshalAll[T any](data []byte, v *T, limit int) error {
	return standard().UnmarshalAll(data, v, limit)
}

// mostErrors is how many errors UnmarshalAll returns at most.
const mostErrors = 1 << 16

// UnmarshalAll is the function [UnmarshalAll] with a's meaning. Of broken rules all are told too: decoding goes on
// behind them. Only the limits on bytes, values and memory end it, for what is behind them is what they are to prevent.
func (a *API) UnmarshalAll(data []byte, v any, limit int) error {
	return a.unmarshalAll(data, v, limit, false)
}

// unmarshalAll is UnmarshalAll, of borrowed data perhaps, whose memory will be used again.
func (a *API) unmarshalAll(data []byte, v any, limit int, borrowed bool) error {
	if borrowed && a.c.Options.Has(option.AliasInput) {
		data = bytes.Clone(data)
	}
	if limit <= 0 {
		limit = 100
	}
	limit = min(limit, mostErrors)
	found := engine.UnmarshalAll(&decode.Call{Config: a.c, Borrowed: borrowed}, data, v, limit)
	if len(found) == 0 {
		return nil
	}
	if found[0].Fault.Code == fault.BadTarget {
		return found[0].Err
	}
	all := make(Errors, len(found))
	in := newInput(data, data, a.c)
	for i, l := range found {
		e := in.located(reflect.TypeOf(v).Elem(), l.Fault, ruledBy(l.Fault, l.Err, &a.c.Shape))
		if all[i] = e; borrowed { // package httpjson asks for them several times
			e.reason, e.words = e.reasonAndWords()
		}
	}
	// Errors of methods and codecs are about something within their values, and may come out of order.
	slices.SortStableFunc(all, func(a, b *Error) int { return cmp.Compare(a.Offset, b.Offset) })
	return all
}

// input is a document, and what lies around it.
type input struct {
	doc    []byte
	seen   []byte        // holds the document
	start  int           // where, in it
	at     locate.Cursor // of the first byte of seen
	config *plan.Config

	walk   locate.Walk   // to the places in the document, mostly one behind the other
	passed int           // bytes of seen before the last place
	last   locate.Cursor // behind them
}

func newInput(doc, seen []byte, c *plan.Config) input {
	return input{doc: doc, seen: seen, config: c, walk: locate.Walk{Data: doc}}
}

// decodeLocated decodes data into v, and gives an error its place.
func decodeLocated[T any](data []byte, v *T, borrowed bool) error {
	a := standard()
	f, err := engine.Unmarshal(&decode.Call{Config: a.c, Borrowed: borrowed}, data, v)
	return tell(a.c, data, v, f, err)
}

// located returns err, of which f is the fact, with its place.
func (in *input) located(t reflect.Type, f *fault.Fault, err error) *Error {
	e := &Error{Err: err, code: f.Code, typ: t, config: in.config}
	at := int(f.Offset)
	if f.Code == fault.Syntax {
		if e.deep = f.Deep; f.Err == nil { // the toolchain was not asked about all of it
			at, e.deep = locate.Bad(in.doc)
			at = max(at, 0)
		}
		e.mark = at == 0 && bytes.HasPrefix(in.doc, []byte("\ufeff"))
	}
	path := in.walk.Find(at)
	e.route = path.Route
	switch f.Code {
	case fault.Method:
		if f.Within > f.Offset {
			at = int(f.Within)
			path = in.walk.Find(at)
			e.route = path.Route
		} else {
			at, path = in.within(e, at, path)
		}
	case fault.Codec:
		at, path = in.withinCodec(e, at, path)
	}
	e.Pointer = path.Pointer()
	if at < len(in.doc) {
		e.first = in.doc[at]
	}
	in.place(e, at)
	return e
}

// place sets what follows from the offset of e in the document.
func (in *input) place(e *Error, offset int) {
	n := in.start + offset
	if in.passed == 0 || n < in.passed {
		in.passed, in.last = 0, in.at
	}
	meter.Look(n - in.passed)
	in.last.Advance(in.seen[in.passed:n])
	in.passed = n
	e.Offset, e.Line, e.Column = in.last.Offset, in.last.Lines+1, in.last.Columns+1
	e.Excerpt, e.caret = locate.Excerpt(in.seen, n)
}
