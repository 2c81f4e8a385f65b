package decode

import (
	"bytes"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// An UnmarshalJSON method mostly gives its argument to Unmarshal again:
//
//	func (t *Tree) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, (*tree)(t)) }
//
// With a copy of the text, bitmaps and slabs for each level, a document whose methods are nested would take memory in
// proportion to its depth times its size. So a decode lends what it has while a method runs. An Unmarshal of the same
// address and length finds the loan on a shelf, compares the text, which the method may have changed, and decodes it
// as a guest in the lender's input.
//
// The bitmaps and the copy serve any number of decodes at once. What is written to goes to one borrower at a time.
// A borrower that is still there when the method has returned, in a goroutine of its own, keeps both: the lender
// then never uses them again. Values of a guest share slabs with those around them: all are of one document.

// lentLeast is the length of the shortest text that is lent. To copy a shorter one costs less than the two locks.
const lentLeast = 48

// lent is what a decode lends while a method runs. The shelf's lock guards all of it.
type lent struct {
	text  []byte     // the method's argument
	input wire.Input // where a copy of it starts at the position at
	at    int
	users int // decodes that walk over the input
	ended bool

	memory  *memory // nil while a borrower has it
	arena   mem.Arena
	guesses mem.Budget
}

// shelf holds the loans of some addresses.
type shelf struct {
	loans []*lent
	count atomic.Int32 // of the loans, for a look without the lock
	lock  sync.Mutex
	_     [24]byte // to a line of the cache
}

var shelves [64]shelf

// shelfOf returns the shelf for text, which is not empty.
func shelfOf(text []byte) *shelf {
	h := uint64(uintptr(mem.Data(text))) * 0x9E3779B97F4A7C15
	return &shelves[h>>58]
}

// unmarshalJSON calls the method u with the value from p to e.
func (s *state) unmarshalJSON(u shape.Unmarshaler, p, e int) error {
	text := s.raw(p, e)
	if len(text) < lentLeast || s.guest && s.lender == nil {
		return u.UnmarshalJSON(text)
	}
	return s.lending(u, text, p)
}

// lending calls the method u with text, which is the value at p, and lends what s has meanwhile.
func (s *state) lending(u shape.Unmarshaler, text []byte, p int) error {
	if s.loan == nil {
		s.loan = new(lent)
	}
	on := shelfOf(text)
	on.put(s, text, p)
	defer on.remove(s)
	return u.UnmarshalJSON(text)
}

// put lays s's loan on the shelf.
func (on *shelf) put(s *state, text []byte, p int) {
	l := s.loan
	on.lock.Lock()
	l.text, l.input, l.at = text, s.Input, p
	l.memory, l.arena, l.guesses = s.memory, s.arena, s.guesses
	on.loans = append(on.loans, l)
	on.count.Add(1)
	on.lock.Unlock()
	s.memory = nil
}

// remove takes s's loan off the shelf and gives s back what it has lent, or new memory in place of what a borrower
// still has.
func (on *shelf) remove(s *state) {
	l := s.loan
	on.lock.Lock()
	for i := len(on.loans) - 1; i >= 0; i-- {
		if on.loans[i] == l {
			last := len(on.loans) - 1
			copy(on.loans[i:], on.loans[i+1:])
			on.loans[last] = nil
			on.loans = on.loans[:last]
			break
		}
	}
	on.count.Add(-1)
	s.memory, s.arena, s.guesses = l.memory, l.arena, l.guesses
	*l = lent{users: l.users}
	if l.users > 0 {
		l.ended = true
		s.loan, s.spoiled = nil, true
	}
	on.lock.Unlock()
	if s.memory == nil {
		s.memory = new(memory)
	}
}

// borrow makes s a guest in the input of the loan of text, and reports whether there is one.
func (on *shelf) borrow(s *state, text []byte) bool {
	on.lock.Lock()
	defer on.lock.Unlock()
	for i := len(on.loans) - 1; i >= 0; i-- {
		l := on.loans[i]
		if len(l.text) != len(text) || mem.Data(l.text) != mem.Data(text) {
			continue
		}
		l.users++
		s.lender, s.shelf = l, on
		s.enter(&l.input, l.at)
		if l.memory != nil {
			s.memory, l.memory, s.ownMemory = l.memory, nil, s.memory
			s.arena, l.arena, s.ownArena = l.arena, mem.Arena{}, s.arena
			s.guesses, l.guesses = l.guesses, 0
			s.borrows = true
		}
		return true
	}
	return false
}

// giveBack ends what borrow has begun. A state that somebody still borrows from keeps what it has borrowed.
func (s *state) giveBack() {
	l, on := s.lender, s.shelf
	s.lender, s.shelf = nil, nil
	if s.spoiled {
		return
	}
	on.lock.Lock()
	l.users--
	if s.borrows && !l.ended {
		l.memory, l.arena, l.guesses = s.memory, s.arena, s.guesses
	}
	on.lock.Unlock()
	if s.borrows {
		s.memory, s.arena, s.borrows = s.ownMemory, s.ownArena, false
		s.ownMemory, s.ownArena = nil, mem.Arena{}
	}
}

// decodeLoan decodes data in the input that it is lent from. ok is false where nobody lends it.
func decodeLoan(c *plan.Config, bits option.Set, t *typ, data []byte, dst unsafe.Pointer) (ok bool, err error) {
	on := shelfOf(data)
	if on.count.Load() == 0 {
		return false, nil
	}
	s := guests.Get().(*state)
	if !on.borrow(s, data) {
		guests.Put(s)
		return false, nil
	}
	if s.cfg != c {
		s.cfg = c
	}
	if s.memory == nil {
		s.memory = new(memory)
	}
	s.bits, s.depth, s.above = bits, 0, 0
	meter.Look(len(data))
	if start := s.first; !bytes.Equal(data, s.input[start:start+len(data)]) {
		s.release()
		return false, nil
	}
	s.data = data
	// The lender knows that the value is JSON, but not the rules of another configuration.
	_, f := s.visit(t, dst, !c.Own)
	if f == nil {
		return true, nil
	}
	return true, f
}
