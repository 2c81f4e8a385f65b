package encode

import (
	"encoding/json"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Fields with tag options that are not encoding/json's. The encoder has to know options about how one value is written;
// whether they suit the field's type is in package shape. For
//
//	struct {
//		A string        `json:",raw"`
//		B time.Duration `json:",stringer"`
//		C Money         `json:",encoder"`
//	}
//
// A is written as the JSON that it holds, B as "1.5s", and C is an error unless a method or codec writes it.

// byOption adds the value of a field that a tag option has written in its own way, and reports whether one has.
func (w *builder) byOption(f *shape.Field, addr bool, offset uintptr) bool {
	key := blockKey{typ: f.Type, addr: addr}
	switch {
	case f.More.Has(tag.Raw):
		w.exit(&exitInfo{run: runRawText, typ: key.name(), flag: f.Type.Kind() == reflect.String}, offset)
	case f.More.Has(tag.Stringer):
		x := exitInfo{run: runStringer, typ: f.Type, word: mem.PointerWordOf(f.Type)}
		if f.Type.Kind() == reflect.Pointer {
			x.word = mem.PointerWordOf(f.Type.Elem())
		}
		// A method of the pointer to a value without an address gets a copy, which it may change and keep.
		x.flag = !addr && f.Type.Kind() != reflect.Pointer && !f.Type.Implements(reflect.TypeFor[fmt.Stringer]())
		w.exit(&x, offset)
	case f.More.Has(tag.Encoder) && !w.hasEncoder(f.Type, addr):
		w.refuse(shape.NoEncoder(f), offset)
	default:
		return false
	}
	return true
}

// hasEncoder reports whether values of t, or what they point to, are written by a codec or a method.
func (w *builder) hasEncoder(t reflect.Type, addr bool) bool {
	if w.codecOf(t) != nil || t.Kind() == reflect.Interface {
		return true
	}
	if t.Kind() == reflect.Pointer {
		return w.codecOf(t.Elem()) != nil || w.methodOf(t.Elem(), true) != none
	}
	return w.methodOf(t, addr) != none
}

// runRawText writes a string, where flag says that it is one, or bytes as the JSON value that they are; without any
// null.
func runRawText(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	var b []byte
	if x.flag {
		b = mem.View(*(*string)(p))
	} else {
		b = *(*[]byte)(p)
	}
	switch {
	case len(b) == 0:
		return m.null(n)
	case m.cfg.Options.Has(option.RawUnchecked):
		n = m.room(n, len(b))
		return m.adopt(append(m.bytes(n), b...))
	}
	e := m.marshaled(x, b, nil, n)
	if e < 0 && m.err.Code == fault.MarshalJSON {
		v, why := reflect.ValueOf(string(b)), "the text of a field with the tag option raw is not JSON"
		if err := toolchain.SyntaxError(b, 0); err != nil {
			why += ": " + err.Error()
		}
		m.err = &fault.Fault{Code: fault.Foreign, Err: m.placed(&json.UnsupportedValueError{Value: v, Str: why}, m.bytes(n), n-m.start, nil)}
	}
	return e
}

// runStringer writes what a String method returns; null for nil. flag says that the method is called on a copy.
func runStringer(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	var v any
	switch x.typ.Kind() {
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(p); to != nil {
			v = mem.Interface(x.word, to)
		}
	case reflect.Interface:
		v = any(*(*interface{ M() })(p))
	default:
		if x.flag {
			c := reflect.New(x.typ)
			c.Elem().Set(reflect.NewAt(x.typ, p).Elem())
			p = c.UnsafePointer()
		}
		v = mem.Interface(x.word, p)
	}
	if v == nil {
		return m.null(n)
	}
	return m.put1(m.text(v.(fmt.Stringer).String(), m.put1(n, '"')), '"')
}
