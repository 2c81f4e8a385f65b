package lib

import (
	"bytes"

	"github.com/francoispqt/gojay"
	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data/jay"
	"github.com/zetes-json/zetes/bench/data/jex"
)

// Libraries that are told about each type by hand.
func init() {
	add(&Lib{
		Name: "gojay", Module: "github.com/francoispqt/gojay", About: "methods written by hand; only the keys that are asked for are looked at",
		Level: Exact | Relaxed | Fastest,
		Typed: func(name string) []*Typed { return one(jayTypes[name]) },
	}, &Lib{
		Name: "jx", Module: "github.com/go-faster/jx", About: "functions written by hand", Level: Exact | Relaxed | Fastest,
		Valid: jx.Valid,
		Typed: func(name string) []*Typed { return one(jxTypes[name]) },
	})
}

var jayTypes = map[string]*Typed{
	"point":         jayType(func(v *jay.Point) any { return &v.Point }),
	"session":       jayType(func(v *jay.Session) any { return &v.Session }),
	"golang_source": jayType(func(v *jay.Source) any { return &v.Source }),
	ProbeData:       jayType(func(v *jay.Subject) any { return &v.Subject }),
}

// jayMethods are the methods that gojay asks for.
type jayMethods[T any] interface {
	*T
	gojay.MarshalerJSONObject
	gojay.UnmarshalerJSONObject
}

func jayType[T any, P jayMethods[T]](plain func(P) any) *Typed {
	return &Typed{
		Form: "codec", New: func() any { return P(new(T)) }, Plain: func(v any) any { return plain(v.(P)) },
		Marshal: func(v any) ([]byte, error) { return gojay.MarshalJSONObject(v.(P)) },
		Append: func(dst []byte, v any) ([]byte, error) {
			b := bytes.NewBuffer(dst)
			e := gojay.BorrowEncoder(b)
			defer e.Release()
			err := e.EncodeObject(v.(P))
			return b.Bytes(), err
		},
		Unmarshal: func(b []byte, v any) error { return gojay.UnmarshalJSONObject(b, v.(P)) },
	}
}

var jxTypes = map[string]*Typed{
	"point":         jxType(jex.WritePoint, jex.ReadPoint),
	"session":       jxType(jex.WriteSession, jex.ReadSession),
	"invoice":       jxType(jex.WriteInvoice, jex.ReadInvoice),
	"feed":          jxType(jex.WriteFeed, jex.ReadFeed),
	"canada":        jxType(jex.WriteGeometry, jex.ReadGeometry),
	"golang_source": jxType(jex.WriteSource, jex.ReadSource),
	ProbeData:       jxType(jex.WriteSubject, jex.ReadSubject),
}

func jxType[T any](write func(e *jx.Encoder, v *T), read func(d *jx.Decoder, v *T) error) *Typed {
	return &Typed{
		Form: "codec", New: func() any { return new(T) },
		Marshal: func(v any) ([]byte, error) {
			e := jx.GetEncoder()
			defer jx.PutEncoder(e)
			write(e, v.(*T))
			return bytes.Clone(e.Bytes()), nil
		},
		Append: func(dst []byte, v any) ([]byte, error) {
			var e jx.Encoder
			e.SetBytes(dst)
			write(&e, v.(*T))
			return e.Bytes(), nil
		},
		Unmarshal: func(b []byte, v any) error {
			d := jx.GetDecoder()
			defer jx.PutDecoder(d)
			d.ResetBytes(b)
			return read(d, v.(*T))
		},
	}
}
