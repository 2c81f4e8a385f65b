//go:build goexperiment.jsonv2 && go1.27

package json

import stdjson "encoding/json"

// Options are the options of encoding/json/v2 that define encoding/json in its terms. They are for calls of that
// package: the functions of this package take no options.
type Options = stdjson.Options

// DefaultOptionsV1 returns the full set of options that define encoding/json.
func DefaultOptionsV1() Options { return stdjson.DefaultOptionsV1() }

// CallMethodsWithLegacySemantics returns the option of that name of encoding/json.
func CallMethodsWithLegacySemantics(v bool) Options { return stdjson.CallMethodsWithLegacySemantics(v) }

// FormatByteArrayAsArray returns the option of that name of encoding/json.
func FormatByteArrayAsArray(v bool) Options { return stdjson.FormatByteArrayAsArray(v) }

// FormatBytesWithLegacySemantics returns the option of that name of encoding/json.
func FormatBytesWithLegacySemantics(v bool) Options { return stdjson.FormatBytesWithLegacySemantics(v) }

// FormatDurationAsNano returns the option of that name of encoding/json.
func FormatDurationAsNano(v bool) Options { return stdjson.FormatDurationAsNano(v) }

// MatchCaseSensitiveDelimiter returns the option of that name of encoding/json.
func MatchCaseSensitiveDelimiter(v bool) Options { return stdjson.MatchCaseSensitiveDelimiter(v) }

// MergeWithLegacySemantics returns the option of that name of encoding/json.
func MergeWithLegacySemantics(v bool) Options { return stdjson.MergeWithLegacySemantics(v) }

// OmitEmptyWithLegacySemantics returns the option of that name of encoding/json.
func OmitEmptyWithLegacySemantics(v bool) Options { return stdjson.OmitEmptyWithLegacySemantics(v) }

// ParseBytesWithLooseRFC4648 returns the option of that name of encoding/json.
func ParseBytesWithLooseRFC4648(v bool) Options { return stdjson.ParseBytesWithLooseRFC4648(v) }

// ParseTimeWithLooseRFC3339 returns the option of that name of encoding/json.
func ParseTimeWithLooseRFC3339(v bool) Options { return stdjson.ParseTimeWithLooseRFC3339(v) }

// ReportErrorsWithLegacySemantics returns the option of that name of encoding/json.
func ReportErrorsWithLegacySemantics(v bool) Options {
	return stdjson.ReportErrorsWithLegacySemantics(v)
}

// StringifyWithLegacySemantics returns the option of that name of encoding/json.
func StringifyWithLegacySemantics(v bool) Options { return stdjson.StringifyWithLegacySemantics(v) }

// UnmarshalArrayFromAnyLength returns the option of that name of encoding/json.
func UnmarshalArrayFromAnyLength(v bool) Options { return stdjson.UnmarshalArrayFromAnyLength(v) }
