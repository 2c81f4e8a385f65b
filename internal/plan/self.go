package plan

import (
	"reflect"
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/shape"
)

// Types that write and read themselves: to the machines their methods are a codec. Without package codec there is no
// such type, for its readers and writers are in the methods' signatures.

// SelfWriter returns the codec of a t that writes itself, or nil. With addr values have an address, and methods of
// their pointers count.
func SelfWriter(t reflect.Type, addr bool) *Codec {
	if !writesItself(t) || !addr && !t.Implements(loan.Codecs().Marshaler) {
		return nil
	}
	word := pointerWord(t)
	return &Codec{Type: t, Write: func(w *loan.Writer, v mem.Ptr) { loan.Codecs().Marshal(w, mem.Interface(word, v)) }}
}

// SelfReader returns the codec of a t that reads itself, or nil.
func SelfReader(t reflect.Type) *Codec {
	if loan.Codecs().Unmarshaler == nil || shape.Methodless(t) {
		return nil
	}
	if self := reflect.PointerTo(t); !speaks(t, self) || !self.Implements(loan.Codecs().Unmarshaler) {
		return nil
	}
	word := pointerWord(t)
	return &Codec{Type: t, Read: func(r *loan.Reader, v mem.Ptr) { loan.Codecs().Unmarshal(r, mem.Interface(word, v)) }}
}

// writesItself reports whether a t that has an address writes itself.
func writesItself(t reflect.Type) bool {
	if loan.Codecs().Marshaler == nil || shape.Methodless(t) {
		return false
	}
	self := reflect.PointerTo(t)
	return speaks(t, self) && self.Implements(loan.Codecs().Marshaler)
}

// speaks reports whether t, which self points to, may have methods of its own. Those of pointers are the methods of
// what they lead to, and those of interfaces of what they hold.
func speaks(t, self reflect.Type) bool {
	k := t.Kind()
	return k != reflect.Pointer && k != reflect.Interface && self.NumMethod() > 0
}

// pointerWord returns the type word of pointers to t.
func pointerWord(t reflect.Type) unsafe.Pointer { return mem.TypeWordOf(reflect.PointerTo(t)) }

// Types with code that zetes gen has written: to the machines their standard methods are that code, which runs where it
// is called, on the machine's own buffer or input.

// Generator is what has generated code's configuration.
type Generator interface{ Plan() *Config }

// GeneratedWriter returns the configuration under which generated code writes a t in place of its MarshalJSON, or nil.
// Code that meets methods of people's is left to MarshalJSON, whose receiver is a copy that such methods may change. So
// is what may be nested without end, for the text that MarshalJSON returns may not.
func GeneratedWriter(t reflect.Type) *Config {
	if g := shape.GenerationOf(t); g.Encodes && g.Standard && !shape.ActsByAddress(t) && closed(t, map[reflect.Type]bool{}) {
		return g.Config.(Generator).Plan()
	}
	return nil
}

// closed reports whether t alone says how a t is written, and how deep: nothing in it is an interface, JSON that is
// there already, a value with methods that write it, or a t again. seen has the types that were looked at, and true for
// those that are closed.
func closed(t reflect.Type, seen map[reflect.Type]bool) bool {
	if done, ok := seen[t]; ok {
		return done
	}
	switch shape.SpecialOf(t) {
	case shape.Ordinary:
	case shape.RawMessage, shape.OptionalValue:
		return false
	default:
		return true
	}
	const writes = shape.MarshalJSONTo | shape.MarshalJSON | shape.AppendText | shape.MarshalText
	k := t.Kind()
	if k != reflect.Pointer && k != reflect.Interface {
		g := shape.GenerationOf(t)
		if own := shape.MethodsOf(t).Pointer & writes; own&^g.Methods() != 0 || writesItself(t) {
			return false
		}
	}
	seen[t] = false
	switch k {
	case reflect.Interface:
		return false
	case reflect.Map:
		if !closed(t.Key(), seen) {
			return false
		}
		fallthrough
	case reflect.Pointer, reflect.Slice, reflect.Array:
		if !closed(t.Elem(), seen) {
			return false
		}
	case reflect.Struct:
		for i := range t.NumField() {
			// Tag options that write JSON that is there already, or call a String method.
			if tags := t.Field(i).Tag; strings.Contains(string(tags), ",raw") || strings.Contains(string(tags), ",stringer") {
				return false
			}
			if !closed(t.Field(i).Type, seen) {
				return false
			}
		}
	}
	seen[t] = true
	return true
}

// GeneratedReader returns the configuration under which generated code reads a t in place of its UnmarshalJSON, or nil.
// Code that calls methods of people's is left to UnmarshalJSON, which gives them parts of the caller's own input.
func GeneratedReader(t reflect.Type) *Config {
	if g := shape.GenerationOf(t); g.Decodes && g.Standard && !g.Careful {
		return g.Config.(Generator).Plan()
	}
	return nil
}
