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

// This file writes fields with tag options that encoding/json does not have, and that suit the field's type:
//
//	A string        `json:",raw"`      // the JSON that A contains
//	B time.Duration `json:",stringer"` // "1.5s"
//	C Money         `json:",encoder"`  // an error unless a method or codec writes C

// byOption adds an op for the value of a field if a tag option says how it is written. Otherwise it returns false.
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
		// A method with a pointer receiver gets a copy of a value without an address.
		x.flag = !addr && f.Type.Kind() != reflect.Pointer && !f.Type.Implements(reflect.TypeFor[fmt.Stringer]())
		w.exit(&x, offset)
	case f.More.Has(tag.Encoder) && !w.hasEncoder(f.Type, addr):
		w.refuse(shape.NoEncoder(f), offset)
	default:
		return false
	}
	return true
}

// hasEncoder reports whether a codec or a method writes values of t, or those that a pointer of type t leads to.
func (w *builder) hasEncoder(t reflect.Type, addr bool) bool {
	if w.codecOf(t) != nil || t.Kind() == reflect.Interface {
		return true
	}
	if t.Kind() == reflect.Pointer {
		return w.codecOf(t.Elem()) != nil || w.methodOf(t.Elem(), true) != none
	}
	return w.methodOf(t, addr) != none
}

// runRawText writes the text of a string (with flag) or a []byte, which must be JSON or empty, as a value.
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
		return m.unchecked(b, n)
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

// runStringer writes the result of a String method as a string, or null for nil. With flag the method gets a copy.
func runStringer(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	var v any
	switch x.typ.Kind() {
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(p); to != nil {
			v = mem.Interface(x.word, to)
		}
	case reflect.Interface:
		v = heldAt(p)
	default:
		if x.flag {
			p = copyOf(x.typ, p).UnsafePointer()
		}
		v = mem.Interface(x.word, p)
	}
	if v == nil {
		return m.null(n)
	}
	return m.quoted(v.(fmt.Stringer).String(), n)
}
