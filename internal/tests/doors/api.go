package doors

import (
	"bytes"
	stdjson "encoding/json"
	"io"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/stream"
)

// Encoder has the methods of encoding/json's Encoder.
type Encoder interface {
	Encode(v any) error
	SetIndent(prefix, indent string)
	SetEscapeHTML(on bool)
}

// Decoder has the methods of encoding/json's Decoder.
type Decoder interface {
	Decode(v any) error
	Token() (stdjson.Token, error)
	More() bool
	Buffered() io.Reader
	InputOffset() int64
	UseNumber()
	DisallowUnknownFields()
}

// API is one implementation of everything that doors lead to.
type API struct {
	Name          string
	Marshal       func(v any) ([]byte, error)
	MarshalIndent func(v any, prefix, indent string) ([]byte, error)
	Unmarshal     func(data []byte, v any) error
	NewEncoder    func(w io.Writer) Encoder
	NewDecoder    func(r io.Reader) Decoder
	Valid         func(data []byte) bool
	Compact       func(dst *bytes.Buffer, src []byte) error
	Indent        func(dst *bytes.Buffer, src []byte, prefix, indent string) error
	HTMLEscape    func(dst *bytes.Buffer, src []byte)

	// Functions that encoding/json does not have. In Std they show the right result.
	Append    func(dst []byte, v any) ([]byte, error)
	MarshalTo func(w io.Writer, v any) error
	// MarshalPieces writes in the smallest pieces that there are.
	MarshalPieces func(v any) ([]byte, error)
	Static        func(s *Static) *Typed

	MarshalGenerated   func(v any) ([]byte, error)
	UnmarshalGenerated func(data []byte, v any) error
}

// Std is the toolchain's encoding/json.
var Std = API{
	Name:          "encoding/json",
	Marshal:       stdjson.Marshal,
	MarshalIndent: stdjson.MarshalIndent,
	Unmarshal:     stdjson.Unmarshal,
	NewEncoder:    func(w io.Writer) Encoder { return stdjson.NewEncoder(w) },
	NewDecoder:    func(r io.Reader) Decoder { return stdjson.NewDecoder(r) },
	Valid:         stdjson.Valid,
	Compact:       stdjson.Compact,
	Indent:        stdjson.Indent,
	HTMLEscape:    stdjson.HTMLEscape,
	Append: func(dst []byte, v any) ([]byte, error) {
		b, err := stdjson.Marshal(v)
		return append(dst, b...), err
	},
	MarshalTo: func(w io.Writer, v any) error {
		b, err := stdjson.Marshal(v)
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	},
	MarshalPieces: stdjson.Marshal,
	Static:        func(s *Static) *Typed { return &s.std },

	MarshalGenerated:   func(v any) ([]byte, error) { return stdjson.Marshal(addressed(v)) },
	UnmarshalGenerated: stdjson.Unmarshal,
}

// Zetes is this module.
var Zetes = API{
	Name:          "zetes",
	Marshal:       json.Marshal,
	MarshalIndent: json.MarshalIndent,
	Unmarshal:     json.Unmarshal,
	NewEncoder:    func(w io.Writer) Encoder { return json.NewEncoder(w) },
	NewDecoder:    func(r io.Reader) Decoder { return json.NewDecoder(r) },
	Valid:         json.Valid,
	Compact:       json.Compact,
	Indent:        json.Indent,
	HTMLEscape:    json.HTMLEscape,
	Append: func(dst []byte, v any) ([]byte, error) {
		b, err := zetes.Append(dst, v)
		return b, unlocated(err)
	},
	MarshalTo: func(w io.Writer, v any) error { return unlocated(zetes.MarshalTo(w, v)) },
	MarshalPieces: func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := stream.NewEncoder(&b, stream.FlushAt(1)).Encode(v)
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), unlocated(err)
	},
	Static: func(s *Static) *Typed { return &s.zetes },

	MarshalGenerated:   marshalGenerated,
	UnmarshalGenerated: unmarshalGenerated,
}
