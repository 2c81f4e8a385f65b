package lib

import (
	"encoding/json"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
	"github.com/pquerna/ffjson/ffjson"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/generated/easy"
	"github.com/zetes-json/zetes/bench/data/generated/ff"
	"github.com/zetes-json/zetes/bench/data/generated/gen"
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

	"small":                 func() any { return new(easy.StatusEntities) },
	"regular":               func() any { return new(easy.Tweets) },
	"large":                 func() any { return new(easy.Tweets) },
	"struct/numbers":        func() any { return new(easy.Numbers) },
	"struct/bools":          func() any { return new(easy.FlaggedList) },
	"struct/embedded":       func() any { return new(easy.EmbeddingList) },
	"struct/quoted":         func() any { return new(easy.QuotedList) },
	"struct/omitempty-full": func() any { return new(easy.OmittingList) },
	"struct/omitempty-none": func() any { return new(easy.OmittingList) },
	"struct/tree":           func() any { return new(easy.Tree) },
	"struct/chain":          func() any { return new(easy.Chain) },
	"struct/interfaces":     func() any { return new(easy.HoldingList) },
	"struct/wide":           func() any { return new(easy.FiftyList) },
	"alone/record":          func() any { return new(easy.Record) },
	"slice/struct":          func() any { return new(easy.RecordList) },
	"pointer/members":       func() any { return new(easy.OptionalList) },
}

// genTypes makes the types that zetes gen generated methods for.
var genTypes = map[string]func() any{
	"point":         func() any { return new(gen.Point) },
	"session":       func() any { return new(gen.Session) },
	"invoice":       func() any { return new(gen.Invoice) },
	"feed":          func() any { return new(gen.Feed) },
	"twitter":       func() any { return new(gen.Tweets) },
	"citm":          func() any { return new(gen.Catalog) },
	"canada":        func() any { return new(gen.Geometry) },
	"golang_source": func() any { return new(gen.Source) },
	"synthea":       func() any { return new(gen.Bundle) },
	ProbeData:       func() any { return new(gen.Subject) },

	"small":                 func() any { return new(gen.StatusEntities) },
	"regular":               func() any { return new(gen.Tweets) },
	"large":                 func() any { return new(gen.Tweets) },
	"struct/numbers":        func() any { return new(gen.Numbers) },
	"struct/bools":          func() any { return new(gen.FlaggedList) },
	"struct/embedded":       func() any { return new(gen.EmbeddingList) },
	"struct/quoted":         func() any { return new(gen.QuotedList) },
	"struct/omitempty-full": func() any { return new(gen.OmittingList) },
	"struct/omitempty-none": func() any { return new(gen.OmittingList) },
	"struct/tree":           func() any { return new(gen.Tree) },
	"struct/chain":          func() any { return new(gen.Chain) },
	"struct/interfaces":     func() any { return new(gen.HoldingList) },
	"struct/wide":           func() any { return new(gen.FiftyList) },
	"alone/record":          func() any { return new(gen.Record) },
	"slice/struct":          func() any { return new(gen.RecordList) },
	"pointer/members":       func() any { return new(gen.OptionalList) },
}

// generated are the methods that zetes gen writes.
type generated interface {
	json.Marshaler
	json.Unmarshaler
	AppendJSON(dst []byte) ([]byte, error)
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
			Name: "zetes-gen", Module: "github.com/zetes-json/zetes", About: "generated by zetes gen, the methods called", Level: Exact,
			Typed: func(data string) []*Typed {
				if genTypes[data] == nil {
					return nil
				}
				return []*Typed{{
					Form: "generated", New: genTypes[data], Plain: plainGen(data),
					Marshal:   func(v any) ([]byte, error) { return v.(generated).MarshalJSON() },
					Append:    func(dst []byte, v any) ([]byte, error) { return v.(generated).AppendJSON(dst) },
					Unmarshal: func(data []byte, v any) error { return v.(generated).UnmarshalJSON(data) },
				}}
			},
		},
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

// plainEasy, plainFF and plainGen return the function that sees the generated type of a document as the document's
// own, where they are convertible.
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

func plainGen(name string) func(any) any {
	if name != ProbeData {
		return nil
	}
	return func(v any) any { return (*data.Subject)(v.(*gen.Subject)) }
}
