package toolchain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Errors of decoding, in encoding/json's own words. The value in question is decoded by encoding/json, mostly alone
// in a struct of one member, and its error is moved to where the value stands in the document. What can be told by
// the kind of a value is asked with the shortest value of that kind.

var decodings atomic.Int64

// Decodings returns how often encoding/json has been asked to decode something. Tests compare two of its results:
// input that encoding/json accepts is decoded without asking, and rejected input is asked about once.
func Decodings() int64 { return decodings.Load() }

// Decode is encoding/json's decoding of one value with the choices that bits name.
func Decode(data []byte, v any, bits option.Set) error {
	meter.Look(len(data))
	decodings.Add(1)
	if bits&(option.UseNumber|option.DisallowUnknownFields) == 0 {
		return json.Unmarshal(data, v)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if bits.Has(option.UseNumber) {
		d.UseNumber()
	}
	if bits.Has(option.DisallowUnknownFields) {
		d.DisallowUnknownFields()
	}
	return d.Decode(v)
}

// UnmarshalError returns the error that encoding/json has for decoding data into v, of which f is the fact. It is nil
// where encoding/json finds nothing wrong; v then holds what that has decoded.
func UnmarshalError(data []byte, v any, bits option.Set, f *fault.Fault) error {
	switch f.Code {
	case fault.Foreign, fault.Codec:
		return f.Err
	case fault.Method:
		return methodError(data, v, f)
	case fault.Syntax:
		if f.Err != nil {
			return f.Err
		}
		if err := SyntaxError(data, 0); err != nil {
			return err
		}
	case fault.UnknownName, fault.Mismatch:
		if f.Placed {
			if err := placedError(v, f); err != nil {
				return err
			}
		}
		// A fresh target, for v may be half filled by now: what it holds must not change what encoding/json says.
		if asks(v) {
			if f.Err != nil {
				return f.Err
			}
			break
		}
		t := reflect.TypeOf(v)
		fresh := reflect.New(t.Elem())
		if fresh.Type() != t { // a pointer type with a name
			named := reflect.New(t).Elem()
			named.Set(fresh)
			fresh = named
		}
		if err := Decode(data, fresh.Interface(), bits); err != nil {
			return err
		}
	}
	if asks(v) {
		return errUndecided
	}
	return Decode(data, v, bits)
}

// errUndecided is the error where generated code refuses what encoding/json may accept. That must not happen, and if it
// does the question would never end.
var errUndecided = errors.New("json: generated code does not accept this input")

// asks reports whether encoding/json would decode into v by the method that asks here.
func asks(v any) bool {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return false
	}
	g := shape.GenerationOf(t.Elem())
	return g.Standard && g.Decodes
}

// placedError returns the error that a value would have where f.Path leads, of the one it has standing alone. f.Err
// names the field valueName of the wrapper; what stands behind it in the name is the way within the value.
func placedError(v any, f *fault.Fault) error {
	if f.Code == fault.UnknownName {
		return fmt.Errorf("json: unknown field %q", f.Err.Error())
	}
	if f.Type != nil && !f.Outermost {
		return hiddenPointerError(f.Type.(reflect.Type))
	}
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok || !strings.HasPrefix(te.Field, valueName) {
		// Of another kind, or a method's that knows of no place.
		if ok {
			rooted(te, v)
		}
		return f.Err
	}
	if f.Outermost {
		if te.Type = reflect.TypeOf(v); f.Type != nil {
			te.Type = f.Type.(reflect.Type)
		}
	}
	deeper := strings.TrimPrefix(te.Field, valueName)
	te.Struct, te.Field = pathWords(v, f.Path, te.Struct, deeper)
	return te
}

// goPath returns the names of the fields that path leads through, outermost first.
func goPath(path []fault.Step) []string {
	var names []string
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Struct != nil {
			names = append(names, path[i].Name)
		}
	}
	return names
}

// Lone values are decoded as the first member of a struct whose second member tells whether decoding went on: of the
// value 5 the document is {"zetes:V":5,"W":true}, with white space before the 5. The name of the first is none that
// people use: where an error starts with it the place is one in this document, and not in another that a method has
// decoded.
const (
	valueName = "zetes:V"
	before    = `{"zetes:V":`
	wentOn    = `,"W":true}`
)

// wrapper is what a struct for asking about one value depends on.
type wrapper struct {
	t      reflect.Type
	quoted bool
}

var wrappers sync.Map // wrapper -> reflect.Type

// wrapperOf returns struct{V t; W bool} with the names zetes:V and W, of which V has the tag option "string" if quoted.
func wrapperOf(t reflect.Type, quoted bool) reflect.Type {
	key := wrapper{t, quoted}
	if w, ok := wrappers.Load(key); ok {
		return w.(reflect.Type)
	}
	tag := reflect.StructTag(`json:"` + valueName + `"`)
	if quoted {
		tag = `json:"` + valueName + `,string"`
	}
	w := reflect.StructOf([]reflect.StructField{
		{Name: "V", Type: t, Tag: tag},
		{Name: "W", Type: reflect.TypeFor[bool](), Tag: `json:"W"`},
	})
	wrappers.Store(key, w)
	return w
}

// DecodeInto has encoding/json decode the value raw into target, which is addressable, as if it were a struct field
// there, with the tag option "string" if quoted. It reports whether encoding/json would have gone on behind it.
//
// The first byte of raw stands at from: errors tell offsets as from there. io.EOF is one that a method has returned.
func DecodeInto(raw []byte, from int, target reflect.Value, quoted bool, bits option.Set) (goesOn bool, err error) {
	w := reflect.New(wrapperOf(target.Type(), quoted))
	v := w.Elem().Field(0)
	v.Set(target)
	defer func() { target.Set(v) }() // also of what stands before a method that panics
	err, own := decodeField(raw, w, bits)
	end := len(before) + min(len(raw), mostBlank) + len(raw) + len(wentOn)
	if se, ok := err.(*json.SyntaxError); ok && int(se.Offset) == end {
		err = io.EOF // of a method: the document is whole, and the error says that it ends too early
	} else if !own {
		err = placeField(err, from)
	}
	return w.Elem().Field(1).Bool(), err
}

// FieldError returns the error that DecodeInto has for a target that is zero.
func FieldError(raw string, from int, t reflect.Type, quoted bool, bits option.Set) error {
	err, own := sayingOf(raw, question{t, true, quoted, bits}, nil)
	if own {
		return err
	}
	return placeField(err, from)
}

// placeField moves the place in err to raw's, which starts at from.
func placeField(err error, from int) error {
	if te, ok := err.(*json.UnmarshalTypeError); ok && strings.HasPrefix(te.Field, valueName) {
		te.Offset += int64(from)
	}
	return err
}

// mostBlank bounds the white space before a value, so that it costs little memory.
const mostBlank = 4096

// decodeField has encoding/json decode raw into the first field of what w points to. The error's place is in raw. With
// own it is one that a method has given its error, which encoding/json leaves alone: such places count from the
// method's argument, and so much white space stands before that, that they are smaller than all others.
func decodeField(raw []byte, w reflect.Value, bits option.Set) (err error, own bool) {
	blank := min(len(raw), mostBlank)
	doc := make([]byte, 0, len(raw)+blank+16)
	doc = append(doc, before...)
	for range blank {
		doc = append(doc, ' ')
	}
	doc = append(doc, raw...)
	doc = append(doc, wentOn...)
	err = Decode(doc, w.Interface(), bits)
	if te, ok := err.(*json.UnmarshalTypeError); ok && te.Offset < int64(len(before)+blank) {
		return err, true
	}
	return placeField(err, -len(before)-blank), false
}

// MemberError is FieldError for an object of one member, whose value raw stands at from.
func MemberError(name, raw string, from int, t reflect.Type, bits option.Set) error {
	text, err := json.Marshal(name)
	if err != nil {
		return nil
	}
	text = append(append([]byte{'{'}, text...), ':')
	return FieldError(string(text)+raw+"}", from-len(text), t, false, bits)
}

// KindError is FieldError for the t that pointer leads to, where the type has no methods for decoding and raw is of a
// kind that does not go into it: encoding/json then leaves the target as it is, so that it needs no copy.
func KindError(raw string, from int, t reflect.Type, pointer func() reflect.Value) error {
	err, _ := sayingOf(raw, question{as: t}, pointer)
	return placeField(err, from)
}

// PlainError is KindError for a t whose methods do not count: a type of the same kind without any is asked about.
func PlainError(raw string, from int, t reflect.Type) error {
	as := standIns[t.Kind()]
	if as == nil {
		as = standIns[reflect.Struct]
	}
	err := KindError(raw, from, as, func() reflect.Value { return reflect.New(as) })
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Type = t
	}
	return err
}

// standIns are types of each kind that have no methods. Of structs, slices, arrays and maps any will do, for values
// that do not go into the kind at all.
var standIns = func() (list [reflect.UnsafePointer + 1]reflect.Type) {
	for _, v := range []any{
		false, "", 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0), float32(0), float64(0),
		struct{}{}, []int(nil), [1]int{}, map[string]int(nil),
	} {
		list[reflect.TypeOf(v).Kind()] = reflect.TypeOf(v)
	}
	return list
}()
