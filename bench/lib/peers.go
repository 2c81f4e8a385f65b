package lib

import (
	"bytes"
	"io"
	"reflect"
	"sync"

	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	segmentio "github.com/segmentio/encoding/json"
	ugorji "github.com/ugorji/go/codec"
)

func init() {
	add(goccyLib("goccy-relaxed", "UnorderedMap, DisableHTMLEscape, DecodeNoCopyString", Relaxed, goccy.UnorderedMap(), goccy.DisableHTMLEscape()),
		goccyLib("goccy-fastest", "UnorderedMap, DisableHTMLEscape, DisableNormalizeUTF8, DecodeNoCopyString", Fastest,
			goccy.UnorderedMap(), goccy.DisableHTMLEscape(), goccy.DisableNormalizeUTF8()),
		jsoniterLib("jsoniter-std", "ConfigCompatibleWithStandardLibrary", Exact, jsoniter.ConfigCompatibleWithStandardLibrary),
		jsoniterLib("jsoniter-relaxed", "ValidateJsonRawMessage", Relaxed, jsoniter.Config{ValidateJsonRawMessage: true}.Froze()),
		jsoniterLib("jsoniter-fastest", "ConfigFastest: floats of 6 digits", Fastest, jsoniter.ConfigFastest),
		segmentioLib("segmentio", "defaults", Exact, segmentio.EscapeHTML|segmentio.SortMapKeys, 0),
		segmentioLib("segmentio-relaxed", "ZeroCopy, no EscapeHTML, no SortMapKeys", Relaxed, 0, segmentio.ZeroCopy),
		segmentioLib("segmentio-fastest", "the same with TrustRawMessage, DontMatchCaseInsensitiveStructFields", Fastest, segmentio.TrustRawMessage,
			segmentio.ZeroCopy|segmentio.DontMatchCaseInsensitiveStructFields),
		ugorjiLib("ugorji", "JsonHandle, canonical, HTML escaped", Exact, true),
		ugorjiLib("ugorji-fastest", "JsonHandle, HTMLCharsAsIs, ZeroCopy", Relaxed|Fastest, false),
	)
	for _, name := range []string{"jingo", "velox"} {
		add(&Lib{Name: name, Level: Fastest, Missing: "not reachable: the module client here does not get it", About: "for the record"})
	}
}

func goccyLib(name, about string, level Level, opts ...goccy.EncodeOptionFunc) *Lib {
	return &Lib{
		Name: name, Module: "github.com/goccy/go-json", About: about, Level: level,
		Marshal:   func(v any) ([]byte, error) { return goccy.MarshalWithOption(v, opts...) },
		Unmarshal: func(data []byte, v any) error { return goccy.UnmarshalWithOption(data, v, goccy.DecodeNoCopyString()) },
		Decoder: func(r io.Reader) func(any) error {
			d := goccy.NewDecoder(r)
			return func(v any) error { return d.DecodeWithOption(v, goccy.DecodeNoCopyString()) }
		},
		Encoder: func(w io.Writer) func(any) error {
			e := goccy.NewEncoder(w)
			return func(v any) error { return e.EncodeWithOption(v, opts...) }
		},
	}
}

func jsoniterLib(name, about string, level Level, api jsoniter.API) *Lib {
	return &Lib{
		Name: name, Module: "github.com/json-iterator/go", About: about, Level: level,
		Marshal: api.Marshal,
		Append: func(dst []byte, v any) ([]byte, error) {
			s := api.BorrowStream(nil)
			defer api.ReturnStream(s)
			s.WriteVal(v)
			return append(dst, s.Buffer()...), s.Error
		},
		Unmarshal: api.Unmarshal,
		Valid:     api.Valid,
		Decoder:   func(r io.Reader) func(any) error { return api.NewDecoder(r).Decode },
		Encoder:   func(w io.Writer) func(any) error { return api.NewEncoder(w).Encode },
	}
}

func segmentioLib(name, about string, level Level, af segmentio.AppendFlags, pf segmentio.ParseFlags) *Lib {
	l := &Lib{
		Name: name, Module: "github.com/segmentio/encoding", About: about, Level: level,
		Marshal: func(v any) ([]byte, error) { return segmentio.Append(nil, v, af) },
		Append:  func(dst []byte, v any) ([]byte, error) { return segmentio.Append(dst, v, af) },
		Unmarshal: func(data []byte, v any) error {
			_, err := segmentio.Parse(data, v, pf)
			return err
		},
		Valid: segmentio.Valid,
		Decoder: func(r io.Reader) func(any) error {
			d := segmentio.NewDecoder(r)
			if pf != 0 {
				d.ZeroCopy()
			}
			return d.Decode
		},
		Encoder: func(w io.Writer) func(any) error {
			e := segmentio.NewEncoder(w)
			e.SetEscapeHTML(af&segmentio.EscapeHTML != 0)
			e.SetSortMapKeys(af&segmentio.SortMapKeys != 0)
			e.SetTrustRawMessage(af&segmentio.TrustRawMessage != 0)
			return e.Encode
		},
	}
	if level == Exact {
		l.Marshal, l.Unmarshal = segmentio.Marshal, segmentio.Unmarshal
		l.Compact = segmentio.Compact
		l.Indent = func(dst *bytes.Buffer, src []byte) error { return segmentio.Indent(dst, src, "", "  ") }
	}
	return l
}

func ugorjiLib(name, about string, level Level, exact bool) *Lib {
	h := new(ugorji.JsonHandle)
	h.Canonical, h.HTMLCharsAsIs, h.ZeroCopy = exact, !exact, !exact
	h.MapKeyAsString = true
	// Without these objects become map[any]any, and whole numbers integers.
	h.MapType = reflect.TypeFor[map[string]any]()
	h.SliceType = reflect.TypeFor[[]any]()
	h.PreferFloat = true
	// A new Encoder costs more than it takes to write most documents: its users keep it.
	encoders := sync.Pool{New: func() any { return ugorji.NewEncoderBytes(new([]byte), h) }}
	decoders := sync.Pool{New: func() any { return ugorji.NewDecoderBytes(nil, h) }}
	encode := func(out []byte, v any) ([]byte, error) {
		e := encoders.Get().(*ugorji.Encoder)
		defer encoders.Put(e)
		e.ResetBytes(&out)
		err := e.Encode(v)
		return out, err
	}
	return &Lib{
		Name: name, Module: "github.com/ugorji/go/codec", About: about, Level: level,
		Marshal: func(v any) (out []byte, err error) { return encode(nil, v) },
		Append: func(dst []byte, v any) ([]byte, error) {
			out, err := encode(dst[len(dst):], v)
			if len(dst) == 0 {
				return out, err
			}
			return append(dst, out...), err
		},
		Unmarshal: func(data []byte, v any) error {
			d := decoders.Get().(*ugorji.Decoder)
			defer decoders.Put(d)
			d.ResetBytes(data)
			return d.Decode(v)
		},
		Decoder: func(r io.Reader) func(any) error { return ugorji.NewDecoder(r, h).Decode },
		Encoder: func(w io.Writer) func(any) error { return ugorji.NewEncoder(w, h).Encode },
	}
}
