//go:build goexperiment.jsonv2 && go1.27

package hostile

import (
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
	jsonv2 "github.com/zetes-json/zetes/json/v2"
)

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

		"zetes.V2":                         zetes.V2,
		"jsonv2.Marshal":                   jsonv2.Marshal,
		"jsonv2.MarshalWrite":              jsonv2.MarshalWrite,
		"jsonv2.Unmarshal":                 jsonv2.Unmarshal,
		"jsonv2.DefaultOptionsV2":          jsonv2.DefaultOptionsV2,
		"jsonv2.Deterministic":             jsonv2.Deterministic,
		"jsonv2.FormatNilMapAsNull":        jsonv2.FormatNilMapAsNull,
		"jsonv2.FormatNilSliceAsNull":      jsonv2.FormatNilSliceAsNull,
		"jsonv2.MatchCaseInsensitiveNames": jsonv2.MatchCaseInsensitiveNames,
		"jsonv2.OmitZeroStructFields":      jsonv2.OmitZeroStructFields,
		"jsonv2.RejectUnknownMembers":      jsonv2.RejectUnknownMembers,
		"jsonv2.StringifyNumbers":          jsonv2.StringifyNumbers,
	} {
		functions[name] = f
	}
	// The standard library does these calls as they come: it waits for a reader that returns nothing.
	for _, name := range []string{
		"UnmarshalRead", "UnmarshalDecode", "MarshalEncode", "JoinOptions", "GetOption", "WithMarshalers", "WithUnmarshalers",
		"JoinMarshalers", "MarshalFunc", "MarshalToFunc", "JoinUnmarshalers", "UnmarshalFunc", "UnmarshalFromFunc",
	} {
		settings = append(settings, "jsonv2."+name)
	}
	// Generated methods call these with the Encoder or Decoder that the standard library has given them.
	settings = append(settings, "streamed.Marshal", "streamed.Unmarshal")
}
