package decode

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// Names in another case. A struct without tags mostly reads documents whose names begin in lower case. Its fields are
// then listed a second time, with patterns of the names as documents have had them, so that an object of such names is
// decoded as one of exact names is: a list's next field is the next one of the same list. An object begins with the
// fields' own names, and search changes the list where it finds a name.

// learning is what a struct has learned of the names that it meets. Their case may change from one document to the
// next, or be chosen to do harm. So a name is learned with the first, second, fourth, eighth miss
// of a field, and so on.
type learning struct {
	list   atomic.Pointer[[]field] // the fields with the names last learned; nil: none
	misses []atomic.Uint32         // for each field, how often a document had a spelling that is neither the field's own nor the one in list; nil if spellings are not learned
}

// learnedFor returns the field y with the name last learned, if y has its own name and is expected.
func (f *fields) learnedFor(y *field) *field {
	if list := f.learned.list.Load(); list != nil && listed(f.list, y) {
		return (*field)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(*list)), uintptr(unsafe.Pointer(y))-uintptr(unsafe.Pointer(f.first()))))
	}
	return y
}

// inSpelling returns x, the field that the name from p to e belongs to, in a list in which it has this name: if
// possible in that of the expected field.
func (s *state) inSpelling(f *fields, x, expected *field, p, e int) *field {
	i, own := indexIn(f.list, x), x.stands(s, p)
	if list := f.learned.list.Load(); list != nil && (*list)[i].stands(s, p) && !(own && listed(f.list, expected)) {
		return &(*list)[i]
	}
	if !own {
		return f.learn(i, unsafe.String((*byte)(unsafe.Add(s.In, p)), e-p))
	}
	return x
}

// learn returns field i with this name, or with its own one if it is not time, or this is not one to learn: longer ones
// have patterns that are compared with the field's own name.
func (f *fields) learn(i int, name string) *field {
	own := &f.list[i]
	if n := f.learned.misses[i].Add(1); n&(n-1) != 0 || len(name) != len(own.name) || len(name) >= 32 {
		return own
	}
	old := f.learned.list.Load()
	from := f.list
	if old != nil {
		from = *old
	}
	list := slices.Clone(from[:len(from)+2])[:len(from)]
	y, more := &list[i], *own.far
	y.setName(name)
	more.tail = y.far.tail
	y.far = &more
	if !f.learned.list.CompareAndSwap(old, &list) {
		return own
	}
	return y
}

// stands reports whether the name at p is the one that y has in its list.
func (y *field) stands(s *state, p int) bool {
	return !y.head.DiffersAt(unsafe.Add(s.In, p)) && (y.length <= 16 || y.matchesLong(s.In, p, s.N))
}

// indexIn returns the index of x in a list of fields.
func indexIn(list []field, x *field) int {
	return int((uintptr(unsafe.Pointer(x)) - uintptr(unsafe.Pointer(unsafe.SliceData(list)))) / unsafe.Sizeof(*x))
}

// listed reports whether x is in a list of fields, or one of the two that follow it.
func listed(list []field, x *field) bool { return uint(indexIn(list, x)) < uint(len(list)+2) }
