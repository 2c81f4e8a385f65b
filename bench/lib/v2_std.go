//go:build goexperiment.jsonv2 && go1.27

package lib

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"io"

	zetesjson "github.com/zetes-json/zetes/json/v2"
)

var refV2 = &Reference{
	Name:      "encoding/json/v2",
	Marshal:   func(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) },
	Unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
}

var stdV2 = libV2("std-v2", "", "encoding/json/v2 of the running toolchain", jsonv2.Marshal, jsonv2.MarshalWrite, jsonv2.Unmarshal, jsonv2.UnmarshalDecode, jsonv2.MarshalEncode)

var zetesV2 = libV2("zetes-v2", "github.com/zetes-json/zetes", "package json/v2, without options",
	zetesjson.Marshal, zetesjson.MarshalWrite, zetesjson.Unmarshal, zetesjson.UnmarshalDecode, zetesjson.MarshalEncode)

// libV2 returns a library with the functions of encoding/json/v2.
func libV2(name, module, about string,
	marshal func(any, ...jsonv2.Options) ([]byte, error), write func(io.Writer, any, ...jsonv2.Options) error, unmarshal func([]byte, any, ...jsonv2.Options) error,
	decode func(*jsontext.Decoder, any, ...jsonv2.Options) error, encode func(*jsontext.Encoder, any, ...jsonv2.Options) error,
) *Lib {
	return &Lib{
		Name: name, Module: module, About: about, Level: V2,
		Marshal: func(v any) ([]byte, error) { return marshal(v) },
		Append: func(dst []byte, v any) ([]byte, error) {
			b := bytes.NewBuffer(dst)
			err := write(b, v)
			return b.Bytes(), err
		},
		Unmarshal: func(data []byte, v any) error { return unmarshal(data, v) },
		Valid:     func(data []byte) bool { return jsontext.Value(data).IsValid() },
		Decoder: func(r io.Reader) func(any) error {
			d := jsontext.NewDecoder(r)
			return func(v any) error { return decode(d, v) }
		},
		Encoder: func(w io.Writer) func(any) error {
			e := jsontext.NewEncoder(w)
			return func(v any) error { return encode(e, v) }
		},
	}
}
