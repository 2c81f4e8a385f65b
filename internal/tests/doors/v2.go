//go:build goexperiment.jsonv2 && go1.27

package doors

import (
	"bytes"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"fmt"
	"io"
	"testing/iotest"

	"github.com/zetes-json/zetes/json/v2"
)

// APIV2 are the functions of encoding/json/v2.
type APIV2 struct {
	Marshal         func(any, ...stdjson.Options) ([]byte, error)
	MarshalWrite    func(io.Writer, any, ...stdjson.Options) error
	MarshalEncode   func(*jsontext.Encoder, any, ...stdjson.Options) error
	Unmarshal       func([]byte, any, ...stdjson.Options) error
	UnmarshalRead   func(io.Reader, any, ...stdjson.Options) error
	UnmarshalDecode func(*jsontext.Decoder, any, ...stdjson.Options) error
}

// ZetesV2 and StdV2 are json/v2 and encoding/json/v2.
var (
	ZetesV2 = APIV2{json.Marshal, json.MarshalWrite, json.MarshalEncode, json.Unmarshal, json.UnmarshalRead, json.UnmarshalDecode}
	StdV2   = APIV2{stdjson.Marshal, stdjson.MarshalWrite, stdjson.MarshalEncode, stdjson.Unmarshal, stdjson.UnmarshalRead, stdjson.UnmarshalDecode}
)

// DoorV2 is a way to call an APIV2, of one direction, with options.
type DoorV2 struct {
	Name      string
	Stream    bool // it reads in pieces
	Marshal   func(a *APIV2, v any, set stdjson.Options) ([]byte, error)
	Unmarshal func(a *APIV2, data []byte, v any, set stdjson.Options) (trace string, err error)
}

// AllV2 are all ways, of each direction the plainest first.
var AllV2 = []DoorV2{
	{Name: "Marshal", Marshal: func(a *APIV2, v any, set stdjson.Options) ([]byte, error) { return a.Marshal(v, set) }},
	{Name: "MarshalWrite", Marshal: func(a *APIV2, v any, set stdjson.Options) ([]byte, error) {
		var b bytes.Buffer
		err := a.MarshalWrite(&b, v, set)
		return b.Bytes(), err
	}},
	{Name: "MarshalEncode in an array", Marshal: func(a *APIV2, v any, set stdjson.Options) ([]byte, error) {
		var b bytes.Buffer
		e := jsontext.NewEncoder(&b, set)
		if err := e.WriteToken(jsontext.BeginArray); err != nil {
			return nil, err
		}
		err := a.MarshalEncode(e, v)
		if err == nil {
			err = e.WriteToken(jsontext.EndArray)
		}
		return b.Bytes(), err
	}},
	{Name: "Unmarshal", Unmarshal: func(a *APIV2, data []byte, v any, set stdjson.Options) (string, error) {
		return "", a.Unmarshal(data, v, set)
	}},
	{Name: "UnmarshalRead of memory", Stream: true, Unmarshal: func(a *APIV2, data []byte, v any, set stdjson.Options) (string, error) {
		return "", a.UnmarshalRead(bytes.NewReader(data), v, set)
	}},
	{Name: "UnmarshalRead of single bytes", Stream: true, Unmarshal: func(a *APIV2, data []byte, v any, set stdjson.Options) (string, error) {
		r := bytes.NewReader(data)
		err := a.UnmarshalRead(iotest.OneByteReader(r), v, set)
		return fmt.Sprint(r.Len(), " bytes are left"), err
	}},
	{Name: "UnmarshalDecode in an array", Stream: true, Unmarshal: func(a *APIV2, data []byte, v any, set stdjson.Options) (string, error) {
		d := jsontext.NewDecoder(io.MultiReader(bytes.NewReader([]byte("[0,")), bytes.NewReader(data), bytes.NewReader([]byte("]"))), set)
		for range 2 {
			if _, err := d.ReadToken(); err != nil {
				return "", err
			}
		}
		err := a.UnmarshalDecode(d, v)
		return fmt.Sprint(d.InputOffset(), d.StackPointer(), d.StackDepth()), err
	}},
}
