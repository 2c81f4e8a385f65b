package lib

import (
	"time"
	"unsafe"

	"github.com/guregu/null/v6"
	jsoniter "github.com/json-iterator/go"
	"github.com/modern-go/reflect2"
)

// JSONIterCodecs is json-iterator with codecs for the types of [data.Person], written as its article shows.
var JSONIterCodecs = func() jsoniter.API {
	api := jsoniter.Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze()
	api.RegisterExtension(jsoniter.EncoderExtension{
		reflect2.TypeOf(null.Int{}):    nullInt{},
		reflect2.TypeOf(null.String{}): nullString{},
		reflect2.TypeOf(time.Time{}):   timeCodec{},
	})
	api.RegisterExtension(jsoniter.DecoderExtension{
		reflect2.TypeOf(null.Int{}):    nullInt{},
		reflect2.TypeOf(null.String{}): nullString{},
		reflect2.TypeOf(time.Time{}):   timeCodec{},
	})
	return api
}()

type nullInt struct{}

func (nullInt) IsEmpty(p unsafe.Pointer) bool { return !(*null.Int)(p).Valid }

func (nullInt) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	if v := (*null.Int)(p); v.Valid {
		s.WriteInt64(v.Int64)
	} else {
		s.WriteNil()
	}
}

func (nullInt) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	v := (*null.Int)(p)
	if v.Valid = !it.ReadNil(); v.Valid {
		v.Int64 = it.ReadInt64()
	}
}

type nullString struct{}

func (nullString) IsEmpty(p unsafe.Pointer) bool { return !(*null.String)(p).Valid }

func (nullString) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	if v := (*null.String)(p); v.Valid {
		s.WriteStringWithHTMLEscaped(v.String)
	} else {
		s.WriteNil()
	}
}

func (nullString) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	v := (*null.String)(p)
	if v.Valid = !it.ReadNil(); v.Valid {
		v.String = it.ReadString()
	}
}

type timeCodec struct{}

func (timeCodec) IsEmpty(p unsafe.Pointer) bool { return (*time.Time)(p).IsZero() }

func (timeCodec) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	b := append(s.Buffer(), '"')
	s.SetBuffer(append((*time.Time)(p).AppendFormat(b, time.RFC3339Nano), '"'))
}

func (timeCodec) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	t, err := time.Parse(time.RFC3339, it.ReadString())
	if err != nil {
		it.ReportError("time", err.Error())
	}
	*(*time.Time)(p) = t
}
