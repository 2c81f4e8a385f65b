//go:build goexperiment.jsonv2 && go1.27

package hostile

import "github.com/zetes-json/zetes/json"

func init() {
	for name, f := range map[string]any{
		"json.DefaultOptionsV1":                json.DefaultOptionsV1,
		"json.CallMethodsWithLegacySemantics":  json.CallMethodsWithLegacySemantics,
		"json.FormatByteArrayAsArray":          json.FormatByteArrayAsArray,
		"json.FormatBytesWithLegacySemantics":  json.FormatBytesWithLegacySemantics,
		"json.FormatDurationAsNano":            json.FormatDurationAsNano,
		"json.MatchCaseSensitiveDelimiter":     json.MatchCaseSensitiveDelimiter,
		"json.MergeWithLegacySemantics":        json.MergeWithLegacySemantics,
		"json.OmitEmptyWithLegacySemantics":    json.OmitEmptyWithLegacySemantics,
		"json.ParseBytesWithLooseRFC4648":      json.ParseBytesWithLooseRFC4648,
		"json.ParseTimeWithLooseRFC3339":       json.ParseTimeWithLooseRFC3339,
		"json.ReportErrorsWithLegacySemantics": json.ReportErrorsWithLegacySemantics,
		"json.StringifyWithLegacySemantics":    json.StringifyWithLegacySemantics,
		"json.UnmarshalArrayFromAnyLength":     json.UnmarshalArrayFromAnyLength,
	} {
		functions[name] = f
	}
}
