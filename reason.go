package zetes

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
)

// Reason is what an [Error] is about. It is an error itself: errors.Is(err, zetes.ReasonUnknownMember) asks for it.
type Reason uint8

// The reasons.
const (
	ReasonSyntax          Reason = iota + 1 // the input is not JSON, or ends too early
	ReasonUnknownMember                     // a member that no field has the name of (Config.RejectUnknown)
	ReasonDuplicateMember                   // a second member of the same name (Config.RejectDuplicates)
	ReasonMissingMember                     // a member that has to be there is not (Config.Required, Config.RequireAll)
	ReasonWrongKind                         // a value of another kind than its place takes, such as a string for a number
	ReasonOutOfRange                        // a number that its place can't hold
	ReasonInvalidValue                      // a value that a method or a codec has refused, such as a text that is no time
	ReasonInvalidUTF8                       // a string that is not UTF-8 (Config.RejectInvalidUTF8)
	ReasonTooDeep                           // arrays and objects nested too deep
	ReasonTooLarge                          // the input, or a part of it, is beyond another limit
	ReasonUnsupported                       // encoding: a Go value that has no JSON form, or whose method or codec has failed
	ReasonProgram                           // a mistake of the program: a type its configuration can't have, a codec that panics
)

var reasonTexts = [...]string{
	ReasonSyntax:          "invalid JSON",
	ReasonUnknownMember:   "unknown member",
	ReasonDuplicateMember: "duplicate member",
	ReasonMissingMember:   "missing member",
	ReasonWrongKind:       "wrong kind of value",
	ReasonOutOfRange:      "number out of range",
	ReasonInvalidValue:    "invalid value",
	ReasonInvalidUTF8:     "invalid UTF-8",
	ReasonTooDeep:         "nested too deep",
	ReasonTooLarge:        "too large",
	ReasonUnsupported:     "value without a JSON form",
	ReasonProgram:         "mistake of the program",
}

// String returns a few words for r, which stay the same from release to release: "unknown member".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) && reasonTexts[r] != "" {
		return reasonTexts[r]
	}
	return "reason " + strconv.Itoa(int(r))
}

// Error returns the text of String, so that r can be what [errors.Is] looks for.
func (r Reason) Error() string { return r.String() }

// Is reports whether target is e's [Reason].
func (e *Error) Is(target error) bool {
	r, ok := target.(Reason)
	return ok && r == e.Reason()
}

// Reason returns what e is about.
func (e *Error) Reason() Reason {
	r, _ := e.reasonAndWords()
	return r
}

// Detail says what is wrong in words for people who know JSON and no Go: unknown member "nme", or got 300, want an
// integer from 0 to 255. They tell neither types nor names of Go, and no place. What methods and codecs say of a value
// is part of them as it is.
func (e *Error) Detail() string {
	_, words := e.reasonAndWords()
	return words
}

var reasonOfRule = map[Rule]Reason{
	UniqueNames:    ReasonDuplicateMember,
	ValidUTF8:      ReasonInvalidUTF8,
	RequiredMember: ReasonMissingMember,
	KnownMember:    ReasonUnknownMember,
	MaxDepth:       ReasonTooDeep,
}

// reasonAndWords finds the reason and the words in what e.Err is, which tells more than the fact that it was made of.
func (e *Error) reasonAndWords() (Reason, string) {
	if e.reason != 0 {
		return e.reason, e.words
	}
	alone := standsAlone(e.Err)
	if !alone {
		if inner, ok := errors.AsType[*Error](e.Err); ok {
			return inner.reasonAndWords() // of a method or codec that has called this package
		}
		if rule, ok := errors.AsType[*RuleError](e.Err); ok {
			return rule.reasonAndWords()
		}
		if _, bad := errors.AsType[*TypeError](e.Err); bad {
			return ReasonProgram, notTheInput
		}
	}
	switch {
	case e.deep:
		return ReasonTooDeep, "arrays and objects are nested too deep"
	case e.mark:
		return ReasonSyntax, "the text starts with a byte order mark (U+FEFF), which is no part of JSON"
	case e.code == fault.Syntax:
		return ReasonSyntax, plainText(e.Err)
	}
	if !alone {
		if misfit, ok := errors.AsType[*codec.Error](e.Err); ok {
			return e.readerWords(misfit)
		}
		if _, failed := errors.AsType[*codec.Failure](e.Err); failed {
			return ReasonProgram, notTheInput
		}
	}
	typed, ok := errors.AsType[*json.UnmarshalTypeError](e.Err)
	if ok || e.code == fault.Mismatch || e.code == fault.Method {
		if r, words := e.typeWords(typed); r != 0 {
			return r, words
		}
	}
	_, syntax := errors.AsType[*json.SyntaxError](e.Err)
	switch {
	case errors.Is(e.Err, frame.ErrTooLarge):
		return ReasonTooLarge, "the value is too long"
	case e.Line == 0 && e.code == fault.None && e.Err != nil && isEncoding(e.Err):
		return ReasonUnsupported, "the value has no JSON form"
	case e.code == fault.Method, e.code == fault.Mismatch, e.code == fault.Codec:
		return ReasonInvalidValue, invalidWords(e.Err) // a syntax error is the method's, about something else
	case e.Err == io.ErrUnexpectedEOF:
		return ReasonSyntax, codec.Truncated.String()
	case syntax, errors.Is(e.Err, io.ErrUnexpectedEOF):
		return ReasonSyntax, plainText(e.Err)
	}
	return ReasonInvalidValue, plainText(e.Err)
}

// standsAlone reports whether err is one of encoding/json's that wraps no other error, as most are.
func standsAlone(err error) bool {
	switch err.(type) {
	case *json.SyntaxError, *json.UnmarshalTypeError:
		return errors.Unwrap(err) == nil
	}
	return false
}

const notTheInput = "the program can't take this value"

// reasonAndWords are those of a broken rule.
func (e *RuleError) reasonAndWords() (Reason, string) {
	switch r := reasonOfRule[e.Rule]; r {
	case ReasonDuplicateMember:
		return r, fmt.Sprintf("duplicate member %q", e.Name)
	case ReasonMissingMember:
		return r, fmt.Sprintf("member %q is missing", e.Name)
	case ReasonUnknownMember:
		return r, fmt.Sprintf("unknown member %q", e.Name)
	case ReasonInvalidUTF8:
		return r, "the text is not UTF-8"
	case ReasonTooDeep:
		return r, "arrays and objects are nested too deep"
	}
	return ReasonTooLarge, e.Rule.String()
}

func isEncoding(err error) bool {
	_, typ := errors.AsType[*json.UnsupportedTypeError](err)
	_, value := errors.AsType[*json.UnsupportedValueError](err)
	_, method := errors.AsType[*json.MarshalerError](err)
	return typ || value || method
}

// readerWords are those about an error of a codec's Reader or Writer.
func (e *Error) readerWords(misfit *codec.Error) (Reason, string) {
	switch misfit.Code {
	case codec.Failed:
		return ReasonInvalidValue, invalidWords(misfit.Err)
	case codec.WrongKind:
		if got, want, ok := strings.Cut(misfit.What, " instead of "); ok {
			return ReasonWrongKind, "got " + kindNamed(got) + ", want " + kindNamed(want)
		}
		return ReasonWrongKind, plainText(misfit)
	case codec.OutOfRange:
		if misfit.Err != nil {
			return ReasonInvalidValue, invalidWords(misfit.Err)
		}
		got, want, ok := strings.Cut(misfit.What, " for ")
		switch {
		case ok && strings.Contains(want, "integer") && spelledAsFloat(got, math.MinInt64, math.MaxUint64):
			return ReasonWrongKind, "got " + got + ", want " + want + unspelled
		case ok && strings.Contains(want, "integer") && hasFraction(got):
			return ReasonWrongKind, "got " + got + ", want " + want
		case ok:
			return ReasonOutOfRange, "got " + got + ", want " + want
		}
		return ReasonOutOfRange, plainText(misfit)
	case codec.TooDeep:
		return ReasonTooDeep, "arrays and objects are nested too deep"
	case codec.Limit:
		return ReasonTooLarge, "too many " + misfit.What
	case codec.Syntax:
		return ReasonSyntax, strings.TrimSuffix(misfit.Code.String()+": "+misfit.What, ": ")
	case codec.Truncated:
		return ReasonSyntax, misfit.Code.String()
	case codec.Unsupported:
		return ReasonUnsupported, "the value has no JSON form"
	}
	return ReasonProgram, notTheInput
}

// typeWords are those about a value that does not fit its place: typed if encoding/json has an error for that, or of
// types that it has no such error for, if the place takes another kind of value. There is no Reason for an error that
// has words of its own.
func (e *Error) typeWords(typed *json.UnmarshalTypeError) (Reason, string) {
	var f decode.Form
	if e.typ != nil && (typed == nil || e.code == fault.Mismatch) {
		f = decode.FormAt(e.config, e.typ, e.route)
	}
	got, text := kindNamed(locate.Kind(e.first)), ""
	if typed != nil {
		kind, number, _ := strings.Cut(typed.Value, " ")
		switch {
		case kind == "number" && number == "" && f.Quoted: // version 2 says so of the text
		case kind == "number":
			text = number
			fallthrough
		default:
			got = kindNamed(kind)
		}
		if held := typed.Type; held != nil && !f.Quoted {
			for held.Kind() == reflect.Pointer {
				held = held.Elem()
			}
			if f.Type != held { // a name that is no key, or a value within what a method has decoded
				c := plan.V1
				if e.code == fault.Mismatch && e.config != nil {
					c = e.config
				}
				f = decode.FormAt(c, held, "")
			}
		}
	}
	w := wanted(f, e.config)
	if typed == nil && !(w.text && e.first != '"' || f.Quoted || f.Special == shape.BigInt || f.Special == shape.Number) {
		return 0, ""
	}
	if text != "" {
		got = text
	}
	number, reason := strings.HasSuffix(got, "number") || text != "", ReasonWrongKind
	switch {
	case w.want == "":
		return reason, "got " + got + ", which does not fit"
	case number && w.integer && spelledAsFloat(text, w.least, w.most):
		w.want += unspelled
	case number && w.integer && (hasFraction(text) || math.IsInf(w.most, 1)):
		w.want = cmp.Or(w.kind, w.want)
	case number && (w.number || f.Quoted && e.first == '"'):
		reason = ReasonOutOfRange
	case got == "a string" && w.text:
		reason = ReasonInvalidValue
	case w.kind != "":
		w.want = w.kind // that it is another kind is news enough
	}
	return reason, "got " + got + ", want " + w.want + w.or
}

// unspelled says what is wrong with an integer such as 1.0 or 1e2.
const unspelled = ", without a fraction or an exponent"

// spelledAsFloat reports whether a number is an integer in a range that is not written as integers are: 1.0, or 1e2.
func spelledAsFloat(number string, least, most float64) bool {
	f, err := strconv.ParseFloat(number, 64)
	return err == nil && strings.ContainsAny(number, ".eE") && f == math.Trunc(f) && least <= f && f <= most
}

// hasFraction reports whether a number is no integer, however it is written.
func hasFraction(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	return err == nil && f != math.Trunc(f)
}

// kindNamed describes a kind of JSON value of which encoding/json or package codec has the name.
func kindNamed(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	case "number":
		return "a number"
	case "integer":
		return "an integer"
	case "object":
		return "an object"
	case "array":
		return "an array"
	}
	return kind
}

const someTime = "a time such as 2006-01-02T15:04:05Z"

// wants is what a place takes: a text that says it, one that leaves a range out, or "", and whether it is a number, an
// integer, or a string.
type wants struct {
	want, kind, or        string // or: what is taken besides
	number, integer, text bool
	least, most           float64 // of an integer
}

// wanted describes what is decoded by f under c.
func wanted(f decode.Form, c *plan.Config) (w wants) {
	if f.Quoted {
		if w = wanted(decode.Form{Type: f.Type, Special: f.Special, Text: f.Text}, nil); w.want != "" {
			return wants{want: "a string that holds " + w.want, text: true}
		}
		return w
	}
	t := f.Type
	if t == nil {
		return w
	}
	has := func(o option.Set) bool { return c != nil && c.Options.Has(o) }
	switch k := t.Kind(); {
	case f.Special == shape.Time:
		return wants{want: someTime, text: true}
	case f.Special == shape.Duration:
		return wants{want: `a duration such as "1h30m"`, text: true}
	case f.Special == shape.BigInt:
		return wants{want: "an integer", number: true, integer: true, least: math.Inf(-1), most: math.Inf(1)}
	case f.Special == shape.Number:
		return wants{want: "a number", number: true, text: true}
	case f.Special == shape.RawMessage:
		return w
	case f.Text:
		return wants{want: "a string", text: true}
	case k == reflect.Bool:
		return wants{want: "true or false"}
	case reflect.Int <= k && k <= reflect.Uintptr:
		least, most := int64(0), uint64(math.MaxUint64)>>(64-t.Bits())
		if k <= reflect.Int64 {
			most >>= 1
			least = -int64(most) - 1
		}
		w = wants{want: "an integer from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatUint(most, 10), number: true, integer: true, least: float64(least), most: float64(most)}
		if k == reflect.Int || k == reflect.Int64 {
			w.kind = "an integer"
		}
		if has(option.IntAsString) {
			w.or, w.text = ", or a string of one", true
		}
		return w
	case k == reflect.Float32 || k == reflect.Float64:
		most := "1.7976931348623157e+308"
		if k == reflect.Float32 {
			most = "3.4028235e+38"
		}
		return wants{want: "a number from -" + most + " to " + most, kind: "a number", number: true}
	case k == reflect.String:
		return wants{want: "a string", text: true}
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && has(option.BytesAsText):
		return wants{want: "a string", text: true}
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return wants{want: "a string in base64", text: true}
	case k == reflect.Slice || k == reflect.Array:
		w.want = "an array"
	case k == reflect.Map || k == reflect.Struct:
		w.want = "an object"
	}
	return w
}

// invalidWords are those of who has refused a value.
func invalidWords(err error) string {
	if _, ok := errors.AsType[*codec.Panic](err); ok {
		return notTheInput
	}
	if at, ok := err.(*time.ParseError); ok {
		// An example of the layout that was asked for.
		layout := strings.Trim(at.Layout, `"`)
		return fmt.Sprintf("got %q, want a time such as %s", strings.Trim(at.Value, `"`), time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC).Format(layout))
	}
	if _, ok := errors.AsType[base64.CorruptInputError](err); ok {
		return "the text is not base64"
	}
	return plainText(err)
}

// plainText returns the text of err without the names of packages that it starts with.
func plainText(err error) string {
	if err == nil {
		return "no error"
	}
	text := err.Error()
	for _, name := range [...]string{"json: ", "codec: ", "zetes: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
