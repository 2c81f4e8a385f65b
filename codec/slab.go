package codec

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/mem"
)

// Memory for slices whose length is not known in advance comes from slabs: blocks of one element type, whose size
// depends on what the last input needed. A slab serves one input only, so that a slice that is kept does not keep
// memory of another input alive.

// slabMost is the size in bytes of the largest block that is not made for one long slice.
const slabMost = 4096

// slab has the free memory for elements of type T. The free memory is zero.
type slab[T any] struct {
	rests  [4][]T // free parts of blocks, with length 0; several, since a slice may grow while a slice inside it grows
	count  int    // the number of free parts in rests
	made   int    // number of elements in all blocks
	used   int    // number of elements that are in use
	filled int    // number of used elements whose bytes were added to the budget for allocations in advance
	wanted int    // number of elements that the last input needed
	size   int    // the size in bytes of an element, or 1 if the size is 0
	most   int    // the largest number of elements in a block that is not made for one long slice
	long   int    // the length of the first slice of the last input, if a block would have been too short for it
}

// slabs has the slabs of a Reader, one for each element type.
type slabs []interface{ drop() }

// drop drops the memory, and stores how many elements were used, for the first blocks of the next input.
func (s *slab[T]) drop() {
	if s.made > 0 {
		clear(s.rests[:])
		s.count, s.made, s.used, s.filled, s.wanted = 0, 0, 0, 0, s.used
	}
}

// slabOf returns r's slab for elements of type T.
func slabOf[T any](r *Reader) *slab[T] {
	for _, s := range r.work.slabs {
		if s, ok := s.(*slab[T]); ok {
			return s
		}
	}
	size := max(int(reflect.TypeFor[T]().Size()), 1)
	s := &slab[T]{size: size, most: slabMost / size}
	r.work.slabs = append(r.work.slabs, s)
	return s
}

// first returns memory for the first slice of an input, which is often the only one of its type. If the first slice of
// the last input was longer than a block, this one gets as much memory at once, within the budget, so that it need not
// be moved several times.
func (s *slab[T]) first(guesses *mem.Budget) []T {
	if s.long <= s.most {
		return s.take(guesses)
	}
	s.made = 1 + guesses.Draw(s.long-1, uintptr(s.size))
	return make([]T, 0, s.made)
}

// take removes a free part of a block from the slab and returns it. If there is none, it makes a block.
func (s *slab[T]) take(guesses *mem.Budget) []T {
	if s.count == 0 {
		return s.block(1, guesses)
	}
	s.count--
	return s.rests[s.count]
}

// give returns the unused part of list's memory to the slab, and returns list without that part. If the slab has too
// many such parts, the smallest one is dropped.
func (s *slab[T]) give(list []T) []T {
	n := len(list)
	s.used += n
	rest := list[n:]
	switch {
	case cap(rest) == 0, cap(list) > s.most: // a short slice would keep all of a long block alive
	case s.count < len(s.rests):
		s.rests[s.count] = rest
		s.count++
	default:
		least := &s.rests[0]
		for i := range s.rests {
			if cap(s.rests[i]) < cap(*least) {
				least = &s.rests[i]
			}
		}
		if cap(*least) < cap(rest) {
			*least = rest
		}
	}
	return list[:n:n]
}

// block returns memory for at least n elements. Within the budget it returns more: space for as many elements as the
// last input needed and this input has not allocated yet, or for half as many as are in use.
func (s *slab[T]) block(n int, guesses *mem.Budget) []T {
	if more := min(max(s.wanted-s.made, s.used/2), s.most); more > n {
		guesses.Fill(s.used-s.filled, uintptr(s.size))
		s.filled = s.used
		n += guesses.Draw(more-n, uintptr(s.size))
	}
	s.made += n
	return make([]T, 0, n)
}

// ReadElements reads an array; read reads each element into a zero value. Short slices share memory, as strings do: a
// slice that the caller keeps may keep 4 KB of others from the same input alive. If that matters, or to reuse a slice,
// append the elements in a loop over [Reader.Array].
func ReadElements[T any](r *Reader, read func(r *Reader, v *T)) []T {
	if r.emptyArray() {
		return mem.Empty[T]()
	}
	if !r.BeginArray() {
		return nil
	}
	if !r.NextElement() {
		return mem.Empty[T]()
	}
	s := slabOf[T](r)
	var list []T
	first := s.made == 0
	if first {
		list = s.first(&r.work.guesses)
	} else {
		list = s.take(&r.work.guesses)
	}
	counted := 0 // elements that the limit on memory counts already
	for depth := len(r.stack); ; {
		n := len(list)
		if n == cap(list) {
			if !r.makes(n-counted, s.size) {
				return s.give(list)
			}
			counted = n
			list = append(s.block(2*n, &r.work.guesses), list...)
		}
		list = list[:n+1]
		read(r, &list[n])
		if !r.element(depth, true) {
			r.makes(len(list)-counted, s.size)
			if first {
				s.long = 0
				if len(list) > s.most {
					s.long = len(list)
				}
			}
			return s.give(list)
		}
	}
}

// makes counts n values of that size for the limit on memory. If the limit is exceeded, r fails.
func (r *Reader) makes(n, size int) bool {
	switch {
	case r.bounds.limits.Memory <= 0:
		return true
	case n > r.bounds.memory/size:
		r.fail(Limit, 0, "bytes of values", nil)
		return false
	}
	r.bounds.memory -= n * size
	return true
}
