//go:build goexperiment.jsonv2 && go1.27

package agree

import (
	stdjson "encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"io"
)

// V2 are the functions of a package that has the API of encoding/json/v2.
type V2 struct {
	Marshal         func(any, ...jsonv2.Options) ([]byte, error)
	MarshalWrite    func(io.Writer, any, ...jsonv2.Options) error
	Unmarshal       func([]byte, any, ...jsonv2.Options) error
	UnmarshalDecode func(*jsontext.Decoder, any, ...jsonv2.Options) error
}

// StdV2 is encoding/json/v2.
var StdV2 = V2{jsonv2.Marshal, jsonv2.MarshalWrite, jsonv2.Unmarshal, jsonv2.UnmarshalDecode}

// Library gives f the functions of encoding/json, under a set of options.
func (f V2) Library(set jsonv2.Options) Library {
	return Library{
		Marshal: func(v any) ([]byte, error) { return f.Marshal(v, set) },
		MarshalIndent: func(v any, prefix, indent string) ([]byte, error) {
			return f.Marshal(v, set, jsonv2.Deterministic(true))
		},
		Unmarshal:  func(data []byte, v any) error { return f.Unmarshal(data, v, set) },
		NewEncoder: func(w io.Writer) Encoder { return &encoderV2{f, w, set} },
		NewDecoder: func(r io.Reader) Decoder { return &decoderV2{f, jsontext.NewDecoder(r, set), set} },
		Calls: map[string]string{
			`json.MarshalIndent(&v, ">", "\t")`:                                         "json.Marshal(&v, json.Deterministic(true))",
			`Encoder with SetEscapeHTML(false), Encode(v) twice`:                        "json.MarshalWrite(w, v, json.Deterministic(true)) twice",
			`Encoder with SetIndent("", " ") and SetEscapeHTML(false), Encode(v) twice`: "json.MarshalWrite(w, v, json.Deterministic(true)) twice",
			"Decoder that reads one byte at a time, of doc twice":                       "json.UnmarshalDecode with a Decoder that reads one byte at a time, of doc twice",
			"Decoder with DisallowUnknownFields, of doc twice":                          "json.UnmarshalDecode with RejectUnknownMembers, of doc twice",
			"Decoder with UseNumber, of doc twice into &v":                              "json.UnmarshalDecode of doc twice into &v",
			"Decoder with UseNumber and DisallowUnknownFields, of doc twice into &v":    "json.UnmarshalDecode with RejectUnknownMembers, of doc twice into &v",
		},
	}
}

type encoderV2 struct {
	V2
	w   io.Writer
	set jsonv2.Options
}

func (e *encoderV2) Encode(v any) error {
	return e.MarshalWrite(e.w, v, e.set, jsonv2.Deterministic(true))
}
func (e *encoderV2) SetEscapeHTML(on bool) {
	e.set = jsonv2.JoinOptions(e.set, jsontext.EscapeForHTML(on))
}
func (e *encoderV2) SetIndent(prefix, indent string) {}

type decoderV2 struct {
	V2
	*jsontext.Decoder
	set jsonv2.Options
}

func (d *decoderV2) Decode(v any) error { return d.UnmarshalDecode(d.Decoder, v, d.set) }
func (d *decoderV2) UseNumber()         {}
func (d *decoderV2) DisallowUnknownFields() {
	d.set = jsonv2.JoinOptions(d.set, jsonv2.RejectUnknownMembers(true))
}

// MainV2 is as [Main] for a package that has the API of encoding/json/v2, which is compared with it.
func MainV2(library string, f V2) { Main(library, StdV2.Library(nil), f.Library(nil)) }

// option is one of the options of DefaultOptionsV1.
type option struct {
	name string
	of   func(bool) jsonv2.Options
}

// optionsV1 are the options of encoding/json.DefaultOptionsV1. Where several of them keep an answer, the first one is
// told. The first one sorts maps, the next ones matter for most types.
var optionsV1 = []option{
	{"json.Deterministic", jsonv2.Deterministic},
	{"json.MatchCaseInsensitiveNames", jsonv2.MatchCaseInsensitiveNames},
	{"v1.MatchCaseSensitiveDelimiter", stdjson.MatchCaseSensitiveDelimiter},
	{"jsontext.AllowDuplicateNames", jsontext.AllowDuplicateNames},
	{"jsontext.AllowInvalidUTF8", jsontext.AllowInvalidUTF8},
	{"jsontext.EscapeForHTML", jsontext.EscapeForHTML},
	{"jsontext.EscapeForJS", jsontext.EscapeForJS},
	{"json.FormatNilSliceAsNull", jsonv2.FormatNilSliceAsNull},
	{"json.FormatNilMapAsNull", jsonv2.FormatNilMapAsNull},
	{"v1.OmitEmptyWithLegacySemantics", stdjson.OmitEmptyWithLegacySemantics},
	{"v1.FormatDurationAsNano", stdjson.FormatDurationAsNano},
	{"v1.FormatByteArrayAsArray", stdjson.FormatByteArrayAsArray},
	{"v1.UnmarshalArrayFromAnyLength", stdjson.UnmarshalArrayFromAnyLength},
	{"v1.ParseBytesWithLooseRFC4648", stdjson.ParseBytesWithLooseRFC4648},
	{"v1.ParseTimeWithLooseRFC3339", stdjson.ParseTimeWithLooseRFC3339},
	{"v1.FormatBytesWithLegacySemantics", stdjson.FormatBytesWithLegacySemantics},
	{"v1.StringifyWithLegacySemantics", stdjson.StringifyWithLegacySemantics},
	{"v1.CallMethodsWithLegacySemantics", stdjson.CallMethodsWithLegacySemantics},
	{"v1.MergeWithLegacySemantics", stdjson.MergeWithLegacySemantics},
	{"v1.ReportErrorsWithLegacySemantics", stdjson.ReportErrorsWithLegacySemantics},
	{"jsontext.PreserveRawStrings", jsontext.PreserveRawStrings},
}

// V1ToV2 are the two versions of the standard library.
func V1ToV2() Versions {
	v := Versions{From: Std, Sorts: 1, General: 1<<7 - 2, To: func(on Switches) Library {
		set := jsonv2.DefaultOptionsV2()
		for i, o := range optionsV1 {
			if on&(1<<i) != 0 {
				set = jsonv2.JoinOptions(set, o.of(true))
			}
		}
		return StdV2.Library(set)
	}}
	for _, o := range optionsV1 {
		v.Options = append(v.Options, o.name)
	}
	return v
}
