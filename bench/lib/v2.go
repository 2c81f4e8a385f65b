package lib

import (
	"bytes"
	"io"

	experiment "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	goccytext "github.com/goccy/go-json/jsontext"
	goccyv2 "github.com/goccy/go-json/v2"
)

func init() {
	add(&Lib{
		Name: "v2-experiment", Module: "github.com/go-json-experiment/json", About: "defaults", Level: V2,
		Marshal: func(v any) ([]byte, error) { return experiment.Marshal(v) },
		Append: func(dst []byte, v any) ([]byte, error) {
			b := bytes.NewBuffer(dst)
			err := experiment.MarshalWrite(b, v)
			return b.Bytes(), err
		},
		Unmarshal: func(data []byte, v any) error { return experiment.Unmarshal(data, v) },
		Valid:     func(data []byte) bool { return jsontext.Value(data).IsValid() },
		Compact: func(dst *bytes.Buffer, src []byte) error {
			b, err := jsontext.AppendFormat(dst.AvailableBuffer(), src, jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
			dst.Write(b)
			return err
		},
		Indent: func(dst *bytes.Buffer, src []byte) error {
			b, err := jsontext.AppendFormat(dst.AvailableBuffer(), src, jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true),
				jsontext.WithIndent("  "))
			dst.Write(b)
			return err
		},
		Decoder: func(r io.Reader) func(any) error {
			d := jsontext.NewDecoder(r)
			return func(v any) error { return experiment.UnmarshalDecode(d, v) }
		},
		Encoder: func(w io.Writer) func(any) error {
			e := jsontext.NewEncoder(w)
			return func(v any) error { return experiment.MarshalEncode(e, v) }
		},
	}, stdV2, &Lib{
		Name: "goccy-v2", Module: "github.com/goccy/go-json", About: "package v2, without options", Level: V2,
		Marshal: func(v any) ([]byte, error) { return goccyv2.Marshal(v) },
		Append: func(dst []byte, v any) ([]byte, error) {
			b := bytes.NewBuffer(dst)
			err := goccyv2.MarshalWrite(b, v)
			return b.Bytes(), err
		},
		Unmarshal: func(data []byte, v any) error { return goccyv2.Unmarshal(data, v) },
		Valid:     func(data []byte) bool { return goccytext.Value(data).IsValid() },
		Decoder: func(r io.Reader) func(any) error {
			d := goccytext.NewDecoder(r)
			return func(v any) error { return goccyv2.UnmarshalDecode(d, v) }
		},
		Encoder: func(w io.Writer) func(any) error {
			e := goccytext.NewEncoder(w)
			return func(v any) error { return goccyv2.MarshalEncode(e, v) }
		},
	})
}
