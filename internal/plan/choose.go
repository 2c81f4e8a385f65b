package plan

import (
	"reflect"
	"sync"

	"github.com/zetes-json/zetes/internal/shape"
)

// Chosen finds codecs for types by calling a function. It remembers the results, so it calls the function again for a
// type only if several goroutines ask for the type at once.
type Chosen struct {
	ask   func(reflect.Type) *Codec
	known sync.Map // reflect.Type -> *Codec; nil if the type has no codec
}

// Choose returns a Chosen that calls ask. ask returns the codec for a type, or nil if the type has none.
func Choose(ask func(reflect.Type) *Codec) *Chosen { return &Chosen{ask: ask} }

func (c *Chosen) Of(t reflect.Type) *Codec {
	cd, ok := c.known.Load(t)
	if !ok {
		cd, _ = c.known.LoadOrStore(t, c.ask(t))
	}
	return cd.(*Codec)
}

// CodecOf returns the codec for values of t, or nil.
func (m *Meaning) CodecOf(t reflect.Type) *Codec {
	if cd := m.Codecs[t]; cd != nil || m.Chosen == nil {
		return cd
	}
	return m.Chosen.Of(t)
}

// FieldCodec returns the codec for a field, or nil. A codec that the configuration has for the field comes first,
// then the codec that its struct tag names.
func (m *Meaning) FieldCodec(f *shape.Field) *Codec {
	if cd := m.Fields[FieldKey{Struct: f.Owner, Name: f.GoName}]; cd != nil || f.Codec == "" || m.Named == nil {
		return cd
	}
	return m.Named(f.Codec, f.Type)
}

// HasCodecs reports whether there may be codecs for values. It ignores codecs for keys of maps.
func (m *Meaning) HasCodecs() bool {
	return len(m.Codecs)+len(m.Fields) > 0 || m.Chosen != nil || m.Named != nil || m.Unread != nil
}
