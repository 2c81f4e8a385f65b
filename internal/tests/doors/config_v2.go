//go:build goexperiment.jsonv2 && go1.27

package doors

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"io"
	"reflect"
	"sync"

	"github.com/zetes-json/zetes"
)

// ConfigV2 are functions of zetes.V2 with the choices that the options have, and StdLikeV2 those of encoding/json/v2:
// both as far as zetes.V2 promises equal results. All errors are one error, targets are zero before, and after an
// error.
var (
	ConfigV2  = likeConfig(ofConfig)
	StdLikeV2 = likeConfig(StdV2)
)

var ofConfig = APIV2{
	Marshal:   func(v any, opts ...stdjson.Options) ([]byte, error) { return configured(opts).Marshal(v) },
	Unmarshal: func(data []byte, v any, opts ...stdjson.Options) error { return configured(opts).Unmarshal(data, v) },
}

// choicesV2 are the options that zetes.V2 has choices for.
var choicesV2 = [...]func(bool) stdjson.Options{
	stdjson.RejectUnknownMembers, stdjson.Deterministic, stdjson.FormatNilSliceAsNull, stdjson.FormatNilMapAsNull,
	stdjson.OmitZeroStructFields, jsontext.EscapeForHTML,
}

// SetV2 returns the options of choicesV2 whose bit in n is set.
func SetV2(n int) stdjson.Options {
	var set stdjson.Options
	for i, of := range choicesV2 {
		on := n>>i&1 != 0
		set = stdjson.JoinOptions(set, of(on))
	}
	return stdjson.JoinOptions(set, jsontext.EscapeForJS(n>>5&1 != 0))
}

var configs sync.Map // of *zetes.API

// configured returns the API of zetes.V2 with the choices that opts have.
func configured(opts []stdjson.Options) *zetes.API {
	set := stdjson.JoinOptions(opts...)
	var on [len(choicesV2)]bool
	for i, of := range choicesV2 {
		on[i], _ = stdjson.GetOption(set, of)
	}
	a, ok := configs.Load(on)
	if !ok {
		c := zetes.V2()
		c.RejectUnknown, c.UnsortedMaps, c.EmptySlices, c.EmptyMaps, c.OmitZero, c.NoEscapeHTML = on[0], !on[1], !on[2], !on[3], on[4], !on[5]
		a, _ = configs.LoadOrStore(on, c.Freeze())
	}
	return a.(*zetes.API)
}

var errAny = errors.New("an error")

// caught makes errors one error, and a panic of a method too, as codecs do.
func caught(err *error) {
	if recover() != nil || *err != nil {
		*err = errAny
	}
}

func likeConfig(f APIV2) APIV2 {
	unmarshal := func(data []byte, v any, opts ...stdjson.Options) (err error) {
		to := reflect.ValueOf(v)
		if to.Kind() != reflect.Pointer || to.IsNil() {
			return errAny
		}
		to.Elem().SetZero()
		defer func() {
			if err != nil {
				to.Elem().SetZero()
			}
		}()
		defer caught(&err)
		return f.Unmarshal(data, v, opts...)
	}
	marshal := func(v any, opts ...stdjson.Options) (b []byte, err error) {
		defer func() {
			if err != nil {
				b = nil
			}
		}()
		defer caught(&err)
		return f.Marshal(v, opts...)
	}
	return APIV2{
		Marshal: marshal,
		MarshalWrite: func(w io.Writer, v any, opts ...stdjson.Options) error {
			b, err := marshal(v, opts...)
			if err == nil {
				_, err = w.Write(b)
			}
			return err
		},
		Unmarshal: unmarshal,
		UnmarshalDecode: func(d *jsontext.Decoder, v any, opts ...stdjson.Options) error {
			raw, err := d.ReadValue()
			if err != nil {
				return err
			}
			return unmarshal(raw, v, opts...)
		},
	}
}
