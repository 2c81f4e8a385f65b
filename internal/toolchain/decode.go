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
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Errors of decoding, with encoding/json's own text. To get them, encoding/json decodes the wrong value once more,
// mostly as the only member of an object. The offset and path in its error are then changed to those of the value in
// the document. For an error about the value's kind it decodes the shortest value of that kind.

// Decode decodes one value with encoding/json and the options in bits.
func Decode(data []byte, v any, bits option.Set) error {
	meter.Look(len(data))
	meter.Asked.Add(1)
	if bits&(option.UseNumber|option.DisallowUnknownFields) == 0 {
		return json.Unmarshal(data, v)
	}
	return (*byDecoder.Load())(data, v, bits)
}

// byDecoder is decodeByDecoder. Only code that chooses one of the options that this function serves calls LinkDecoder.
// So the linker leaves the Decoder of encoding/json, 11 KB, out of other programs.
var byDecoder atomic.Pointer[func(data []byte, v any, bits option.Set) error]

// LinkDecoder must be called before Decode is called with option.UseNumber or option.DisallowUnknownFields.
func LinkDecoder() {
	if byDecoder.Load() == nil {
		f := decodeByDecoder
		byDecoder.Store(&f)
	}
}

func decodeByDecoder(data []byte, v any, bits option.Set) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if bits.Has(option.UseNumber) {
		d.UseNumber()
	}
	if bits.Has(option.DisallowUnknownFields) {
		d.DisallowUnknownFields()
	}
	return d.Decode(v)
}

// UnmarshalError returns encoding/json's error for decoding data into v after the fault f, or nil if it has decoded it.
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
		// encoding/json decodes into a new target below: v may be half filled by now, which must not change the error.
		// But if encoding/json would call a generated method (callsGenerated), f.Err is the error.
		if callsGenerated(v) {
			if f.Err != nil {
				return f.Err
			}
			break
		}
		t := reflect.TypeOf(v)
		fresh := reflect.New(t.Elem())
		if fresh.Type() != t {
			named := reflect.New(t).Elem()
			named.Set(fresh)
			fresh = named
		}
		if err := Decode(data, fresh.Interface(), bits); err != nil {
			return err
		}
	}
	if callsGenerated(v) {
		return errUndecided
	}
	return Decode(data, v, bits)
}

// errUndecided is the error if generated code refuses input that encoding/json may accept, which must not happen.
// encoding/json can't be asked, since it would call the generated code again.
var errUndecided = errors.New("json: generated code does not accept this input")

// callsGenerated reports whether encoding/json would decode into v by a generated method, which calls this package.
func callsGenerated(v any) bool {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return false
	}
	g := shape.GenerationOf(t.Elem())
	return g.Standard && g.Decodes
}

// placedError returns the error about the value at the end of f.Path. f.Err is the error of decoding that value alone,
// as a field of a struct (wrapperOf). The Field of that error is valueName, followed by the path within the value.
func placedError(v any, f *fault.Fault) error {
	if f.Code == fault.UnknownName {
		return fmt.Errorf("json: unknown field %q", f.Err.Error())
	}
	if f.Type != nil && !f.Outermost {
		return hiddenPointerError(f.Type.(reflect.Type))
	}
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok || !strings.HasPrefix(te.Field, valueName) {
		// A method may have returned the error. Some releases add the name of the target's type.
		if ok {
			nameTarget(te, v)
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

// goPath appends to names the names of the fields on path, outermost first.
func goPath(names []string, path []fault.Step) []string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Struct != nil {
			names = append(names, path[i].Name)
		}
	}
	return names
}

// A single value is decoded as the first field of a struct. The second field shows whether encoding/json went on to it,
// or stopped at the value: for the value 5 the document is {"zetes:V":5,"W":true}, with white space before the 5. No
// other program uses the name zetes:V, so an error with it is not about a document that a method has decoded.
const (
	valueName = "zetes:V"
	before    = `{"zetes:V":`
	wentOn    = `,"W":true}`
)

type wrapper struct {
	t      reflect.Type
	quoted bool
}

var wrappers sync.Map // wrapper -> reflect.Type

// wrapperOf returns struct{V t; W bool} with the names zetes:V and W. If quoted, V has the tag option "string".
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

// DecodeInto lets encoding/json decode the value raw into target, which is addressable, as if target were a field of a
// struct, with the tag option "string" if quoted. It reports whether encoding/json would have gone on afterwards. raw
// is at offset from of the input, which is added to offsets in errors. If err is io.EOF, a method has returned it.
func DecodeInto(raw []byte, from int, target reflect.Value, quoted bool, bits option.Set) (goesOn bool, err error) {
	w := reflect.New(wrapperOf(target.Type(), quoted))
	v := w.Elem().Field(0)
	v.Set(target)
	defer func() { target.Set(v) }() // also if a method panics: target gets the part that was decoded before
	err, own := decodeField(raw, w, bits)
	end := len(before) + min(len(raw), mostBlank) + len(raw) + len(wentOn)
	if se, ok := err.(*json.SyntaxError); ok && int(se.Offset) == end {
		err = io.EOF // the document is complete, but the error says it is not
	} else if !own {
		err = placeField(err, from)
	}
	return w.Elem().Field(1).Bool(), err
}

// FieldError returns the error that DecodeInto returns for a zero target of type t.
func FieldError(raw string, from int, t reflect.Type, quoted bool, bits option.Set) error {
	err, own := errorOf(raw, question{t, true, quoted, bits}, nil, nil)
	if own {
		return err
	}
	return placeField(err, from)
}

type aText struct{}

func (*aText) UnmarshalText([]byte) error { return nil }

// NoTextError returns encoding/json's error like FieldError, if an option makes t a type that is read from strings
// only, such as time.Duration, and raw is not a string. encoding/json decodes raw into aText, which accepts only
// strings, and t replaces aText in the error.
func NoTextError(raw string, from int, t reflect.Type, bits option.Set) error {
	err := FieldError(raw, from, reflect.TypeFor[aText](), false, bits)
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Type = t
	}
	return err
}

// placeField adds from to the offset in err, if err is about the field V of a wrapper.
func placeField(err error, from int) error {
	if te, ok := err.(*json.UnmarshalTypeError); ok && strings.HasPrefix(te.Field, valueName) {
		locate.Base(from).Move(te)
	}
	return err
}

// mostBlank is the largest number of bytes of white space that decodeField puts before a value.
const mostBlank = 4096

// decodeField lets encoding/json decode raw into the first field of the struct that w points to. The offset in the
// error counts from the start of raw. If own is true, a method has set the offset, which then counts from the start of
// the method's argument. To recognize such an offset, decodeField puts white space before raw: the offset is within it.
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

// MemberError returns encoding/json's error like FieldError, for an object whose only member has the value raw.
func MemberError(name, raw string, from int, t reflect.Type, bits option.Set) error {
	text, err := json.Marshal(name)
	if err != nil {
		return nil
	}
	text = append(append([]byte{'{'}, text...), ':')
	return FieldError(string(text)+raw+"}", from-len(text), t, false, bits)
}

// KindError returns encoding/json's error for decoding raw, at offset from of the input, into a target of type t, if
// the kind of raw does not fit t. t has no methods for decoding. The function pointer returns a pointer to the target,
// which stays unchanged. a has memory for the error; if a is nil, the error is allocated.
func KindError(raw string, from int, t reflect.Type, a *Answers, pointer func() reflect.Value) error {
	err, _ := errorOf(raw, question{target: t}, a, pointer)
	return placeField(err, from)
}

// PlainError returns encoding/json's error like KindError, but ignores the methods of t.
func PlainError(raw string, from int, t reflect.Type, a *Answers) error {
	as := standIns[t.Kind()]
	if as == nil {
		as = standIns[reflect.Struct]
	}
	err := KindError(raw, from, as, a, func() reflect.Value { return reflect.New(as) })
	if te, ok := err.(*json.UnmarshalTypeError); ok {
		te.Type = t
	}
	return err
}

// standIns has for each kind a type of that kind without methods. For structs, slices, arrays and maps any such type
// will do, since only values that do not fit the kind are decoded into it.
var standIns = func() (list [reflect.UnsafePointer + 1]reflect.Type) {
	for _, v := range []any{
		false, "", 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), uintptr(0), float32(0), float64(0),
		struct{}{}, []int(nil), [1]int{}, map[string]int(nil),
	} {
		list[reflect.TypeOf(v).Kind()] = reflect.TypeOf(v)
	}
	return list
}()
