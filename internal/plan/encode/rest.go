package encode

import (
	"bytes"
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// Members without a field are written after the members of fields: the members of an opt.Unknown, or with the tag
// option "embed" the entries of a map or the members of an object that is raw JSON.

// restWriter writes members without a field, under their tag option "embed".
type restWriter struct {
	info  *mapInfo        // for a map
	names map[string]bool // the folded names of the fields, which no other member may have; nil if any name is allowed
}

// rest adds an op that writes the members without a field of the struct s, of type t.
func (w *builder) rest(t reflect.Type, s *shape.Struct, offset uintptr) {
	rest, r := s.Rest, &restWriter{}
	write := writeKept
	if !shape.KeepsRest(rest.Type) {
		if write = r.raw; rest.Type.Kind() == reflect.Map {
			write, r.info = r.entries, w.mapOf(rest.Type)
		}
		if w.codecOf(rest.Type) != nil || r.info != nil && r.info.key != keyString {
			w.refuse(shape.CodedRest(t), offset)
			return
		}
		if w.cfg.Reformat != nil {
			r.names = map[string]bool{}
			for i := range s.Fields {
				r.names[shape.FoldFor(option.FoldDelimiters, s.Fields[i].Name)] = true
			}
		}
	}
	run := func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
		for _, h := range rest.Path {
			if p = *(*unsafe.Pointer)(unsafe.Add(p, h.Offset)); p == nil {
				return n // an embedded pointer on the way is nil
			}
		}
		return write(m, x, unsafe.Add(p, rest.Offset), n)
	}
	w.exit(&exitInfo{run: run, typ: rest.Type, word: mem.PointerWordOf(rest.Type)}, offset)
}

// isField reports whether a field has the name, if case, _ and - are ignored. encoding/json/v2 refuses such a member
// unless the field is left out or the case differs. The encoding then fails, and encoding/json/v2 decides.
func (r *restWriter) isField(name string) bool {
	return r.names != nil && r.names[shape.FoldFor(option.FoldDelimiters, name)]
}

// writeKept appends the members that the Keeper at p has, if any, after a comma if the object has others.
func writeKept(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	b := m.bytes(n)
	if b[n-1] != '{' {
		b = append(b, ',')
	}
	from := len(b)
	b = mem.Interface(x.word, p).(shape.Keeper).AppendMembers(b, m.rules.html)
	if len(b) == from {
		b = b[:n]
	}
	return m.adopt(b)
}

// entries writes the entries of the map at p as members.
func (r *restWriter) entries(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	entries := *(*unsafe.Pointer)(p)
	if len(as[string, struct{}](entries)) == 0 {
		return n
	}
	if r.names != nil {
		for names := reflect.NewAt(x.typ, p).Elem().MapRange(); names.Next(); {
			if r.isField(names.Key().String()) {
				return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ})
			}
		}
	}
	if n = m.entriesOf(r.info, entries, comma(m.base, n)); n < 0 {
		return n
	}
	return m.room(n-1, 0) // without the last comma
}

// raw writes the members of the raw JSON object at p.
func (r *restWriter) raw(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	raw := *(*[]byte)(p)
	if len(raw) == 0 {
		return n
	}
	m.held++ // n must stay valid
	end := m.marshaled(x, raw, nil, n)
	m.held--
	if end < 0 {
		return end
	}
	switch text := m.bytes(end)[n:]; {
	case text[0] != '{' || r.names != nil && r.anyIsField(text[1:]):
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Err: errRawRest})
	case len(text) == len("{}"):
		return n
	case *(*byte)(unsafe.Add(m.base, n-1)) == '{':
		return n + copy(text, text[1:len(text)-1])
	default:
		text[0] = ','
		return m.room(end-1, 0)
	}
}

var errRawRest = errors.New("raw JSON with the tag option embed must be an object")

// anyIsField reports whether isField is true for a name in text, the members of an object without white space.
func (r *restWriter) anyIsField(text []byte) bool {
	for text[0] == '"' {
		n, _ := wire.String(text, 0)
		if r.isField(wire.Unquote(text[:n])) {
			return true
		}
		switch text = text[n+1:]; text[0] {
		case '"':
			n, _ = wire.String(text, 0)
		case '{', '[':
			n = wire.PassUnchecked(text, 1, 1)
		default:
			n = bytes.IndexAny(text, ",}")
		}
		if text = text[n:]; text[0] == ',' {
			text = text[1:]
		}
	}
	return false
}
