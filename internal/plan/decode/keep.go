package decode

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/wire"
)

// Old values of a target are saved before they are overwritten, and put back (restore.go) if the input is not JSON. For
// [{"a":1},{"b":2}] into a slice with space for two structs, the slice header is saved first, and the elements when the
// decoder reaches them. Words are copied to one stack, and pointers also to another, which the collector sees.
//
// In two cases the whole input is checked first (state.checkInput), and then nothing more is saved: before a method of
// the user's types is called, since its effects can't be undone; and if saving would cost more than checking.

// undo has the target's old values. Under option.EndAtFault saving goes on after checkInput: each fault restores them.
type undo struct {
	saving  bool             // old values are saved
	checked bool             // the input is known to be JSON that satisfies the configuration's rules
	outset  int32            // the depth at which decoding began: that of the target's value
	room    int              // bytes that may still be saved, with the costs of save counted as bytes
	log     *fault.ReadCalls // the method calls under option.EndAtFault (called.go), or nil
	kept    []saved          // what was saved, in the order in which the decoder reached it
	old     []uint64         // the old words of all that was saved
	ptrs    []unsafe.Pointer // the pointers among the old words, where the collector sees them
	ends    []wire.Span      // the places in the input of values that methods will get; ends[next] is the next of them
	next    int
}

// saved records n values of type t at address at. Their old words start at old[first]. Their input, one value or
// consecutive elements of an array, begins at position start, and may have fewer than n elements; then only the values
// that it names are put back. If start is the complement (^) of a position, all n values are put back. If [7,8] is
// decoded into []int{1,2,3}, the record has n 3 and start 1, the position of the 7; old[first] is the old element 1.
type saved struct {
	t     *node
	at    unsafe.Pointer
	n     int
	first int
	start int
	anew  bool // the values were set to zero before decoding, so all parts of them are put back
}

const (
	// For each byte of the input savedPerByte bytes may be saved, and leastSaved bytes for any input. The work for an
	// entry in kept counts as placeCost bytes, and the work for a pointer as pointerCost bytes.
	savedPerByte = 20
	leastSaved   = 512
	placeCost    = 64
	pointerCost  = 16

	// At most mostSaved bytes are saved, so that the stacks stay in the pool (state.trim). Without this limit, decoding
	// a document of some megabytes over the values of the last one took 2 to 6 times as long.
	mostSaved = mem.MostPooled / 8

	mostOfSize = 1 << 10 // the size of the largest value that is saved, in bytes
	mostOfPtrs = 64      // the number of pointers in it, at most
)

// pointers says where the pointers in values of a type are. For struct{ N int; S string; V any } the offsets are 8, for
// the string, and 24 and 32, for the two words of the interface.
type pointers struct {
	offsets []uintptr
	cost    int  // the cost of one value
	tooMany bool // values can't be saved
	unusual bool // state.instead must be asked what to do with values
}

// memoryNodes has a node for bytes and a node for pointers. They decode nothing: a saved value has one of them as its
// type t if only its memory matters, such as the bytes of a []byte, or an embedded pointer.
type memoryNodes struct {
	once          sync.Once
	byte, pointer *node
}

var memoryNodesMade memoryNodes

// nodesOfMemory returns the nodes for bytes and for pointers. They are made at first use: if package initialization
// made them, the decoder would be linked into programs that only encode.
func nodesOfMemory() *memoryNodes {
	memoryNodesMade.once.Do(func() {
		p := &memoryNodesMade
		p.byte, p.pointer = newNode(reflect.TypeFor[byte]()), newNode(reflect.TypeFor[unsafe.Pointer]())
		p.pointer.op = opPointer
	})
	return &memoryNodesMade
}

func (t *node) pointersIn() *pointers {
	if p := t.inside.Load(); p != nil {
		return p
	}
	p := new(pointers)
	if p.tooMany = !t.PointerFree && t.Size > mostOfSize; !p.tooMany {
		p.add(t.Type, 0)
		p.tooMany = len(p.offsets) > mostOfPtrs
	}
	p.cost, p.unusual = int(t.Size)+pointerCost*len(p.offsets), p.tooMany || t.Size == 0 || t.word != nil
	t.inside.Store(p)
	return p
}

// add appends the offsets of the pointers in a t that lies at offset at.
func (p *pointers) add(t reflect.Type, at uintptr) {
	if memory.PointerFree(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			p.add(t.Field(i).Type, at+t.Field(i).Offset)
		}
	case reflect.Array:
		for i := range t.Len() {
			p.add(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	case reflect.Interface:
		p.offsets = append(p.offsets, at, at+unsafe.Sizeof(at))
	default: // strings and slices begin with a pointer, all others are pointers
		p.offsets = append(p.offsets, at)
	}
}

// save stores the old contents of the n values of t at the address at, whose input begins at start. If a method is
// called next, or if there is too much to store, it checks the input instead, and returns false if that is not JSON.
// n must not be 0. All three stacks are tested at once, and usually nothing is called: save may run for each element.
//
// While save copies the values, other goroutines may write to parts of them that the input does not name. The race
// detector must not report that, since restore puts back only words that the decoder has overwritten.
//
//go:norace
func (s *state) save(t *node, at unsafe.Pointer, n, start int) bool {
	u, p := &s.undo, t.inside.Load()
	if p == nil {
		p = t.pointersIn()
	}
	if u.room -= placeCost + n*p.cost; u.room < 0 || p.unusual {
		if done, ok := s.instead(t, p); done {
			return ok
		}
	}
	i, j, k := len(u.old), len(u.ptrs), len(u.kept)
	size := n * int(t.Size)
	words, ptrs := i+(size+7)>>3, j+n*len(p.offsets)
	if words > cap(u.old) || ptrs > cap(u.ptrs) || k == cap(u.kept) {
		u.widen(words-i, ptrs-j)
	}
	u.old = u.old[:words] // unlike append, this writes only the length
	u.ptrs = u.ptrs[:ptrs]
	u.kept = u.kept[:k+1]
	to := unsafe.Pointer(&u.old[i])
	x := &u.kept[k]
	x.t, x.at, x.n, x.first, x.start, x.anew = t, at, n, i, start, false
	peek(to, at, size)
	if ptrs > j {
		peekPointers(u.ptrs[j:], p.offsets, at, to, t.Size)
	}
	return true
}

// instead does what has to be done instead of saving values of t. If done is false, they must be saved.
//
//go:noinline
func (s *state) instead(t *node, p *pointers) (done, ok bool) {
	switch {
	case t.Size == 0:
		return true, true
	case t.word != nil && !s.options.Has(option.EndAtFault): // a method is called next
		return true, s.checkInput(&s.undo.ends)
	case s.undo.room < 0 || p.tooMany:
		return true, s.checkIfSaving()
	}
	return false, false
}

// saveBytes saves the first bytes in the memory of b, at most as many as most says, before the value at p overwrites
// them: even those after the length, since other slices may share them. It returns false if the input is not JSON.
func (s *state) saveBytes(b []byte, most, p int) bool {
	n := min(cap(b), most)
	return !s.undo.saving || n == 0 || s.save(nodesOfMemory().byte, unsafe.Pointer(unsafe.SliceData(b)), n, ^p)
}

// pop drops the record that was saved last, of one value whose pointers are at the offsets in p.
func (u *undo) pop(p *pointers) {
	k, j := len(u.kept)-1, len(u.ptrs)-len(p.offsets)
	u.old = u.old[:u.kept[k].first]
	clear(u.ptrs[j:])
	u.kept[k].at = nil
	u.ptrs, u.kept = u.ptrs[:j], u.kept[:k]
}

// widen makes space for one more entry, with the given numbers of words and pointers.
//
//go:noinline
func (k *undo) widen(words, ptrs int) {
	k.old, k.ptrs, k.kept = slices.Grow(k.old, words), slices.Grow(k.ptrs, ptrs), slices.Grow(k.kept, 1)
}

// peek copies n bytes. Unlike copy, it is not watched by the race detector.
//
//go:norace
func peek(to, from unsafe.Pointer, n int) {
	type words struct{ a, b, c, d uint64 } // the compiler would copy an array by a call of memmove
	for ; n >= 32; n -= 32 {
		*(*words)(unsafe.Add(to, n-32)) = *(*words)(unsafe.Add(from, n-32))
	}
	for ; n >= 8; n -= 8 {
		*(*uint64)(unsafe.Add(to, n-8)) = *(*uint64)(unsafe.Add(from, n-8))
	}
	for ; n > 0; n-- {
		*(*byte)(unsafe.Add(to, n-1)) = *(*byte)(unsafe.Add(from, n-1))
	}
}

// peekPointers copies the pointers in some values of size bytes each, the first one at address at, to ptrs and to
// words. Each pointer is read once for both, so that the word that is put back equals the pointer in ptrs, which keeps
// the pointee alive even if another goroutine overwrites the pointer.
//
//go:norace
func peekPointers(ptrs []unsafe.Pointer, offsets []uintptr, at, words unsafe.Pointer, size uintptr) {
	for base, i := uintptr(0), 0; i < len(ptrs); base += size {
		for _, offset := range offsets {
			v := *(*unsafe.Pointer)(unsafe.Add(at, base+offset))
			ptrs[i] = v
			*(*uintptr)(unsafe.Add(words, base+offset)) = uintptr(v)
			i++
		}
	}
}

// dropSaved drops all saved values. It clears the pointers, so that the pooled stacks keep nothing alive.
func (k *undo) dropSaved() {
	clear(k.kept)
	clear(k.ptrs)
	k.kept, k.old, k.ptrs = k.kept[:0], k.old[:0], k.ptrs[:0]
}

// checkInput checks the whole input and reports whether it is one JSON value. If it is, old values need not be saved
// any more. If notes is not nil, checkInput also appends to it where the arrays and objects at the present depth begin
// and end, so that state.argument need not search for the ends of the values that methods get.
//
//go:noinline
func (s *state) checkInput(notes *[]wire.Span) bool {
	if s.undo.checked {
		return true
	}
	if s.options.Has(option.Attempt) {
		s.fail()
		return false
	}
	meter.Look(s.N - s.first)
	var p int
	if s.options.Has(option.UniqueNames) { // as in v2, duplicate names must be found before a method is called
		depth := s.depth
		s.depth = int(s.undo.outset)
		p = s.unknown(s.Space(s.first))
		s.depth = depth
	} else {
		p = s.SkipNoting(s.Space(s.first), maxDepth-int(s.undo.outset), s.depth-int(s.undo.outset), notes)
	}
	if p < 0 || !s.host.guest && s.Space(p) < s.N {
		s.fail()
		return false
	}
	s.undo.checked = true
	if !s.options.Has(option.EndAtFault) { // a later fault under EndAtFault restores the target
		if s.undo.saving = false; len(s.undo.kept) > 0 {
			s.undo.dropSaved()
		}
	}
	if meter.Invariants {
		s.checkModes()
	}
	return true
}

// argument checks the input before a method of the user's gets the value at p. It returns the end of the value, which
// state.checkInput may have noted. Methods get values in the order of the input, so undo.next only grows.
func (s *state) argument(p int) int {
	if !s.undo.checked && !s.checkInput(&s.undo.ends) {
		return -1
	}
	for s.undo.next < len(s.undo.ends) && s.undo.ends[s.undo.next].Start < p {
		s.undo.next++
	}
	if s.undo.next < len(s.undo.ends) && s.undo.ends[s.undo.next].Start == p {
		return s.undo.ends[s.undo.next].End
	}
	e := s.skip(p)
	meter.Look(e - p)
	return e
}

// checkIfSaving checks the whole input if old values are being saved. Decoders call it before they write to memory that
// save can't copy: the words of a big.Int, the memory of a codec, a map that exists. It returns false if the input is
// not JSON, and under option.EndAtFault, where a later mismatch must restore the target too.
func (s *state) checkIfSaving() bool {
	if s.undo.saving && s.options.Has(option.EndAtFault) {
		s.fail()
		return false
	}
	return !s.undo.saving || s.checkInput(nil)
}

// keepEmpty returns true if the map m, of type t, has no entries; restore will clear it if old values are being saved.
// For a map with entries it fails: the standard library must decode into it.
func (s *state) keepEmpty(t *node, m unsafe.Pointer) bool {
	if reflect.NewAt(t.Type, unsafe.Pointer(&m)).Elem().Len() > 0 {
		s.fail()
		return false
	}
	if s.undo.saving {
		s.undo.kept = append(s.undo.kept, saved{t: t, at: m, start: ^0})
	}
	return true
}
