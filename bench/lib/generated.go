package lib

import (
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
	"github.com/pquerna/ffjson/ffjson"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/generated/easy"
	"github.com/zetes-json/zetes/bench/data/generated/ff"
)

// easyTypes makes the types that easyjson generated methods for.
var easyTypes = map[string]func() any{
	"point":          func() any { return new(easy.Point) },
	"session":        func() any { return new(easy.Session) },
	"invoice":        func() any { return new(easy.Invoice) },
	"feed":           func() any { return new(easy.Feed) },
	"twitter":        func() any { return new(easy.Tweets) },
	"citm":           func() any { return new(easy.Catalog) },
	"canada":         func() any { return new(easy.Geometry) },
	"golang_source":  func() any { return new(easy.Source) },
	"synthea":        func() any { return new(easy.Bundle) },
	"string_unicode": func() any { return new(easy.Scripts) },
	"string_escaped": func() any { return new(easy.Scripts) },
	ProbeData:        func() any { return new(easy.Subject) },
}

// ffTypes makes the types that ffjson generated methods for.
var ffTypes = map[string]func() any{
	"point":         func() any { return new(ff.Point) },
	"session":       func() any { return new(ff.Session) },
	"invoice":       func() any { return new(ff.Invoice) },
	"feed":          func() any { return new(ff.Feed) },
	"twitter":       func() any { return new(ff.Tweets) },
	"citm":          func() any { return new(ff.Catalog) },
	"canada":        func() any { return new(ff.Geometry) },
	"golang_source": func() any { return new(ff.Source) },
	ProbeData:       func() any { return new(ff.Subject) },
}

func init() {
	add(easyLib("easyjson", "generated; maps unsorted", Exact, false),
		easyLib("easyjson-fastest", "generated; NoEscapeHTML", Relaxed|Fastest, true),
		&Lib{
			Name: "ffjson", Module: "github.com/pquerna/ffjson", About: "generated", Level: Exact,
			Typed: func(data string) []*Typed {
				if ffTypes[data] == nil {
					return nil
				}
				return []*Typed{{
					Form: "generated", New: ffTypes[data], Plain: plainFF(data),
					Marshal:   ffjson.Marshal,
					Unmarshal: ffjson.Unmarshal,
				}}
			},
		})
}

func easyLib(name, about string, level Level, noEscape bool) *Lib {
	marshal := func(v any, dst []byte) ([]byte, error) {
		w := jwriter.Writer{NoEscapeHTML: noEscape}
		v.(easyjson.Marshaler).MarshalEasyJSON(&w)
		return w.BuildBytes(dst)
	}
	return &Lib{
		Name: name, Module: "github.com/mailru/easyjson", About: about, Level: level,
		Typed: func(data string) []*Typed {
			if easyTypes[data] == nil {
				return nil
			}
			return []*Typed{{
				Form: "generated", New: easyTypes[data], Plain: plainEasy(data),
				Marshal: func(v any) ([]byte, error) { return marshal(v, nil) },
				Append:  func(dst []byte, v any) ([]byte, error) { return marshal(v, dst[:0:cap(dst)]) },
				Unmarshal: func(data []byte, v any) error {
					return easyjson.Unmarshal(data, v.(easyjson.Unmarshaler))
				},
			}}
		},
	}
}

// plainEasy and plainFF return the function that sees the generated type of a document as the document's own, where
// they are convertible.
func plainEasy(name string) func(any) any {
	if name != ProbeData {
		return nil
	}
	return func(v any) any { return (*data.Subject)(v.(*easy.Subject)) }
}

func plainFF(name string) func(any) any {
	if name != ProbeData {
		return nil
	}
	return func(v any) any { return (*data.Subject)(v.(*ff.Subject)) }
}
