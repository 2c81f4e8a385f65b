package decode

import (
	"bytes"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// An UnmarshalJSON method usually passes its argument to Unmarshal:
//
//	func (t *Tree) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, (*tree)(t)) }
//
// With a copy of the text, bitmaps and slabs for each level, a document whose methods are nested would take memory
// proportional to its depth times its size. So a decode offers its memory while a method runs. An Unmarshal with the
// same address and length finds the offer on a shelf, compares the text, which the method may have changed, and decodes
// it as a guest in the input of the decode that made the offer.
//
// The bitmaps and the copy are not written to, and serve any number of guests of any decode at the same time. Slabs,
// strings and the budget serve only the method's own call, since values of a guest then share memory with those around
// them. Another goroutine may decode the same bytes at that time, for example a message that many goroutines get. A
// call is known to be the method's own if it decodes into the value that the method was called for. All other guests
// have memory of their own. A guest that is still running when the method has returned, in another goroutine, keeps the
// memory that it has: the decode that made the offer then never uses it again.

// An offer goes through these steps:
//
//	put       the run calls a method: its input, slabs, arena and budget are on the shelf
//	take      an Unmarshal of the same text is a guest: users is one more; into the method's value it takes the memory too
//	giveBack  the guest is done: users is one less, the memory is the offer's again
//	remove    the method has returned: the run takes back what is there, and makes new memory if a guest still has it
//
// All of them hold the lock of the shelf. Between take and giveBack only the guest writes to the memory that it has
// taken. The input is never written to.

// leastOffered is the length of the shortest text that is offered. Copying a shorter one costs less than the two locks.
const leastOffered = 48

// offer is what a decode offers while a method runs. The shelf's lock guards all of it.
type offer struct {
	text  []byte     // the method's argument
	input wire.Input // a copy of the argument starts at position at
	at    int
	users int  // number of decodes that walk over the input
	ended bool // the method has returned

	to   unsafe.Pointer // the value that the method was called for
	size uintptr

	memory memory.Supply // the memory for values; a guest that uses it has its Blocks meanwhile
}

// shelf holds the offers of all addresses with the same hash. Its size is that of a cache line, so that goroutines that
// decode at the same time and use neighbouring shelves do not wait for one another.
type shelf struct {
	offers []*offer
	count  atomic.Int32 // the number of offers, which may be read without the lock
	lock   sync.Mutex
	_      [24]byte // fills the cache line
}

var shelves [64]shelf

// shelfOf returns the shelf for text, which is not empty. The upper six bits of the product choose it, since they
// depend on all bits of the address.
func shelfOf(text []byte) *shelf {
	h := uint64(uintptr(mem.Data(text))) * 0x9E3779B97F4A7C15
	return &shelves[h>>58]
}

// unmarshalJSON calls the method u, of a value of size bytes, with the value from p to e. A guest in a codec's window
// makes no offers, since it only borrows the window.
func (s *state) unmarshalJSON(u shape.Unmarshaler, size uintptr, p, e int) error {
	text := s.raw(p, e)
	if !fast.Offers || len(text) < leastOffered || s.options.Has(option.EndAtFault) || s.host.guest && s.host.taken == nil {
		return u.UnmarshalJSON(text)
	}
	return s.offering(u, size, text, p)
}

// offering calls the method u with text, the value at p, and offers the memory of s meanwhile. If the method panics the
// offer must not stay on the shelf: a later decode at the same address would find it.
func (s *state) offering(u shape.Unmarshaler, size uintptr, text []byte, p int) error {
	if s.host.offer == nil {
		s.host.offer = new(offer)
	}
	s.host.offer.to, s.host.offer.size = mem.DataWord(u), size
	on := shelfOf(text)
	on.put(s, text, p)
	defer on.remove(s)
	return u.UnmarshalJSON(text)
}

// put puts s's offer on the shelf.
func (on *shelf) put(s *state, text []byte, p int) {
	o := s.host.offer
	on.lock.Lock()
	o.text, o.input, o.at = text, s.Input, p
	o.memory = s.memory
	on.offers = append(on.offers, o)
	on.count.Add(1)
	on.lock.Unlock()
	s.memory.Blocks = nil
}

// remove takes s's offer off the shelf and gives s its memory back, or new memory in place of the memory that a guest
// still has. The search for the run's last offer starts at the end, where the innermost ones are. A run whose input
// still has users is marked as spoiled: release does not put it into the pool, so its memory is left to the guest and
// then to the collector.
func (on *shelf) remove(s *state) {
	o := s.host.offer
	on.lock.Lock()
	for i := len(on.offers) - 1; i >= 0; i-- {
		if on.offers[i] == o {
			last := len(on.offers) - 1
			copy(on.offers[i:], on.offers[i+1:])
			on.offers[last] = nil
			on.offers = on.offers[:last]
			break
		}
	}
	on.count.Add(-1)
	s.memory = o.memory
	*o = offer{users: o.users}
	if o.users > 0 {
		o.ended = true
		s.host.offer, s.host.spoiled = nil, true
	}
	on.lock.Unlock()
	if s.memory.Blocks == nil {
		s.memory.Blocks = memory.NewBlocks(memory.Slots)
	}
}

// take makes s, which decodes into dst, a guest in the input of the offer of text, and reports whether there is one. It
// compares only address and length. The function offered compares the bytes, without the lock.
func (on *shelf) take(s *state, text []byte, dst unsafe.Pointer) bool {
	on.lock.Lock()
	defer on.lock.Unlock()
	for i := len(on.offers) - 1; i >= 0; i-- {
		o := on.offers[i]
		if len(o.text) != len(text) || mem.Data(o.text) != mem.Data(text) {
			continue
		}
		o.users++
		s.host.taken, s.host.shelf = o, on
		s.enter(&o.input, o.at)
		if s.memory.Guesses = mem.BudgetFor(min(len(text), guestGuesses)); o.memory.Blocks != nil && uintptr(dst)-uintptr(o.to) < o.size {
			s.host.own, s.memory, o.memory = s.memory, o.memory, memory.Supply{}
			s.host.tookMemory = true
		}
		return true
	}
	return false
}

// giveBack ends a use that take has begun. A state that still has guests of its own keeps the memory that it has taken.
func (s *state) giveBack() {
	o, on := s.host.taken, s.host.shelf
	s.host.taken, s.host.shelf = nil, nil
	if s.host.spoiled {
		return
	}
	on.lock.Lock()
	o.users--
	if s.host.tookMemory && !o.ended {
		o.memory = s.memory
	}
	on.lock.Unlock()
	if s.host.tookMemory {
		s.memory, s.host.own, s.host.tookMemory = s.host.own, memory.Supply{}, false
	}
}

// mayBeOffered reports whether there is an offer with the hash of data, which is not empty. If no method is running,
// the count of the shelf is 0, and the test costs one load.
func mayBeOffered(data []byte) bool { return shelfOf(data).count.Load() != 0 }

// offered returns a guest in the input of the decode that offers data, into dst, or nil if there is none. A method that
// has changed the text before decoding it gets a run of its own.
func offered(c *plan.Dialect, data []byte, dst unsafe.Pointer) *state {
	on := shelfOf(data)
	s := guests.Get().(*state)
	if !on.take(s, data, dst) {
		guests.Put(s)
		return nil
	}
	s.ready(c, 0)
	if s.memory.Blocks == nil {
		s.memory.Blocks = memory.NewBlocks(memory.FewSlots)
	}
	meter.Look(len(data))
	if start := s.first; !bytes.Equal(data, s.input[start:start+len(data)]) {
		s.release()
		return nil
	}
	s.data = data
	return s
}
