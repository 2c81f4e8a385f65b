package cases

import (
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/opt"
)

// Document values, which are decoded by code of the plans, with the results of their methods.

type documentFields struct {
	A jsondoc.Value
	B *jsondoc.Value           `json:",omitempty"`
	C map[string]jsondoc.Value `json:",omitzero"`
	D opt.Value[jsondoc.Value] `json:",omitzero"`
	E any                      `json:",omitempty"`
	N int                      `json:",omitzero"`
}

type documentHolds struct {
	jsondoc.Value
	N int
}

type documentNamed jsondoc.Value

func init() {
	old := func() jsondoc.Value {
		v, _ := jsondoc.Get([]byte(`{"x":[0,{"old":true}]}`), "x", 1)
		return v
	}
	parsed, _ := jsondoc.Parse([]byte(`{"x":[0,{"old":true}]}`))
	indexed := func() jsondoc.Value {
		v, _ := parsed.Get("x", 1)
		return v
	}
	texts := append([]string{` { "a" : [ 1 , "<\u003c" ] } `, "\"\xff\\ud800\"", `{"a":1,"a":2}`, `[1,`, `[1 2]`, `"\x"`, `1x`, nest("[", "", "]", 9999), nest("[", "1", "]", 10001)}, tokens[:15]...)
	dec[jsondoc.Value]("value", texts...)
	generics[jsondoc.Value]("value", texts...)
	into("value-old", old, texts...)
	into("value-indexed", indexed, texts...)
	into("value-pointer", func() *jsondoc.Value { v := old(); return &v }, texts...)
	through("value-held", to(old), heldTexts...)
	for _, text := range texts {
		alone[documentHolds]("holds", text)
		alone[documentNamed]("named", text)
		into("fields", func() documentFields { return documentFields{A: old(), D: opt.Of(indexed()), E: new(jsondoc.Value)} },
			`{"A":`+text+`}`, `{"A":1,"B":`+text+`,"N":"x"}`, `{"C":{"a":`+text+`,"b":null}}`, `{"D":`+text+`,"N":1}`, `{"E":`+text+`,"A":[]`)
	}
	val("value", old())
	val("value/indexed", indexed())
	val("value/zero", jsondoc.Value{})
	val("fields", documentFields{A: old(), D: opt.Of(old()), E: indexed()})
}
