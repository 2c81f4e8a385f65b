package cases

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/zetes-json/zetes/opt"
)

type optPoint struct {
	X int                       `json:"x<"`
	Y opt.Int                   `json:"y,omitzero"`
	N opt.Value[*optPoint]      `json:"n,omitzero"`
	L opt.Value[[]optPoint]     `json:"l,omitzero"`
	M opt.Value[map[string]any] `json:"m,omitzero"`
	T opt.Value[mapMarshaler]   `json:"t,omitzero"`
}

// mapMarshaler has methods that call no other ones.
type mapMarshaler map[string]int

func (m mapMarshaler) MarshalJSON() ([]byte, error) {
	Note("mapMarshaler %d", len(m))
	if m["fail"] != 0 {
		return nil, oddError{"<refused>"}
	}
	if m["bad"] != 0 {
		return []byte(`{"a<": "<", "b\u003c": [}`), nil
	}
	return json.Marshal(map[string]int(m))
}

// optEmbedded has the methods of what it embeds.
type optEmbedded struct{ opt.String }

// optBeside has them not: two embedded types have each.
type optBeside struct {
	opt.String
	*valueMarshaler
}

type optDefined opt.Value[int]

type optLoud struct {
	A opt.Value[pointerMarshaler]
	B opt.Value[textPointer]
	C opt.Value[[]failing]
	D opt.Any
}

type optQuiet struct {
	A opt.Int
	B opt.Value[[]opt.Value[map[string]opt.Float32]]
	C int
	D opt.Value[struct {
		In opt.Value[struct{ N, M opt.Int8 }]
	}]
	E string
}

// optTree has Values within Values, by all ways.
type optTree struct {
	A opt.Value[map[string]optLeaf]
	B struct{ In []opt.Value[optLeaf] }
	P opt.Value[*optTree]
	X int
	*OptWithin
}

type OptWithin struct{ E opt.Value[optLeaf] }

type optLeaf struct {
	V opt.Value[[]optTree]
	N int
	W opt.Value[opt.Value[[]int]]
}

func init() {
	val("undefined", opt.Int{})
	val("null", opt.Null[string]())
	val("int", opt.Of(5))
	val("bool", opt.Of(true))
	val("string", opt.Of("<&>\u2028\xff"))
	val("time", opt.Of(time.Unix(1, 2).UTC()))
	val("time-bad", opt.Of(time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)))
	val("float", opt.Of(float32(1.5)))
	val("float-bad", opt.Of(math.Inf(1)))
	val("raw", opt.Of(json.RawMessage(` {"<" : "`+"\u2028"+`"} `)))
	val("raw-bad", opt.Of(json.RawMessage(`["<", "\u003c", ]`)))
	val("number-bad", opt.Of(json.Number("1x")))
	val("any", opt.Of[any](map[string]any{"b<": []any{1, nil}, "a": &Point{1, 2}}))
	val("any-method", opt.Of[any]([]any{"<>", valueMarshaler{"v"}, mapMarshaler{"bad": 1}}))
	val("any-method-escaped", opt.Of[any]([]any{"<", json.RawMessage(`"\u003c\u003E"`), opt.Of([]any{json.RawMessage(`"\u0026"`)}), mapMarshaler{"bad": 1}}))
	val("any-method-twice", []any{"<", opt.Of([]any{json.RawMessage(`"\u003c"`), opt.Of([]any{json.RawMessage(`"\u003e<"`), mapMarshaler{"bad": 1}})})})
	val("channel", opt.Of(make(chan int)))
	val("twice", opt.Of(opt.Of(opt.Of(3))))
	val("twice-bad", opt.Of(opt.Of(math.NaN())))
	val("slice", opt.Of([]opt.Bool{opt.Of(true), {}}))
	val("pointer", opt.Of(&Point{1, 2}))
	val("pointer-nil", opt.Of((*Point)(nil)))
	val("method", opt.Of(valueMarshaler{"v"}))
	val("method-pointer", opt.Of(pointerMarshaler{S: "p"}))
	val("method-text", opt.Of(textPointer{"t"}))
	val("method-fails", opt.Of(textValue{"fail"}))
	val("struct", opt.Of(optPoint{X: 1, Y: opt.Of(2), N: opt.Of(&optPoint{}), M: opt.Of(map[string]any{"<": 1})}))
	val("struct-fails", opt.Of([]map[string]optPoint{{"a": {}, "b": {T: opt.Of(mapMarshaler{"fail": 1})}}}))
	val("struct-bad", opt.Of(optPoint{N: opt.Of(&optPoint{L: opt.Of([]optPoint{{T: opt.Of(mapMarshaler{"bad": 1})}})})}))
	val("embedded", optEmbedded{opt.Of("e")})
	val("beside", optBeside{String: opt.Of("e")})
	val("defined-type", optDefined(opt.Of(1)))
	one("deep", func() any {
		p := &optPoint{}
		for range 2500 {
			p = &optPoint{X: 1, N: opt.Of(p), M: opt.Of(map[string]any{"m": 1})}
		}
		return map[string]any{"a": []any{p}, "b": map[string]any{"c": p}}
	})

	dec[opt.Int]("int", `5`, `null`, `"x"`, `1.5`, `nul`, `5x`, `99999999999999999999`)
	dec[opt.String]("string", `"a\nb"`, `1`, `"open`)
	dec[opt.Float32]("float", `1e39`)
	dec[opt.Time]("time", `"2020-01-02T03:04:05Z"`, `"yesterday"`, `1`)
	dec[opt.Bytes]("bytes", `"AQI="`, `"*"`)
	dec[opt.Any]("any", `{"a":[1,null]}`, `1e999`)
	dec[opt.Raw]("raw", ` [ 1 ] `)
	dec[opt.Value[opt.Value[int]]]("twice", `3`, `null`, `"x"`)
	dec[opt.Value[*int]]("pointer", `3`, `null`, `{}`)
	dec[opt.Value[optPoint]]("struct", `{"x<":1,"y":2,"y":null,"n":{"y":3}}`, `{"n":{"n":{"x<":"no"}},"y":1}`, `{"n":{"n":{"x<":}}}`, `{"m":{"a":[1]},"t":{"a":1}}`)
	dec[opt.Value[pointerMarshaler]]("method", `"a"`, `"fail"`)
	dec[opt.Value[textPointer]]("method-text", `"a"`, `"fail"`, `1`)
	dec[optEmbedded]("embedded", `"e"`, `1`)
	dec[optDefined]("defined-type", `{"v":1}`, `1`)
	dec[optLoud]("loud", `{"A":"a","B":"b","C":["nil",1],"D":{"x":1}}`, `{"A":"a","B":2,"C":[],"D":1}`)
	dec[optQuiet]("quiet",
		`{"A":1,"B":[{"a":1.5},null,{"b":null}],"C":2,"D":{"In":{"N":1,"M":2}},"E":"e"}`,
		`{"A":1,"B":[{"a":1.5},null,{"b":"x"}],"C":2,"D":{"In":{"N":1,"M":2}},"E":"e"}`,
		`{"A":1,"C":"x","D":{"In":{"N":1,"M":200}},"E":"e"}`,
		`{"D":{"In":{"N":200,"M":2}},"C":"x","E":"e","A":[]}`,
		`{"D":{"In":{"N":200,"M":}},"C":"x"}`)
	dec[optTree]("within",
		`{"X":1,"P":{"A":{"k":{"V":[{},{"E":{"N":"no"}}]}}}}`,
		`{"P":{"B":{"In":[{"N":1},{"V":[{"P":{"X":"no"}}]}]},"X":1},"X":2}`,
		`{"P":{"E":{"W":[1,"no"]}}}`,
		`{"A":{"k":{"W":["no"]}}}`,
		`{"P":{"X":"no","E":{"N":"no"}},"X":"no"}`,
		`{"P":{"E":{"V":[{"X":1},{"P":{"P":{"E":{"V":5}}}}],"N":1}},"X":3}`,
		`{"P":{"E":{"V":[{"P":{"P":{"E":{"N":1e400}}}}]}},"X":"no"}`,
		`{"P":{"E":{"V":[{"P":{"P":{"E":{"N":"no"`,
		`{"P":{"E":{"N":1}},"P":{"E":{"N":2,"V":[{"X":1.5}]}},"X":4}`,
		`{"P":{"P":{"P":1}}}`)
	into("full", func() opt.Value[optPoint] { return opt.Of(optPoint{X: 1, Y: opt.Of(2), N: opt.Of(&optPoint{X: 3})}) },
		`null`, `{"y":5}`, `{"x<":"no","y":5}`, `{"y":5`, `[]`)
	into("full-string", func() opt.String { return opt.Of("old") }, `"new"`, `1`, `"new`)
	into("full-any", func() opt.Any { return opt.Of[any](&Point{1, 2}) }, `{"X":3}`, `1e999`)
	into("full-list", func() opt.Value[[]int] { return opt.Of([]int{1, 2, 3}) }, `[9]`, `[9,"x"]`, `[9`)
	into("full-map", func() opt.Value[map[string]int] { return opt.Of(map[string]int{"a": 1}) }, `{"b":2}`, `{"b":"x"}`)
	into("full-time", func() opt.Time { return opt.Of(time.Unix(5, 0).UTC()) }, `"2020-01-02T03:04:05Z"`, `"no"`)
	into("full-large", func() opt.Value[[20]int] { return opt.Of([20]int{7, 8}) }, `[1]`, `["x"]`, `[1`)
	alone[optPoint]("nested", strings.Repeat(`{"n":`, 3000)+`null`+strings.Repeat(`}`, 3000), strings.Repeat(`{"n":`, 30)+`{"x<":"no"}`+strings.Repeat(`}`, 30))
}
