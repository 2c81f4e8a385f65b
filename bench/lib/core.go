package lib

import (
	stdjson "encoding/json"
	"io"

	"github.com/bytedance/sonic"
	sonicencoder "github.com/bytedance/sonic/encoder"
	sonicoption "github.com/bytedance/sonic/option"
	goccy "github.com/goccy/go-json"
	"github.com/zetes-json/zetes"
	zetesjson "github.com/zetes-json/zetes/json"

	"bytes"
)

func init() {
	// With its default sonic drops buffers beyond 1 MB, and grows them anew for each large document.
	sonicoption.LimitBufferSize = 1 << 28
	add(&Lib{
		Name: "std", About: "encoding/json of the running toolchain", Level: Exact,
		Marshal:   stdjson.Marshal,
		Unmarshal: stdjson.Unmarshal,
		Valid:     stdjson.Valid,
		Compact:   stdjson.Compact,
		Indent:    func(dst *bytes.Buffer, src []byte) error { return stdjson.Indent(dst, src, "", "  ") },
		Decoder:   func(r io.Reader) func(any) error { return stdjson.NewDecoder(r).Decode },
		Encoder:   func(w io.Writer) func(any) error { return stdjson.NewEncoder(w).Encode },
	}, &Lib{
		Name: "zetes", Module: "github.com/zetes-json/zetes", About: "the drop-in package json, and zetes.Append", Level: Exact,
		Marshal:   zetesjson.Marshal,
		Append:    zetes.Append,
		Unmarshal: zetesjson.Unmarshal,
		Valid:     zetesjson.Valid,
		Compact:   zetesjson.Compact,
		Indent:    func(dst *bytes.Buffer, src []byte) error { return zetesjson.Indent(dst, src, "", "  ") },
		Decoder:   func(r io.Reader) func(any) error { return zetesjson.NewDecoder(r).Decode },
		Encoder:   func(w io.Writer) func(any) error { return zetesjson.NewEncoder(w).Encode },
	}, &Lib{
		Name: "goccy", Module: "github.com/goccy/go-json", About: "defaults", Level: Exact,
		Marshal:   goccy.Marshal,
		Unmarshal: func(data []byte, v any) error { return goccy.Unmarshal(data, v) },
		Valid:     goccy.Valid,
		Compact:   goccy.Compact,
		Indent:    func(dst *bytes.Buffer, src []byte) error { return goccy.Indent(dst, src, "", "  ") },
		Decoder: func(r io.Reader) func(any) error {
			d := goccy.NewDecoder(r)
			return func(v any) error { return d.Decode(v) }
		},
		Encoder: func(w io.Writer) func(any) error {
			e := goccy.NewEncoder(w)
			return func(v any) error { return e.Encode(v) }
		},
	},
		sonicLib("sonic-std", "ConfigStd", Exact, sonic.ConfigStd, stdOptions),
		sonicLib("sonic-relaxed", "ConfigDefault with ValidateString, CompactMarshaler", Relaxed,
			sonic.Config{ValidateString: true, CompactMarshaler: true}.Froze(), sonicencoder.ValidateString|sonicencoder.CompactMarshaler),
		sonicLib("sonic", "ConfigDefault: strings are not validated", Fastest, sonic.ConfigDefault, 0),
		sonicLib("sonic-fastest", "ConfigFastest", Fastest, sonic.ConfigFastest, sonicencoder.NoValidateJSONMarshaler),
	)
}

const stdOptions = sonicencoder.EscapeHTML | sonicencoder.SortMapKeys | sonicencoder.CompactMarshaler | sonicencoder.ValidateString

func sonicLib(name, about string, level Level, api sonic.API, opts sonicencoder.Options) *Lib {
	return &Lib{
		Name: name, Module: "github.com/bytedance/sonic", About: about, Level: level,
		Marshal: api.Marshal,
		Append: func(dst []byte, v any) ([]byte, error) {
			err := sonicencoder.EncodeInto(&dst, v, opts)
			return dst, err
		},
		Unmarshal: api.Unmarshal,
		Valid:     api.Valid,
		Decoder:   func(r io.Reader) func(any) error { return api.NewDecoder(r).Decode },
		Encoder:   func(w io.Writer) func(any) error { return api.NewEncoder(w).Encode },
	}
}
