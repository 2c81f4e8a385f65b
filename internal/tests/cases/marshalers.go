package cases

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// Methods on the value.
type valueMarshaler struct{ S string }

func (m valueMarshaler) MarshalJSON() ([]byte, error) {
	Note("valueMarshaler.MarshalJSON %q", m.S)
	return json.Marshal("value:" + m.S)
}

// Methods on the pointer.
type pointerMarshaler struct {
	S     string
	Calls int `json:"-"`
}

func (m *pointerMarshaler) MarshalJSON() ([]byte, error) {
	Note("pointerMarshaler.MarshalJSON %v", m == nil)
	if m == nil {
		return []byte(`"nil receiver"`), nil
	}
	return json.Marshal("pointer:" + m.S)
}

func (m *pointerMarshaler) UnmarshalJSON(b []byte) error {
	Note("pointerMarshaler.UnmarshalJSON %v %s", m == nil, b)
	m.S += string(b)
	m.Calls++
	if bytes.Contains(b, []byte("fail")) {
		return errors.New("asked to fail")
	}
	return nil
}

// UnmarshalJSON on the value: a map and a slice can keep what they get.
type valueUnmarshaler map[string]string

func (m valueUnmarshaler) UnmarshalJSON(b []byte) error {
	Note("valueUnmarshaler %v %s", m == nil, b)
	if m != nil {
		m["got"] = string(b)
	}
	return nil
}

type textValue struct{ S string }

func (t textValue) MarshalText() ([]byte, error) {
	Note("textValue.MarshalText %q", t.S)
	if t.S == "fail" {
		return []byte("half"), errors.New("text failed")
	}
	return []byte("text:" + t.S), nil
}

type textPointer struct{ S string }

func (t *textPointer) MarshalText() ([]byte, error) {
	if t == nil {
		return []byte("nil text"), nil
	}
	return []byte("ptext:" + t.S), nil
}

func (t *textPointer) UnmarshalText(b []byte) error {
	Note("textPointer.UnmarshalText %v %q %v", t == nil, b, b == nil)
	if string(b) == "fail" {
		return oddError{"text refused"}
	}
	t.S += "+" + string(b)
	return nil
}

// Both pairs of methods: JSON's win, except as a map key.
type bothMarshaler struct{ S string }

func (b bothMarshaler) MarshalJSON() ([]byte, error) {
	return []byte(`{"json":` + strconv.Quote(b.S) + `}`), nil
}
func (b bothMarshaler) MarshalText() ([]byte, error)  { return []byte("text-" + b.S), nil }
func (b *bothMarshaler) UnmarshalJSON(p []byte) error { b.S = "json" + string(p); return nil }
func (b *bothMarshaler) UnmarshalText(p []byte) error { b.S = "text" + string(p); return nil }

// Marshals JSON on the pointer and text on the value: which one is used depends on addressability.
type splitMarshaler struct{ S string }

func (b *splitMarshaler) MarshalJSON() ([]byte, error) {
	return []byte(`["json",` + strconv.Quote(b.S) + `]`), nil
}
func (b splitMarshaler) MarshalText() ([]byte, error) { return []byte("text-" + b.S), nil }

type splitOther struct{ S string }

func (b splitOther) MarshalJSON() ([]byte, error) {
	return []byte(`["json",` + strconv.Quote(b.S) + `]`), nil
}
func (b *splitOther) MarshalText() ([]byte, error) { return []byte("text-" + b.S), nil }

// Kinds other than struct.
type (
	marshalerInt    int
	marshalerString string
	marshalerBool   bool
	marshalerFloat  float64
	marshalerSlice  []int
	marshalerMap    map[string]int
	marshalerFunc   func() string
	marshalerChan   chan int
	marshalerArray  [2]int
	marshalerByte   byte
	marshalerIface  interface{ json.Marshaler }
	textInt         int
	textString      string
	textSlice       []byte
	textByte        byte
	textMap         map[string]int
)

func (m marshalerInt) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"int %d"`, int(m))), nil
}
func (m marshalerString) MarshalJSON() ([]byte, error) { return []byte(m), nil }
func (m marshalerBool) MarshalJSON() ([]byte, error)   { return []byte(`"bool"`), nil }
func (m marshalerFloat) MarshalJSON() ([]byte, error)  { return []byte(`1.50`), nil }
func (m marshalerSlice) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"slice %v"`, m == nil)), nil
}
func (m marshalerMap) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"map %v"`, m == nil)), nil
}
func (m marshalerFunc) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"func %v"`, m == nil)), nil
}
func (m marshalerChan) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`"chan %v"`, m == nil)), nil
}
func (m *marshalerArray) MarshalJSON() ([]byte, error) { return []byte(`"array"`), nil }
func (m *marshalerByte) MarshalJSON() ([]byte, error)  { return []byte(`"byte"`), nil }
func (m textInt) MarshalText() ([]byte, error)         { return []byte(fmt.Sprintf("<%d>", int(m))), nil }
func (m *textInt) UnmarshalText(b []byte) error        { *m = textInt(len(b)); return nil }
func (m textString) MarshalText() ([]byte, error)      { return []byte("<" + m + "\xff\u2028>"), nil }
func (m *textString) UnmarshalText(b []byte) error     { *m = textString("t:" + string(b)); return nil }
func (m textSlice) MarshalText() ([]byte, error)       { return m, nil }
func (m *textSlice) UnmarshalText(b []byte) error      { *m = append((*m)[:0], b...); return nil }
func (m textByte) MarshalText() ([]byte, error)        { return []byte{byte(m)}, nil }
func (m *textByte) UnmarshalText(b []byte) error       { *m = textByte(len(b)); return nil }
func (m textMap) MarshalText() ([]byte, error)         { return []byte(fmt.Sprint(len(m))), nil }
func (m textMap) UnmarshalText(b []byte) error {
	if m != nil {
		m[string(b)]++
	}
	return nil
}

func (m *marshalerInt) UnmarshalJSON(b []byte) error    { *m = marshalerInt(len(b)); return nil }
func (m *marshalerString) UnmarshalJSON(b []byte) error { *m = marshalerString(b); return nil }
func (m *marshalerSlice) UnmarshalJSON(b []byte) error  { *m = append(*m, len(b)); return nil }
func (m *marshalerBool) UnmarshalJSON(b []byte) error   { *m = string(b) == "null"; return nil }
func (m *marshalerArray) UnmarshalJSON(b []byte) error  { m[0] += len(b); return nil }
func (m *marshalerMap) UnmarshalJSON(b []byte) error {
	if *m == nil {
		*m = marshalerMap{}
	}
	(*m)[string(b)]++
	return nil
}

// Errors of every sort, chosen by the value.
type oddError struct{ S string }

func (e oddError) Error() string { return "odd: " + e.S }

var errSentinel = errors.New("sentinel")

// failures are the errors that methods of users may return.
var failures = map[string]func() error{
	"plain":       func() error { return errors.New("plain") },
	"sentinel":    func() error { return errSentinel },
	"wrapped":     func() error { return fmt.Errorf("wrapped: %w", errSentinel) },
	"joined":      func() error { return errors.Join(errSentinel, oddError{"j"}) },
	"odd":         func() error { return oddError{"o"} },
	"odd-pointer": func() error { return &oddError{"p"} },
	"type-error": func() error {
		return &json.UnmarshalTypeError{Value: "thing", Type: reflect.TypeFor[Point](), Offset: 3}
	},
	"type-error-named": func() error {
		return &json.UnmarshalTypeError{Value: "thing", Type: reflect.TypeFor[Point](), Offset: 3, Struct: "S", Field: "f.g"}
	},
	"type-error-wrapped": func() error {
		return fmt.Errorf("w: %w", &json.UnmarshalTypeError{Value: "thing", Type: reflect.TypeFor[Point](), Offset: 3, Struct: "S", Field: "f"})
	},
	"type-error-real": func() error { return json.Unmarshal([]byte(`{"X":"s"}`), new(Point)) },
	"syntax":          func() error { return json.Unmarshal([]byte(`{"X":}`), new(Point)) },
	"invalid":         func() error { var none *int; return json.Unmarshal([]byte(`1`), none) },
	"unsupported":     func() error { _, err := json.Marshal(make(chan int)); return err },
	"value":           func() error { _, err := json.Marshal(floats[0] / floats[0]); return err },
	"marshaler":       func() error { return &json.MarshalerError{Type: reflect.TypeFor[Point](), Err: errSentinel} },
	"nested":          func() error { _, err := json.Marshal(failing{"plain"}); return err },
	"typed-nil":       func() error { return (*nilError)(nil) },
	"eof":             func() error { _, err := bytes.NewReader(nil).ReadByte(); return err },
}

// hiddenText is embedded with a tag where reflection must not call its methods.
type hiddenText struct{ X int }

func (h hiddenText) MarshalText() ([]byte, error) { return []byte("hidden"), nil }

type nilError struct{}

func (*nilError) Error() string { return "typed nil" }

// failing fails as its text says, in both directions.
type failing struct{ How string }

func (f failing) MarshalJSON() ([]byte, error) { return []byte(`1`), failures[f.How]() }
func (f *failing) UnmarshalJSON(b []byte) error {
	Note("failing.UnmarshalJSON %s", b)
	if s, err := strconv.Unquote(string(b)); err == nil && failures[s] != nil {
		f.How = "half"
		return failures[s]()
	}
	f.How = string(b)
	return nil
}

// appendingText has the one method that Go 1.26 does not know for a text.
type appendingText struct{ N int }

func (a appendingText) AppendText(b []byte) ([]byte, error) {
	return strconv.AppendInt(b, int64(a.N), 10), nil
}

// failingPlaces has failing at places below members.
type failingPlaces struct {
	M  map[string]failing
	L  []failing
	P  *failing
	In struct{ F [2]failing }
}

// failingMap is a place of its own for failing.
type failingMap map[int]failing

// speaking has methods of its own, and embeds what has generated ones. Through nothingSpoken they are called on nil.
type speaking struct{ Point }

func (s *speaking) MarshalJSON() ([]byte, error) {
	if s == nil {
		return []byte(`"silence"`), nil
	}
	return []byte(`"speech"`), nil
}

func (s *speaking) UnmarshalJSON(b []byte) error {
	if s != nil {
		s.X = len(b)
	}
	return nil
}

type nothingSpoken struct{ *speaking }

type failingText struct{ How string }

func (f failingText) MarshalText() ([]byte, error) { return []byte(`1`), failures[f.How]() }
func (f *failingText) UnmarshalText(b []byte) error {
	if failures[string(b)] != nil {
		f.How = "half"
		return failures[string(b)]()
	}
	f.How = string(b)
	return nil
}

// saying returns its text as its JSON.
type saying string

func (s saying) MarshalJSON() ([]byte, error) {
	if s == "nil" {
		return nil, nil
	}
	return []byte(s), nil
}

type panicking struct{ How string }

func (p panicking) MarshalJSON() ([]byte, error) {
	switch p.How {
	case "error":
		panic(oddError{"panic"})
	case "nil":
		var q *Point
		return nil, fmt.Errorf("%d", q.X)
	case "":
		return []byte(`"calm"`), nil
	}
	panic("panic: " + p.How)
}

func (p *panicking) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"error"`:
		panic(oddError{"panic"})
	case `"string"`:
		panic("string")
	case `"type"`:
		panic(&json.UnmarshalTypeError{})
	}
	p.How = string(b)
	return nil
}

// nesting decodes into its own fields, through the function that the whole world uses.
type nesting struct {
	In struct {
		V   int
		Sub *nesting
	}
}

func (n *nesting) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &n.In) }
func (n nesting) MarshalJSON() ([]byte, error)  { return json.Marshal(n.In) }

// appending writes after the bytes it got, as append does.
type appending struct{ S string }

func (a *appending) UnmarshalJSON(b []byte) error {
	a.S = string(append(b[:len(b):len(b)], "!!!"...))
	return nil
}

type (
	marshalerHolder struct {
		M json.Marshaler
		T encoding.TextMarshaler
		U json.Unmarshaler
		V encoding.TextUnmarshaler
		S fmt.Stringer
		E error
	}
	unmarshalOnly struct{ S string }
)

func (u *unmarshalOnly) UnmarshalJSON(b []byte) error { u.S = "got " + string(b); return nil }

func init() {
	val("value", valueMarshaler{"a<"})
	val("value/pointer-nil", (*valueMarshaler)(nil))
	val("pointer", pointerMarshaler{S: "a"})
	val("pointer/nil", (*pointerMarshaler)(nil))
	val("text", textValue{"<é\xff>"})
	val("text/fails", textValue{"fail"})
	val("text/pointer", textPointer{"p"})
	val("text/pointer-nil", (*textPointer)(nil))
	val("text/value-nil", (*textValue)(nil))
	val("both", bothMarshaler{"b"})
	val("split", splitMarshaler{"s"})
	val("split-other", splitOther{"s"})
	val("int", marshalerInt(5))
	val("int/zero", marshalerInt(0))
	val("bool", marshalerBool(false))
	val("float", marshalerFloat(0))
	val("slice", marshalerSlice{1})
	val("slice/nil", marshalerSlice(nil))
	val("map", marshalerMap{})
	val("map/nil", marshalerMap(nil))
	val("func/nil", marshalerFunc(nil))
	val("func", marshalerFunc(func() string { return "x" }))
	val("chan/nil", marshalerChan(nil))
	val("array", marshalerArray{1, 2})
	val("byte", marshalerByte(65))
	val("bytes", []marshalerByte{65, 66})
	val("text-int", textInt(5))
	val("text-string", textString("s"))
	val("text-bytes", textSlice("\x00<\xff"))
	val("text-bytes/nil", textSlice(nil))
	val("text-byte", textByte('x'))
	val("text-byte/slice", []textByte{'x', 'y'})
	val("text-map/nil", textMap(nil))
	val("interface/nil", marshalerIface(nil))
	val("interface", marshalerIface(valueMarshaler{"i"}))
	fails := marshalerIface(failing{"plain"})
	val("interface/fails", fails)
	val("interface/fails/pointer", &fails)
	failsText := encoding.TextMarshaler(textValue{"fail"})
	val("interface-text/fails/pointer", &failsText)
	val("interface/nil-pointer", marshalerIface((*pointerMarshaler)(nil)))
	val("interface/nil-value", marshalerIface((*valueMarshaler)(nil)))
	val("holder/nil", marshalerHolder{})
	val("holder", marshalerHolder{M: valueMarshaler{"m"}, T: textValue{"t"}, U: &pointerMarshaler{S: "u"}, V: &textPointer{"v"}, E: oddError{"e"}})
	val("holder/nil-pointers", marshalerHolder{M: (*pointerMarshaler)(nil), T: (*textPointer)(nil), U: (*pointerMarshaler)(nil), V: (*textPointer)(nil), E: (*nilError)(nil)})
	val("nesting", nesting{})
	val("unmarshal-only", unmarshalOnly{"x"})
	made("nesting/deep", func() nesting {
		var n nesting
		n.In.Sub = &nesting{}
		n.In.V = 5
		return n
	})
	for _, how := range []string{"plain", "sentinel", "wrapped", "joined", "odd", "odd-pointer", "type-error", "type-error-named", "type-error-wrapped", "type-error-real", "syntax", "invalid", "unsupported", "value", "marshaler", "nested", "typed-nil", "eof"} {
		val("fails/"+how, failing{how})
		val("fails-text/"+how, failingText{how})
		one("fails-text/key/"+how, func() map[failingText]int { return map[failingText]int{{how}: 1} })
		quoted := strconv.Quote(how)
		dec[failing]("fails/"+how, quoted)
		dec[failingText]("fails-text/"+how, quoted)
		alone[struct {
			A Point
			L []struct {
				In map[string]*failing
				B  Point
			}
			Z int
		}]("fails/path/"+how, `{"L":[{"In":{"k":`+quoted+`,"l":"ok"}}],"Z":5}`, `{"A":{"X":"s"},"L":[{"In":{"k":`+quoted+`}}],"Z":5}`, `{"L":[{"In":{"k":`+quoted+`},"B":{"X":"s"}}],"Z":5}`, `{"L":[{"In":{"k":`+quoted+`},"B":{"X":`)
		// The toolchain decodes such a struct as a whole: places that methods tell stay theirs.
		alone[[]struct {
			A          int
			hiddenText `json:"hidden"`
			F          failing
		}]("fails/in-fallback/"+how, `[{"A":1},{"F":`+quoted+`},{"A":"x"}]`, `[{"F":`+quoted+`}]`)
		alone[map[failingText]int]("fails-text/key/"+how, `{"ok":1,`+quoted+`:2,"after":3}`)
		alone[map[failingText]*failing]("fails-text/key-and-value/"+how, `{`+quoted+`:`+quoted+`,"after":3}`)
	}
	for _, s := range []string{``, ` `, `nil`, `null`, ` null `, `1`, `  1`, `"<&>\u2028"`, "\"<&>\u2028\u2029\"", "\"\xff\"", "\"\xe2\x80\"", `{"a": [1, 2 ,3 ] , "<":"\u003c"}`, "\t[\n1\r]", `{`, `[1,]`, `1 2`, `nul`, `"\x"`, `"a`, "\"\x01\"", `{"a":1,"a":2}`, `[[[[[[]]]]]]`, `1e999`, `01`, `{"b":1,"a":2}`, "\ufeff1",
		`"\ud800"`, `"\/"`, `""x`, `{"a":tru}`, `-`, `[1,2`, `{"<":1}`, "{\"\u2028\":{}}", `"` + string(make([]byte, 3)) + `"`, "// c\n1"} {
		val("says/"+short(s), saying(s))
		one("says/in-any/"+short(s), func() any { return map[string]any{"k": saying(s), "z": []any{saying(s)}} })
		val("says/raw/"+short(s), json.RawMessage(s))
	}
	for _, how := range []string{"", "error", "nil", "string"} {
		val("panics/"+how, panicking{how})
		dec[panicking]("panics/"+how, strconv.Quote(how))
	}

	kinds := []string{`null`, ` null `, `1`, `"text"`, `"\u0041\ud800"`, `"fail"`, `""`, `true`, `[1, 2]`, `{"a": {"b": "}"} }`, `"\"]"`, `1e999`, "\"\xff\"", ` [ ] `, `{}`, `-0.5E-3`, `"MQ=="`}
	dec[pointerMarshaler]("pointer", kinds...)
	generics[pointerMarshaler]("pointer", kinds...)
	dec[valueUnmarshaler]("value", kinds...)
	dec[textPointer]("text", kinds...)
	generics[textPointer]("text", kinds...)
	dec[bothMarshaler]("both", kinds...)
	dec[marshalerInt]("int", kinds...)
	dec[marshalerString]("string", kinds...)
	dec[marshalerBool]("bool", kinds...)
	dec[marshalerSlice]("slice", kinds...)
	dec[marshalerMap]("map", kinds...)
	dec[marshalerArray]("array", kinds...)
	dec[textInt]("text-int", kinds...)
	dec[textString]("text-string", kinds...)
	dec[textSlice]("text-bytes", kinds...)
	dec[textByte]("text-byte", kinds...)
	dec[[]textByte]("text-bytes-slice", kinds...)
	dec[textMap]("text-map", kinds...)
	dec[**pointerMarshaler]("pointer-pointer", kinds...)
	dec[*textPointer]("text-pointer", kinds...)
	for _, how := range []string{"plain", "type-error", "type-error-named", "type-error-real"} {
		for _, text := range []string{`{"M":{"":"x","k":"%s"}}`, `{"L":["x","%s"]}`, `{"P":"%s"}`, `{"In":{"F":["x","%s"]}}`, `{"L":["x"],"M":{"a":"%s"},"P":1}`} {
			dec[failingPlaces]("failing/place/"+how, fmt.Sprintf(text, how))
		}
		dec[failingMap]("failing/map/"+how, fmt.Sprintf(`{"1":"x","2":"%s"}`, how))
	}
	val("append-text", appendingText{1})
	val("append-text/held", struct{ A []*appendingText }{[]*appendingText{nil, {2}}})
	val("promoted-from-nil", nothingSpoken{})
	val("promoted-from-nil/held", struct{ N []nothingSpoken }{[]nothingSpoken{{}, {&speaking{}}}})
	dec[nothingSpoken]("promoted-from-nil", `1`, `null`, `{`)
	dec[struct{ N []nothingSpoken }]("promoted-from-nil", `{"N":[1,null,{}]}`)
	dec[struct{ B *textPointer }]("text-pointer/behind-bad-utf8", "{\"\xcb\":0,\"B\":\"\"}", "{\"\xcb\":0,\"B\":\"\\u0041\"}")
	dec[unmarshalOnly]("unmarshal-only", kinds...)
	dec[appending]("appending", kinds...)
	dec[saying]("marshal-only", kinds...)
	dec[valueMarshaler]("marshal-only/struct", kinds...)
	dec[nesting]("nesting", `{"V":1,"Sub":{"V":2,"Sub":null}}`, `{"V":1,"Sub":{"V":"bad"}}`, `{"Sub":{"Sub":{"V":1.5}}}`, `[]`, `null`)
	dec[marshalerHolder]("holder", `{"M":null,"T":null,"U":null,"V":null,"S":null,"E":null}`, `{"M":1}`, `{"T":"x"}`, `{"U":{"a":1}}`, `{"V":"x"}`, `{"S":[1]}`, `{"E":true}`, `{}`)
	into("pointer", func() pointerMarshaler { return pointerMarshaler{S: "old"} }, kinds...)
	into("pointer-pointer", func() *pointerMarshaler { return &pointerMarshaler{S: "old"} }, kinds...)
	into("value", func() valueUnmarshaler { return valueUnmarshaler{"old": "x"} }, kinds...)
	into("text", func() textPointer { return textPointer{"old"} }, kinds...)
	into("text-pointer", func() *textPointer { return &textPointer{"old"} }, kinds...)
	into("text-map", func() textMap { return textMap{"old": 1} }, kinds...)
	into("slice", func() marshalerSlice { return marshalerSlice{1} }, kinds...)
	into("holder", func() marshalerHolder {
		return marshalerHolder{M: &pointerMarshaler{S: "m"}, T: &textPointer{"t"}, U: &pointerMarshaler{S: "u"}, V: &textPointer{"v"}, E: &oddError{"e"}}
	}, `{"M":null}`, `{"T":null}`, `{"U":null}`, `{"V":null}`, `{"E":null}`, `{"M":1,"T":"x","U":{"a":1},"V":"y"}`, `{"E":{"S":"new"}}`, `{"V":1}`, `{"U":"fail","V":"fail"}`)
	into("holder/nil-pointers", func() marshalerHolder {
		return marshalerHolder{M: (*pointerMarshaler)(nil), V: (*textPointer)(nil), E: (*oddError)(nil)}
	}, `{"M":null}`, `{"V":null}`, `{"E":null}`, `{"M":1}`, `{"V":"y"}`, `{"E":{"S":"new"}}`)
}
