package decode

import (
	"reflect"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Members in generated code. Its loop has a case for each member, which reads the value and then looks for what comes
// next in most documents, the next case. All else is found by Member, and what that does not know is Rest's:
//
//	m, ok := 0, false
//	if p, ok = in.Then(p, `{"id":`); !ok {
//		m, p = layout.Names.Member(in, p, 0)
//	}
//	for {
//		switch m {
//		case 0: // id
//			p = in.Int(p, &v.ID)
//			if p, ok = in.Then16(p, `,"user_name":`); !ok {
//				if m, p = layout.Names.Member(in, p, 1); m != 1 {
//					continue
//				}
//			}
//			fallthrough
//		case 1: // user_name
//			p = in.String(p, &v.UserName)
//			if p, ok = in.Last(p); !ok {
//				if m, p = layout.Names.Member(in, p, 2); m != 2 {
//					continue
//				}
//			}
//			fallthrough
//		case 2:
//			return in.Close(p)
//		default:
//			m, p = layout.Rest(in, p, m, v)
//		}
//	}
//
// Members in the order of the struct so take no jump by a table, which a processor that has seen many documents can't
// predict: documents with white space are read 1.05 to 1.1 times as fast as with one, the others 1.03 times.
//
// A position is -1 where the input is not JSON, and behind the last member then. Where the value of a member at p does
// not fit it is ^p, less than that: nothing but Member and Rest looks at it. An m that is not a member's is ^m of the
// member that is expected next.

// Object reports whether an object begins at p that may be entered, and enters it. Close leaves it.
func (s *Job) Object(p int) bool {
	if s.At(p) != '{' || s.depth >= maxDepth {
		return false
	}
	s.depth++
	return true
}

// Close leaves an object, which ends in front of p, or is not JSON.
func (s *Job) Close(p int) int {
	s.depth--
	return p
}

// Then goes on from p to the value of a member where text is what stands there, and a value behind it: a comma or
// brace, the member's name, and a colon, without white space. Else it returns p and false.
//
// Then, Then16 and Then32 are inlined where they are called, and text is a constant there: up to 8 bytes, from 8 to 16
// bytes, and from 16 to 32 bytes are compared by the words that they are. Longer ones are compared by a call. As much
// may be looked at behind the input as there is padding, which no text is as long as.
func (s *Job) Then(p int, text string) (int, bool) {
	if uint(p) < uint(s.N) {
		b, n := (*[padding]byte)(unsafe.Add(s.In, p)), len(text)
		if string(b[:n]) == text && b[n] > ' ' {
			return p + n, true
		}
	}
	return p, false
}

// Then16 is Then for a text of 8 to 16 bytes: its first and its last 8 are compared.
func (s *Job) Then16(p int, text string) (int, bool) {
	if uint(p) < uint(s.N) {
		b, t := unsafe.Add(s.In, p), unsafe.Pointer(unsafe.StringData(text))
		if *(*[8]byte)(b) == *(*[8]byte)(t) {
			n := len(text)
			b, t = unsafe.Add(b, n), unsafe.Add(t, n-8)
			if *(*[8]byte)(unsafe.Add(b, -8)) == *(*[8]byte)(t) && *(*byte)(b) > ' ' {
				return p + n, true
			}
		}
	}
	return p, false
}

// Then32 is Then for a text of 16 to 32 bytes: its first and its last 16 are compared.
func (s *Job) Then32(p int, text string) (int, bool) {
	if uint(p) < uint(s.N) {
		b, t := unsafe.Add(s.In, p), unsafe.Pointer(unsafe.StringData(text))
		if *(*[16]byte)(b) == *(*[16]byte)(t) {
			n := len(text)
			b, t = unsafe.Add(b, n), unsafe.Add(t, n-16)
			if *(*[16]byte)(unsafe.Add(b, -16)) == *(*[16]byte)(t) && *(*byte)(b) > ' ' {
				return p + n, true
			}
		}
	}
	return p, false
}

// Last goes on from the last member to the end of the object, where most objects end.
func (s *Job) Last(p int) (int, bool) {
	if p >= 0 && s.At(p) == '}' {
		return p + 1, true
	}
	return p, false
}

// MemberNames are the names of a struct's members.
// Generated code has one in a variable for each struct. What it consists of is made by whoever comes first; of two at
// the same time one wins, and both use its. The first names are compared as they are: of 20, the patterns take as long
// as a document of them all, and the tables longer, and many a program reads a type but once.
type MemberNames struct {
	List     []string                  // in the order of the members
	Exact    bool                      // letters of another case make another name
	met      atomic.Uint32             // names that were looked for without patterns
	expected atomic.Pointer[field]     // the first one's pattern, with those of the others behind it
	known    atomic.Pointer[nameTable] // finds any as it is: made where a document has another order
	folding  atomic.Pointer[nameTable] // finds any in another case too: made for a name that may have one
}

// count counts a name that was looked for without patterns or a table. For who has met as many as there are members the
// patterns are made, and for who has met twice as many the table: a document pays for one of them at most.
func (n *MemberNames) count() {
	if !n.isKnown() && n.met.Add(1) > uint32(len(n.List)) && n.expected.Load() == nil {
		n.expect()
	}
}

// isKnown reports whether so many names were met that a table is worth its time.
func (n *MemberNames) isKnown() bool { return n.met.Load() > 2*uint32(len(n.List)) }

func (n *MemberNames) expect() {
	n.expected.CompareAndSwap(nil, unsafe.SliceData(newPatterns(n.List)))
}

// sightedNames is how many names are looked through one by one, at most.
const sightedNames = 64

// find returns the index of the member of that name, or -1. A name that no member has as it is makes the table too.
func (n *MemberNames) find(name string) int {
	t := n.known.Load()
	if t == nil {
		if !n.isKnown() && len(n.List) <= sightedNames {
			if i := slices.Index(n.List, name); i >= 0 {
				return i
			}
		}
		t = n.know()
	}
	i := t.indexOf(name)
	if i < 0 && !n.Exact && !(t.plain && plainName(name)) {
		if t = n.folding.Load(); t == nil {
			t = n.fold()
		}
		i = t.indexOf(name)
	}
	return i
}

//go:noinline
func (n *MemberNames) know() *nameTable {
	t := newTable(n.List)
	n.known.CompareAndSwap(nil, &t)
	return n.known.Load()
}

//go:noinline
func (n *MemberNames) fold() *nameTable {
	t := *n.known.Load()
	t.foldable(n.List, func(yield func(int) bool) {
		for i := range n.List {
			if !yield(i) {
				return
			}
		}
	})
	n.folding.CompareAndSwap(nil, &t)
	return n.folding.Load()
}

// Member goes on from p to the next member, of which it expects that it is the one of index next: from the end of a
// member, or from the brace that opens the object, where next is 0. It returns
//
//   - the index of the member and the position of its value,
//   - the number of all members and the position behind the object, or -1 where the input is not JSON,
//   - ^next and the position of a name that no member has, for Unknown,
//   - ^next and the ^p where the value of the member in front of next does not fit, for Misfit.
//
// null leaves the values that do not take it as they are.
//
// It is the head of decodeStruct's loop, for documents with white space and members in other orders. White space of
// less than 64 bytes, the expected name and the one behind it are passed without a call, and for all else memberSlow
// begins again: nothing has to be kept in memory meanwhile. So twitter is read 1.2 times as fast.
func (n *MemberNames) Member(s *Job, p, next int) (m, q int) {
	if p < 0 {
		return n.memberSlow(s, p, next)
	}
	e, in := p, s.In
	c := mem.Load8(in, e)
	if c <= ' ' {
		e = s.NearToken(e)
		if c = mem.Load8(in, e); c == '}' {
			return len(n.List), e + 1
		}
	}
	if c != ',' && (c != '{' || next > 0) {
		return n.memberSlow(s, p, next)
	}
	if e = s.NearToken(e + 1); mem.Load8(in, e) != '"' {
		if c == '{' && mem.Load8(in, e) == '}' {
			return len(n.List), e + 1
		}
		return n.memberSlow(s, p, next)
	}
	first := n.expected.Load()
	if first == nil {
		return n.memberSlow(s, p, next)
	}
	e++
	m = next
	x := (*field)(unsafe.Add(unsafe.Pointer(first), uintptr(next)*unsafe.Sizeof(field{})))
	w0, w1 := word(in, e), word(in, e+8)
	if x.head.Differs(w0, w1) {
		if x = x.next(); x.head.Differs(w0, w1) {
			return n.memberSlow(s, p, next)
		}
		m++
	}
	// Up to 32 bytes head and tail of a name, closing quote included, are all of it.
	e += int(x.length)
	if x.length > 16 && (x.length > 32 || x.tail.DiffersAt(unsafe.Add(in, e-16))) {
		return n.memberSlow(s, p, next)
	}
	if s.IsColon(e) {
		return m, e + 1
	}
	if s.IsColonBlank(e) {
		return m, e + 2
	}
	return n.memberSlow(s, p, next)
}

// memberSlow is Member for all places in documents, with names compared in full.
func (n *MemberNames) memberSlow(s *Job, p, next int) (m, q int) {
	if p < 0 {
		if p == -1 {
			return len(n.List), -1
		}
		if !s.IsNull(^p) {
			return ^next, p
		}
		p = ^p + 4
	}
	p = s.Token(p)
	c := s.At(p)
	if c != ',' && (c != '{' || next > 0) {
		return n.end(s, p, c == '}')
	}
	if p = s.Token(p + 1); s.At(p) != '"' {
		return n.end(s, p, c == '{' && s.At(p) == '}')
	}
	view, e := s.view(p + 1)
	if e < 0 {
		return len(n.List), -1
	}
	n.count()
	name := unsafe.String(unsafe.SliceData(view), len(view))
	m = next
	if next == len(n.List) || n.List[next] != name {
		if m = n.find(name); m < 0 {
			return ^next, p
		}
	}
	if e = s.Colon(e); e < 0 {
		return len(n.List), s.fail()
	}
	return m, e
}

// end ends the way through an object: at the brace at p, or because something else stands there.
func (n *MemberNames) end(s *Job, p int, brace bool) (m, q int) {
	if brace {
		return len(n.List), p + 1
	}
	return len(n.List), s.fail()
}

// Unknown passes over the member at p, whose name no member of the struct type rt has, and goes on behind it as Member
// does. Where such members are disallowed it notes a fault.
func (n *MemberNames) Unknown(s *Job, p, next int, rt reflect.Type) (m, q int) {
	e := s.skipString(p)
	if e >= 0 {
		e = s.Colon(e)
	}
	if e < 0 {
		return len(n.List), s.fail()
	}
	if s.options.Has(option.DisallowUnknownFields) {
		if text, end := s.view(p + 1); end >= 0 {
			s.note(fault.Fault{Code: fault.UnknownName, Offset: int64(p), Type: rt, Err: unknownName(text)})
		}
	}
	if e = s.skip(e); e >= 0 {
		if e = s.Token(e); s.At(e) == '{' { // which Member would take for the object's own, where next is 0
			return len(n.List), s.fail()
		}
	}
	return n.Member(s, e, next)
}

// Misfit treats the value at ^p, which does not fit the member in front of next, by the plan of the struct type rt that
// the value at dst has: a scalar, a slice, or a pointer. It goes on behind it as Member does.
//
// Generated code asks first whether the struct is as it was, so its members are those of the plan, at the same places.
// A value for which the plan has another kind of field is passed over all the same.
func (n *MemberNames) Misfit(s *Job, p, next int, rt reflect.Type, dst unsafe.Pointer) (m, q int) {
	f := s.structFor(rt).memberOf(next-1, n.List[next-1])
	if f == nil {
		return n.Member(s, s.skip(^p), next)
	}
	for _, h := range f.hops {
		// The code has made them.
		if dst = *(*unsafe.Pointer)(unsafe.Add(dst, h.offset)); dst == nil {
			return n.Member(s, s.skip(^p), next)
		}
	}
	dst = unsafe.Add(dst, f.last)
	switch kind := f.node.rtype.Kind(); {
	case kind == pointerKind:
		return n.Member(s, inCopy[unsafe.Pointer](s, f.node, ^p, dst), next)
	case kind == reflect.String:
		return n.Member(s, inCopy[string](s, f.node, ^p, dst), next)
	case kind == reflect.Slice:
		return n.Member(s, inCopy[sliceHeader](s, f.node, ^p, dst), next)
	case f.node.special == shape.Time:
		return n.Member(s, inCopy[time.Time](s, f.node, ^p, dst), next)
	case kind > reflect.Float64:
		return n.Member(s, s.skip(^p), next)
	}
	switch f.node.size {
	case 1:
		p = inCopy[uint8](s, f.node, ^p, dst)
	case 2:
		p = inCopy[uint16](s, f.node, ^p, dst)
	case 4:
		p = inCopy[uint32](s, f.node, ^p, dst)
	default:
		p = inCopy[uint64](s, f.node, ^p, dst)
	}
	return n.Member(s, p, next)
}

// memberOf returns the field of t that is the member of that name, or nil. It is the one at i: were generator and plan
// of different minds, a field taken by its place alone would get another one's value.
func (t *node) memberOf(i int, name string) *field {
	if t.fields == nil {
		return nil
	}
	list := t.fields.list
	if i < len(list) && list[i].name == name {
		return &list[i]
	}
	if i = slices.IndexFunc(list, func(f field) bool { return f.name == name }); i < 0 {
		return nil
	}
	return &list[i]
}

// inCopy runs t over a copy of the V at dst. Nodes may keep addresses, and the target of the code may be on the stack.
func inCopy[V any](s *state, t *node, p int, dst unsafe.Pointer) int {
	v := new(V)
	*v = *(*V)(dst)
	p = t.run(s, t, p, unsafe.Pointer(v))
	*(*V)(dst) = *v
	return p
}

// structFor returns the plan of rt as a struct, whatever methods it has.
func (s *Job) structFor(rt reflect.Type) *Program {
	t := nodeFor(s.cfg, rt)
	if t.fields != nil {
		return t
	}
	c := &compiler{cfg: s.cfg, made: map[reflect.Type]*node{}}
	return c.bare(rt)
}

// ReadMember decodes the value at p into the member of that name, the i-th, of the struct of type t at dst.
func (s *Job) ReadMember(t *Program, i int, name string, p int, dst unsafe.Pointer) int {
	f := t.memberOf(i, name)
	switch {
	case f == nil:
		return s.skip(p)
	case len(f.hops) > 0:
		return s.afar(f, p, dst)
	}
	return f.node.run(s, f.node, p, unsafe.Add(dst, f.offset))
}

// Missing notes that the object at p, of a struct of type t, has no member of a name that it needs.
func (s *Job) Missing(p int, name string, t reflect.Type) {
	s.note(fault.Fault{Code: fault.MissingMember, Offset: int64(p), Type: t, Path: []fault.Step{{Struct: t, Name: name}}})
}
