//go:build goexperiment.jsonv2 && go1.27

package json

import stdjson "encoding/json"

// Options is a set of options for functions of encoding/json/v2, such as the options below, which make it behave as
// encoding/json does. The functions of this package take no options.
type Options = stdjson.Options

// DefaultOptionsV1 returns the full set of options that define encoding/json.
func DefaultOptionsV1() Options { return stdjson.DefaultOptionsV1() }

// CallMethodsWithLegacySemantics returns the option to call methods as encoding/json does: for example, marshal methods
// of pointers only for values that have an address.
func CallMethodsWithLegacySemantics(v bool) Options { return stdjson.CallMethodsWithLegacySemantics(v) }

// FormatByteArrayAsArray returns the option to write and read a [N]byte as an array of numbers, in place of base64.
func FormatByteArrayAsArray(v bool) Options { return stdjson.FormatByteArrayAsArray(v) }

// FormatBytesWithLegacySemantics returns the option to treat byte slices as encoding/json does: slices of named byte
// types are base64 too, and Unmarshal also accepts arrays of numbers.
func FormatBytesWithLegacySemantics(v bool) Options { return stdjson.FormatBytesWithLegacySemantics(v) }

// FormatDurationAsNano returns the option to write and read a time.Duration as a number of nanoseconds.
func FormatDurationAsNano(v bool) Options { return stdjson.FormatDurationAsNano(v) }

// MatchCaseSensitiveDelimiter returns the option not to ignore underscores and dashes in names that match in any case.
func MatchCaseSensitiveDelimiter(v bool) Options { return stdjson.MatchCaseSensitiveDelimiter(v) }

// MergeWithLegacySemantics returns the option to unmarshal null, and into non-zero values, as encoding/json does.
func MergeWithLegacySemantics(v bool) Options { return stdjson.MergeWithLegacySemantics(v) }

// OmitEmptyWithLegacySemantics returns the option to leave out, by the tag option "omitempty", what encoding/json
// leaves out: false, 0, nil, and empty arrays, slices, maps and strings.
func OmitEmptyWithLegacySemantics(v bool) Options { return stdjson.OmitEmptyWithLegacySemantics(v) }

// ParseBytesWithLooseRFC4648 returns the option to ignore line ends in base32 and base64.
func ParseBytesWithLooseRFC4648(v bool) Options { return stdjson.ParseBytesWithLooseRFC4648(v) }

// ParseTimeWithLooseRFC3339 returns the option to accept the incorrect RFC 3339 times that encoding/json accepts.
func ParseTimeWithLooseRFC3339(v bool) Options { return stdjson.ParseTimeWithLooseRFC3339(v) }

// ReportErrorsWithLegacySemantics returns the option to have encoding/json's errors, and to go on after a type error.
func ReportErrorsWithLegacySemantics(v bool) Options {
	return stdjson.ReportErrorsWithLegacySemantics(v)
}

// StringifyWithLegacySemantics returns the option to apply the tag option "string" as encoding/json does: to numbers,
// bools and strings, and pointers to them.
func StringifyWithLegacySemantics(v bool) Options { return stdjson.StringifyWithLegacySemantics(v) }

// UnmarshalArrayFromAnyLength returns the option to accept JSON arrays that are shorter or longer than the Go array.
func UnmarshalArrayFromAnyLength(v bool) Options { return stdjson.UnmarshalArrayFromAnyLength(v) }
