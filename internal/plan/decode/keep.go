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

// Old values of a target are saved before they are overwritten, and put back (restore.go) if the input turns out not to
// be JSON. For [{"a":1},{"b":2}] into a slice with space for two structs, the slice header is saved first, and the
// elements when the decoder reaches them. Saved values are copied as plain words to one stack, and the pointers among
// them also to another stack, where the collector sees them.
//
// In two cases the whole input is checked first (state.checkInput), and then nothing more is saved: before a method of
// the user's types is called, since its effects can't be undone; and if saving would cost more than checking, as for
// large values with little input.

// undo has the target's old values. Once the input is known to be JSON nothing needs to be saved. So saving and checked
// are both true only under option.EndAtFault, where each fault restores the target. kept, old and ptrs are emptied
// together (dropSaved), and later decodings use their memory.
type undo struct {
	saving  bool             // old values are saved
	checked bool             // the input is known to be JSON that satisfies the configuration's rules
	outset  int32            // the depth at which decoding began: that of the target's value
	room    int              // bytes that may still be saved, with the costs of save counted as bytes
	log     *fault.ReadCalls // the method calls under option.EndAtFault (called.go), or nil

	kept []saved          // what was saved, in the order in which the decoder reached it
	old  []uint64         // the old words of all that was saved
	ptrs []unsafe.Pointer // the pointers among the old words, where the collector sees them

	ends []wire.Span // the places in the input of values that methods will get; ends[next] is the next of them
	next int
}

// saved records n values of type t at address at. Their old words start at old[first]. Their input, one value or
// consecutive elements of an array, starts at position start and may have fewer than n elements; then only the values
// that it names are put back. If start is the complement (^) of a position, all n values are put back, whatever the
// input is. If [7,8] is decoded into []int{1,2,3}, the record for its elements has the type int, n 3 and start 1, the
// position of the 7; old[first] is the old element 1.
type saved struct {
	t     *node
	at    unsafe.Pointer
	n     int
	first int
	start int
	anew  bool // the values were set to zero before decoding, so all parts of them are put back
}

const (
	// For each byte of the input savedPerByte bytes may be saved, which costs a little more than checking that byte.
	// For any input leastSaved bytes may be saved. The work for an entry in kept counts as placeCost bytes, and the
	// work for a pointer as pointerCost bytes.
	savedPerByte = 20
	leastSaved   = 512
	placeCost    = 64
	pointerCost  = 16

	// At most mostSaved bytes are saved, so that the stacks stay in the pool (undo.trim). Without this limit, each
	// document of some megabytes made the stacks grow anew. Decoding it over the values of the document before took 2
	// to 6 times as long.
	mostSaved = mem.MostPooled / 8

	fewKept = 16 // up to this number, entries and pointers are cleared one by one, which is faster than a call

	mostOfSize = 1 << 10 // the size of the largest value that is saved, in bytes
	mostOfPtrs = 64      // no value with more pointers is saved
)

// pointers says where the pointers in values of a type are, and what it costs to save one value. For struct{ N int; S
// string; V any } the offsets are 8, for the string, and 24 and 32, for the two words of the interface. The type word
// of an interface is a pointer too.
type pointers struct {
	offsets []uintptr
	cost    int  // the cost of one value
	tooMany bool // values can't be saved
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
	memoryNodesMade.once.Do(makeNodesOfMemory)
	return &memoryNodesMade
}

func makeNodesOfMemory() {
	p := &memoryNodesMade
	p.byte, p.pointer = newNode(reflect.TypeFor[byte]()), newNode(reflect.TypeFor[unsafe.Pointer]())
	p.pointer.op = opPointer
}

// pointersIn returns the offsets of the pointers in a t. It computes them at first use, since most types never have old
// values. Goroutines that compute them at the same time get the same result.
func (t *node) pointersIn() *pointers {
	if p := t.inside.Load(); p != nil {
		return p
	}
	p := new(pointers)
	if p.tooMany = !t.PointerFree && t.Size > mostOfSize; !p.tooMany {
		p.add(t.Type, 0)
		p.tooMany = len(p.offsets) > mostOfPtrs
	}
	p.cost = int(t.Size) + pointerCost*len(p.offsets)
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
			f := t.Field(i)
			p.add(f.Type, at+f.Offset)
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

// save stores the old contents of the n values of t at the address at, whose input starts at start, so that restore can
// put them back if the input turns out not to be JSON. It does not if a method is called next, or if there is too much
// to store: the field room limits the total cost, in proportion to the input. Then it checks the input, before anything
// is overwritten. It returns false if the input is not JSON.
//
// While save copies the values, other goroutines may write to parts of them that the input does not name. The race
// detector must not report that, since it does no harm: restore puts back only words that the decoder has overwritten.
//
//go:norace
func (s *state) save(t *node, at unsafe.Pointer, n, start int) bool {
	size := n * int(t.Size)
	switch {
	case size == 0:
		return true
	case t.word != nil && !s.options.Has(option.EndAtFault): // a method is called next
		return s.checkInput(&s.undo.ends)
	}
	p := t.inside.Load()
	if p == nil {
		p = t.pointersIn()
	}
	if s.undo.room -= placeCost + n*p.cost; s.undo.room < 0 || p.tooMany {
		return s.checkIfSaving()
	}
	s.undo.push(t, p, at, n, start)
	return true
}

// push records n values of t at the address at, whose pointers are at the offsets in p. The size of t must not be 0.
// Their old words start at old[first]. It may be called for each element of a slice, so it tests the capacity of all
// three stacks at once.
//
//go:norace
func (u *undo) push(t *node, p *pointers, at unsafe.Pointer, n, start int) (first int) {
	i, j, k := len(u.old), len(u.ptrs), len(u.kept)
	size := n * int(t.Size)
	words, ptrs := i+(size+7)>>3, j+n*len(p.offsets)
	if words > cap(u.old) || ptrs > cap(u.ptrs) || k == cap(u.kept) {
		u.widen(words-i, ptrs-j)
	}
	u.old = u.old[:words] // two slice expressions for each stack, so that only its length is written
	u.ptrs = u.ptrs[:ptrs]
	u.kept = u.kept[:k+1]
	to := unsafe.Pointer(&u.old[i])
	x := &u.kept[k]
	x.t, x.at, x.n, x.first, x.start, x.anew = t, at, n, i, start, false
	peek(to, at, size)
	if ptrs > j {
		peekPointers(u.ptrs[j:], p.offsets, at, to, t.Size)
	}
	return i
}

// pop drops the record that was pushed last, of one value whose pointers are at the offsets in p.
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

// peek copies n bytes. Unlike copy, it is not watched by the race detector, as save requires.
//
//go:norace
func peek(to, from unsafe.Pointer, n int) {
	for ; n >= 8; n -= 8 {
		*(*uint64)(unsafe.Add(to, n-8)) = *(*uint64)(unsafe.Add(from, n-8))
	}
	for ; n > 0; n-- {
		*(*byte)(unsafe.Add(to, n-1)) = *(*byte)(unsafe.Add(from, n-1))
	}
}

// peekPointers copies the pointers in some values to ptrs and to words. The values have size bytes each, and the first
// one is at address at. The collector sees only ptrs, so they keep the pointees alive, even if other goroutines
// overwrite the pointers meanwhile. Each pointer is read once for both places, so that the word that is put back equals
// the pointer in ptrs.
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

// dropSaved drops all saved values. It clears the addresses and pointers, since the stacks go to the pool and must keep
// nothing alive; the words need no clearing.
func (k *undo) dropSaved() {
	if len(k.kept)+len(k.ptrs) > fewKept {
		clear(k.kept)
		clear(k.ptrs)
	} else {
		for i := len(k.kept) - 1; i >= 0; i-- {
			k.kept[i].at = nil
		}
		for i := len(k.ptrs) - 1; i >= 0; i-- {
			k.ptrs[i] = nil
		}
	}
	k.kept = k.kept[:0]
	k.old = k.old[:0]
	k.ptrs = k.ptrs[:0]
}

// forget drops the old values and the positions in ends, after a decoding.
func (k *undo) forget() {
	if len(k.kept) > 0 {
		k.dropSaved()
	}
	if len(k.ends) > 0 {
		k.ends, k.next = k.ends[:0], 0
	}
}

// trim drops stacks that a large document has made too large for the pool.
func (k *undo) trim() {
	if cap(k.old) > mem.MostPooled/64 {
		k.kept, k.old, k.ptrs = nil, nil, nil
	}
	if cap(k.ends) > mem.MostPooled/64 {
		k.ends = nil
	}
}

// checkInput checks the whole input and reports whether it is one JSON value. If it is, old values need not be saved
// any more.
//
// If notes is not nil, checkInput also appends to notes where the arrays and objects at the present depth begin and end
// in the input. So state.argument need not search for the ends of the values that methods get.
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
	if !s.options.Has(option.EndAtFault) { // under EndAtFault they are kept: a later fault must restore the target
		if s.undo.saving = false; len(s.undo.kept) > 0 {
			s.undo.dropSaved()
		}
	}
	if meter.Invariants {
		s.checkModes()
	}
	return true
}

// argument checks the input before a method of the user's gets the value at p. It returns the end of the value, or -1
// after a fault. If state.checkInput has noted where the value lies, its end is known. Methods get values in the order
// of the input, so undo.next only grows. Other values, such as numbers, are skipped to find their end.
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
// not JSON. Under option.EndAtFault a later mismatch must restore the target too, so a check is not enough: if old
// values are being saved, checkIfSaving fails, and encoding/json/v2 decodes the input instead.
func (s *state) checkIfSaving() bool {
	if s.undo.saving && s.options.Has(option.EndAtFault) {
		s.fail()
		return false
	}
	return !s.undo.saving || s.checkInput(nil)
}

// keepEmpty returns true if the map m, of type t, has no entries. If old values are being saved, it then records that
// restore must clear the map. For a map with entries it fails: the standard library must decode into it.
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

// isJSON reports whether the input is one JSON value. The decoder has read the input up to p, at the given depth; p is
// -1 after a fault. If it has read all of the input, no check is needed.
func (s *state) isJSON(p, depth int) bool {
	switch {
	case p < 0:
		return s.fault.Code != fault.Syntax && s.checkInput(nil)
	case depth == int(s.undo.outset) && !s.host.guest && s.Space(p) == s.N:
		return true
	}
	return s.checkInput(nil)
}
