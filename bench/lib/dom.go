package lib

import (
	"github.com/minio/simdjson-go"
	"github.com/valyala/fastjson"
)

// Libraries that make a tree of their own instead of Go values.
func init() {
	fast := &Typed{
		Form: "dom",
		New:  func() any { return new(fastjson.Parser) },
		Unmarshal: func(data []byte, v any) error {
			_, err := v.(*fastjson.Parser).ParseBytes(data)
			return err
		},
		Text: func(data []byte) ([]byte, error) {
			v, err := fastjson.ParseBytes(data)
			if err != nil {
				return nil, err
			}
			return v.MarshalTo(nil), nil
		},
	}
	simd := &Typed{
		Form: "dom",
		New:  func() any { return new(*simdjson.ParsedJson) },
		Unmarshal: func(data []byte, v any) (err error) {
			p := v.(**simdjson.ParsedJson)
			*p, err = simdjson.Parse(data, nil)
			return err
		},
		Text: func(data []byte) ([]byte, error) {
			p, err := simdjson.Parse(data, nil)
			if err != nil {
				return nil, err
			}
			it := p.Iter()
			return it.MarshalJSON()
		},
	}
	dom := func(name, module, about string, t *Typed) *Lib {
		return &Lib{Name: name, Module: module, About: about, Level: Relaxed | Fastest, Typed: func(string) []*Typed { return []*Typed{t} }}
	}
	add(dom("fastjson", "github.com/valyala/fastjson", "Parser, a new one for each document", fast))
	l := dom("simdjson-go", "github.com/minio/simdjson-go", "Parse, nothing reused", simd)
	if !simdjson.SupportedCPU() {
		l.Missing = "this processor lacks what it needs"
	}
	add(l)
}
