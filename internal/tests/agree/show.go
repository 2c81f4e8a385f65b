package agree

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

const maxShown = 2000

// show returns a value as Go text. Fields that are zero are left out, pointers are followed.
func show(v reflect.Value) string {
	var b strings.Builder
	shower{&b}.show(v, 0)
	return cut(b.String())
}

func cut(s string) string {
	if len(s) > maxShown {
		return s[:maxShown/2] + "…" + s[len(s)-maxShown/2:]
	}
	return s
}

type shower struct{ *strings.Builder }

// show is one switch over the kinds of Go types.
func (s shower) show(v reflect.Value, depth int) {
	if !v.IsValid() {
		s.WriteString("nil")
		return
	}
	if depth > 20 || s.Len() > 2*maxShown {
		s.WriteString("…")
		return
	}
	t := v.Type()
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if v.IsNil() {
			s.WriteString("nil")
			return
		}
	}
	switch v.Kind() {
	case reflect.Interface:
		s.dynamic(v.Elem(), depth)
	case reflect.Pointer:
		s.WriteByte('&')
		s.dynamic(v.Elem(), depth)
	case reflect.Struct:
		s.WriteString(t.String() + "{")
		sep := ""
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				s.WriteString(sep + t.Field(i).Name + ": ")
				s.show(v.Field(i), depth+1)
				sep = ", "
			}
		}
		s.WriteByte('}')
	case reflect.Slice, reflect.Array:
		s.WriteString(t.String() + "{")
		for i := range v.Len() {
			if i > 0 {
				s.WriteString(", ")
			}
			s.show(v.Index(i), depth+1)
		}
		s.WriteByte('}')
	case reflect.Map:
		s.WriteString(t.String() + "{")
		sep := ""
		for it := v.MapRange(); it.Next(); sep = ", " {
			s.WriteString(sep)
			s.show(it.Key(), depth+1)
			s.WriteString(": ")
			s.show(it.Value(), depth+1)
		}
		s.WriteByte('}')
	case reflect.String:
		s.WriteString(strconv.Quote(v.String()))
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		s.WriteString(t.String())
	default:
		fmt.Fprint(s, v)
	}
}

// dynamic shows a value with its type, where the text of the value does not have it.
func (s shower) dynamic(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		if v.IsNil() {
			fmt.Fprintf(s, "(%v)(nil)", v.Type())
			return
		}
		s.show(v, depth+1)
	case reflect.Struct, reflect.Array, reflect.Interface:
		s.show(v, depth+1)
	default:
		if t := v.Type(); t.Kind() == reflect.String && t.PkgPath() == "" || t.Kind() == reflect.Bool && t.PkgPath() == "" {
			s.show(v, depth+1)
			return
		}
		s.WriteString(v.Type().String() + "(")
		s.show(v, depth+1)
		s.WriteByte(')')
	}
}

// sayError returns all of an error that counts: type, text, what encoding/json's errors say in fields, and what is
// wrapped.
func sayError(err error) string {
	if err == nil {
		return "no error"
	}
	s := fmt.Sprintf("%T: %s", err, err.Error())
	switch e := err.(type) {
	case *stdjson.SyntaxError:
		s += fmt.Sprintf(" (Offset %d)", e.Offset)
	case *stdjson.UnmarshalTypeError:
		s += fmt.Sprintf(" (Value %q, Type %v, Offset %d, Struct %q, Field %q)", e.Value, e.Type, e.Offset, e.Struct, e.Field)
	case *stdjson.MarshalerError:
		s += fmt.Sprintf(" (Type %v)", e.Type)
	}
	if in := errors.Unwrap(err); in != nil {
		s += " wraps " + sayError(in)
	}
	return s
}
