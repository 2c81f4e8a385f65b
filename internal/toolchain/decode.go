package toolchain

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
)

// Decode is encoding/json's decoding of one value with the choices that bits name.
func Decode(data []byte, v any, bits option.Set) error {
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

// UnmarshalError returns the error that encoding/json has for decoding data into v, of which f is the fact.
func UnmarshalError(data []byte, v any, bits option.Set, f *fault.Fault) error {
	if f.Code == fault.Method {
		return addContext(f)
	}
	if f.Code != fault.BadTarget && !f.Held {
		fresh := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err := Decode(data, fresh, bits); err != nil {
			return err
		}
	}
	// The error may come from what the target held, as a pointer in an interface: that is still there.
	if err := Decode(data, v, bits); err != nil {
		return err
	}
	if f.Err != nil {
		return f.Err
	}
	return f
}

// addContext gives a type error that a method returned the path to where that happened, as the classic encoding/json
// does: the innermost struct's name and all field names.
func addContext(f *fault.Fault) error {
	te, ok := f.Err.(*json.UnmarshalTypeError)
	if !ok || MethodErrorsGoOn || len(f.Path) == 0 {
		return f.Err
	}
	var names []string
	for i := len(f.Path) - 1; i >= 0; i-- {
		names = append(names, f.Path[i].Name)
	}
	if te.Field != "" {
		names = append(names, te.Field)
	}
	te.Struct = f.Path[0].Struct.(reflect.Type).Name()
	te.Field = strings.Join(names, ".")
	return te
}

// Lone values are decoded as the first member of a struct whose second member tells whether decoding went on.
const (
	valueName = "V"
	wentOn    = `,"W":true}`
)

type wrapper struct {
	t      reflect.Type
	quoted bool
}

var wrappers sync.Map // wrapper -> reflect.Type

func wrapperOf(t reflect.Type, quoted bool) reflect.Type {
	key := wrapper{t, quoted}
	if w, ok := wrappers.Load(key); ok {
		return w.(reflect.Type)
	}
	tag := reflect.StructTag(`json:"V"`)
	if quoted {
		tag = `json:"V,string"`
	}
	w := reflect.StructOf([]reflect.StructField{
		{Name: valueName, Type: t, Tag: tag},
		{Name: "W", Type: reflect.TypeFor[bool](), Tag: `json:"W"`},
	})
	wrappers.Store(key, w)
	return w
}

// DecodeInto has encoding/json decode the value raw into target, which is addressable, as if it were a struct field
// there, with the tag option "string" if quoted. It reports whether encoding/json would have gone on behind it.
func DecodeInto(raw []byte, target reflect.Value, quoted bool, bits option.Set) (goesOn bool, err error) {
	w := reflect.New(wrapperOf(target.Type(), quoted))
	v := w.Elem().Field(0)
	v.Set(target)
	doc := make([]byte, 0, len(raw)+16)
	doc = append(doc, `{"V":`...)
	doc = append(doc, raw...)
	doc = append(doc, wentOn...)
	err = Decode(doc, w.Interface(), bits)
	target.Set(v)
	return w.Elem().Field(1).Bool(), err
}
