package decode

import (
	"bytes"
	"slices"
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
// If each of these calls copied its text and made bitmaps and slabs, a document with nested methods would take memory
// proportional to its depth times its size. So a state offers its input and memory while it calls a method. An
// Unmarshal of text with the same address and length finds the offer on a shelf, compares the bytes, which the method
// may have changed, and decodes them as a guest: its state reads them in the input of the state that made the offer.
//
// Any number of guests may read the bitmaps and the text at the same time. The memory for values may be used only by
// the call that the method itself makes: a call that decodes into the value that the method was called for. All other
// guests have memory of their own, such as other goroutines that decode the same message. If a guest is still decoding
// in another goroutine when the method has returned, it keeps the memory that it has taken.

// An offer goes through these steps, which the lock of the shelf guards:
//
//	unmarshalJSON  the decoder calls a method: its input, slabs, arena and budget are on the shelf
//	take           an Unmarshal of the same text becomes a guest: users grows by one; if its target is the value that
//	               the method was called for, it takes the memory too
//	giveBack       the guest is done: users shrinks by one, and the memory belongs to the offer again
//	remove         the method has returned: the decoder takes its memory back, or new memory if a guest still has it

const leastOffered = 48 // the length of the shortest argument for which an offer costs less than copying it

// offer is the input and memory that a state offers while it calls a method.
type offer struct {
	text   []byte     // the method's argument
	input  wire.Input // a copy of the argument starts at position at
	at     int
	users  int            // number of guests that use the input
	ended  bool           // the method has returned
	to     unsafe.Pointer // the value that the method was called for
	size   uintptr
	memory memory.Supply // the memory for values; its Blocks are nil while a guest has it
}

// shelf is a list of offers for texts whose addresses have the same hash (shelfOf). It fills a cache line.
type shelf struct {
	offers []*offer
	count  atomic.Int32 // the number of offers, which may be read without the lock
	lock   sync.Mutex
	_      [24]byte
}

var shelves [64]shelf

// shelfOf returns the shelf for text, which must not be empty.
func shelfOf(text []byte) *shelf {
	h := uint64(uintptr(mem.Data(text))) * 0x9E3779B97F4A7C15
	return &shelves[h>>58] // the upper bits depend on all bits of the address
}

// unmarshalJSON calls the method of u, a value of size bytes, with the JSON from p to e. During the call it offers the
// input and memory of s, unless the text is short, the options forbid it, or s reads a stream's window, which does not
// belong to s. A panic of the method removes the offer too: it must not be found by a later decode at the same address.
func (s *state) unmarshalJSON(u shape.Unmarshaler, size uintptr, p, e int) error {
	text := s.raw(p, e)
	if !fast.Offers || len(text) < leastOffered || s.options.Has(option.EndAtFault) || s.host.guest && s.host.taken == nil {
		return u.UnmarshalJSON(text)
	}
	if s.host.offer == nil {
		s.host.offer = new(offer)
	}
	o, on := s.host.offer, shelfOf(text)
	o.to, o.size = mem.DataWord(u), size
	on.lock.Lock()
	o.text, o.input, o.at, o.memory = text, s.Input, p, s.memory
	on.offers = append(on.offers, o)
	on.count.Add(1)
	on.lock.Unlock()
	s.memory.Blocks = nil
	defer on.remove(s)
	return u.UnmarshalJSON(text)
}

// remove takes s's offer off the shelf and gives s its memory back, or new memory if a guest still has it. If guests
// still use the input, s is marked as spoiled: release then leaves its memory to these guests.
func (on *shelf) remove(s *state) {
	o := s.host.offer
	on.lock.Lock()
	i := slices.Index(on.offers, o)
	on.offers = slices.Delete(on.offers, i, i+1)
	on.count.Add(-1)
	s.memory = o.memory
	*o = offer{users: o.users}
	if o.users > 0 {
		o.ended = true
		s.host.offer, s.host.spoiled = nil, true
	}
	on.lock.Unlock()
	if s.memory.Blocks == nil {
		s.memory.Blocks = memory.NewBlocks(make([]memory.Slab, memory.Slots))
	}
}

// take looks for an offer of text. If there is one, it makes s, which decodes into dst, a guest in the input of that
// offer, and returns true. It compares only address and length; offered compares the bytes without the lock.
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

// giveBack ends the use of an offer that take has begun. If s is spoiled, other decodings still use the memory.
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

// offered returns a state for decoding data into dst, as a guest in the input of the state that offers data. It returns
// nil if there is no such offer, or if a method has changed the text.
func offered(c *plan.Dialect, data []byte, dst unsafe.Pointer) *state {
	on := shelfOf(data)
	s := guests.Get().(*state)
	if !on.take(s, data, dst) {
		guests.Put(s)
		return nil
	}
	s.ready(c, 0)
	if s.memory.Blocks == nil {
		s.memory.Blocks = memory.NewBlocks(make([]memory.Slab, memory.FewSlots))
	}
	meter.Look(len(data))
	if start := s.first; !bytes.Equal(data, s.input[start:start+len(data)]) {
		s.release()
		return nil
	}
	s.data = data
	return s
}
