package cases

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// The values that an interface holds, and how far decoding follows it.

type (
	promoted struct {
		S string
		N int
	}
	promotedText struct{ S string }
	namedPointer *pointerMarshaler
	namedText    *textPointer
	namedTwice   **pointerMarshaler
	namedPlain   *Point
	namedNumber  *marshalerInt
	namedAny     *any
	namedRaw     *json.RawMessage
	namedUnnamed *struct{ promoted }
	namedChan    *chan int
	loopPointer  *loopPointer
)

func (p *promoted) UnmarshalJSON(b []byte) error {
	Note("promoted.UnmarshalJSON %s on %q", b, p.S)
	p.S = string(b)
	return nil
}

func (p *promotedText) UnmarshalText(b []byte) error {
	Note("promotedText.UnmarshalText %s on %q", b, p.S)
	p.S = string(b)
	return nil
}

// hiddenIn has an embedded pointer that can't be set.
type hiddenIn struct {
	*hidden
	X int
}

// hiddenBehindString leads there through the tag option "string", which is not for structs.
type hiddenBehindString struct {
	V *hiddenIn `json:",string"`
}

// heldTexts are values of every kind, with a member that most types do not know.
var heldTexts = []string{`null`, `0`, `true`, `"s"`, `[]`, `[1]`, `{}`, `{"zz":1,"X":"s","S":"y","H":2,"Y":3}`, `{"X":7,"S":"y"}`}

// through adds rows that decode into what the pointer that v makes leads to, where interfaces hold it.
func through(name string, v func() any, texts ...string) {
	value := func() any { return reflect.ValueOf(v()).Elem().Interface() }
	twice := func() any {
		p := reflect.New(reflect.TypeOf(v()))
		p.Elem().Set(reflect.ValueOf(v()))
		return p.Interface()
	}
	for _, text := range texts {
		row := name + "/" + short(text)
		target(row+"/alone", v, text)
		filled(row+"/any", v, text)
		filled(row+"/any-value", value, text)
		filled(row+"/any-twice", twice, text)
		filled(row+"/any-any", func() any { in := v(); return &in }, text)
		filled(row+"/any-named", func() any { in := v(); return namedAny(&in) }, text)
		filled(row+"/any-any-twice", func() any { in := twice(); return &in }, text)
		filled(row+"/pointer-any", func() *any { in := v(); return &in }, text)
		filled(row+"/pointer-pointer-any", func() **any { in := v(); p := &in; return &p }, text)
		filled(row+"/field", func() around[any] { return around[any]{F: v()} }, `{"A":1,"F":`+text+`,"B":"b"}`)
		filled(row+"/field-string", func() quoted[any] { return quoted[any]{F: v()} }, `{"F":`+text+`,"B":"b"}`)
		filled(row+"/field-twice", func() around[any] { return around[any]{F: twice()} }, `{"A":1,"F":`+text+`,"B":"b"}`)
		filled(row+"/field-pointer-any", func() around[*any] { in := v(); return around[*any]{F: &in} }, `{"F":`+text+`,"B":"b"}`)
		filled(row+"/field-after-error", func() around[any] { return around[any]{F: twice()} }, `{"B":1,"F":`+text+`,"A":2}`)
		filled(row+"/elements", func() []any { return []any{twice(), value(), v(), 7} }, `[`+text+`,`+text+`,`+text+`,{"a":1}]`)
		filled(row+"/map", func() map[string]any { return map[string]any{"k": v()} }, `{"k":`+text+`}`)
	}
}

// to returns a function that makes a pointer to what v makes.
func to[T any](v func() T) func() any { return func() any { t := v(); return &t } }

func init() {
	through("held/text", to(func() textPointer { return textPointer{"old"} }), heldTexts...)
	through("held/text-pointer", to(func() *textPointer { return &textPointer{"old"} }), heldTexts...)
	through("held/text-nil", to(func() *textPointer { return nil }), heldTexts...)
	through("held/json", to(func() pointerMarshaler { return pointerMarshaler{S: "old"} }), heldTexts...)
	through("held/point", to(func() Point { return Point{5, 6} }), heldTexts...)
	through("held/any", to(func() any { return &Point{5, 6} }), heldTexts...)
	through("held/any-value", to(func() any { return Point{5, 6} }), heldTexts...)
	through("held/any-nil", to(func() any { return nil }), heldTexts...)
	through("held/interface", to(func() fmt.Stringer { return &oddStringer{5, new(int)} }), heldTexts...)
	through("held/interface-nil", to(func() fmt.Stringer { return nil }), heldTexts...)
	through("held/error", to(func() error { return errors.New("old") }), heldTexts...)
	through("held/unnamed", to(func() struct{ promoted } { return struct{ promoted }{promoted{"old", 1}} }), heldTexts...)
	through("held/unnamed-text", to(func() struct{ promotedText } { return struct{ promotedText }{promotedText{"old"}} }), heldTexts...)
	through("held/unnamed-pointer", to(func() struct{ *promoted } { return struct{ *promoted }{&promoted{"old", 1}} }), heldTexts...)
	through("held/hidden", to(func() hiddenIn { return hiddenIn{X: 5} }), heldTexts...)
	through("held/hidden/behind-number", to(func() hiddenIn { return hiddenIn{X: 5} }), `{"zz":1e400,"H":2}`, `{"h":[1e400,"\u00e9"],"X":1e400}`)
	through("held/hidden/behind-string", to(func() hiddenBehindString { return hiddenBehindString{} }), `{"zz":1e400,"V":{"H":2}}`, `{"V":{"zz":1,"H":"x"}}`)
	through("held/hidden-set", to(func() hiddenIn { return hiddenIn{&hidden{H: 1}, 5} }), heldTexts...)
	through("held/func", to(func() func() { return nil }), heldTexts...)
	through("held/slice", to(func() []any { return []any{&Point{5, 6}} }), `[{"X":1,"zz":2},{"X":1}]`, `null`, `{}`)
	through("held/raw", to(func() json.RawMessage { return json.RawMessage("old") }), heldTexts...)
	through("held/number", to(func() json.Number { return "5" }), heldTexts...)

	// A pointer type with a name has no methods, whatever it leads to.
	through("named/json", to(func() namedPointer { return &pointerMarshaler{S: "old"} }), heldTexts...)
	through("named/json-nil", to(func() namedPointer { return nil }), heldTexts...)
	through("named/text", to(func() namedText { return &textPointer{"old"} }), heldTexts...)
	through("named/text-nil", to(func() namedText { return nil }), heldTexts...)
	through("named/twice", to(func() namedTwice { p := &pointerMarshaler{S: "old"}; return &p }), heldTexts...)
	through("named/raw", to(func() namedRaw { return &json.RawMessage{'1'} }), `"a"`, `"AQID"`, `[1,2]`, `1`, `null`, `{}`)
	through("named/plain", to(func() namedPlain { return &Point{5, 6} }), heldTexts...)
	through("named/number", to(func() namedNumber { n := marshalerInt(5); return &n }), heldTexts...)
	through("named/unnamed", to(func() namedUnnamed { return &struct{ promoted }{promoted{"old", 1}} }), heldTexts...)
	through("named/chan", to(func() namedChan { return new(chan int) }), heldTexts...)
	through("named/loop", to(func() loopPointer { return nil }), `null`)
	for _, text := range heldTexts {
		target("named/target/"+short(text), func() any { return namedPointer(&pointerMarshaler{S: "old"}) }, text)
		target("named/target-nil/"+short(text), func() any { return namedPointer(nil) }, text)
		target("named/target-text/"+short(text), func() any { return namedText(&textPointer{"old"}) }, text)
		target("named/target-number/"+short(text), func() any { n := marshalerInt(5); return namedNumber(&n) }, text)
		target("named/target-twice/"+short(text), func() any { p := &pointerMarshaler{S: "old"}; return namedTwice(&p) }, text)
		target("named/target-any/"+short(text), func() any { var v any = &Point{5, 6}; return namedAny(&v) }, text)
		target("named/target-chan/"+short(text), func() any { return namedChan(new(chan int)) }, text)
		target("held/target-unnamed/"+short(text), func() any { return &struct{ promoted }{promoted{"old", 1}} }, text)
		target("held/target-unnamed-text/"+short(text), func() any { return &struct{ promotedText }{promotedText{"old"}} }, text)
	}
	dec[struct{ P namedPointer }]("named/field", `{"P":{"S":"y"}}`, `{"P":null}`, `{"P":"x"}`, `{"P":[]}`, `{"P":{"S":1},"Q":2}`)
	dec[namedText]("named/fresh", `"x"`, `{"S":"y"}`, `{"S":1}`, `1`, `null`)
	dec[map[namedText]int]("named/key", `{"a":1}`, `{}`, `1`)
	fresh[map[string]namedPointer]("named/element", `{"a":{"S":"y"},"b":"x","c":null}`)
	fresh[[]namedNumber]("named/elements", `[1,"x",null,1.5,true,{}]`)
}
