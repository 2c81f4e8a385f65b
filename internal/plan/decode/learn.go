package decode

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// Learning names in another case. The field names of a struct without tags begin in upper case, but the names in
// documents mostly in lower case. So there is a second list of the fields, with the patterns of the names as earlier
// documents have spelled them. state.search changes to that list when it finds a name in it.

// learning has the spellings of names that a struct has learned. The case of names may change from one document to the
// next, and each change of the list costs a copy of it. So a spelling is learned only at the first, second, fourth,
// eighth and so on of a field's misses: members whose names have the spelling of neither list.
type learning struct {
	list   atomic.Pointer[[]field] // the fields with the spellings last learned; nil if there are none
	misses []atomic.Uint32         // for each field, how often its name had neither of the two spellings; or nil
}

// learnedFor returns the field of the learned list with the same index as y, the expected field, or y if there is none.
func (f *fields) learnedFor(y *field) *field {
	if list := f.learned.list.Load(); list != nil && listed(f.list, y) {
		return (*field)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(*list)), uintptr(unsafe.Pointer(y))-uintptr(unsafe.Pointer(f.first()))))
	}
	return y
}

// inSpelling returns the field for the name from p to e, which matches in any case: x in f's own list, or the field
// with the same index in the learned list, depending on which list has the name's spelling. If both have it, the list
// of the expected field is used; if neither has it, learn chooses.
func (s *state) inSpelling(f *fields, x, expected *field, p, e int) *field {
	i, own := indexIn(f.list, x), x.matchesAt(s, p)
	if list := f.learned.list.Load(); list != nil && (*list)[i].matchesAt(s, p) && !(own && listed(f.list, expected)) {
		return &(*list)[i]
	}
	if !own {
		return f.learn(i, unsafe.String((*byte)(unsafe.Add(s.In, p)), e-p))
	}
	return x
}

// learn learns the spelling name for field i, and returns the field in the new list. It learns nothing and returns the
// field in the fields' own list if the number of misses is not a power of two, if name is longer than 31 bytes or not
// as long as the field's own name, or if another goroutine has just learned a name.
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

func (y *field) matchesAt(s *state, p int) bool {
	return !y.head.DiffersAt(unsafe.Add(s.In, p)) && (y.length <= 16 || y.matchesLong(s.In, p, s.N))
}

func indexIn(list []field, x *field) int {
	return int((uintptr(unsafe.Pointer(x)) - uintptr(unsafe.Pointer(unsafe.SliceData(list)))) / unsafe.Sizeof(*x))
}

// listed reports whether x is in a list of fields, or is one of the two fields that end the list.
func listed(list []field, x *field) bool { return uint(indexIn(list, x)) < uint(len(list)+2) }
