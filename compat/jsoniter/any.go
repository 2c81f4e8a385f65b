package jsoniter

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/jsondoc"
)

// Any is a value of any kind: JSON text that is looked at when it is asked for, or a Go value. Its conversions never
// fail: a value that can't be converted is zero.
//
//   - To a bool: zero, "", "0", null, an empty array and text of white space are false, all others true.
//   - To a number: true is 1, text is the number that it begins with, an array is 1 if it has elements.
//   - To a string: arrays and objects are their JSON.
type Any interface {
	LastError() error
	ValueType() ValueType
	MustBeValid() Any
	ToBool() bool
	ToInt() int
	ToInt32() int32
	ToInt64() int64
	ToUint() uint
	ToUint32() uint32
	ToUint64() uint64
	ToFloat32() float32
	ToFloat64() float64
	ToString() string
	ToVal(val any)
	Get(path ...any) Any
	Size() int
	Keys() []string
	GetInterface() any
	WriteTo(stream *Stream)
}

// anyCodec writes and reads values of the interface type Any.
var anyCodec = codec.For(
	func(w *codec.Writer, v *Any) {
		if *v == nil {
			w.Null()
		} else {
			writeAny(w, *v)
		}
	},
	func(r *codec.Reader, v *Any) { *v = textAny{fallback, slices.Clone(r.Raw())} },
)

// implementersOfAny makes codecs for types that implement Any, which can be written.
var implementersOfAny = ready.ForImplementers(writeAny, nil)

func writeAny(w *codec.Writer, v Any) {
	s := NewStream(fallback, nil, 64)
	v.WriteTo(s)
	if s.Error != nil {
		w.Fail(s.Error)
		return
	}
	w.Raw(s.buf)
}

// Wrap returns an Any of a Go value.
func Wrap(val any) Any {
	if a, ok := val.(Any); ok {
		return a
	}
	return goAny{reflect.ValueOf(val)}
}

// WrapFloat64 returns an Any of val.
func WrapFloat64(val float64) Any { return Wrap(val) }

// WrapInt32 returns an Any of val.
func WrapInt32(val int32) Any { return Wrap(val) }

// WrapInt64 returns an Any of val.
func WrapInt64(val int64) Any { return Wrap(val) }

// WrapString returns an Any of val.
func WrapString(val string) Any { return Wrap(val) }

// WrapUint32 returns an Any of val.
func WrapUint32(val uint32) Any { return Wrap(val) }

// WrapUint64 returns an Any of val.
func WrapUint64(val uint64) Any { return Wrap(val) }

// getAny returns the value at the end of path in data.
func getAny(f *frozen, data []byte, path []any) Any {
	steps := make([]any, 0, len(path))
	for i, step := range path {
		switch step := step.(type) {
		case string:
			steps = append(steps, step)
			continue
		case int:
			if step >= 0 {
				steps = append(steps, step)
				continue
			}
		case int32:
			if step == '*' {
				v, err := jsondoc.Get(data, steps...)
				if err != nil {
					return &invalidAny{err}
				}
				return each(f, v, path[i+1:])
			}
		}
		return &invalidAny{fmt.Errorf("jsoniter: %v (%T) is no step of a path", step, step)}
	}
	v, err := jsondoc.Get(data, steps...)
	if err != nil {
		return &invalidAny{err}
	}
	return textAny{f, v.Raw()}
}

// each returns what path leads to from each element or member of v that has it.
func each(f *frozen, v jsondoc.Value, path []any) Any {
	s := NewStream(f.engine().owner, nil, 64)
	s.f = &frozen{} // compact
	count := 0
	add := func(name string, named bool, v jsondoc.Value) {
		found := getAny(f, v.Raw(), path)
		if found.ValueType() == InvalidValue {
			return
		}
		if count++; count > 1 {
			s.WriteMore()
		}
		if named {
			s.WriteObjectField(name)
		}
		found.WriteTo(s)
	}
	switch v.Kind() {
	case codec.Array:
		s.WriteArrayStart()
		for _, v := range v.Elements() {
			add("", false, v)
		}
		s.WriteArrayEnd()
	case codec.Object:
		s.WriteObjectStart()
		for name, v := range v.Members() {
			add(name, true, v)
		}
		s.WriteObjectEnd()
	default:
		return &invalidAny{fmt.Errorf("jsoniter: '*' in a path leads to %v, want an array or object", v.Kind())}
	}
	return textAny{f, s.buf}
}

// invalidAny is no value, for a reason.
type invalidAny struct{ err error }

var errInvalid = errors.New("jsoniter: there is no value")

func (a *invalidAny) LastError() error {
	if a.err == nil {
		return errInvalid
	}
	return a.err
}
func (a *invalidAny) ValueType() ValueType { return InvalidValue }
func (a *invalidAny) MustBeValid() Any     { panic(a.LastError()) }
func (a *invalidAny) ToBool() bool         { return false }
func (a *invalidAny) ToInt() int           { return 0 }
func (a *invalidAny) ToInt32() int32       { return 0 }
func (a *invalidAny) ToInt64() int64       { return 0 }
func (a *invalidAny) ToUint() uint         { return 0 }
func (a *invalidAny) ToUint32() uint32     { return 0 }
func (a *invalidAny) ToUint64() uint64     { return 0 }
func (a *invalidAny) ToFloat32() float32   { return 0 }
func (a *invalidAny) ToFloat64() float64   { return 0 }
func (a *invalidAny) ToString() string     { return "" }
func (a *invalidAny) ToVal(any)            {}
func (a *invalidAny) Size() int            { return 0 }
func (a *invalidAny) Keys() []string       { return nil }
func (a *invalidAny) GetInterface() any    { return nil }
func (a *invalidAny) WriteTo(*Stream)      {}
func (a *invalidAny) Get(path ...any) Any  { return a }

// textAny is the value that a text holds: one JSON value.
type textAny struct {
	f    *frozen
	text []byte
}

func (a textAny) LastError() error {
	if !a.f.Valid(a.text) {
		var v any
		return a.f.Unmarshal(a.text, &v)
	}
	return nil
}

func (a textAny) ValueType() ValueType {
	if len(a.text) == 0 {
		return InvalidValue
	}
	return kinds[a.text[0]]
}

func (a textAny) MustBeValid() Any { return a }

// string returns the text of a string.
func (a textAny) string() string { return ParseBytes(a.f, a.text).ReadString() }

// empty reports whether an array or object has nothing in it.
func (a textAny) empty() bool {
	iter := ParseBytes(a.f, a.text)
	iter.next()
	c := iter.peek()
	return c == ']' || c == '}'
}

func (a textAny) ToBool() bool {
	switch a.ValueType() {
	case BoolValue:
		return a.text[0] == 't'
	case NumberValue:
		return a.ToFloat64() != 0
	case StringValue:
		return trueText(a.string())
	case ArrayValue:
		return !a.empty()
	case ObjectValue:
		return true
	}
	return false
}

// trueText reports whether a text is true: neither "0" nor white space.
func trueText(s string) bool {
	for _, c := range s {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return s != "0"
		}
	}
	return false
}

// float returns the number that the value becomes, as a text that is the beginning of a number, and as a float64.
func (a textAny) number() string {
	switch a.ValueType() {
	case BoolValue:
		if a.text[0] == 't' {
			return "1"
		}
	case NumberValue:
		return string(a.text)
	case StringValue:
		return a.string()
	case ArrayValue:
		if !a.empty() {
			return "1"
		}
	}
	return "0"
}

// leading returns the number that s begins with: its sign and digits, and with fraction what else a float has.
func leading(s string, fraction bool) string {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	if !fraction {
		return s[:i]
	}
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && s[i]-'0' <= 9; {
			i++
		}
	}
	if i < len(s) && s[i]|' ' == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j]-'0' <= 9 {
			for i = j; i < len(s) && s[i]-'0' <= 9; {
				i++
			}
		}
	}
	return s[:i]
}

// signedOf returns the integer of the given bits that s begins with, or 0 if it does not fit.
func signedOf(s string, bits int) int64 {
	v, err := strconv.ParseInt(leading(s, false), 10, bits)
	if err != nil {
		return 0
	}
	return v
}

// unsignedOf is signedOf for integers from 0 on.
func unsignedOf(s string, bits int) uint64 {
	s = leading(s, false)
	if len(s) > 0 && s[0] == '+' {
		s = s[1:]
	}
	v, err := strconv.ParseUint(s, 10, bits)
	if err != nil {
		return 0
	}
	return v
}

// floatOf returns the float that s begins with.
func floatOf(s string, bits int) float64 {
	v, err := strconv.ParseFloat(leading(s, true), bits)
	if err != nil {
		return 0
	}
	return v
}

func (a textAny) ToInt() int         { return int(signedOf(a.number(), strconv.IntSize)) }
func (a textAny) ToInt32() int32     { return int32(signedOf(a.number(), 32)) }
func (a textAny) ToInt64() int64     { return signedOf(a.number(), 64) }
func (a textAny) ToUint() uint       { return uint(unsignedOf(a.number(), strconv.IntSize)) }
func (a textAny) ToUint32() uint32   { return uint32(unsignedOf(a.number(), 32)) }
func (a textAny) ToUint64() uint64   { return unsignedOf(a.number(), 64) }
func (a textAny) ToFloat32() float32 { return float32(floatOf(a.number(), 32)) }
func (a textAny) ToFloat64() float64 { return floatOf(a.number(), 64) }

func (a textAny) ToString() string {
	switch a.ValueType() {
	case StringValue:
		return a.string()
	case NilValue:
		return ""
	}
	return string(a.text)
}

func (a textAny) ToVal(val any) { ParseBytes(a.f, a.text).ReadVal(val) }

func (a textAny) Get(path ...any) Any {
	if len(path) == 0 {
		return a
	}
	return getAny(a.f, a.text, path)
}

func (a textAny) Size() int {
	size := 0
	iter := ParseBytes(a.f, a.text)
	switch a.ValueType() {
	case ArrayValue:
		iter.ReadArrayCB(func(iter *Iterator) bool { size++; iter.Skip(); return true })
	case ObjectValue:
		iter.ReadMapCB(func(iter *Iterator, _ string) bool { size++; iter.Skip(); return true })
	}
	return size
}

func (a textAny) Keys() []string {
	if a.ValueType() != ObjectValue {
		return nil
	}
	var keys []string
	ParseBytes(a.f, a.text).ReadMapCB(func(iter *Iterator, name string) bool {
		keys = append(keys, name)
		iter.Skip()
		return true
	})
	return keys
}

func (a textAny) GetInterface() any { return ParseBytes(a.f, a.text).Read() }

func (a textAny) WriteTo(stream *Stream) { stream.buf = append(stream.buf, a.text...) }

// goAny is a Go value.
type goAny struct{ v reflect.Value }

func (a goAny) LastError() error { return nil }
func (a goAny) MustBeValid() Any { return a }

// value returns the value that pointers and interfaces lead to, or the zero Value for nil.
func (a goAny) value() reflect.Value {
	v := a.v
	for range 100 {
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			break
		}
		v = v.Elem()
	}
	return v
}

func (a goAny) ValueType() ValueType {
	switch v := a.value(); v.Kind() {
	case reflect.Bool:
		return BoolValue
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64:
		return NumberValue
	case reflect.String:
		if v.Type() == reflect.TypeFor[json.Number]() || v.Type() == reflect.TypeFor[Number]() {
			return NumberValue
		}
		return StringValue
	case reflect.Slice, reflect.Array:
		return ArrayValue
	case reflect.Map, reflect.Struct:
		return ObjectValue
	case reflect.Invalid:
		return NilValue
	}
	return InvalidValue
}

func (a goAny) ToBool() bool {
	switch v := a.value(); a.ValueType() {
	case NumberValue:
		return a.ToFloat64() != 0
	case StringValue:
		return trueText(v.String())
	case BoolValue:
		return v.Bool()
	case ArrayValue:
		return v.Len() > 0
	case ObjectValue:
		return v.Kind() == reflect.Struct || v.Len() > 0
	}
	return false
}

func (a goAny) ToInt() int       { return int(a.ToInt64()) }
func (a goAny) ToInt32() int32   { return int32(a.ToInt64()) }
func (a goAny) ToUint() uint     { return uint(a.ToUint64()) }
func (a goAny) ToUint32() uint32 { return uint32(a.ToUint64()) }

func (a goAny) ToInt64() int64 {
	v := a.value()
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	case v.CanFloat():
		return int64(v.Float())
	case v.Kind() == reflect.String:
		return signedOf(v.String(), 64)
	case a.one():
		return 1
	}
	return 0
}

// one reports whether the value becomes 1: true, or an array with elements.
func (a goAny) one() bool {
	t := a.ValueType()
	return (t == BoolValue || t == ArrayValue) && a.ToBool()
}

func (a goAny) ToUint64() uint64 {
	v := a.value()
	switch {
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		if f := v.Float(); f > 0 && f < math.MaxUint64 {
			return uint64(f)
		}
		return 0
	case v.Kind() == reflect.String:
		return unsignedOf(v.String(), 64)
	}
	return uint64(a.ToInt64())
}

func (a goAny) ToFloat32() float32 { return float32(a.ToFloat64()) }

func (a goAny) ToFloat64() float64 {
	v := a.value()
	switch {
	case v.CanFloat():
		return v.Float()
	case v.CanUint():
		return float64(v.Uint())
	case v.Kind() == reflect.String:
		return floatOf(v.String(), 64)
	}
	return float64(a.ToInt64())
}

func (a goAny) ToString() string {
	v := a.value()
	switch t := a.ValueType(); {
	case t == NilValue:
		return ""
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'E', -1, 64)
	}
	s, err := fallback.MarshalToString(a.v.Interface())
	if err != nil {
		return ""
	}
	return s
}

func (a goAny) ToVal(val any) {
	if data, err := fallback.Marshal(a.GetInterface()); err == nil {
		fallback.Unmarshal(data, val)
	}
}

// fields calls f with the name and value of each member of a map or a struct, until it returns false.
func (a goAny) fields(f func(name string, v goAny) bool) {
	v := a.value()
	switch v.Kind() {
	case reflect.Map:
		for key, elem := range v.Seq2() {
			if !f(fmt.Sprint(key), goAny{elem}) {
				return
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); !f(field.Name, goAny{v.Field(i)}) {
				return
			}
		}
	}
}

func (a goAny) Get(path ...any) Any {
	if len(path) == 0 {
		return a
	}
	v, rest := a.value(), path[1:]
	switch step := path[0].(type) {
	case int:
		if a.ValueType() == ArrayValue && step >= 0 && step < v.Len() {
			return goAny{v.Index(step)}.Get(rest...)
		}
	case string:
		if v.Kind() == reflect.Struct {
			if field, ok := v.Type().FieldByName(step); ok && field.IsExported() && len(field.Index) == 1 {
				return goAny{v.FieldByIndex(field.Index)}.Get(rest...)
			}
		}
		var found Any
		if v.Kind() == reflect.Map {
			a.fields(func(name string, v goAny) bool {
				if name == step {
					found = v.Get(rest...)
				}
				return found == nil
			})
		}
		if found != nil {
			return found
		}
	case int32:
		if step == '*' {
			return a.each(rest)
		}
	}
	return &invalidAny{fmt.Errorf("jsoniter: %v leads nowhere in a value of type %v", path[0], typeName(v))}
}

func typeName(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	return v.Type().String()
}

// each returns what path leads to from each element or member that has it.
func (a goAny) each(path []any) Any {
	switch a.ValueType() {
	case ArrayValue:
		list := []any{}
		for i := range a.value().Len() {
			if found := (goAny{a.value().Index(i)}).Get(path...); found.ValueType() != InvalidValue {
				list = append(list, found)
			}
		}
		return Wrap(list)
	case ObjectValue:
		m := map[string]any{}
		a.fields(func(name string, v goAny) bool {
			if found := v.Get(path...); found.ValueType() != InvalidValue && v.v.CanInterface() {
				m[name] = found
			}
			return true
		})
		return Wrap(m)
	}
	return &invalidAny{fmt.Errorf("jsoniter: '*' leads nowhere in a value of type %v", typeName(a.value()))}
}

func (a goAny) Size() int {
	switch v := a.value(); v.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return v.Len()
	case reflect.Struct:
		return v.NumField()
	}
	return 0
}

func (a goAny) Keys() []string {
	var keys []string
	a.fields(func(name string, _ goAny) bool { keys = append(keys, name); return true })
	return keys
}

// GetInterface returns the value. Small integers and floats come in the next larger type that json-iterator has an Any
// for.
func (a goAny) GetInterface() any {
	switch v := a.v; v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return int32(v.Int())
	case reflect.Int, reflect.Int64:
		return v.Int()
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return uint32(v.Uint())
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	}
	if !a.v.CanInterface() {
		return nil
	}
	return a.v.Interface()
}

func (a goAny) WriteTo(stream *Stream) { stream.WriteVal(a.GetInterface()) }
