package zetes

import (
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
	if e.received != 0 {
		return e.received, plainText(e.Err)
	}
	var (
		rule    *RuleError
		syntax  *json.SyntaxError
		failure *codec.Failure
		misfit  *codec.Error
		typed   *json.UnmarshalTypeError
		bad     *TypeError
		inner   *Error
	)
	switch {
	case errors.As(e.Err, &inner):
		return inner.reasonAndWords() // of a method or codec that has called this package
	case errors.As(e.Err, &rule):
		r := reasonOfRule[rule.Rule]
		switch r {
		case ReasonDuplicateMember:
			return r, fmt.Sprintf("duplicate member %q", rule.Name)
		case ReasonMissingMember:
			return r, fmt.Sprintf("member %q is missing", rule.Name)
		case ReasonUnknownMember:
			return r, fmt.Sprintf("unknown member %q", rule.Name)
		case ReasonInvalidUTF8:
			return r, "the text is not UTF-8"
		case ReasonTooDeep:
			return r, "arrays and objects are nested too deep"
		}
		return ReasonTooLarge, rule.Rule.String()
	case errors.As(e.Err, &bad):
		return ReasonProgram, "the program can't take this value"
	case e.deep:
		return ReasonTooDeep, "arrays and objects are nested too deep"
	case e.code == fault.Syntax:
		if e.mark {
			return ReasonSyntax, "the text starts with a byte order mark (U+FEFF), which is no part of JSON"
		}
		return ReasonSyntax, plainText(e.Err)
	case errors.As(e.Err, &misfit):
		return e.readerWords(misfit)
	case errors.As(e.Err, &failure):
		return ReasonProgram, "the program can't take this value"
	case errors.As(e.Err, &typed):
		return e.typeWords(typed)
	case errors.Is(e.Err, frame.ErrTooLarge):
		return ReasonTooLarge, "the value is too long"
	case e.Line == 0 && e.code == fault.None && e.Err != nil && isEncoding(e.Err):
		return ReasonUnsupported, "the value has no JSON form"
	case e.code == fault.Method, e.code == fault.Mismatch, e.code == fault.Codec:
		return ReasonInvalidValue, invalidWords(e.Err) // a syntax error is the method's, about something else
	case errors.As(e.Err, &syntax), errors.Is(e.Err, io.ErrUnexpectedEOF):
		return ReasonSyntax, plainText(e.Err)
	}
	return ReasonInvalidValue, plainText(e.Err)
}

func isEncoding(err error) bool {
	var (
		typ    *json.UnsupportedTypeError
		value  *json.UnsupportedValueError
		method *json.MarshalerError
	)
	return errors.As(err, &typ) || errors.As(err, &value) || errors.As(err, &method)
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
		if got, want, ok := strings.Cut(misfit.What, " for "); ok {
			return ReasonOutOfRange, "got " + got + ", want " + want
		}
		return ReasonOutOfRange, plainText(misfit)
	case codec.TooDeep:
		return ReasonTooDeep, "arrays and objects are nested too deep"
	case codec.Limit:
		return ReasonTooLarge, "too many " + misfit.What
	case codec.Syntax, codec.Truncated:
		return ReasonSyntax, misfit.Code.String()
	case codec.Unsupported:
		return ReasonUnsupported, "the value has no JSON form"
	}
	return ReasonProgram, "the program can't take this value"
}

// typeWords are those about a value that does not fit a Go type.
func (e *Error) typeWords(typed *json.UnmarshalTypeError) (Reason, string) {
	kind, text, _ := strings.Cut(typed.Value, " ")
	want, numeric, text2 := wanted(typed.Type)
	got := kindNamed(kind)
	if kind == "number" && text != "" {
		got = text
	}
	switch {
	case kind == "number" && numeric:
		return ReasonOutOfRange, "got " + got + ", want " + want
	case kind == "string" && text2:
		return ReasonInvalidValue, "got " + got + ", want " + want
	case want == "":
		return ReasonWrongKind, "got " + got + ", which does not fit"
	case numeric:
		want = strings.Replace(want, allInts, "an integer", 1) // that it is another kind is news enough
	}
	return ReasonWrongKind, "got " + got + ", want " + want
}

// kindNamed describes a kind of JSON value of which encoding/json or package codec has the name.
func kindNamed(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "string", "number":
		return "a " + kind
	case "object", "array":
		return "an " + kind
	}
	return kind
}

// allInts are the integers of 64 bits.
var allInts = fmt.Sprintf("an integer from %d to %d", int64(math.MinInt64), int64(math.MaxInt64))

const someTime = "a time such as 2006-01-02T15:04:05Z"

// wanted describes what goes into a t, and whether that is a number, or text.
func wanted(t reflect.Type) (want string, number, text bool) {
	if t == nil {
		return "", false, false
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if o := shape.OptionalOf(t); o != nil {
		return wanted(o.Elem)
	}
	switch k := t.Kind(); {
	case t == reflect.TypeFor[time.Time]():
		return someTime, false, true
	case k == reflect.Bool:
		return "true or false", false, false
	case reflect.Int <= k && k <= reflect.Int64:
		most := int64(math.MaxInt64) >> (64 - t.Bits())
		return fmt.Sprintf("an integer from %d to %d", -most-1, most), true, false
	case reflect.Uint <= k && k <= reflect.Uintptr:
		return fmt.Sprintf("an integer from 0 to %d", uint64(math.MaxUint64)>>(64-t.Bits())), true, false
	case k == reflect.Float32 || k == reflect.Float64:
		return "a number", true, false
	case k == reflect.String:
		if t == reflect.TypeFor[json.Number]() {
			return "a number", true, true
		}
		return "a string", false, true
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "a string in base64", false, true
	case k == reflect.Slice || k == reflect.Array:
		return "an array", false, false
	case k == reflect.Map || k == reflect.Struct:
		return "an object", false, false
	}
	return "", false, false
}

// invalidWords are those of who has refused a value.
func invalidWords(err error) string {
	var (
		at    *time.ParseError
		b64   base64.CorruptInputError
		sorry *codec.Panic
	)
	switch {
	case errors.As(err, &sorry):
		return "the program can't take this value"
	case errors.As(err, &at) && err == error(at):
		return fmt.Sprintf("got %q, want %s", strings.Trim(at.Value, `"`), someTime)
	case errors.As(err, &b64):
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
