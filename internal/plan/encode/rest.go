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

// Members without a field are written after the members of fields. They are the members of an opt.Unknown, the entries
// of a map with the tag option "embed", or the members of an object that is raw JSON with that option. An op that calls
// a Go function writes them before the closing brace of the object.

// restExit is the data of an op that writes members without a field. The exitInfo comes first, so that both have the
// same address: an op points to an exitInfo, and the function that it calls converts the pointer to a *restExit.
type restExit struct {
	exitInfo
	rest  *shape.Rest
	info  *mapInfo        // the mapInfo, if the rest is a map
	names map[string]bool // the names of the fields, folded, which no other member may have; nil if any name is allowed
}

// rest adds an op that writes the members without a field of the struct s. The members with fields are already written,
// and the object's brace is open.
func (w *builder) rest(t reflect.Type, s *shape.Struct, offset uintptr) {
	r := s.Rest
	x := &restExit{exitInfo: exitInfo{run: runKept, typ: r.Type, word: mem.PointerWordOf(r.Type)}, rest: r}
	if !shape.KeepsRest(r.Type) {
		if x.run = runRawRest; r.Type.Kind() == reflect.Map {
			x.run, x.info = runMapRest, w.mapOf(r.Type)
		}
		if w.codecOf(r.Type) != nil || x.info != nil && x.info.key != keyString {
			w.refuse(shape.CodedRest(t), offset)
			return
		}
		if w.cfg.Reformat != nil {
			x.names = map[string]bool{}
			for i := range s.Fields {
				x.names[shape.FoldFor(option.FoldDelimiters, s.Fields[i].Name)] = true
			}
		}
	}
	w.exit(&x.exitInfo, offset)
}

// in returns the address of the Keeper, map or raw JSON in the struct at p, or nil if an embedded pointer on the way
// is nil.
func (x *restExit) in(p unsafe.Pointer) unsafe.Pointer {
	for _, h := range x.rest.Path {
		if p = *(*unsafe.Pointer)(unsafe.Add(p, h.Offset)); p == nil {
			return nil
		}
	}
	return unsafe.Add(p, x.rest.Offset)
}

// isField reports whether a field has the name, if case, _ and - are ignored. encoding/json/v2 refuses a member with
// the name of a field, unless the field is left out or the case differs. This package does not distinguish these cases:
// its callers fail, and the standard library then writes the value or returns the error. isField returns false if any
// name is allowed.
func (x *restExit) isField(name string) bool {
	return x.names != nil && x.names[shape.FoldFor(option.FoldDelimiters, name)]
}

// runKept appends the members that a Keeper has, after a comma if the object has others. If the Keeper has none, the
// comma is dropped by going back to n.
func runKept(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*restExit)(unsafe.Pointer(info))
	if p = x.in(p); p == nil {
		return n
	}
	// The buffer belongs to the keeper while it appends, and may be another one afterwards.
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

// runMapRest writes the entries of a map as members.
func runMapRest(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*restExit)(unsafe.Pointer(info))
	if p = x.in(p); p == nil {
		return n
	}
	entries := *(*unsafe.Pointer)(p)
	if len(as[string, struct{}](entries)) == 0 {
		return n
	}
	if x.names != nil {
		for names := reflect.NewAt(x.typ, p).Elem().MapRange(); names.Next(); {
			if x.isField(names.Key().String()) {
				return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ})
			}
		}
	}
	if n = m.entriesOf(x.info, entries, comma(m.base, n)); n < 0 {
		return n
	}
	return m.room(n-1, 0) // drop the last comma
}

// runRawRest writes the members of an object that is stored as raw JSON.
func runRawRest(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*restExit)(unsafe.Pointer(info))
	if p = x.in(p); p == nil || len(*(*[]byte)(p)) == 0 {
		return n
	}
	raw := *(*[]byte)(p)
	m.held++ // no output may be sent to a sink, since n must stay valid
	end := m.marshaled(info, raw, nil, n)
	m.held--
	if end < 0 {
		return end
	}
	switch text := m.bytes(end)[n:]; {
	case text[0] != '{' || x.names != nil && x.anyIsField(text[1:]):
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

// anyIsField reports whether isField returns true for one of the names in text, which has the members of an object
// without white space.
func (x *restExit) anyIsField(text []byte) bool {
	for text[0] == '"' {
		n, _ := wire.String(text, 0)
		if x.isField(wire.Unquote(text[:n])) {
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
