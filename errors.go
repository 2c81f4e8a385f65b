package zetes

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/shape"
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
// bytes that it got. Then Offset, Line, Column and Pointer show the place within these bytes as a place in the whole
// input: the Pointer leads to the method's value and on to the place. So does GoPath if the inner error has one. The
// same holds for errors of codecs, at any depth; when encoding, Pointer leads to the value that a codec was about to
// write. If a MarshalJSON method returns an Error of encoding, or wraps one, the place is within the method's value,
// provided that the fault is found there under the inner error's Pointer.
type Error struct {
	Offset  int64  // offset in the input of the value that does not fit, or of the wrong byte
	Line    int    // counted from 1; 0 when encoding
	Column  int    // counted from 1, in characters: a character is any number of bytes of UTF-8; 0 when encoding
	Pointer string // JSON Pointer (RFC 6901) to the value; in a stream of values, within its value
	Value   int    // number of the value in a stream that is read or written, counted from 1; 0 outside of streams, and after tokens of a stream.Decoder
	Excerpt string // the part of the line around the place, or ""
	Err     error  // encoding/json's error

	about report.About
	words string // the words of Detail; valid if about.Known is set
}

// GoPath returns the place as a Go expression that starts with the type, such as Order.Items[3].Price. When decoding,
// the expression may end early, since types do not show the parts of an interface or of a type with methods that decode
// it.
func (e *Error) GoPath() string { return e.about.GoPath() }

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
	if e.Line > 0 || e.about.Joined {
		// Leave out the places in the texts of inner errors, since the place of e contains them.
		inner := (*Error)(nil)
		for err := e.Err; errors.As(err, &inner); err = inner.Err {
			text = strings.Replace(text, strings.TrimPrefix(inner.Error(), "json: "), strings.TrimPrefix(inner.Err.Error(), "json: "), 1)
		}
		if rule, ok := errors.AsType[*RuleError](e.Err); ok && at != nil {
			text = strings.Replace(text, strings.TrimPrefix(rule.Error(), "json: "), strings.TrimPrefix(rule.words(), "json: "), 1)
		}
	}
	if at == nil {
		return text
	}
	return text + " (" + strings.Join(at, ", ") + ")"
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is e's [Reason].
func (e *Error) Is(target error) bool {
	r, ok := target.(Reason)
	return ok && r == e.Reason()
}

// Reason returns what e is about.
func (e *Error) Reason() Reason {
	r, _ := e.reasonAndWords(nil, nil)
	return r
}

// Detail says what is wrong in words for people who know JSON and no Go: unknown member "nme", or got 300, want an
// integer from 0 to 255. The words contain no Go types, no Go names and no place. If a method or codec has refused a
// value, its words about the value are part of them.
func (e *Error) Detail() string {
	_, words := e.reasonAndWords(nil, nil)
	return words
}

// reasonAndWords finds the reason and the words. It looks at the type of e.Err, which says more than the fault's code.
// The words are allocated in the arena texts, or on the heap if texts is nil. value is the Value of the fault, or nil.
func (e *Error) reasonAndWords(texts *mem.Arena, value any) (Reason, string) {
	if e.about.Known != 0 {
		return Reason(e.about.Known), e.words
	}
	alone := report.StandsAlone(e.Err)
	if !alone {
		if inner, ok := errors.AsType[*Error](e.Err); ok {
			return inner.reasonAndWords(texts, nil) // the error comes from a method or codec that has called this package
		}
		if rule, ok := errors.AsType[*RuleError](e.Err); ok {
			return rule.reasonAndWords()
		}
		if _, bad := errors.AsType[*TypeError](e.Err); bad {
			return ReasonProgram, report.NotTheInput
		}
	}
	r, words := e.about.Words(e.Err, alone, e.Line > 0, texts, value)
	return Reason(r), words
}

// As lets errors.As find a [*RuleError] whose Offset counts from the start of the input, as e.Offset does. The Offset
// of the *RuleError in e.Err counts from the start of the value that a method or codec has decoded.
func (e *Error) As(target any) bool {
	if to, ok := target.(**locate.Mover); ok && e.about.Lent {
		*to = &locate.Mover{Move: e.moveTo}
		return true
	}
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

// moveTo changes the place of e, which counts from a codec's value, to the place in doc. The value starts at doc[at].
func (e *Error) moveTo(doc []byte, at int) {
	further, ok := locate.Base(at).In(e.about.Of().Start+e.Offset, len(doc)-1)
	if !ok {
		return
	}
	path := locate.Find(doc, further)
	in := report.NewPlaces(doc, locate.Place{Seen: doc}, nil, nil)
	e.set(in.Spot(path.Start))
	e.Pointer, e.about.Own().Start, e.about.Lent = path.Pointer(), 0, false
}

// set sets e's place.
func (e *Error) set(at locate.Spot) {
	e.Offset, e.Line, e.Column, e.Pointer, e.Excerpt = at.Offset, at.Line, at.Column, at.Pointer, at.Excerpt
	e.about.Caret = uint8(at.Caret)
}

// stoodIn changes the place of e from the place in t.Plain, the JSON that was decoded, to the place in t.Source, the
// input from which that JSON was made, such as JSON5. form has the additions that the input may have.
func (e *Error) stoodIn(t *relax.Text, form option.Set) {
	pointer, at := e.Pointer, int(e.Offset)
	e.set(locatedIn(t.Source, t.Offset(at)))
	e.Pointer = pointer
	switch err := e.Err.(type) {
	case *RuleError:
		err.Offset = int64(t.Offset(int(err.Offset)))
	case *json.UnmarshalTypeError:
		own := *err
		own.Offset = int64(t.Offset(int(own.Offset)))
		e.Err = &own
	case *json.SyntaxError:
		own := *err
		own.Offset = int64(t.Offset(int(own.Offset)))
		if e.Err = relax.Explain(form, t.Plain, at, &own); e.Err != error(&own) {
			e.words = e.Err.Error() // an e that was prepared to be sent has the words for the former e.Err
		}
	}
}

// locatedIn returns the place of text[offset].
func locatedIn(text []byte, offset int) locate.Spot {
	in := report.NewPlaces(nil, locate.Place{Seen: text, Start: offset}, nil, innerOf)
	return in.Spot(0)
}

// Format writes e's text; with %+v the excerpt follows on a second line, and a caret on a third.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && e.Excerpt != "" {
		fmt.Fprintf(f, "\n\t%s\n\t%s^", e.Excerpt, strings.Repeat(" ", int(e.about.Caret)))
	}
}

// Errors are the errors that [UnmarshalAll] found, in the order of the input. [errors.As] and [errors.Is] look at each.
type Errors []*Error

// Error returns the texts of all errors, one in a line.
func (e Errors) Error() string {
	texts := make([]string, len(e))
	for i, err := range e {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "\n")
}

// Format writes e's text. With %+v it writes each error with an excerpt and a caret.
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

// drafts has memory for the errors of one input.
type drafts struct {
	of   report.Origin
	one  [1]Error // the memory of a single error, which most inputs with errors have
	ptr  [1]*Error
	more []Error // the memory of several errors
	all  Errors
}

// take returns memory for n errors, which are zero, and for pointers to them.
func (d *drafts) take(n int) ([]Error, Errors) {
	if n == 1 {
		return d.one[:], d.ptr[:]
	}
	if cap(d.more) < n {
		d.more, d.all = make([]Error, n), make(Errors, n)
	}
	d.more, d.all = d.more[:n], d.all[:n]
	return d.more, d.all
}

// briefs has drafts that are not in use. Their errors are zero.
var briefs = sync.Pool{New: func() any { return new(drafts) }}

// mostBriefs is the largest number of errors for which drafts keep memory.
const mostBriefs = 128

// release clears d and gives it back to its pool.
func (d *drafts) release() {
	clear(d.more)
	if d.of, d.one[0] = (report.Origin{}), (Error{}); cap(d.more) <= mostBriefs {
		briefs.Put(d)
	}
}

// kept returns a copy of e, an error about doc. The copy shares no memory with other errors. If e has no excerpt, kept
// takes one from doc.
func (e *Error) kept(doc []byte) *Error {
	own := &lone{Error: *e}
	own.about.Keep(&own.of)
	if own.Pointer = string(own.about.Route); own.Pointer != e.Pointer {
		own.Pointer = strings.Clone(e.Pointer)
	}
	own.words, own.Excerpt = strings.Clone(e.words), strings.Clone(e.Excerpt)
	if e.Excerpt == "" { // e became the first error only when the errors were sorted by their places
		at := locatedIn(doc, int(e.Offset))
		own.Excerpt, own.about.Caret = at.Excerpt, uint8(at.Caret)
	}
	if typed, ok := e.Err.(*json.UnmarshalTypeError); ok && e.about.Code == fault.Mismatch {
		typed := *typed
		typed.Field = strings.Clone(typed.Field)
		own.Err = &typed
	}
	return &own.Error
}

// lone is an Error together with its Origin, so that both take one allocation.
type lone struct {
	Error
	of report.Origin
}

// located returns an Error for err, which f describes. doc, which stands at p, was decoded into a t under c.
func located(doc []byte, p locate.Place, c *plan.Dialect, t reflect.Type, f *fault.Fault, err error) *Error {
	e := &lone{of: report.Origin{Type: t, Config: c}}
	in := report.NewPlaces(doc, p, &e.of, innerOf)
	e.locate(&in, c, f, err)
	return &e.Error
}

// locate sets e, which is zero, to an Error for err, which f describes. in finds its place; c is the configuration
// used.
func (e *Error) locate(in *report.Places, c *plan.Dialect, f *fault.Fault, err error) {
	at, err := in.Locate(&e.about, f, ruledBy(f, err, &c.Shape))
	e.Err = err
	e.set(at)
}

// innerOf returns the parts of the [*Error] that err is or wraps, or nil if it is or wraps none.
func innerOf(err error) *report.Nested {
	if e, ok := errors.AsType[*Error](err); ok {
		at := locate.Spot{Offset: e.Offset, Line: e.Line, Pointer: e.Pointer}
		return &report.Nested{Spot: at, About: &e.about, Err: e.Err, Alone: err == error(e)}
	}
	if rule, ok := errors.AsType[*RuleError](err); ok {
		return &report.Nested{Spot: locate.Spot{Offset: rule.Offset}, Rule: fault.Code(rule.Rule)}
	}
	return nil
}

// encodeErrorBy returns an Error for err, with its place in v if that can be found. Encoding v under c has returned
// err.
func encodeErrorBy(c *plan.Dialect, v any, err error) *Error {
	e, _ := encodeErrorAt(&c.Shape, c.Members, v, err)
	return e
}

// encodeErrorAt returns an Error for err like encodeErrorBy, and also the path in v. o says how fields are found, and
// chosen says which members are written.
func encodeErrorAt(o *shape.Options, chosen plan.MemberSet, v any, err error) (e *Error, steps []locate.Step) {
	e = &Error{Err: err}
	if at, ok := err.(*locate.Written); ok {
		e.Err = ruled(at.Err)
	}
	e.Pointer, steps = report.InValue(&e.about, o, chosen, v, err, innerOf)
	return e, steps
}

// decodeErrorAt returns an Error for err as located does. The offset in the wrapped error counts from the start of the
// stream, unless a method returned that error.
func decodeErrorAt(c *plan.Dialect, t reflect.Type, doc []byte, p locate.Place, f *fault.Fault, err error) *Error {
	e := located(doc, p, c, t, f, err)
	if f.Code != fault.Method {
		// Offsets in errors of encoding/json and of rules count from the start of the value: make them count from the
		// start of the stream.
		before := p.At
		before.Advance(p.Seen[:p.Start])
		base := locate.Base(before.Offset)
		if rule, ok := base.Move(e.Err).(*RuleError); ok {
			base.MoveOffset(&rule.Offset)
		}
	}
	return e
}

// longestPointer is the length in bytes of the longest pointer in the JSON form of an error. A client that sends 10,000
// nested arrays does not need their pointer sent back.
const longestPointer = 2000

// MarshalJSON returns e in a form for people, and for programs that show people the place:
//
//	{"detail":"got 300, want an integer from 0 to 255","reason":"number out of range",
//	 "pointer":"#/items/0/qty","line":1,"column":19,"offset":18}
//
// The detail is that of [Error.Detail], and the pointer a JSON Pointer as a URI fragment (RFC 6901, section 6), as in
// the errors of problem documents (RFC 9457). A pointer of more than 2,000 bytes is left out. An error of encoding has
// neither line, column nor offset, and "value" occurs in streams only. Go types and paths are not shown, and of the
// input only the parts that the detail quotes. [Errors] is an array of these.
func (e *Error) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	f := e.form(nil)
	return engine.Marshal(&encode.Call{Config: plan.V1}, &f)
}

// form returns the JSON form of e. Its Pointer is allocated in the arena pointers, or on the heap if pointers is nil.
func (e *Error) form(pointers *mem.Arena) report.ErrorForm {
	r, words := e.reasonAndWords(nil, nil)
	f := report.ErrorForm{Detail: words, Reason: r.String(), Line: e.Line, Column: e.Column, Value: e.Value}
	if (e.Line > 0 || e.Pointer != "") && len(e.Pointer) <= longestPointer {
		var few [128]byte
		f.Pointer = pointers.Keep(appendFragment(few[:0], e.Pointer))
	}
	if e.Line > 0 {
		f.Offset = &e.Offset
	}
	return f
}

// list returns the JSON forms of all errors that are not nil, or "" if e is empty.
func (e Errors) list() report.Forms {
	if len(e) == 0 {
		return ""
	}
	n, last, pointers, out := len(e), new(report.ErrorForm), mem.SmallArena(), engine.Borrow()
	defer out.Release()
	for _, one := range e {
		if one == nil {
			n--
		}
	}
	out.Bytes = report.StartForms(out.Bytes[:0], n)
	for _, one := range e {
		if one != nil {
			f := one.form(&pointers)
			out.Bytes = f.AppendTo(out.Bytes, last)
			*last = f
			pointers.Reuse()
		}
	}
	return report.Forms(out.Bytes)
}

// appendFragment appends a JSON Pointer to b as a URI fragment: /a b becomes #/a%20b. It leaves slashes, and escapes
// other bytes as url.PathEscape does.
func appendFragment(b []byte, pointer string) []byte {
	const hex = "0123456789ABCDEF"
	b = append(slices.Grow(b, len("#")+len(pointer)), '#')
	for i := range len(pointer) {
		c := pointer[i]
		if (c|0x20)-'a' <= 'z'-'a' || c-'/' <= '9'-'/' || strings.IndexByte("-_.~$&+=:@", c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}

// UnmarshalJSON reads the output of MarshalJSON, perhaps of another program. The text of Err is then the detail, and
// Reason returns the reason in the JSON.
func (e *Error) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	var f report.ErrorForm
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	return e.become(&f)
}

// become sets e to the error whose JSON form is f.
func (e *Error) become(f *report.ErrorForm) error {
	pointer, err := url.PathUnescape(strings.TrimPrefix(f.Pointer, "#"))
	if err != nil {
		return err
	}
	*e = Error{Line: f.Line, Column: f.Column, Value: f.Value, Pointer: pointer, Err: errors.New(f.Detail), words: f.Detail}
	if f.Offset != nil {
		e.Offset = *f.Offset
	}
	e.about.Known = report.InvalidValue // if this release does not know the reason
	if i := slices.Index(reasonTexts[:], f.Reason); i > 0 {
		e.about.Known = report.Reason(i)
	}
	return nil
}

// Reason says what an [Error] is about. It is an error itself: test for it with errors.Is(err,
// zetes.ReasonUnknownMember).
type Reason uint8

// The reasons.
const (
	ReasonSyntax          = Reason(report.Syntax)          // the input is not JSON, or ends too early
	ReasonUnknownMember   = Reason(report.UnknownMember)   // no field has the name of a member (Config.RejectUnknown)
	ReasonDuplicateMember = Reason(report.DuplicateMember) // a second member of the same name (Config.RejectDuplicates)
	ReasonMissingMember   = Reason(report.MissingMember)   // a required member is absent (Config.Required, Config.RequireAll)
	ReasonWrongKind       = Reason(report.WrongKind)       // the value has another kind than the Go type takes, such as a string for a number
	ReasonOutOfRange      = Reason(report.OutOfRange)      // a number that does not fit the Go type
	ReasonInvalidValue    = Reason(report.InvalidValue)    // a value that a method or a codec has refused, such as a text that is no time
	ReasonInvalidUTF8     = Reason(report.InvalidUTF8)     // a string that is not UTF-8 (Config.RejectInvalidUTF8)
	ReasonTooDeep         = Reason(report.TooDeep)         // arrays and objects nested too deep
	ReasonTooLarge        = Reason(report.TooLarge)        // the input, or a part of it, is beyond another limit
	ReasonUnsupported     = Reason(report.Unsupported)     // encoding: a Go value that has no JSON form, or whose method or codec has failed
	ReasonProgram         = Reason(report.Program)         // a mistake of the program: a type its configuration can't have, a codec that panics
)

var reasonTexts = [...]string{
	ReasonSyntax: "invalid JSON", ReasonUnknownMember: "unknown member", ReasonDuplicateMember: "duplicate member",
	ReasonMissingMember: "missing member", ReasonWrongKind: "wrong kind of value", ReasonOutOfRange: "number out of range",
	ReasonInvalidValue: "invalid value", ReasonInvalidUTF8: "invalid UTF-8", ReasonTooDeep: "nested too deep",
	ReasonTooLarge: "too large", ReasonUnsupported: "value without a JSON form", ReasonProgram: "mistake of the program",
}

// String returns a few words for r, which stay the same from release to release: "unknown member".
func (r Reason) String() string { return textOf(reasonTexts[:], int(r), "reason ") }

// textOf returns texts[i], or kind and the number i if there is no such text.
func textOf(texts []string, i int, kind string) string {
	if i < len(texts) && texts[i] != "" {
		return texts[i]
	}
	return kind + strconv.Itoa(i)
}

// Error returns the text of String, so that r can be what [errors.Is] looks for.
func (r Reason) Error() string { return r.String() }

// Rule is a rule for inputs that a [Config] can require.
type Rule uint8

// The rules, with the choices that require them.
const (
	UniqueNames    = Rule(fault.DuplicateName) // RejectDuplicates, Canonical
	ValidUTF8      = Rule(fault.InvalidUTF8)   // RejectInvalidUTF8, StrictUTF8, Canonical
	RequiredMember = Rule(fault.MissingMember) // Required, RequireAll
	KnownMember    = Rule(fault.UnknownName)   // RejectUnknown
	MaxBytes       = Rule(fault.LongInput)     // Limits.Bytes
	MaxDepth       = Rule(fault.TooDeep)       // Limits.Depth, Limits.OutputDepth
	MaxElements    = Rule(fault.ManyElements)  // Limits.Elements
	MaxString      = Rule(fault.LongString)    // Limits.String
	MaxNumber      = Rule(fault.LongNumber)    // Limits.Number
	MaxDigits      = Rule(fault.LongInteger)   // Limits.Digits
	MaxValues      = Rule(fault.ManyValues)    // Limits.Values
	MaxMemory      = Rule(fault.MuchMemory)    // Limits.Memory
	MaxOutput      = Rule(fault.LongOutput)    // Limits.OutputBytes
)

var ruleTexts = [...]string{
	UniqueNames: "duplicate name", ValidUTF8: "invalid UTF-8", RequiredMember: "missing member", KnownMember: "unknown field",
	MaxBytes: "input too long", MaxDepth: "nested too deep", MaxElements: "too many elements", MaxString: "string too long",
	MaxNumber: "number too long", MaxDigits: "too many digits", MaxValues: "too many values", MaxMemory: "values take too much memory",
	MaxOutput: "output too long",
}

// String says how the rule is broken.
func (r Rule) String() string { return textOf(ruleTexts[:], int(r), "rule ") }

// reasonAndWords returns the reason and the words for e.
func (e *RuleError) reasonAndWords() (Reason, string) {
	switch e.Rule {
	case UniqueNames:
		return ReasonDuplicateMember, fmt.Sprintf("duplicate member %q", e.Name)
	case RequiredMember:
		return ReasonMissingMember, fmt.Sprintf("member %q is missing", e.Name)
	case KnownMember:
		return ReasonUnknownMember, fmt.Sprintf("unknown member %q", e.Name)
	case ValidUTF8:
		return ReasonInvalidUTF8, "the text is not UTF-8"
	case MaxDepth:
		return ReasonTooDeep, report.TooDeepWords
	}
	return ReasonTooLarge, e.Rule.String()
}

// RuleError is the error of an input that breaks a rule of the API's configuration, although it is, or may be, JSON. It
// is also the error of a value whose JSON would break such a rule.
type RuleError struct {
	Rule Rule
	// Offset is the offset of the value, of the byte that is not UTF-8, of the second of two equal names, of the name
	// without a field, or of the object without the member. When encoding, it is the offset of the string, name or
	// bracket in the text that would have been written.
	Offset int64
	Name   string       // for UniqueNames, RequiredMember and KnownMember
	Type   reflect.Type // the struct type, for RequiredMember and KnownMember

	shape *shape.Options // how names of e.Type's members are found, for KnownMember
}

// Similar returns the name of a member of e.Type that differs from the unknown name in a few letters, or "". A service
// that sends the result to clients reveals names that they may not know.
func (e *RuleError) Similar() string {
	if e.Rule != KnownMember || e.Type == nil || e.shape == nil {
		return ""
	}
	return check.Similar(e.Type, e.shape, e.Name)
}

// Error describes e, for KnownMember in encoding/json's words.
func (e *RuleError) Error() string {
	if e.Rule == KnownMember {
		return e.words()
	}
	return e.words() + " at offset " + strconv.FormatInt(e.Offset, 10)
}

// words describes e without its place.
func (e *RuleError) words() string {
	text := "json: " + e.Rule.String()
	if e.Name != "" {
		text += " " + strconv.Quote(e.Name)
	}
	if e.Type != nil && e.Rule != KnownMember {
		text += fmt.Sprintf(" of %v", e.Type)
	}
	return text
}

// TypeError is the error of a Go type that an API's configuration does not allow: for example a field whose default is
// not a value for it, or tags and map keys that only encoding/json understands. Encoding or decoding any value of the
// type returns it, and [API.Check] returns it before there are values.
type TypeError struct {
	Type  reflect.Type
	Field string // the Go name of the field, or ""
	Err   error
}

// Error describes e.
func (e *TypeError) Error() string {
	return (&shape.Problem{Type: e.Type, Field: e.Field, Err: e.Err}).Error()
}

// Unwrap returns the cause.
func (e *TypeError) Unwrap() error { return e.Err }

// typeError converts a problem of a type to a [*TypeError]. It returns other errors unchanged.
func typeError(err error) error {
	if p, ok := err.(*shape.Problem); ok {
		return &TypeError{p.Type, p.Field, p.Err}
	}
	return err
}

// ruledBy converts err, which the fault f describes, as ruled does. For an unknown member it takes the name and the
// struct type from f, since err has only encoding/json's text. o says how names of members are found.
func ruledBy(f *fault.Fault, err error, o *shape.Options) error {
	if f.Code != fault.UnknownName {
		return ruled(err)
	}
	e := &RuleError{Rule: KnownMember, Offset: f.Offset, Name: f.Err.Error(), shape: o}
	e.Type, _ = f.Type.(reflect.Type)
	return e
}

// ruled converts a *fault.Fault, which is a broken rule, to a [*RuleError], and a problem of a type to a [*TypeError].
// It returns other errors unchanged.
func ruled(err error) error {
	err = typeError(err)
	f, ok := err.(*fault.Fault)
	if !ok {
		return err
	}
	e := &RuleError{Rule: Rule(f.Code), Offset: f.Offset}
	if len(f.Path) > 0 {
		e.Name = f.Path[0].Name
	}
	e.Type, _ = f.Type.(reflect.Type)
	return e
}
