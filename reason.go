package zetes

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/zetes-json/zetes/internal/check"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/shape"
)

// Reason is what an [Error] is about. It is an error itself: errors.Is(err, zetes.ReasonUnknownMember) asks for it.
type Reason uint8

// The reasons.
const (
	ReasonSyntax          = Reason(report.Syntax)          // the input is not JSON, or ends too early
	ReasonUnknownMember   = Reason(report.UnknownMember)   // a member that no field has the name of (Config.RejectUnknown)
	ReasonDuplicateMember = Reason(report.DuplicateMember) // a second member of the same name (Config.RejectDuplicates)
	ReasonMissingMember   = Reason(report.MissingMember)   // a member that has to be there is not (Config.Required, Config.RequireAll)
	ReasonWrongKind       = Reason(report.WrongKind)       // a value of another kind than its place takes, such as a string for a number
	ReasonOutOfRange      = Reason(report.OutOfRange)      // a number that its place can't hold
	ReasonInvalidValue    = Reason(report.InvalidValue)    // a value that a method or a codec has refused, such as a text that is no time
	ReasonInvalidUTF8     = Reason(report.InvalidUTF8)     // a string that is not UTF-8 (Config.RejectInvalidUTF8)
	ReasonTooDeep         = Reason(report.TooDeep)         // arrays and objects nested too deep
	ReasonTooLarge        = Reason(report.TooLarge)        // the input, or a part of it, is beyond another limit
	ReasonUnsupported     = Reason(report.Unsupported)     // encoding: a Go value that has no JSON form, or whose method or codec has failed
	ReasonProgram         = Reason(report.Program)         // a mistake of the program: a type its configuration can't have, a codec that panics
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

// Rule is a rule for inputs that a [Config] can require.
type Rule uint8

// The rules, with the choices that require them.
const (
	UniqueNames    Rule = iota + 1 // RejectDuplicates, Canonical
	ValidUTF8                      // RejectInvalidUTF8, StrictUTF8, Canonical
	RequiredMember                 // Required, RequireAll
	KnownMember                    // RejectUnknown
	MaxBytes                       // Limits.Bytes
	MaxDepth                       // Limits.Depth
	MaxElements                    // Limits.Elements
	MaxString                      // Limits.String
	MaxNumber                      // Limits.Number
	MaxDigits                      // Limits.Digits
	MaxValues                      // Limits.Values
	MaxMemory                      // Limits.Memory
)

var ruleTexts = [...]string{
	UniqueNames:    "duplicate name",
	ValidUTF8:      "invalid UTF-8",
	RequiredMember: "missing member",
	KnownMember:    "unknown field",
	MaxBytes:       "input too long",
	MaxDepth:       "nested too deep",
	MaxElements:    "too many elements",
	MaxString:      "string too long",
	MaxNumber:      "number too long",
	MaxDigits:      "too many digits",
	MaxValues:      "too many values",
	MaxMemory:      "values take too much memory",
}

// String says how the rule is broken.
func (r Rule) String() string {
	if int(r) < len(ruleTexts) && ruleTexts[r] != "" {
		return ruleTexts[r]
	}
	return "rule " + strconv.Itoa(int(r))
}

var reasonOfRule = map[Rule]Reason{
	UniqueNames:    ReasonDuplicateMember,
	ValidUTF8:      ReasonInvalidUTF8,
	RequiredMember: ReasonMissingMember,
	KnownMember:    ReasonUnknownMember,
	MaxDepth:       ReasonTooDeep,
}

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
		return r, report.TooDeepWords
	}
	return ReasonTooLarge, e.Rule.String()
}

var ruleOf = map[fault.Code]Rule{
	fault.DuplicateName: UniqueNames,
	fault.InvalidUTF8:   ValidUTF8,
	fault.MissingMember: RequiredMember,
	fault.UnknownName:   KnownMember,
	fault.LongInput:     MaxBytes,
	fault.TooDeep:       MaxDepth,
	fault.ManyElements:  MaxElements,
	fault.LongString:    MaxString,
	fault.LongNumber:    MaxNumber,
	fault.LongInteger:   MaxDigits,
	fault.ManyValues:    MaxValues,
	fault.MuchMemory:    MaxMemory,
}

// RuleError is the error of an input that breaks a rule of the API's configuration, although it is, or may be, JSON. It
// is also the error of a value whose JSON would break such a rule.
type RuleError struct {
	Rule   Rule
	Offset int64        // of the value, of the byte that is not UTF-8, of the second of two equal names, of the name without a field, of the object without the member; when encoding, of the string or name in the text that would have been written
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

// TypeError is the error of a Go type that an API's configuration can't have, for example a field whose default is not
// a value for it, or tags and map keys that only encoding/json understands. Each value of the type has this error, and
// [API.Check] returns it before there are values.
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

// ruledBy converts err, which the fault f describes, to a [*RuleError] under the options o. For an unknown member err
// has encoding/json's words, and no type.
func ruledBy(f *fault.Fault, err error, o *shape.Options) error {
	if f.Code != fault.UnknownName {
		return ruled(err)
	}
	e := &RuleError{Rule: KnownMember, Offset: f.Offset, Name: f.Err.Error(), shape: o}
	e.Type, _ = f.Type.(reflect.Type)
	return e
}

// ruled converts a broken rule to a [*RuleError]. It returns other errors unchanged.
func ruled(err error) error {
	err = typeError(err)
	f, ok := err.(*fault.Fault)
	if !ok {
		return err
	}
	e := &RuleError{Rule: ruleOf[f.Code], Offset: f.Offset}
	if len(f.Path) > 0 {
		e.Name = f.Path[0].Name
	}
	e.Type, _ = f.Type.(reflect.Type)
	return e
}
