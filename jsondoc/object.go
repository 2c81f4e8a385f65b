package jsondoc

import (
	"iter"
	"slices"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tree"
)

// Object is a JSON object that keeps the order of its members. Their values are decoded as V: any, a struct, or a
// [Value] for the original bytes. It can be a field of structs, and is decoded and encoded as an object. The zero
// Object is empty.
//
// If a name repeats, the last member counts, at the place of the first. An Object is for one goroutine at a time, and a
// copy of it shares its members.
type Object[V any] struct {
	members []objectMember[V]
	index   map[string]int // used if there are many members
	deleted int            // number of deleted members that are not dropped yet
}

type objectMember[V any] struct {
	name    string
	value   V
	deleted bool
}

// Len returns the number of members.
func (o *Object[V]) Len() int { return len(o.members) - o.deleted }

// IsZero reports whether there are no members. The tag option omitzero calls it.
func (o Object[V]) IsZero() bool { return o.Len() == 0 }

// find returns the index of a member, or -1 if there is none with that name.
func (o *Object[V]) find(name string) int {
	if o.index != nil {
		if i, ok := o.index[name]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(o.members, func(m objectMember[V]) bool { return !m.deleted && m.name == name })
}

// Get returns the value of the member with that name. If there is none, ok is false.
func (o *Object[V]) Get(name string) (v V, ok bool) {
	if i := o.find(name); i >= 0 {
		return o.members[i].value, true
	}
	return v, false
}

// Set makes v the value of the member with that name. An existing member keeps its place, and a new one is added at the
// end.
func (o *Object[V]) Set(name string, v V) {
	if i := o.find(name); i >= 0 {
		o.members[i].value = v
		return
	}
	o.members = append(o.members, objectMember[V]{name: name, value: v})
	if o.index != nil {
		o.index[name] = len(o.members) - 1
	} else if len(o.members) > tree.FewMembers {
		o.compact()
	}
}

// Delete deletes a member, and reports whether it existed.
func (o *Object[V]) Delete(name string) bool {
	i := o.find(name)
	if i < 0 {
		return false
	}
	delete(o.index, name)
	o.members[i] = objectMember[V]{deleted: true}
	if o.deleted++; o.deleted > len(o.members)/2 {
		o.compact()
	}
	return true
}

// compact drops the deleted members, and makes a new index.
func (o *Object[V]) compact() {
	o.members = slices.DeleteFunc(o.members, func(m objectMember[V]) bool { return m.deleted })
	o.deleted, o.index = 0, nil
	if len(o.members) <= tree.FewMembers {
		return
	}
	o.index = make(map[string]int, len(o.members))
	for i := range o.members {
		o.index[o.members[i].name] = i
	}
}

// All iterates over the members in order. Members must not be set or deleted during the iteration.
func (o *Object[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, m := range o.members {
			if !m.deleted && !yield(m.name, m.value) {
				return
			}
		}
	}
}

// Ordered returns a *Object[any] with the given members. Use it as the field Objects of a [zetes.Config]: interfaces
// then hold such objects, which keep the order of their members, in place of map[string]any. If an interface already
// holds an Object, decoding an object into the interface replaces the contents of that Object, as with all pointers.
func Ordered(members iter.Seq2[string, any]) any {
	o := new(Object[any])
	if members != nil {
		for name, v := range members {
			o.Set(name, v)
		}
	}
	return o
}

// MarshalZetes writes the object, with its members in order and their values as the configuration says. Within
// interfaces in it, every *Object[any] and []any is written in this form, even if the configuration has codecs for
// these two types.
func (o Object[V]) MarshalZetes(w *codec.Writer) {
	w.BeginObject()
	for name, v := range o.All() {
		if w.Err() != nil {
			return
		}
		w.Name(name)
		writeAny(w, v)
	}
	w.EndObject()
}

// writeAny writes v. It writes objects and lists directly to w, as deep as input may be nested. With WriteValue each of
// them would count as several levels.
func writeAny(w *codec.Writer, v any) {
	switch v := v.(type) {
	case *Object[any]:
		if v != nil {
			v.MarshalZetes(w)
			return
		}
	case []any:
		if v != nil {
			w.BeginArray()
			for _, elem := range v {
				if w.Err() != nil {
					return
				}
				writeAny(w, elem)
			}
			w.EndArray()
			return
		}
	}
	zetes.WriteValue(w, v)
}

// UnmarshalZetes reads the next object from r into o. The configuration says how values are decoded. The old contents
// of o are dropped, except that null changes nothing.
func (o *Object[V]) UnmarshalZetes(r *codec.Reader) {
	if r.Null() {
		return
	}
	var fresh Object[V]
	for name := range r.Object() {
		var v V
		zetes.ReadValue(r, &v)
		fresh.Set(name, v)
	}
	if r.Err() == nil {
		*o = fresh
	}
}

// MarshalJSON returns the object as JSON, with its members in order.
func (o Object[V]) MarshalJSON() ([]byte, error) { return plain().Marshal(o) }

// plain returns an API that leaves the escaping of <, > and & to the caller of MarshalJSON.
var plain = sync.OnceValue(func() *zetes.API { return zetes.Standard().With(zetes.PerCall{NoEscapeHTML: true}) })

// UnmarshalJSON decodes the object data into o, as UnmarshalZetes does. Places in errors count from the start of data.
func (o *Object[V]) UnmarshalJSON(data []byte) error { return zetes.Unmarshal(data, o) }
