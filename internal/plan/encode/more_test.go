package encode

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

type (
	called   struct{ S string }
	calledBy struct{ S string }
	rawTexts struct {
		S string `json:"s,raw"`
		B []byte `json:"b,raw"`
		N int    `json:"n"`
	}
	stringTexts struct {
		A called        `json:"a,stringer"`
		B calledBy      `json:"b,stringer"`
		C *called       `json:"c,stringer"`
		D *calledBy     `json:"d,stringer"`
		E fmt.Stringer  `json:"e,stringer"`
		F time.Duration `json:"f,stringer,omitempty"`
	}
)

func (c called) String() string { return c.S }

// String changes its receiver. If the value has no address, the method must get a copy, so that the value stays as it
// is.
func (c *calledBy) String() string {
	c.S += "!"
	return c.S
}

// TestRawTexts holds that strings and bytes with the tag option "raw" are written as the JSON that they contain,
// without white space, and unchanged if the configuration trusts them.
func TestRawTexts(t *testing.T) {
	long := `"` + strings.Repeat("<", 5000) + `"`
	escaped := `"` + strings.Repeat(`\u003c`, 5000) + `"`
	for _, row := range []struct {
		choice option.Set
		value  rawTexts
		want   string
		bad    bool
	}{
		{0, rawTexts{}, `{"s":null,"b":null,"n":0}`, false},
		{0, rawTexts{S: ` { "a" : 1 } `, B: []byte("[ 2 ]")}, `{"s":{"a":1},"b":[2],"n":0}`, false},
		{0, rawTexts{S: long}, `{"s":` + escaped + `,"b":null,"n":0}`, false},
		{0, rawTexts{B: []byte("{")}, "", true},
		{0, rawTexts{S: "1 2"}, "", true},
		{option.RawUnchecked, rawTexts{S: " {", B: []byte(long)}, `{"s": {,"b":` + long + `,"n":0}`, false},
		{option.RawUnchecked, rawTexts{}, `{"s":null,"b":null,"n":0}`, false},
	} {
		got, err := (&Call{Config: choices(option.MoreTags | row.choice)}).Marshal(row.value)
		f, _ := err.(*fault.Fault)
		if string(got) != row.want || (f != nil) != row.bad || row.bad && (f.Code != fault.Foreign) {
			t.Errorf("%.100s, %v, want %.100s", got, err, row.want)
		}
	}
}

// TestStringers holds that values with the tag option "stringer" are written as the result of their String method, and
// nil as null. A value without an address is copied for a method with a pointer receiver.
func TestStringers(t *testing.T) {
	c := choices(option.MoreTags)
	v := stringTexts{called{"a<"}, calledBy{"b"}, &called{"c"}, &calledBy{"d"}, called{"e"}, time.Second}
	list := []stringTexts{v}
	for _, row := range []struct {
		value any
		want  string
	}{
		{stringTexts{}, `{"a":"","b":"!","c":null,"d":null,"e":null}`},
		{v, `{"a":"a\u003c","b":"b!","c":"c","d":"d!","e":"e","f":"1s"}`},
		{v, `{"a":"a\u003c","b":"b!","c":"c","d":"d!!","e":"e","f":"1s"}`},
		{list, `[{"a":"a\u003c","b":"b!","c":"c","d":"d!!!","e":"e","f":"1s"}]`},
		{list, `[{"a":"a\u003c","b":"b!!","c":"c","d":"d!!!!","e":"e","f":"1s"}]`},
	} {
		if got, err := (&Call{Config: c}).Marshal(row.value); string(got) != row.want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, row.want)
		}
	}
	if v.B.S != "b" || list[0].B.S != "b!!" {
		t.Errorf("a value without an address has become %s, one with an address %s", v.B.S, list[0].B.S)
	}
}

// TestEncoderOption holds that a field with the tag option "encoder" is an error when a value of the struct is written,
// unless a method or codec writes the field.
func TestEncoderOption(t *testing.T) {
	type good struct {
		A valueJSON    `json:",encoder"`
		B *pointerText `json:",encoder"`
		C any          `json:",encoder"`
		D written      `json:",encoder"`
	}
	type bad struct {
		A int
		B inner `json:",encoder"`
	}
	m := codecs(raw)
	m.Options |= option.MoreTags
	m.Shape.Meaning = m.Options
	c := plan.New(m)
	got, err := (&Call{Config: c}).Marshal(good{valueJSON{"1"}, &pointerText{"t"}, 2, written{"3"}})
	if want := `{"A":1,"B":"t","C":2,"D":3}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	_, err = (&Call{Config: c}).Marshal(map[string]any{"k": []any{bad{}}})
	f, _ := err.(*fault.Fault)
	var problem *shape.Problem
	if f == nil || f.Code != fault.BadType || !errors.As(f.Err, &problem) || problem.Field != "B" || problem.Type != reflect.TypeFor[bad]() {
		t.Errorf("%v", err)
	}
}

// TestRefused holds that a type that the configuration can't write is an error with a path when such a value is
// written, and that values without one are written.
func TestRefused(t *testing.T) {
	type bad struct {
		S string `json:",raw,stringer"`
	}
	type around struct {
		A int
		B []bad
		C map[string]*bad
		D *bad `json:",omitempty"`
	}
	c := choices(option.MoreTags)
	if got, err := (&Call{Config: c}).Marshal(around{}); string(got) != `{"A":0,"B":null,"C":null}` || err != nil {
		t.Errorf("without such a value: %s, %v", got, err)
	}
	for _, row := range []struct {
		value any
		way   string
	}{
		{bad{}, ""}, {around{B: make([]bad, 1)}, "B 0"}, {around{C: map[string]*bad{"k": {}}}, "C k"}, {[]any{1, around{D: &bad{}}}, "1 D"},
	} {
		got, err := (&Call{Config: c}).Append([]byte(`{"before":[`), row.value)
		f, _ := err.(*fault.Fault)
		var problem *shape.Problem
		var place *locate.Written
		if f == nil || f.Code != fault.BadType || f.Type != reflect.TypeFor[bad]() || !errors.As(f.Err, &problem) || !errors.As(f.Err, &place) || string(got) != `{"before":[` {
			t.Errorf("%T: %s, %v", row.value, got, err)
			continue
		}
		var way []string
		for _, s := range place.Steps {
			way = append(way, fmt.Sprint(s))
		}
		if len(way) != len(strings.Fields(row.way)) {
			t.Errorf("%T: the way is %v, want %s", row.value, way, row.way)
		}
	}
}

// TestOptionsOfCodecs holds that a codec comes before options of the configuration for a kind, and after options of the
// field's tag.
func TestOptionsOfCodecs(t *testing.T) {
	type number float64
	typ := reflect.TypeFor[number]()
	o := option.V1 | option.MoreTags | option.ShortFloats
	c := plan.New(plan.Meaning{Options: o, Own: true, Shape: shape.Options{Meaning: o}, Codecs: map[reflect.Type]*plan.Codec{
		typ: writing(typ, func(w *codec.Writer, v mem.Ptr) { w.String(fmt.Sprint(*(*number)(v))) }),
	}})
	got, err := (&Call{Config: c}).Marshal(struct {
		A number
		B []number
		C float64
		D *number
	}{1.0 / 3, []number{2}, 1.0 / 3, nil})
	if want := `{"A":"0.3333333333333333","B":["2"],"C":0.333333,"D":null}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
