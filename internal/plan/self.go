package plan

import (
	"reflect"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// A type can write and read itself by the methods MarshalZetes and UnmarshalZetes, which are codecs for encoder and
// decoder. Without package codec, no type has them: their parameters are its Reader and Writer.

// SelfWriter returns a codec that calls the method MarshalZetes of t, or nil if t has none. The method may have a
// pointer receiver only if addr is true, that is, if all values have an address.
func SelfWriter(t reflect.Type, addr bool) *Codec {
	if !writesItself(t) || !addr && !t.Implements(loan.Codecs().Marshaler()) {
		return nil
	}
	word := mem.PointerWordOf(t)
	return &Codec{Type: t, Write: func(w *loan.Writer, v mem.Ptr) { loan.Codecs().Marshal(w, mem.Interface(word, v)) }}
}

// SelfReader returns a codec that calls the method UnmarshalZetes of t, or nil if t has none.
func SelfReader(t reflect.Type) *Codec {
	self := selfType(t)
	if self == nil || !self.Implements(loan.Codecs().Unmarshaler()) {
		return nil
	}
	word := mem.PointerWordOf(t)
	read := func(r *loan.Reader, v mem.Ptr) { loan.Codecs().Unmarshal(r, mem.Interface(word, v)) }
	return &Codec{Type: t, Read: read, Pieces: loan.InPieces(t)}
}

// writesItself reports whether t or *t has a MarshalZetes method.
func writesItself(t reflect.Type) bool {
	self := selfType(t)
	return self != nil && self.Implements(loan.Codecs().Marshaler())
}

// selfType returns the pointer type of t if t may have methods of package codec, otherwise nil. The methods of pointers
// and interfaces belong to the values that they lead to.
func selfType(t reflect.Type) reflect.Type {
	if k := t.Kind(); loan.Codecs() == nil || shape.Methodless(t) || k == reflect.Pointer || k == reflect.Interface {
		return nil
	}
	return reflect.PointerTo(t)
}

// The command zetes gen writes the methods MarshalJSON and UnmarshalJSON of a type. Encoder and decoder do not call
// these methods: they run the type's plan under the configuration of the generated file, on their own buffer or input.

// generated has the configurations that Generated has returned.
var generated sync.Map // shape.Flags -> *Dialect

// Generated returns the configuration for methods that zetes gen has written: encoding/json's, changed by the flags f.
func Generated(f shape.Flags) *Dialect {
	if c, ok := generated.Load(f); ok {
		return c.(*Dialect)
	}
	m := Meaning{Options: option.V1, Shape: shape.Options{Plain: true, Flags: f, TagKey: f.TagKey, OmitEmpty: f.OmitEmpty, OmitZero: f.OmitZero}}
	switch {
	case f.SnakeCase:
		m.Shape.Naming = tag.SnakeCase
	case f.LowerCamelCase:
		m.Shape.Naming = tag.LowerCamel
	}
	for _, o := range []struct {
		on  bool
		bit option.Set
	}{
		{!f.PlainTags, option.MoreTags}, {f.DisallowUnknown, option.DisallowUnknownFields}, {f.TextBytes, option.BytesAsText},
		{f.ResetFields, option.ResetAbsent}, {f.NoCopy, option.AliasTagged},
	} {
		if o.on {
			m.Options |= o.bit
		}
	}
	m.Shape.Meaning = m.Options
	c, _ := generated.LoadOrStore(f, New(m))
	return c.(*Dialect)
}

// GeneratedWriter returns the configuration under which the plan of t writes the same as its generated MarshalJSON. It
// returns nil in three cases: MarshalJSON is not generated; writing a t may call other methods, since a method that
// changes its receiver changes only a copy in MarshalJSON, but would change the caller's value in the plan; or a t may
// be nested without limit, since encoding/json limits how deep the result of MarshalJSON may be nested.
func GeneratedWriter(t reflect.Type) *Dialect {
	if g := shape.GenerationOf(t); g.Encodes && g.Standard && !shape.ActsByAddress(t) && closed(t, map[reflect.Type]bool{}) {
		return Generated(g.Flags)
	}
	return nil
}

// closed reports whether the type t alone decides how a t is written, and how deep its output is nested. That is so if
// a t contains no interface, no raw JSON, no opt.Value, no value with methods that write it, and no further value of
// type t. seen has the types that were searched; the value is true for closed types.
func closed(t reflect.Type, seen map[reflect.Type]bool) bool {
	if done, ok := seen[t]; ok {
		return done
	}
	switch shape.SpecialOf(t) {
	case shape.Ordinary:
	case shape.RawMessage, shape.OptionalValue, shape.DocumentValue:
		return false
	default:
		return true
	}
	const writes = shape.MarshalJSONTo | shape.MarshalJSON | shape.AppendText | shape.MarshalText
	k := t.Kind()
	if k != reflect.Pointer && k != reflect.Interface {
		if (shape.MethodsOf(t).Pointer&writes)&^shape.GeneratedOf(t) != 0 || writesItself(t) {
			return false
		}
	}
	seen[t] = false
	for i := 0; k == reflect.Struct && i < t.NumField(); i++ {
		// With the tag option raw a field may have JSON of any depth, and stringer calls a String method.
		if tags := string(t.Field(i).Tag); strings.Contains(tags, ",raw") || strings.Contains(tags, ",stringer") {
			return false
		}
	}
	seen[t] = k != reflect.Interface && !shape.AnyPart(t, func(part reflect.Type) bool { return !closed(part, seen) })
	return seen[t]
}

// GeneratedReader returns the configuration under which the plan of t reads the same as its generated UnmarshalJSON. It
// returns nil if that method is not generated, or if reading a t may call other methods: after a value that does not
// fit, UnmarshalJSON is called to find the error, and would call them again.
func GeneratedReader(t reflect.Type) *Dialect {
	if g := shape.GenerationOf(t); g.Decodes && g.Standard && !callsReaders(t, map[reflect.Type]bool{}) {
		return Generated(g.Flags)
	}
	return nil
}

// callsReaders reports whether reading a t may call methods that zetes gen has not written. seen has the types so far.
func callsReaders(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	k := t.Kind()
	switch special := shape.SpecialOf(t); {
	case special == shape.OptionalValue: // its methods call those of the value in it
	case special != shape.Ordinary:
		return false
	case k == reflect.Interface:
		return t.NumMethod() > 0
	case k != reflect.Pointer:
		if (shape.MethodsOf(t).Pointer&shape.Unmarshals)&^shape.GeneratedOf(t) != 0 || SelfReader(t) != nil {
			return true
		}
	}
	return shape.AnyPart(t, func(part reflect.Type) bool { return callsReaders(part, seen) })
}
