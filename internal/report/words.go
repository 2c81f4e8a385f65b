package report

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
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// The words of an error are for people who know JSON but not Go: got 300, want an integer from 0 to 255. The first part
// comes from encoding/json's error, which names the value's kind or number. The second part comes from the compiled
// plan of the target's type, which knows what may stand there (decode.FormAt). An error of a codec has a code, from
// which its words are made. Other errors of methods are quoted.

// Reason says what an error is about. The root package documents the reasons.
type Reason uint8

// The reasons.
const (
	Syntax Reason = iota + 1
	UnknownMember
	DuplicateMember
	MissingMember
	WrongKind
	OutOfRange
	InvalidValue
	InvalidUTF8
	TooDeep
	TooLarge
	Unsupported
	Program
)

// Words returns the reason and the words for err, an error of encoding/json, a codec or a method, which wraps no error
// of the root package. alone is the result of StandsAlone(err). placed says that the error has a place in a text. The
// words are allocated in the arena texts, or on the heap if texts is nil. value is the Value of the fault, or nil.
func (a *About) Words(err error, alone, placed bool, texts *mem.Arena, value any) (Reason, string) {
	if !alone {
		if told, ok := errors.AsType[*Told](err); ok {
			return told.Reason, told.Words
		}
	}
	switch {
	case a.Deep:
		return TooDeep, TooDeepWords
	case a.Mark:
		return Syntax, "the text starts with a byte order mark (U+FEFF), which is not part of JSON"
	case a.Code == fault.Syntax:
		return Syntax, plainText(err)
	}
	if !alone {
		if misfit, ok := errors.AsType[*codec.Error](err); ok {
			return readerWords(misfit)
		}
		if _, failed := errors.AsType[*codec.Failure](err); failed {
			return Program, NotTheInput
		}
	}
	typed, ok := err.(*json.UnmarshalTypeError)
	if !ok && !alone {
		typed, ok = errors.AsType[*json.UnmarshalTypeError](err)
	}
	if ok || a.Code == fault.Mismatch || a.Code == fault.Method {
		if r, words := a.typeWords(err, typed, texts, value); r != 0 {
			return r, words
		}
	}
	_, syntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case errors.Is(err, frame.ErrTooLarge):
		return TooLarge, "the value is too long"
	case !placed && a.Code == fault.None && err != nil && isEncoding(err):
		return Unsupported, "the value has no JSON form"
	case a.Code == fault.Method, a.Code == fault.Mismatch, a.Code == fault.Codec:
		return InvalidValue, invalidWords(err, texts) // a syntax error in err is about another text that the method has read
	case err == io.ErrUnexpectedEOF:
		return Syntax, codec.Truncated.String()
	case syntax, errors.Is(err, io.ErrUnexpectedEOF):
		return Syntax, plainText(err)
	}
	return InvalidValue, plainText(err)
}

// Told is an error of this module's own codecs. Its Text may have names of Go; its Words are for people who do not know
// Go.
type Told struct {
	Reason      Reason
	Text, Words string
	Err         error // the cause, or nil
}

// Error returns the text.
func (e *Told) Error() string { return e.Text }

// Unwrap returns the cause.
func (e *Told) Unwrap() error { return e.Err }

// SameWords reports whether err, which a describes, certainly has the same reason and words as last, which b describes.
// Both are errors about values at one place of the target's type. If it returns false, the words may still be the same.
func (a *About) SameWords(err error, b *About, last error) bool {
	x, ok := err.(*json.UnmarshalTypeError)
	y, also := last.(*json.UnmarshalTypeError)
	return ok && also && a.Code == fault.Mismatch && b.Code == fault.Mismatch && locate.Kind(a.First) == locate.Kind(b.First) &&
		x.Type == y.Type && x.Value == y.Value && StandsAlone(x) && StandsAlone(y)
}

// StandsAlone reports whether err is an error of encoding/json that wraps no other error. Most errors are.
func StandsAlone(err error) bool {
	switch err.(type) {
	case *json.SyntaxError, *json.UnmarshalTypeError:
		return errors.Unwrap(err) == nil
	}
	return false
}

// Words that more than one error has.
const (
	NotTheInput  = "the program can't take this value"
	TooDeepWords = "arrays and objects are nested too deep"
)

func isEncoding(err error) bool {
	_, typ := errors.AsType[*json.UnsupportedTypeError](err)
	_, value := errors.AsType[*json.UnsupportedValueError](err)
	_, method := errors.AsType[*json.MarshalerError](err)
	return typ || value || method
}

// readerWords returns the reason and the words for an error of a codec's Reader or Writer.
func readerWords(misfit *codec.Error) (Reason, string) {
	switch misfit.Code {
	case codec.Failed:
		return InvalidValue, invalidWords(misfit.Err, nil)
	case codec.WrongKind:
		if got, want, ok := strings.Cut(misfit.What, " instead of "); ok {
			return WrongKind, "got " + kindNamed(got) + ", want " + kindNamed(want)
		}
		return WrongKind, plainText(misfit)
	case codec.OutOfRange:
		if misfit.Err != nil {
			return InvalidValue, invalidWords(misfit.Err, nil)
		}
		got, want, ok := strings.Cut(misfit.What, " for ")
		if !ok {
			return OutOfRange, plainText(misfit)
		}
		want, _, _ = strings.Cut(want, " without")
		reason, least, most := OutOfRange, math.Inf(-1), math.Inf(1)
		want, size, small := strings.Cut(want, " of ")
		switch want {
		case "a signed integer":
			least, most = math.MinInt64, math.MaxInt64
		case "an unsigned integer":
			least, most = 0, math.MaxUint64
		}
		if bits, _ := strconv.Atoi(strings.TrimSuffix(size, " bits")); small && bits > 0 {
			want, least, most = integersOf(bits, least < 0)
		}
		if strings.Contains(want, "integer") {
			if how := spelling(got, least, most); how != "" {
				want, reason = want+how, WrongKind
			} else if hasFraction(got) {
				reason = WrongKind
			}
		}
		return reason, "got " + got + ", want " + want
	case codec.TooDeep:
		return TooDeep, TooDeepWords
	case codec.Limit:
		return TooLarge, "too many " + misfit.What
	case codec.Syntax:
		return Syntax, strings.TrimSuffix(misfit.Code.String()+": "+misfit.What, ": ")
	case codec.Truncated:
		return Syntax, misfit.Code.String()
	case codec.Unsupported:
		return Unsupported, "the value has no JSON form"
	}
	return Program, NotTheInput
}

// typeWords returns the reason and the words for err, which is about a value of the wrong type. typed is err as an
// error of encoding/json. It is nil if encoding/json has no such error for the type. If typeWords has no words for err,
// the Reason is 0, and the caller makes them.
func (a *About) typeWords(err error, typed *json.UnmarshalTypeError, texts *mem.Arena, value any) (Reason, string) {
	var f decode.Form
	of := a.Of()
	if of.Type != nil && (typed == nil || a.Code == fault.Mismatch) {
		f = decode.FormAt(of.Config, of.Type, a.Route, value)
	}
	got, text, name := kindNamed(locate.Kind(a.First)), "", false
	if typed != nil {
		kind, number, more := strings.Cut(typed.Value, " ")
		switch {
		case kind == "name", kind == "number" && more && !f.Quoted && !wire.IsNumber([]byte(number)):
			name = true
		case kind == "value": // under version 2, a number that is not in a string
		case kind == "array" && more:
			got = "an " + typed.Value
		case kind == "number" && number == "" && f.Quoted: // version 2 reports the text of the string as a number
		case kind == "number" && f.Quoted && !isNumber(number): // encoding/json looks at the first byte of the string only
			got = strconv.Quote(number)
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
			if f.Type != held || name { // a name that can't be a key, or a value within a value that a method has decoded
				c := plan.V1
				if a.Code == fault.Mismatch && of.Config != nil {
					c = of.Config
				}
				if name && held.Kind() == reflect.Map { // under version 2 the error is about the map
					held = held.Key()
				}
				f = decode.FormAt(c, held, "", nil)
			}
		}
	}
	w := wanted(f, of.Config)
	if typed == nil && !(w.text && a.First != '"' || f.Quoted || f.Special == shape.BigInt || f.Special == shape.Number) {
		return 0, ""
	}
	how := ""
	if typed == nil && f.Special == shape.BigInt {
		text = bigNumber(err)
		if a.First == '"' && w.or == "" { // no string is taken
			if strings.Trim(text, "-0123456789") == "" && text != "" {
				got, how = strconv.Quote(text), ", without quotes"
			}
			text = ""
		}
	}
	if text != "" {
		got = text
	}
	number, reason := strings.HasSuffix(got, "number") || text != "", WrongKind
	if w.integer && (!f.Quoted || a.First == '"') {
		how = cmp.Or(how, spelling(text, w.least, w.most))
	}
	switch {
	case name && w.want != "":
		return WrongKind, texts.Join("the name is not ", w.want)
	case w.want == "":
		return reason, "got " + got + ", which does not fit"
	case how != "":
		w.want += how
	case number && w.integer && (hasFraction(text) || math.IsInf(w.most, 1)):
		w.want = cmp.Or(w.kind, w.want)
	case number && (w.number || f.Quoted && a.First == '"'):
		reason = OutOfRange
	case (got == "a string" || got[0] == '"') && w.text:
		reason = InvalidValue
		switch {
		case w.want == "a string in base64":
			return reason, "the text is not base64"
		case got == "a string" && f.Quoted:
			got = "another string"
		}
	case w.kind != "":
		w.want = w.kind // the value has another kind, so the range of the integer does not matter
	}
	return reason, texts.Join("got ", got, ", want ", w.want, w.or)
}

// spelling describes the fault of a number that is an integer in the allowed range but has a spelling that is refused:
// 1.0, 1e2, or -0 where least is 0. It returns "" for other numbers.
func spelling(number string, least, most float64) string {
	signed, dotted := least == 0 && strings.HasPrefix(number, "-"), strings.ContainsAny(number, ".eE")
	if !signed && !dotted {
		return ""
	}
	f, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || f != math.Trunc(f) || f < least || most < f:
		return ""
	case !dotted:
		return ", without a sign"
	case signed:
		return ", without a sign, a fraction or an exponent"
	}
	return ", without a fraction or an exponent"
}

// bigNumber returns the number that err is about, an error of a big.Int: 1.0 for the error math/big: cannot unmarshal
// "1.0" into a *big.Int. It returns "" for long numbers and for values of other kinds.
func bigNumber(err error) string {
	_, quoted, _ := strings.Cut(err.Error(), "unmarshal ")
	quoted, _ = strconv.QuotedPrefix(quoted)
	text, _ := strconv.Unquote(quoted)
	text = strings.Trim(text, `"`) // the number is in a string, which Config.IntsAsStrings allows
	if len(text) > 40 || !wire.IsNumber([]byte(text)) {
		return ""
	}
	return text
}

// isNumber reports whether strconv reads text as a number, of any size.
func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return !errors.Is(err, strconv.ErrSyntax)
}

// hasFraction reports whether a number is not an integer, whatever its spelling.
func hasFraction(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	return err == nil && f != math.Trunc(f)
}

// kindNamed returns the words for a kind of JSON value. kind is its name in encoding/json or package codec.
func kindNamed(kind string) string { return cmp.Or(kindWords[kind], kind) }

var kindWords = map[string]string{
	"bool": "true or false", "string": "a string", "number": "a number", "integer": "an integer", "object": "an object", "array": "an array",
}

// timeExample is a time in the layout time.RFC3339.
const timeExample = "2006-01-02T15:04:05Z"

// wants says which values a place of the target takes. want is a text about them, with the range of numbers, or "" if
// there is no such text. kind is a text without the range, or "". number, integer and text say whether the place takes
// a number, an integer or a string. or is "", or a text about other values that the place takes, such as
// ", or a string of one".
type wants struct {
	want, kind, or        string
	number, integer, text bool
	least, most           float64 // the range of an integer
}

// integersOf describes the integers of a type with the given number of bits, and returns the least and the greatest.
func integersOf(bits int, signed bool) (want string, least, most float64) {
	low, high := int64(0), uint64(math.MaxUint64)>>(64-bits)
	if signed {
		low, high = math.MinInt64>>(64-bits), high>>1
	}
	return fmt.Sprintf("an integer from %d to %d", low, high), float64(low), float64(high)
}

// wanted describes the values that the decoder of form f takes under c.
func wanted(f decode.Form, c *plan.Dialect) (w wants) {
	if f.Quoted {
		if w = wanted(decode.Form{Type: f.Type, Special: f.Special, Text: f.Text}, nil); w.want != "" {
			w.want, w.kind, w.number, w.text = "a string that holds "+w.want, "", false, true
		}
		return w
	}
	t := f.Type
	if t == nil {
		return w
	}
	switch k := t.Kind(); {
	case f.Special == shape.Time:
		return wants{want: "a time such as " + timeExample, text: true}
	case f.Special == shape.Duration:
		return wants{want: `a duration such as "1h30m"`, text: true}
	case f.Special == shape.BigInt:
		return orString(wants{want: "an integer", number: true, integer: true, least: math.Inf(-1), most: math.Inf(1)}, c)
	case f.Special == shape.Number:
		return wants{want: "a number", number: true, text: true}
	case f.Special == shape.RawMessage:
		return w
	case f.Text, k == reflect.String, k == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && c != nil && c.Options.Has(option.BytesAsText):
		return wants{want: "a string", text: true}
	case k == reflect.Bool:
		return wants{want: "true or false"}
	case reflect.Int <= k && k <= reflect.Uintptr:
		w = wants{number: true, integer: true}
		w.want, w.least, w.most = integersOf(t.Bits(), k <= reflect.Int64)
		if k == reflect.Int || k == reflect.Int64 {
			w.kind = "an integer"
		}
		return orString(w, c)
	case k == reflect.Float32 || k == reflect.Float64:
		most := "1.7976931348623157e+308"
		if k == reflect.Float32 {
			most = "3.4028235e+38"
		}
		return wants{want: "a number from -" + most + " to " + most, kind: "a number", number: true}
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return wants{want: "a string in base64", text: true}
	case k == reflect.Slice || k == reflect.Array:
		w.want = "an array"
	case k == reflect.Map || k == reflect.Struct:
		w.want = "an object"
	}
	return w
}

// orString adds to w, which describes an integer, that a string is taken too, if c has the option IntAsString. c may be
// nil.
func orString(w wants, c *plan.Dialect) wants {
	if c != nil && c.Options.Has(option.IntAsString) {
		w.or, w.text = ", or a string of one", true
	}
	return w
}

// invalidWords returns the words for err, with which a method or codec has refused a value. New words are allocated in
// the arena texts, or on the heap if texts is nil.
func invalidWords(err error, texts *mem.Arena) string {
	if _, ok := errors.AsType[*codec.Panic](err); ok {
		return NotTheInput
	}
	if at, ok := err.(*time.ParseError); ok {
		// The text shows an example of the layout in which the time is read.
		layout, example := strings.Trim(at.Layout, `"`), timeExample
		if layout != time.RFC3339 {
			example = time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC).Format(layout)
		}
		// For a time.Time, at.Value is the string in the document without its quotes: its escapes are still there.
		var few [64]byte
		got := append(append(append(few[:0], '"'), at.Value...), '"')
		if n, st := wire.String(got, 0); st == wire.Done && n == len(got) {
			return texts.Join(`got "`, at.Value, `", want a time such as `, example)
		}
		return texts.Join("got ", strconv.Quote(at.Value), ", want a time such as ", example)
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
