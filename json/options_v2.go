//go:build goexperiment.jsonv2 && go1.27

package json

import stdjson "encoding/json"

// Options are the options of encoding/json/v2 by which encoding/json is defined over it. They are for calls of that
// package; the functions of this one take none.
type Options = stdjson.Options

// DefaultOptionsV1 is the full set of options that define encoding/json.
func DefaultOptionsV1() Options { return stdjson.DefaultOptionsV1() }

// CallMethodsWithLegacySemantics is the option of that name of encoding/json.
func CallMethodsWithLegacySemantics(v bool) Options { return stdjson.CallMethodsWithLegacySemantics(v) }

// FormatByteArrayAsArray is the option of that name of encoding/json.
func FormatByteArrayAsArray(v bool) Options { return stdjson.FormatByteArrayAsArray(v) }

// FormatBytesWithLegacySemantics is the option of that name of encoding/json.
func FormatBytesWithLegacySemantics(v bool) Options { return stdjson.FormatBytesWithLegacySemantics(v) }

// FormatDurationAsNano is the option of that name of encoding/json.
func FormatDurationAsNano(v bool) Options { return stdjson.FormatDurationAsNano(v) }

// MatchCaseSensitiveDelimiter is the option of that name of encoding/json.
func MatchCaseSensitiveDelimiter(v bool) Options { return stdjson.MatchCaseSensitiveDelimiter(v) }

// MergeWithLegacySemantics is the option of that name of encoding/json.
func MergeWithLegacySemantics(v bool) Options { return stdjson.MergeWithLegacySemantics(v) }

// OmitEmptyWithLegacySemantics is the option of that name of encoding/json.
func OmitEmptyWithLegacySemantics(v bool) Options { return stdjson.OmitEmptyWithLegacySemantics(v) }

// ParseBytesWithLooseRFC4648 is the option of that name of encoding/json.
func ParseBytesWithLooseRFC4648(v bool) Options { return stdjson.ParseBytesWithLooseRFC4648(v) }

// ParseTimeWithLooseRFC3339 is the option of that name of encoding/json.
func ParseTimeWithLooseRFC3339(v bool) Options { return stdjson.ParseTimeWithLooseRFC3339(v) }

// ReportErrorsWithLegacySemantics is the option of that name of encoding/json.
func ReportErrorsWithLegacySemantics(v bool) Options {
	return stdjson.ReportErrorsWithLegacySemantics(v)
}

// StringifyWithLegacySemantics is the option of that name of encoding/json.
func StringifyWithLegacySemantics(v bool) Options { return stdjson.StringifyWithLegacySemantics(v) }

// UnmarshalArrayFromAnyLength is the option of that name of encoding/json.
func UnmarshalArrayFromAnyLength(v bool) Options { return stdjson.UnmarshalArrayFromAnyLength(v) }
