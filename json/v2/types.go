//go:build goexperiment.jsonv2 && go1.27

package json

import stdjson "encoding/json/v2"

// Aliases of the types of encoding/json/v2.
type (
	// Marshaler is implemented by types that can marshal themselves.
	Marshaler = stdjson.Marshaler
	// MarshalerTo is implemented by types that can marshal themselves to a [jsontext.Encoder].
	MarshalerTo = stdjson.MarshalerTo
	// Unmarshaler is implemented by types that can unmarshal themselves.
	Unmarshaler = stdjson.Unmarshaler
	// UnmarshalerFrom is implemented by types that can unmarshal themselves from a [jsontext.Decoder].
	UnmarshalerFrom = stdjson.UnmarshalerFrom
	// Marshalers is a list of functions that marshal values of certain types.
	Marshalers = stdjson.Marshalers
	// Unmarshalers is a list of functions that unmarshal values of certain types.
	Unmarshalers = stdjson.Unmarshalers
	// Options configure the functions of this package.
	Options = stdjson.Options
	// SemanticError describes a value that JSON or Go has no equivalent for.
	SemanticError = stdjson.SemanticError
)

// ErrUnknownName is the error about a member without a field, under [RejectUnknownMembers].
var ErrUnknownName = stdjson.ErrUnknownName

// DefaultOptionsV2 returns the full set of options that define encoding/json/v2.
func DefaultOptionsV2() Options { return stdjson.DefaultOptionsV2() }

// JoinOptions returns the given options as one. A later value for an option replaces an earlier one.
func JoinOptions(srcs ...Options) Options { return stdjson.JoinOptions(srcs...) }

// GetOption returns the value that opts have for the option of the given constructor, and whether they have one.
func GetOption[T any](opts Options, setter func(T) Options) (T, bool) {
	return stdjson.GetOption(opts, setter)
}

// Deterministic makes equal values have equal output: maps are sorted.
func Deterministic(v bool) Options { return stdjson.Deterministic(v) }

// FormatNilMapAsNull makes a nil map null, in place of {}.
func FormatNilMapAsNull(v bool) Options { return stdjson.FormatNilMapAsNull(v) }

// FormatNilSliceAsNull makes a nil slice null, in place of [] or "".
func FormatNilSliceAsNull(v bool) Options { return stdjson.FormatNilSliceAsNull(v) }

// MatchCaseInsensitiveNames makes names match fields regardless of case.
func MatchCaseInsensitiveNames(v bool) Options { return stdjson.MatchCaseInsensitiveNames(v) }

// OmitZeroStructFields leaves out fields that are zero, as the tag option "omitzero" does.
func OmitZeroStructFields(v bool) Options { return stdjson.OmitZeroStructFields(v) }

// RejectUnknownMembers makes a member without a field an error.
func RejectUnknownMembers(v bool) Options { return stdjson.RejectUnknownMembers(v) }

// StringifyNumbers makes numbers strings, as the tag option "string" does.
func StringifyNumbers(v bool) Options { return stdjson.StringifyNumbers(v) }

// WithMarshalers makes the functions of v marshal values of their types.
func WithMarshalers(v *Marshalers) Options { return stdjson.WithMarshalers(v) }

// WithUnmarshalers makes the functions of v unmarshal values of their types.
func WithUnmarshalers(v *Unmarshalers) Options { return stdjson.WithUnmarshalers(v) }
