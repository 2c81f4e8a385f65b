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

// Error is an error of encoding/json together with its place. Functions of this package that decode return it for input
// that is not JSON, for values that do not fit, and for errors of methods. Functions that encode return it too, without
// a place in a document.
//
// [errors.As] and [errors.Is] see the error in Err, so code that looks for a *json.UnmarshalTypeError works unchanged.
// In addition every error has a [Reason], a text for people who do not know Go ([Error.Detail]), and a JSON form
// ([Error.MarshalJSON]). Formatted with %+v an Error shows the excerpt with a caret below its place.
//
// An UnmarshalJSON method may return an Error or a *json.UnmarshalTypeError, or an error that wraps one, about the
// bytes that it got. Then Offset, Line, Column and Pointer are the place within these bytes, with a Pointer through
// both values, and so is GoPath if the inner error has one. The same holds for errors of codecs, at any depth; when
// encoding, Pointer leads to the value that a codec was about to write. If a MarshalJSON method returns an Error of
// encoding, or wraps one, the place is within the method's value, provided that the fault is found there under the
// inner error's Pointer.
type Error struct {
	Offset  int64  // the bytes of the input before the place: before the value that does not fit, or the wrong byte
	Line    int    // counted from 1; 0 when encoding
	Column  int    // counted from 1, in characters: a character is any number of bytes of UTF-8; 0 when encoding
	Pointer string // JSON Pointer (RFC 6901) to the value; in a stream of values, within its value
	Value   int    // number of the value in a stream that is read or written, counted from 1; 0 outside of streams, and after tokens of a stream.Decoder
	Excerpt string // the part of the line around the place, or ""
	Err     error  // encoding/json's error

	caret  int   // characters of the excerpt before the place
	joined bool  // when encoding: the place is within an inner Error's value
	within int64 // offset in the codec's value of the value that ReadValue read

	code   fault.Code // the code of the fault that Err is about, or none
	deep   bool       // the syntax is wrong because of the depth
	mark   bool       // a byte order mark is wrong
	reason Reason     // if it is known already: for an error that was read from JSON, or that package httpjson will send
	words  string     // the words, if reason is set

	// The parts of the result of GoPath: root and goPath, or when decoding into typ: root, the steps and goPath.
	root   string
	typ    reflect.Type
	route  locate.Route
	config *plan.Config
	goPath string

	first byte // of the wrong value
}

// GoPath returns the place as a Go expression that starts with the type, such as Order.Items[3].Price, as far as the
// types show it.
func (e *Error) GoPath() string {
	if e.typ != nil {
		return locate.Root(e.typ) + e.fromRoot()
	}
	return e.root + e.goPath
}

// fromRoot returns the part of GoPath after the type.
func (e *Error) fromRoot() string {
	if e.typ == nil {
		return e.goPath
	}
	return locate.Type(e.typ, e.route.Steps(), &e.config.Shape).Text + e.goPath
}

// Error returns the text of e.Err and the place. It shortens a very long path.
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
			text = strings.Replace(text, strings.TrimPrefix(inner.Error(), "json: "), strings.TrimPrefix(inner.Err.Error(), "json: "), 1)
		}
	}
	if at == nil {
		return text
	}
	return text + " (" + strings.Join(at, ", ") + ")"
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// As lets errors.As find a [*RuleError] whose Offset counts from the start of the input, like e's. The one in e.Err
// counts from the start of the value that a method or codec has decoded.
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

// Format writes e's text; with %+v the excerpt follows on a second line, and a caret on a third.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && e.Excerpt != "" {
		fmt.Fprintf(f, "\n\t%s\n\t%s^", e.Excerpt, strings.Repeat(" ", e.caret))
	}
}

// Errors are the errors that [UnmarshalAll] found, in the order of the input. [errors.As] and [errors.Is] look at each.
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

// Format writes e's text; with %+v each error is formatted so, with an excerpt and a caret.
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

// UnmarshalAll is [Unmarshal], but returns all errors, not only the first: as [Errors], at most limit of them, or 100
// if limit is 0, and never more than 65,536. All values that fit are in *v. Errors of methods do not end it. Input that
// is not JSON is a single error and leaves *v unchanged. If names of more than 256 bytes lead to errors, fewer errors
// may be returned: together their names are at most some four times as long as data.
func UnmarshalAll[T any](data []byte, v *T, limit int) error {
	return standard().UnmarshalAll(data, v, limit)
}

// mostErrors is the largest number of errors that UnmarshalAll returns.
const mostErrors = 1 << 16

// UnmarshalAll is the function [UnmarshalAll] with a's meaning. It also returns all broken rules: decoding goes on
// after them. Only the limits on bytes, values and memory end it, since they are there to prevent more work.
func (a *API) UnmarshalAll(data []byte, v any, limit int) error {
	return a.unmarshalAll(data, v, limit, false)
}

// unmarshalAll is UnmarshalAll. With borrowed, the memory of data will be used again.
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
		if all[i] = e; borrowed { // package httpjson asks for reason and words several times
			e.reason, e.words = e.reasonAndWords()
		}
	}
	// Errors of methods and codecs have places within their values, so they may come out of order.
	slices.SortStableFunc(all, func(a, b *Error) int { return cmp.Compare(a.Offset, b.Offset) })
	return all
}

// input is a document, and the bytes around it.
type input struct {
	doc    []byte
	seen   []byte        // contains the document
	start  int           // where the document starts in it
	at     locate.Cursor // place of the first byte of seen
	config *plan.Config

	walk   locate.Walk   // finds the places in the document, mostly in order
	passed int           // bytes of seen before the last place
	last   locate.Cursor // the place after them
}

func newInput(doc, seen []byte, c *plan.Config) input {
	return input{doc: doc, seen: seen, config: c, walk: locate.Walk{Data: doc}}
}

// decodeLocated decodes data into v, and adds the place to an error.
func decodeLocated[T any](data []byte, v *T, borrowed bool) error {
	a := standard()
	f, err := engine.Unmarshal(&decode.Call{Config: a.c, Borrowed: borrowed}, data, v)
	return tell(a.c, data, v, f, err)
}

// located returns an Error for err, which f describes, with its place.
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
	path := locate.Path{Route: locate.Route(f.Route)}
	if !f.Routed {
		path = in.walk.Find(at)
	}
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

// place sets the fields of e that depend on the offset in the document.
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
