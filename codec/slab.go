package codec

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/mem"
)

// Slices whose length does not show beforehand are cut from slabs: blocks of one element type, sized by what was
// needed for the last input. A slab serves one input only: what is kept of one must not keep memory of another.

// slabMost is how many bytes a block has that is not for one long slice.
const slabMost = 4096

// slab is the rest of the blocks for elements of type T. Its memory is zero.
type slab[T any] struct {
	rests  [4][]T // of several blocks, and of no length: a slice whose end is open has one to itself, and those within it need another
	count  int    // of rests
	made   int    // elements of all blocks
	used   int    // of these handed out
	filled int    // of these given back to the budget
	wanted int    // for the last input
	size   int    // bytes of an element, or 1
	most   int    // elements of a block that is not for one long slice
	long   int    // elements of the first slice of the last input, if a block would not do
}

// slabs are those of a Reader, one for each type of elements.
type slabs []interface{ drop() }

// drop forgets the memory, and remembers how much was used.
func (s *slab[T]) drop() {
	if s.made > 0 {
		clear(s.rests[:])
		s.count, s.made, s.used, s.filled, s.wanted = 0, 0, 0, 0, s.used
	}
}

// slabOf returns r's slab for elements of type T.
func slabOf[T any](r *Reader) *slab[T] {
	for _, s := range r.slabs {
		if s, ok := s.(*slab[T]); ok {
			return s
		}
	}
	size := max(int(reflect.TypeFor[T]().Size()), 1)
	s := &slab[T]{size: size, most: slabMost / size}
	r.slabs = append(r.slabs, s)
	return s
}

// first returns memory for the first slice of an input, which is often all there is of its type: for a long one if
// the last one was, that it need not be moved several times, as far as the budget goes.
func (s *slab[T]) first(guesses *mem.Budget) []T {
	if s.long <= s.most {
		return s.take(guesses)
	}
	s.made = 1 + guesses.Draw(s.long-1, uintptr(s.size))
	return make([]T, 0, s.made)
}

// take removes a rest from the slab, or makes a block.
func (s *slab[T]) take(guesses *mem.Budget) []T {
	if s.count == 0 {
		return s.block(1, guesses)
	}
	s.count--
	return s.rests[s.count]
}

// give puts back what list leaves of its memory, and returns list without it. The smallest rest goes where there
// are too many.
func (s *slab[T]) give(list []T) []T {
	n := len(list)
	s.used += n
	rest := list[n:]
	switch {
	case cap(rest) == 0, cap(list) > s.most: // of a block for one long slice, all of which a short one would keep
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

// block returns memory for at least n elements, and as many as the last input would still take, or half of what
// this one has, as far as the budget goes.
func (s *slab[T]) block(n int, guesses *mem.Budget) []T {
	if more := min(max(s.wanted-s.made, s.used/2), s.most); more > n {
		guesses.Fill(s.used-s.filled, uintptr(s.size))
		s.filled = s.used
		n += guesses.Draw(more-n, uintptr(s.size))
	}
	s.made += n
	return make([]T, 0, n)
}

// ReadElements reads an array, each element by read into a zero value. Slices of few elements share memory, as
// strings do: one that is kept may keep 4 KB of others from the same input. Where that matters, and for slices that
// are used again, there is [AppendElements].
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
		list = s.first(&r.guesses)
	} else {
		list = s.take(&r.guesses)
	}
	for depth := len(r.stack); ; {
		n := len(list)
		if n == cap(list) {
			list = append(s.block(2*n, &r.guesses), list...)
		}
		list = list[:n+1]
		read(r, &list[n])
		if !r.element(depth, true) {
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
