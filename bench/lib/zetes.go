package lib

import (
	"bytes"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/hand"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// zetes beyond the drop-in: by static type, and with codecs written by hand. Generated code stands beside
// easyjson's.
func init() {
	const module = "github.com/zetes-json/zetes"
	byType := map[string]*Typed{
		"point":          staticType[data.Point](),
		"session":        staticType[data.Session](),
		"invoice":        staticType[data.Invoice](),
		"feed":           staticType[data.Feed](),
		"twitter":        staticType[corpus.Tweets](),
		"citm":           staticType[corpus.Catalog](),
		"canada":         staticType[corpus.Geometry](),
		"golang_source":  staticType[corpus.Source](),
		"synthea":        staticType[corpus.Bundle](),
		"string_unicode": staticType[corpus.Scripts](),
		"string_escaped": staticType[corpus.Scripts](),
		ProbeData:        staticType[data.Subject](),
	}
	byHand := map[string]*Typed{
		"point":         byCodec(hand.WritePoint, hand.ReadPoint),
		"session":       byCodec(hand.WriteSession, hand.ReadSession),
		"invoice":       byCodec(hand.WriteInvoice, hand.ReadInvoice),
		"feed":          byCodec(hand.WriteFeed, hand.ReadFeed),
		"citm":          byCodec(hand.WriteCatalog, hand.ReadCatalog),
		"canada":        byCodec(hand.WriteGeometry, hand.ReadGeometry),
		"golang_source": byCodec(hand.WriteSource, hand.ReadSource),
		ProbeData:       byCodec(hand.WriteSubject, hand.ReadSubject),
	}
	add(&Lib{Name: "zetes-typed", Module: module, About: "zetes.TypedEncoder[T], zetes.TypedDecoder[T]", Level: Exact, Typed: func(name string) []*Typed { return one(byType[name]) }},
		&Lib{Name: "zetes-codec", Module: module, About: "codec.Writer with SetEscapeHTML, codec.Reader, written by hand", Level: Exact, Typed: func(name string) []*Typed { return one(byHand[name]) }})
}

func staticType[T any]() *Typed {
	enc, dec := zetes.NewTypedEncoder[T](), zetes.NewTypedDecoder[T]()
	return &Typed{
		Form:      "typed",
		New:       func() any { return new(T) },
		Marshal:   func(v any) ([]byte, error) { return enc.Marshal(v.(*T)) },
		Append:    func(dst []byte, v any) ([]byte, error) { return enc.Append(dst, v.(*T)) },
		Unmarshal: func(b []byte, v any) error { return dec.Decode(b, v.(*T)) },
	}
}

func byCodec[T any](enc func(w *codec.Writer, v *T), dec func(r *codec.Reader, v *T)) *Typed {
	return &Typed{
		Form: "codec",
		New:  func() any { return new(T) },
		Marshal: func(v any) ([]byte, error) {
			w := writers.Get().(*pooled)
			defer writers.Put(w)
			w.start(w.buf[:0])
			enc(&w.Writer, v.(*T))
			w.buf = w.Bytes()
			return bytes.Clone(w.buf), w.Err()
		},
		Append: func(dst []byte, v any) ([]byte, error) {
			w := writers.Get().(*pooled)
			defer writers.Put(w)
			w.start(dst)
			enc(&w.Writer, v.(*T))
			return w.Bytes(), w.Err()
		},
		Unmarshal: func(b []byte, v any) error {
			r := readers.Get().(*codec.Reader)
			defer readers.Put(r)
			r.ResetBytes(b)
			dec(r, v.(*T))
			return r.Err()
		},
	}
}

// pooled is a writer with memory of its own for results that are copied.
type pooled struct {
	codec.Writer
	buf []byte
}

// start makes w append to dst, with what encoding/json does about HTML.
func (w *pooled) start(dst []byte) {
	w.ResetBytes(dst)
	w.SetEscapeHTML(true)
}

var (
	writers = sync.Pool{New: func() any { return new(pooled) }}
	readers = sync.Pool{New: func() any { return codec.NewBytesReader(nil) }}
)
