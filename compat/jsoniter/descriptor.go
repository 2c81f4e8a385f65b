package jsoniter

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes"
)

// This file writes and reads structs whose members an extension has changed, member by member. Other structs are left to
// zetes.

// StructDescriptor describes the members of a struct type, for extensions to change.
type StructDescriptor struct {
	Type   reflect2.Type
	Fields []*Binding
}

// GetField returns the binding of the field with the Go name fieldName, or nil.
func (structDescriptor *StructDescriptor) GetField(fieldName string) *Binding {
	for _, b := range structDescriptor.Fields {
		if b.Field.Name() == fieldName {
			return b
		}
	}
	return nil
}

// Binding says under which names a field is read and written, and how. Its encoder and decoder get a pointer to the
// field. A field without names is left out.
type Binding struct {
	Field     reflect2.StructField
	FromNames []string
	ToNames   []string
	Encoder   ValEncoder
	Decoder   ValDecoder

	path      []reflect.StructField // from the struct to the field
	omitEmpty bool
	omitZero  bool
	tagged    bool
}

// fieldCodec writes and reads a field as the type of the field does.
type fieldCodec struct {
	e      *engine
	t      reflect.Type
	quoted bool // the tag has the option string
}

func (c *fieldCodec) IsEmpty(ptr unsafe.Pointer) bool { return c.e.encoderOf(c.t).IsEmpty(ptr) }

func (c *fieldCodec) Encode(ptr unsafe.Pointer, stream *Stream) {
	if !c.quoted {
		c.e.encoderOf(c.t).Encode(ptr, stream)
		return
	}
	s := c.e.owner.BorrowStream(nil)
	s.Attachment, s.level = stream.Attachment, stream.level
	c.e.encoderOf(c.t).Encode(ptr, s)
	if s.Error != nil {
		stream.fail(s.Error)
	} else if text := string(s.buf); text == "null" {
		stream.WriteNil()
	} else {
		stream.WriteString(text)
	}
	c.e.owner.ReturnStream(s)
}

func (c *fieldCodec) Decode(ptr unsafe.Pointer, iter *Iterator) {
	if !c.quoted || iter.WhatIsNext() != StringValue {
		c.e.decoderOf(c.t).Decode(ptr, iter)
		return
	}
	inner := ParseString(c.e.owner, iter.ReadString())
	inner.Attachment, inner.level = iter.Attachment, iter.level
	c.e.decoderOf(c.t).Decode(ptr, inner)
	if inner.failed() && !iter.failed() {
		iter.Error = inner.Error
	}
}

// quotes reports whether the tag option string has a meaning for t.
func quotes(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64, reflect.String:
		return true
	}
	return false
}

// unexported reports whether a field has no members, unless an extension names them.
func unexported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return !unicode.IsUpper(r)
}

// bindings returns a binding for each field of t, those of embedded structs in the place of these.
func (e *engine) bindings(t reflect.Type, outer []reflect.StructField, open []reflect.Type) []*Binding {
	if slices.Contains(open, t) {
		return nil
	}
	open = append(open, t)
	key := e.cfg.TagKey
	if key == "" {
		key = "json"
	}
	t2 := reflect2.Type2(t).(reflect2.StructType)
	var list []*Binding
	for i := range t.NumField() {
		field := t.Field(i)
		tag, tagged := field.Tag.Lookup(key)
		if e.cfg.OnlyTaggedField && !tagged && !field.Anonymous || tag == "-" || field.Name == "_" {
			continue
		}
		path := append(slices.Clone(outer), field)
		parts := strings.Split(tag, ",")
		if field.Anonymous && parts[0] == "" {
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct && (field.IsExported() || field.Type.Kind() == reflect.Struct) {
				list = append(list, e.bindings(inner, path, open)...)
				continue
			}
		}
		c := &fieldCodec{e, field.Type, slices.Contains(parts[1:], "string") && quotes(field.Type)}
		b := &Binding{Field: t2.Field(i), Encoder: c, Decoder: c, path: path, tagged: parts[0] != "",
			omitEmpty: slices.Contains(parts[1:], "omitempty"), omitZero: slices.Contains(parts[1:], "omitzero")}
		if enc, dec := registry.field(t.String(), field.Name); true {
			if enc != nil {
				b.Encoder = enc
			}
			if dec != nil {
				b.Decoder = dec
			}
		}
		name := parts[0]
		if name == "" {
			name = field.Name
		}
		if !unexported(field.Name) {
			b.FromNames, b.ToNames = []string{name}, []string{name}
		}
		list = append(list, b)
	}
	return list
}

// structCodec writes and reads a struct by its bindings.
type structCodec struct {
	e      *engine
	t      reflect.Type
	to     []named
	from   map[string]*Binding
	folded map[string]*Binding // by names in lower case
}

// named is a name that is written.
type named struct {
	name string
	b    *Binding
}

// described is what extensions and registrations have made of a struct type: a codec, or other names, or neither.
type described struct {
	codec *structCodec
	names map[string][2][]string // by the Go name of the field: those that are written, and those that are read
}

// describe returns what extensions and registrations make of the struct type t.
func (e *engine) describe(t reflect.Type) *described {
	if d, ok := e.structs.Load(t); ok {
		return d.(*described)
	}
	d, _ := e.structs.LoadOrStore(t, e.describeAnew(t))
	return d.(*described)
}

func (e *engine) describeAnew(t reflect.Type) *described {
	d := &StructDescriptor{Type: reflect2.Type2(t), Fields: e.bindings(t, nil, nil)}
	old := make([]Binding, len(d.Fields))
	for i, b := range d.Fields {
		old[i] = *b
	}
	fields := slices.Clone(d.Fields)
	for _, x := range e.extensions {
		x.UpdateStructDescriptor(d)
	}
	coded, renamed := !slices.Equal(fields, d.Fields), false
	before, read, written := map[string]bool{}, map[string]bool{}, map[string]bool{}
	names := map[string][2][]string{}
	add := func(to map[string]bool, list []string) {
		for _, name := range list {
			coded = coded || to[name]
			to[name] = true
		}
	}
	for i, b := range fields {
		_, usualEncoder := b.Encoder.(*fieldCodec)
		_, usualDecoder := b.Decoder.(*fieldCodec)
		coded = coded || !usualEncoder || !usualDecoder
		renamed = renamed || !slices.Equal(b.FromNames, old[i].FromNames) || !slices.Equal(b.ToNames, old[i].ToNames)
	}
	if !coded && !renamed {
		return new(described)
	}
	// zetes has other names for the members that it has anyway, each with one name that is written and read. All else
	// is for the codec.
	for i, b := range fields {
		add(before, old[i].ToNames)
		add(read, b.FromNames)
		add(written, b.ToNames)
		names[b.path[len(b.path)-1].Name] = [2][]string{b.ToNames, b.FromNames}
		coded = coded || len(b.path) > 1 || len(b.ToNames) != len(old[i].ToNames) || len(b.ToNames) > 0 && !slices.Contains(b.FromNames, b.ToNames[0]) || len(b.ToNames) == 0 && len(b.FromNames) > 0
	}
	if !coded {
		return &described{names: names}
	}
	c := &structCodec{e: e, t: t, from: map[string]*Binding{}, folded: map[string]*Binding{}}
	// The field that is nested less counts, then the one whose tag names it; of two that are equal in this, neither.
	ranks := func(names func(*Binding) []string, add func(string, *Binding)) {
		best := map[string][]*Binding{}
		for _, b := range d.Fields {
			for _, name := range names(b) {
				list := best[name]
				if len(list) == 0 || less(b, list[0]) {
					best[name] = []*Binding{b}
				} else if !less(list[0], b) {
					best[name] = append(list, b)
				}
			}
		}
		for _, b := range d.Fields {
			for _, name := range names(b) {
				if list := best[name]; len(list) == 1 && list[0] == b {
					add(name, b)
				}
			}
		}
	}
	ranks(func(b *Binding) []string { return b.ToNames }, func(name string, b *Binding) { c.to = append(c.to, named{name, b}) })
	ranks(func(b *Binding) []string { return b.FromNames }, func(name string, b *Binding) {
		c.from[name] = b
		if low := strings.ToLower(name); c.folded[low] == nil {
			c.folded[low] = b
		}
	})
	return &described{codec: c}
}

// members gives the members of t the names that extensions have for them.
func (e *engine) members(t reflect.Type, members []zetes.Member) []zetes.Member {
	names := e.describe(t).names
	for i := range members {
		if n, ok := names[members[i].Field.Name]; ok {
			to := n[0][0]
			members[i].Name = to
			members[i].Aliases = slices.DeleteFunc(slices.Clone(n[1]), func(name string) bool { return name == to })
		}
	}
	return members
}

// less reports whether a field dominates another one of the same name.
func less(a, b *Binding) bool {
	if len(a.path) != len(b.path) {
		return len(a.path) < len(b.path)
	}
	return a.tagged && !b.tagged
}

// at returns the address of the field of the struct at ptr. With make it makes embedded structs for nil pointers,
// otherwise it returns nil for these.
func (b *Binding) at(ptr unsafe.Pointer, make bool) unsafe.Pointer {
	if len(b.path) == 0 { // a binding of the extension's own
		return unsafe.Add(ptr, b.Field.Offset())
	}
	for i := range b.path {
		field := &b.path[i]
		ptr = unsafe.Add(ptr, field.Offset)
		if i < len(b.path)-1 && field.Type.Kind() == reflect.Pointer {
			p := (*unsafe.Pointer)(ptr)
			if *p == nil {
				if !make {
					return nil
				}
				*p = reflect.New(field.Type.Elem()).UnsafePointer()
			}
			ptr = *p
		}
	}
	return ptr
}

func (c *structCodec) IsEmpty(ptr unsafe.Pointer) bool { return false }

func (c *structCodec) Encode(ptr unsafe.Pointer, stream *Stream) {
	stream.WriteObjectStart()
	first := true
	for _, m := range c.to {
		p := m.b.at(ptr, false)
		if p == nil || m.b.omitEmpty && m.b.Encoder.IsEmpty(p) || m.b.omitZero && reflect.NewAt(m.b.Field.Type().Type1(), p).Elem().IsZero() {
			continue
		}
		if x, ok := m.b.Encoder.(IsEmbeddedPtrNil); ok && x.IsEmbeddedPtrNil(p) {
			continue
		}
		if !first {
			stream.WriteMore()
		}
		first = false
		stream.WriteObjectField(m.name)
		m.b.Encoder.Encode(p, stream)
	}
	stream.WriteObjectEnd()
}

func (c *structCodec) Decode(ptr unsafe.Pointer, iter *Iterator) {
	iter.ReadMapCB(func(iter *Iterator, name string) bool {
		b := c.from[name]
		if b == nil && !c.e.cfg.CaseSensitive {
			b = c.folded[strings.ToLower(name)]
		}
		switch {
		case b != nil:
			b.Decoder.Decode(b.at(ptr, true), iter)
		case c.e.cfg.DisallowUnknownFields:
			iter.ReportError("decode "+c.t.String(), "unknown field "+name)
		default:
			iter.Skip()
		}
		return !iter.failed()
	})
}
