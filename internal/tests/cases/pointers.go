package cases

import (
	"errors"
	"fmt"
	"io"
	"reflect"
)

type stringerOnly interface{ fmt.Stringer }

func init() {
	n, s := 5, "s"
	pn, ps := &n, &s
	ppn := &pn
	val("int", pn)
	val("pointer-pointer", ppn)
	val("pointer-pointer-pointer", &ppn)
	val("nil", (*int)(nil))
	val("nil-pointer-pointer", new(*int))
	val("string", ps)
	val("any", any(pn))
	val("any/nil", any(nil))
	val("any/nil-pointer", any((*int)(nil)))
	val("any/pointer-to-any", func() any { var v any = &pn; return &v }())
	val("interface/nil", fmt.Stringer(nil))
	val("interface/nil-pointer", fmt.Stringer((*oddStringer)(nil)))
	val("interface", fmt.Stringer(oddStringer{X: 1}))
	val("interface/named", stringerOnly(&oddStringer{X: 1}))
	val("any/each", []any{nil, true, int(1), int8(2), int16(3), int32(4), int64(5), uint(6), uint8(7), uint16(8), uint32(9), uint64(10), uintptr(11), float32(1.1), 1.5, "s", []any{}, []any(nil), map[string]any{}, map[string]any(nil), []string{"a"}, []byte("b"), [1]int{1}, struct{}{}, &n, &s, myInt(1), myString("n"), myAny(5), []int(nil), map[string]string{"a": "b"}, map[int]int{1: 2}})
	unsafePointer := reflect.TypeOf(reflect.ValueOf(new(int)).UnsafePointer())
	one("unsafe", func() any { return reflect.Zero(unsafePointer).Interface() })
	for _, text := range []string{`null`, `1`, `{}`} {
		target("unsafe", func() any { return reflect.New(unsafePointer).Interface() }, text)
		target("unsafe/slice", func() any { return reflect.New(reflect.SliceOf(unsafePointer)).Interface() }, "["+text+"]")
	}
	val("chan", make(chan int))
	val("chan/nil", (chan int)(nil))
	val("func", func() {})
	val("func/nil", (func())(nil))
	val("complex", complex(1, 2))
	val("complex64", complex64(0))
	val("unsupported/unreached-nil", struct{ P *chan int }{})
	val("unsupported/unreached-empty", struct{ L []func() }{})
	val("unsupported/empty-array", [0]func(){})
	val("unsupported/after-output", []any{"first", map[string]any{"a": 1, "b": func() {}}})
	val("unsupported/in-struct", struct {
		A int
		C chan int `json:",omitempty"`
		F func()   `json:"-"`
	}{A: 1})
	val("unsupported/pointer", new(chan int))
	val("unsupported/reader", io.Reader(nil))

	dec[***int]("deep", tokens[:30]...)
	dec[*any]("any", tokens[:30]...)
	dec[**string]("string", tokens[:20]...)
	dec[*struct{ P *struct{ V *int } }]("struct", `{"P":{"V":1}}`, `{"P":{"V":"x"}}`, `{"P":null}`, `null`, `{"P":{}}`)
	dec[fmt.Stringer]("interface", tokens[:40]...)
	dec[stringerOnly]("interface/named", `null`, `1`, `{}`)
	dec[func()]("func", tokens[:40]...)
	dec[chan int]("chan", tokens[:40]...)
	dec[complex128]("complex", tokens[:40]...)
	dec[error]("error", tokens[:10]...)
	dec[[]func()]("func-slice", `[]`, `[null]`, `[1,null,"x"]`)
	dec[struct {
		F func()
		C chan int
		X int
	}]("unsupported-fields", `{"F":null,"C":null,"X":1}`, `{"F":1,"C":{},"X":1}`, `{"C":[1,2],"X":"x"}`, `{"X":2}`)

	// Targets that Unmarshal may be called with.
	for _, text := range []string{`1`, `null`, `{"X":1}`, `[1]`, `{`, ``} {
		target("target/nil", func() any { return nil }, text)
		target("target/nil-pointer", func() any { return (*int)(nil) }, text)
		target("target/nil-named-pointer", func() any { return (*oddStringer)(nil) }, text)
		target("target/value", func() any { return 5 }, text)
		target("target/struct", func() any { return Point{} }, text)
		target("target/slice", func() any { return []int{1, 2} }, text)
		target("target/func", func() any { return func() {} }, text)
		target("target/pointer-pointer", func() any { p := new(int); return &p }, text)
		target("target/pointer-nil", func() any { return new(*int) }, text)
		target("target/any-holding-pointer", func() any { var v any = &Point{5, 6}; return &v }, text)
		target("target/any-holding-pointer-pointer", func() any { p := &Point{5, 6}; var v any = &p; return &v }, text)
		target("target/any-holding-nil-pointer", func() any { var v any = (*Point)(nil); return &v }, text)
		target("target/any-holding-any", func() any { var w any = &Point{5, 6}; var v any = &w; return &v }, text)
		target("target/any-holding-value", func() any { var v any = Point{5, 6}; return &v }, text)
		target("target/any-holding-map", func() any { var v any = map[string]int{"old": 1}; return &v }, text)
		target("target/any-holding-slice-pointer", func() any { var v any = &[]int{5, 6, 7}; return &v }, text)
		target("target/named-any", func() any { var v myAny = &Point{5, 6}; return &v }, text)
		target("target/interface-holding-pointer", func() any { var v fmt.Stringer = &oddStringer{5, nil}; return &v }, text)
		target("target/interface-holding-value", func() any { var v fmt.Stringer = oddStringer{5, nil}; return &v }, text)
		target("target/interface-holding-nil", func() any { var v fmt.Stringer = (*oddStringer)(nil); return &v }, text)
		target("target/interface-nil", func() any { var v fmt.Stringer; return &v }, text)
		target("target/marshaler", func() any { return &pointerMarshaler{S: "old"} }, text)
		target("target/value-unmarshaler", func() any { return valueUnmarshaler{"old": "x"} }, text)
		target("target/struct-holding-itself", func() any { r := &selfHolder{X: 5}; r.P, r.I = r, r; return r }, text)
	}
	for _, text := range []string{`{"X":1,"P":{"X":2,"P":{"P":{"X":3}}}}`, `{"I":{"X":9,"I":{"X":10}},"X":"s"}`, `{"P":null,"I":null}`, `{"I":[1]}`, `{"P":{"P":{"X":"bad"}},"I":1}`, `{"P":{"I":null,"P":null}}`} {
		target("cycle/struct", func() any { r := &selfHolder{X: 5}; r.P, r.I = r, r; return r }, text)
		target("cycle/any-pointer-pointer", func() any { r := &selfHolder{X: 5}; r.I = &r; return r }, text)
		target("cycle/two-fields-one-pointee", func() any { in := &selfHolder{X: 7}; return &selfHolder{P: in, I: in} }, text)
	}
	into("interface", func() fmt.Stringer { return &oddStringer{5, new(int)} }, `null`, `{"X":1}`, `{"X":"s","P":null}`, `[]`, `1`)
	into("any", func() any { return &Point{5, 6} }, tokens...)
	into("any/nil-pointer", func() any { return (*Point)(nil) }, `null`, `{"X":1}`, `1`)
	into("any/pointer-to-any", func() any { var v any = 5; return &v }, `null`, `{"X":1}`, `1`)
	into("any/pointer-pointer", func() any { p := &Point{5, 6}; return &p }, `null`, `{"X":1}`, `1`)
	into("any/pointer-to-interface", func() any { var v fmt.Stringer = &oddStringer{X: 5}; return &v }, `null`, `{"X":1}`, `1`)
	into("pointer", func() *Point { return &Point{5, 6} }, `null`, `{"X":1}`, `{"X":"s","Y":7}`, `1`, `{"Y":}`)
	into("pointer-pointer", func() **Point { p := &Point{5, 6}; return &p }, `null`, `{"X":1}`, `1`)
	old := func() *error { err := errors.New("old"); return &err }
	into("pointer-error", old, `null`, `""`, `"null"`, `1`, `{}`, `[]`)
	filled("pointer-error/string", func() quoted[*error] { return quoted[*error]{F: old()} }, `{"F":""}`)
	filled("pointer-error/string", func() quoted[*error] { return quoted[*error]{F: old()} }, `{"F":"null","B":1}`)
	filled("pointer-any/string", func() quoted[*any] { var v any = &Point{5, 6}; return quoted[*any]{F: &v} }, `{"F":"null","B":1}`)
	filled("pointer-any/string", func() quoted[*any] { var v any = &Point{5, 6}; return quoted[*any]{F: &v} }, `{"F":"","B":1}`)
	filled("pointer-any/string", func() quoted[*any] { var v any = &Point{5, 6}; return quoted[*any]{F: &v} }, `{"F":{"X":"s"},"B":1}`)
	into("func", func() func() { return func() {} }, `null`, `1`, `{}`)
	into("chan", func() chan int { return make(chan int) }, `null`, `1`)
}

type oddStringer struct {
	X int
	P *int
}

func (oddStringer) String() string { return "odd" }

type selfHolder struct {
	X int
	P *selfHolder
	I any
}
