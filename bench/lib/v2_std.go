//go:build goexperiment.jsonv2 && go1.27

package lib

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"io"
)

var refV2 = &Reference{
	Name:      "encoding/json/v2",
	Marshal:   func(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) },
	Unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
}

var stdV2 = &Lib{
	Name: "std-v2", About: "encoding/json/v2 of the running toolchain", Level: V2,
	Marshal: func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
	Append: func(dst []byte, v any) ([]byte, error) {
		b := bytes.NewBuffer(dst)
		err := jsonv2.MarshalWrite(b, v)
		return b.Bytes(), err
	},
	Unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
	Valid:     func(data []byte) bool { return jsontext.Value(data).IsValid() },
	Decoder: func(r io.Reader) func(any) error {
		d := jsontext.NewDecoder(r)
		return func(v any) error { return jsonv2.UnmarshalDecode(d, v) }
	},
	Encoder: func(w io.Writer) func(any) error {
		e := jsontext.NewEncoder(w)
		return func(v any) error { return jsonv2.MarshalEncode(e, v) }
	},
}
