package decode

import (
	"reflect"
	"unsafe"
)

// Memory for values: of [{"a":[1,2]},{"a":[3]}] the two arrays of ints lie in one block, one behind the other.
//
// Elements of slices and pointees are cut from slabs: blocks of one element type. The first block of a run is as
// large as what the last run used, bounded by the budget, so a hundred small slices cost a few allocations. What a
// slice does not use of a block is the next one's.

// A slab serves one run only: a value that is kept must not keep values of other runs alive.
const (
	slabSlots = 64
	slabMost  = 4096 // bytes of a block that is not for one long slice
)

// slab is the rest of the blocks of one type. Its memory is zero.
//
// For [[1,2],[3]] into [][]int the ints' slab has a rest of, say, 8. The first array takes it, uses 2 and gives
// back 6; the second one takes these 6 and gives back 5. So [1,2] and [3] lie one behind the other, in one
// allocation.
//
// Of made elements used are values', those in rests nobody's yet, and what is neither was lost by slices that
// grew.
type slab struct {
	owner  *node   // of the last run that used the slot
	live   bool    // in this run
	shared bool    // several types have used the slot in this run
	count  uint8   // of rests
	rests  [4]rest // of several blocks: a slice whose end is open has one to itself, and the values inside it need another
	made   int     // elements of all blocks of this run
	used   int     // of these handed out
	filled int     // of these given back to the budget
}

// rest is memory for n elements.
type rest struct {
	p unsafe.Pointer
	n int
}

// take removes a rest from the slab, or makes a new block. Whoever takes it uses its first elements, and gives back the
// others.
func (s *state) take(b *slab, t *node) rest {
	if b.count > 0 {
		b.count--
		r := b.rests[b.count]
		b.rests[b.count].p = nil
		return r
	}
	p, n := s.block(b, t, 1)
	return rest{p, n}
}

// give puts back what is left of r after i elements. The smallest rest goes where there are too many.
func (b *slab) give(t *node, r rest, i int) {
	b.used += i
	if r.n == i {
		// The address behind the last element is never formed: it belongs to another object.
		return
	}
	r = rest{unsafe.Add(r.p, uintptr(i)*t.size), r.n - i}
	if int(b.count) < len(b.rests) {
		b.rests[b.count] = r
		b.count++
		return
	}
	least := 0
	for k := range b.rests {
		if b.rests[k].n < b.rests[least].n {
			least = k
		}
	}
	if b.rests[least].n < r.n {
		b.rests[least] = r
	}
}

// slabOf returns the slab of t's values.
// Types with the same slot drive each other out: then the rests are dropped, which costs memory and nothing else.
func (s *state) slabOf(t *node) *slab {
	b := &s.slabs[s.slot(t)]
	if b.owner != t || !b.live {
		s.claim(b, t)
	}
	return b
}

// claim makes b the slab of t's values, where it is another type's or was not used in this run.
//
//go:noinline
func (s *state) claim(b *slab, t *node) {
	if !b.live {
		b.live = true
		s.dirtied = append(s.dirtied, s.slot(t))
	} else {
		s.fill(b) // of another type in the same slot
		b.drop()
		b.shared = true
	}
	if b.owner != t {
		b.owner = t
	}
}

// block returns zeroed memory for at least n elements, and how many fit: as many as the last run would still take, or
// half of what this one has handed out, as far as the budget goes.
// The n that are there for certain are not guesses. What comes on top of that is drawn from the budget, so that a
// run of many types can't have a block of 4 KB for each on a few bytes of input.
func (s *state) block(b *slab, t *node, n int) (unsafe.Pointer, int) {
	most := max(slabMost/int(max(t.size, 1)), 1)
	more := max(int(t.wanted.Load())-b.made, b.used/2)
	if more = min(more, most); more > n {
		s.fill(b)
		n += s.guesses.Draw(more-n, t.size)
	}
	p, n := t.alloc(n)
	b.made += n
	return p, n
}

// fill gives what the slab has handed out back to the budget.
func (s *state) fill(b *slab) {
	s.guesses.Fill(b.used-b.filled, b.owner.size)
	b.filled = b.used
}

// drop forgets what the slab has made, and remembers how much that was.
func (b *slab) drop() {
	t := b.owner
	if n := uint32(min(b.used, 1<<16)); n != t.wanted.Load() {
		t.wanted.Store(n)
	}
	for i := range b.count {
		b.rests[i].p = nil
	}
	b.count, b.made, b.used, b.filled = 0, 0, 0, 0
}

// pointee returns a zero value of t, for the JSON value at p.
// A value that decoding hands to the caller's code is an allocation of its own, as with encoding/json: the code may set
// a finalizer on it, which the runtime takes for the start of an allocation alone. For types whose methods decoding
// does not call an allocation for each would make lists, maps and trees of small structs 1.2 to 1.5 times as slow.
func (s *state) pointee(t *node, p int) unsafe.Pointer {
	s.charge(int(t.size), p)
	if t.size == 0 || t.size > slabMost/4 || t.callsMethods() || t.lends() {
		return reflect.New(t.rtype).UnsafePointer()
	}
	b := s.slabOf(t)
	if b.count == 0 {
		r := s.take(b, t)
		b.give(t, r, 1)
		return r.p
	}
	r := &b.rests[b.count-1]
	at := r.p
	b.used++
	if r.n--; r.n > 0 {
		r.p = unsafe.Add(at, t.size)
	} else {
		r.p = nil
		b.count--
	}
	return at
}

// alloc returns zeroed memory for n or a few more elements of t, and how many. The collector must know where their
// pointers are: slices of strings, pointers and any are of types that Go code can name, and reflection grows an empty
// slice of any other type, to as many elements as the allocator's size for n holds.
func (t *node) alloc(n int) (unsafe.Pointer, int) {
	if t.pointerFree && t.size > 0 {
		words := (uintptr(n)*t.size + 7) / 8
		b := make([]uint64, words)
		return unsafe.Pointer(unsafe.SliceData(b)), int(words * 8 / t.size)
	}
	switch t.op {
	case opString:
		return unsafe.Pointer(unsafe.SliceData(make([]string, n))), n
	case opAny:
		return unsafe.Pointer(unsafe.SliceData(make([]any, n))), n
	case opPointer:
		return unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, n))), n
	}
	var h sliceHeader
	reflect.NewAt(t.sliceType(), unsafe.Pointer(&h)).Elem().Grow(n)
	return h.Data, h.Cap
}

// move copies n elements of t from src to dst with the write barriers that their type needs.
func (t *node) move(dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0 || t.size == 0:
	case t.pointerFree:
		copy(unsafe.Slice((*byte)(dst), uintptr(n)*t.size), unsafe.Slice((*byte)(src), uintptr(n)*t.size))
	case t.op == opString:
		copy(unsafe.Slice((*string)(dst), n), unsafe.Slice((*string)(src), n))
	case t.op == opAny:
		copy(unsafe.Slice((*any)(dst), n), unsafe.Slice((*any)(src), n))
	case t.op == opPointer:
		copy(unsafe.Slice((*unsafe.Pointer)(dst), n), unsafe.Slice((*unsafe.Pointer)(src), n))
	default:
		d, f := sliceHeader{dst, n, n}, sliceHeader{src, n, n}
		st := t.sliceType()
		reflect.Copy(reflect.NewAt(st, unsafe.Pointer(&d)).Elem(), reflect.NewAt(st, unsafe.Pointer(&f)).Elem())
	}
}

// zero clears the value of t at p.
// The types with pointers that are frequent are cleared by Go's own assignments, the others by reflection: both
// have the write barriers that the collector needs.
func (t *node) zero(p unsafe.Pointer) {
	switch {
	case t.pointerFree:
		clear(unsafe.Slice((*byte)(p), t.size))
		return
	case t.op == opString:
		*(*string)(p) = ""
		return
	case t.op == opPointer:
		*(*unsafe.Pointer)(p) = nil
		return
	case t.op == opSlice:
		*(*sliceHeader)(p) = sliceHeader{}
		return
	}
	reflect.NewAt(t.rtype, p).Elem().SetZero()
}
