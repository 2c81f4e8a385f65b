package decode

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// What a target holds is put by before it is overwritten, and put back (restore.go) if the input turns out not to be
// JSON. Of
// [{"a":1},{"b":2}] into a slice that has room for two structs, the slice itself is put by, and its elements as the
// decoder comes to them. What is put by lies as plain words in one stack, and the pointers among them in another one
// too, where the collector sees them.
//
// Where that is not possible, or would cost more than to look at the input, the input is looked at first, all of it
// (sure): at a method of the caller's, and at large values for few bytes of input. Nothing more is put by then. What
// goes into a map that is there already is gathered, and stored when the input is known to be JSON (gathers).

// past is what a run knows of the target's old values.
// saving and checked are never both true: once the input is known to be JSON nothing needs to be put by. kept, old
// and ptrs are emptied together (unkeep), and their memory serves other runs.
type past struct {
	saving  bool // values are put by
	checked bool // the input is known to be JSON, and to keep to the configuration's rules
	outset  int  // the depth at the value's start
	room    int  // bytes that may still be put by

	kept []saved
	old  []uint64
	ptrs []unsafe.Pointer

	ends []wire.Span // values that a method may get, and which of them comes next
	next int
}

// saved is where values came from: n of t at at, which are the words from first on. What is decoded into them starts at
// start, one value behind the other in an array; where that is negative they are all overwritten.
// For the elements of [7,8] over []int{1,2,3} that is: t int, n 3, first the index of the word 1 in old, start 1,
// where 7 is. n may be more than the input turns out to have. Of pointers that are led, what they lead to is put by
// behind all n of them, in as many whole words for each, whatever is there for those that are nil.
type saved struct {
	t     *node
	at    unsafe.Pointer
	n     int
	first int
	start int
	led   bool
}

const wordSize = unsafe.Sizeof(uintptr(0))

// whole is the start of places that are put back with all that is in them.
const whole = -1

const (
	// For each byte of the input as many bytes may be put by as cost less than to look at that byte, and some more.
	// Each place and each pointer cost as much as some bytes.
	savedPerByte = 20
	leastSaved   = 512
	placeCost    = 64
	pointerCost  = 16

	fewKept = 16 // places and pointers that are forgotten one by one: a call to clear them takes longer

	mostOfSize = 1 << 10 // bytes of a value that is put by
	mostOfPtrs = 64      // pointers in it
)

// pointers are where the pointers in a value are, and what it costs to put one by.
// Of struct{ N int; S string; V any } these are 8, for the string's, and 24 and 32, for the interface's two words.
// An interface's word for its type is kept like its other one.
type pointers struct {
	offsets []uintptr
	cost    int  // of a value
	tooMany bool // the value is not to be put by
}

// putBy has the nodes of values that are put by, whatever type they are of: nothing is decoded by them.
type putBy struct {
	once          sync.Once
	byte, pointer *node
}

var nodesPut putBy

// nodesPutBy returns the nodes, which are made at first use: made when a program starts they would keep the decoder in
// programs that only encode.
func nodesPutBy() *putBy {
	nodesPut.once.Do(makeNodesPut)
	return &nodesPut
}

func makeNodesPut() {
	p := &nodesPut
	p.byte, p.pointer = newNode(reflect.TypeFor[byte]()), newNode(reflect.TypeFor[unsafe.Pointer]())
	p.pointer.op = opPointer
}

// pointersIn returns where the pointers in a t are.
// It is made at first use, for most types are never decoded over. Goroutines that make it at the same time make
// the same.
func (t *node) pointersIn() *pointers {
	if p := t.inside.Load(); p != nil {
		return p
	}
	p := new(pointers)
	if p.tooMany = !t.pointerFree && t.size > mostOfSize; !p.tooMany {
		p.add(t.rtype, 0)
		p.tooMany = len(p.offsets) > mostOfPtrs
	}
	p.cost = int(t.size) + pointerCost*len(p.offsets)
	t.inside.Store(p)
	return p
}

// add appends the places of the pointers in a t that lies at at.
func (p *pointers) add(t reflect.Type, at uintptr) {
	if pointerFree(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			p.add(f.Type, at+f.Offset)
		}
	case reflect.Array:
		for i := range t.Len() {
			p.add(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	case reflect.Interface:
		p.offsets = append(p.offsets, at, at+unsafe.Sizeof(at))
	default: // strings and slices begin with one, all others are one
		p.offsets = append(p.offsets, at)
	}
}

// save puts the n values of t at at by, which are decoded from start on, or makes sure of the input. It reports false
// if that is not JSON.
// What it costs is bounded by room, in proportion to the input: where that is used up the input is looked at, and
// nothing is put by any more.
//
// It is called for each small slice and each pointer, a thousand times for a []*int of a thousand, so the stacks are
// asked for room once for all three. Others may write to parts of the values that the input does not name, which the
// race detector is not to take for a mistake: of what is copied only that is ever looked at which the decoder writes
// over.
//
//go:norace
func (s *state) save(t *node, at unsafe.Pointer, n, start int) bool {
	size := n * int(t.size)
	switch {
	case size == 0:
		return true
	case t.word != nil: // a method is called next
		return s.sure(&s.ends)
	}
	p := t.inside.Load()
	if p == nil {
		p = t.pointersIn()
	}
	if s.room -= placeCost + n*p.cost; s.room < 0 || p.tooMany {
		return s.sure(nil)
	}
	i, j, k := len(s.old), len(s.ptrs), len(s.kept)
	words, ptrs := i+(size+7)>>3, j+n*len(p.offsets)
	if words > cap(s.old) || ptrs > cap(s.ptrs) || k == cap(s.kept) {
		s.widen(words-i, ptrs-j)
	}
	s.old = s.old[:words] // one by one: only the lengths are written then
	s.ptrs = s.ptrs[:ptrs]
	s.kept = s.kept[:k+1]
	to := unsafe.Pointer(&s.old[i])
	x := &s.kept[k]
	x.t, x.at, x.n, x.first, x.start, x.led = t, at, n, i, start, false
	switch {
	case ptrs == j:
		peek(to, at, size)
	case n > 1 && len(p.offsets) == 1 && p.offsets[0] == 0 && t.size <= 3*wordSize:
		peekTexts(s.ptrs[j:], at, to, t.size)
	default:
		peek(to, at, size)
		peekPointers(s.ptrs[j:], p.offsets, at, to, t.size)
	}
	return true
}

// leads reports whether values of t are pointers that may be put by together with what they lead to: values of a few
// words at most, in which no pointer of t can lie, so that those of a whole array may be put by before it is decoded.
func (t *node) leads() bool {
	et := t.elem
	switch {
	case t.op != opPointer:
		return false
	case et.op == opPointer:
		// In a ring of pointers all are pointers. Errors about texts name the outermost one, which led values skip.
		return et.elem.op != opPointer && !et.text
	}
	return et.op.isScalar() || et.op == opString || et.op == opSlice
}

// saveElements is save for n elements of a slice.
func (s *state) saveElements(t *node, at unsafe.Pointer, n, start int) bool {
	if t.leads() {
		return s.saveLed(t, at, n, start)
	}
	return s.save(t, at, n, start)
}

// saveLed is save for n pointers, of a type that leads, and what they lead to.
// Of a []*int of a thousand that is one place in place of a thousand and one.
//
//go:norace
func (s *state) saveLed(t *node, at unsafe.Pointer, n, start int) bool {
	et := t.elem
	inner := et.pointersIn()
	if s.room -= placeCost + n*(int(t.size)+pointerCost+inner.cost); s.room < 0 {
		return s.sure(nil)
	}
	i, j, k := len(s.old), len(s.ptrs), len(s.kept)
	each, head := int(et.size+7)>>3, (n*int(t.size)+7)>>3
	words, ptrs := i+head+n*each, j+n*(1+len(inner.offsets))
	if words > cap(s.old) || ptrs > cap(s.ptrs) || k == cap(s.kept) {
		s.widen(words-i, ptrs-j)
	}
	s.old = s.old[:words] // one by one: only the lengths are written then
	s.ptrs = s.ptrs[:ptrs]
	s.kept = s.kept[:k+1]
	slots := unsafe.Slice((*uintptr)(unsafe.Pointer(&s.old[i])), n)
	values, alive, pointees := s.old[i+head:words], s.ptrs[j:ptrs], unsafe.Slice((*unsafe.Pointer)(at), n)
	for i := range slots {
		v := pointees[i]
		alive[i], slots[i] = v, uintptr(v)
		if v == nil {
			continue
		}
		switch {
		case et.size == 8:
			values[i] = *(*uint64)(v)
		case et.size == 1:
			*(*uint8)(unsafe.Pointer(&values[i])) = *(*uint8)(v)
		default:
			peek(unsafe.Pointer(&values[i*each]), v, int(et.size))
		}
		if len(inner.offsets) > 0 {
			in := *(*unsafe.Pointer)(v)
			alive[n+i] = in
			*(*uintptr)(unsafe.Pointer(&values[i*each])) = uintptr(in)
		}
	}
	x := &s.kept[k]
	x.t, x.at, x.n, x.first, x.start, x.led = t, at, n, i, start, true
	return true
}

// widen makes room for a place more, of so many words and pointers.
//
//go:noinline
func (s *state) widen(words, ptrs int) {
	s.old, s.ptrs, s.kept = slices.Grow(s.old, words), slices.Grow(s.ptrs, ptrs), slices.Grow(s.kept, 1)
}

// chunk is what peek copies at once. Arrays would be copied by a call, as they may overlap.
type (
	chunk     struct{ a, b, c, d uint64 }
	halfChunk struct{ a, b uint64 }
)

// peek copies n bytes from one place to another.
//
//go:norace
func peek(to, from unsafe.Pointer, n int) {
	for ; n >= 32; n -= 32 {
		*(*chunk)(unsafe.Add(to, n-32)) = *(*chunk)(unsafe.Add(from, n-32))
	}
	if n&16 != 0 {
		n -= 16
		*(*halfChunk)(unsafe.Add(to, n)) = *(*halfChunk)(unsafe.Add(from, n))
	}
	if n&8 != 0 {
		n -= 8
		*(*uint64)(unsafe.Add(to, n)) = *(*uint64)(unsafe.Add(from, n))
	}
	for ; n > 0; n-- {
		*(*byte)(unsafe.Add(to, n-1)) = *(*byte)(unsafe.Add(from, n-1))
	}
}

// peekPointers puts the pointers in the values at at, each of size bytes, by on ptrs, where the collector sees them:
// what is put back is alive, even if others write to it meanwhile.
//
// A pointer that lay in words alone would not keep what it leads to alive: the collector does not look there. It
// is read once, for both places, so that the word that is put back is one that is also in ptrs.
//
//go:norace
func peekPointers(ptrs []unsafe.Pointer, offsets []uintptr, at, words unsafe.Pointer, size uintptr) {
	if len(offsets) == 1 {
		offset := offsets[0]
		for i := range ptrs {
			v := *(*unsafe.Pointer)(unsafe.Add(at, offset))
			ptrs[i] = v
			*(*uintptr)(unsafe.Add(words, offset)) = uintptr(v)
			offset += size
		}
		return
	}
	base := uintptr(0)
	for {
		for i, offset := range offsets {
			v := *(*unsafe.Pointer)(unsafe.Add(at, base+offset))
			ptrs[i] = v
			*(*uintptr)(unsafe.Add(words, base+offset)) = uintptr(v)
		}
		if ptrs = ptrs[len(offsets):]; len(ptrs) == 0 {
			return
		}
		base += size
	}
}

// peekTexts is peek and peekPointers in one pass, for many values of up to three words that begin with their one
// pointer, as strings and slices do.
//
//go:norace
func peekTexts(ptrs []unsafe.Pointer, at, words unsafe.Pointer, size uintptr) {
	offset := uintptr(0)
	for i := range ptrs {
		v := *(*unsafe.Pointer)(unsafe.Add(at, offset))
		ptrs[i] = v
		*(*uintptr)(unsafe.Add(words, offset)) = uintptr(v)
		if size >= 2*wordSize {
			*(*uintptr)(unsafe.Add(words, offset+wordSize)) = *(*uintptr)(unsafe.Add(at, offset+wordSize))
		}
		if size >= 3*wordSize {
			*(*uintptr)(unsafe.Add(words, offset+2*wordSize)) = *(*uintptr)(unsafe.Add(at, offset+2*wordSize))
		}
		offset += size
	}
}

// unkeep forgets what was put by.
// The entries and the pointers are cleared, for the stacks live on in the pool; the words mean nothing without
// them.
func (s *state) unkeep() {
	if len(s.kept)+len(s.ptrs) > fewKept {
		clear(s.kept)
		clear(s.ptrs)
	} else {
		for i := len(s.kept) - 1; i >= 0; i-- {
			s.kept[i].at = nil
		}
		for i := len(s.ptrs) - 1; i >= 0; i-- {
			s.ptrs[i] = nil
		}
	}
	s.kept = s.kept[:0]
	s.old = s.old[:0]
	s.ptrs = s.ptrs[:0]
}

// trim drops what a large document has made too large to keep.
func (k *past) trim() {
	if cap(k.old) > mem.MostPooled/64 {
		k.kept, k.old, k.ptrs = nil, nil, nil
	}
	if cap(k.ends) > mem.MostPooled/64 {
		k.ends = nil
	}
}

// sure reports whether the input is one JSON value. Decoding then goes on without a way back.
//
// With notes, the walk over the input notes where the arrays and objects are that stand as deep as the run is.
//
//go:noinline
func (s *state) sure(notes *[]wire.Span) bool {
	if s.checked {
		return true
	}
	meter.Look(s.N - s.first)
	p := s.SkipNoting(s.Space(s.first), maxDepth-s.outset, s.depth-s.outset, notes)
	if p < 0 || !s.guest && s.Space(p) < s.N {
		s.fail()
		return false
	}
	s.checked, s.saving = true, false
	if len(s.kept) > 0 {
		s.unkeep()
	}
	return true
}

// argument makes sure of the input before a method of the caller's gets the value at p, and returns where that ends,
// or -1.
// The values of one array are asked about in order, so next only moves forward. A value that was not noted, as a
// number or one at another depth than the first, is walked over.
func (s *state) argument(p int) int {
	if !s.checked && !s.sure(&s.ends) {
		return -1
	}
	for s.next < len(s.ends) && s.ends[s.next].Start < p {
		s.next++
	}
	if s.next < len(s.ends) && s.ends[s.next].Start == p {
		return s.ends[s.next].End
	}
	e := s.skip(p)
	meter.Look(e - p)
	return e
}

// careful makes sure of the input where the run has to put something by and can't. It reports false if that is not
// JSON.
// Decoders call it that write to memory which save does not know of: the words of a big.Int, what a codec does, a
// map that is there.
func (s *state) careful() bool { return !s.saving || s.sure(nil) }

// isJSON reports whether the input is one JSON value, of which the run has read what is before p, where it is at depth,
// or some part that ends with a fault, and p is -1.
func (s *state) isJSON(p, depth int) bool {
	switch {
	case p < 0:
		return s.fault.Code != fault.Syntax && s.sure(nil)
	case depth == s.outset && !s.guest && s.Space(p) == s.N:
		return true
	}
	return s.sure(nil)
}
