package decode

import (
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// The state of one run: the input with its bitmaps, the memory for values, what went wrong. States are pooled;
// release drops all through which one decode could keep another's values alive.

const (
	maxDepth = wire.MaxDepth
	padding  = wire.InputPadding
)

// state is one run of the walker. Its parts lie in it by value: the loops reach each field by one addition.
type state struct {
	source
	call
	report
	working
	past
}

// The allocator has 896 bytes for a state, 8 of them for its own; larger ones would take 1024. Methods nested in one
// another have a state each.
const _ uintptr = 888 - unsafe.Sizeof(state{})

// source is what is decoded: a copy of the input, padded, with its bitmaps. Positions never pass its length plus the
// padding. A guest's source is another state's, in which the value is one of many.
// The text lies in In, at positions 0 to N, and zeros behind it end every token, so no loop asks whether it is at
// the end. Masks has two words for each 64 bytes. Of a run that is no guest, input and words are the same memory
// as Go slices.
type source struct {
	wire.Input
	first int      // where the value starts; errors of the toolchain count from there
	input []byte   // backing of In
	words []uint64 // backing of Masks
	data  []byte   // the caller's input from first on, or nil where nobody is expected to ask for it

	guest    bool // the source is another state's
	resident bool // and stays it for the next run
	perhaps  bool // the input may be more than one value, which is nobody's mistake

	tookMemory bool // memory and arena are of the offer too

	hidden uint32 // where the name starts of a member that is passed over without a word, or 0

	home  []byte // the input that a guest has of its own
	offer *offer // what is offered to methods, kept for the next time
	taken *offer // in whose input the state is a guest
	shelf *shelf // where that was found
}

// call is what the run knows of its Call, and the reader that it lends to codecs.
// depth is counted up and down by the loops. Whoever leaves a loop early leaves it as it is: the run's end puts it
// back to outset.
type call struct {
	cfg     *plan.Config
	options option.Set // the configuration's
	depth   int        // arrays and objects that are open, those around the value included
	above   int        // levels of the depth that a validation has to count

	reader  *loan.Reader
	leased  bool // the reader has the window
	guards  bool // what codecs panic with is caught around the run
	limited bool // by a limit on memory
}

// working is the memory that the run works with.
// The stacks anys, members and pairs are shared by all arrays and objects of the run, each with a mark where its
// own elements begin. They are empty when a run begins, so that what one run leaves is no other's.
type working struct {
	*memory
	arena   mem.Arena  // for strings
	guesses mem.Budget // bytes that may still be guessed
	left    *int64     // bytes that values may still take: a guest's, of the run around it
	ownLeft int64
	boxes   boxes // for values in interfaces

	anys    []any               // elements of the arrays being read, innermost last
	members []entry             // members of the objects being read, innermost last
	pairs   []pair              // members of maps that are to be stored, of the innermost map last
	word    uint64              // a scalar on its way into a map
	keyWord uint64              // the integer that is its key
	scratch []byte              // for unescaping
	names   []span              // of the objects that a validation is in
	seen    map[string]struct{} // names of one object, of which there are many

	ownMemory *memory // the state's own, where memory and arena are of an offer (tookMemory)
	ownArena  mem.Arena
}

// memory is what values are made in, and what is remembered for them.
// It is apart from the state, for a run that offers its input to a method hands this on to the guest, as one
// pointer.
type memory struct {
	keys    *keyCache // nil until a map has a key
	slabs   []slab
	dirtied []uint8 // slots of the slabs that were used in this run
}

// fewSlots is how many slots the memory has of a guest that can't have its host's: there may be one for each level of
// nesting.
const fewSlots = 4

// newMemory returns a memory of that many slots, a power of two.
func newMemory(slots int) *memory {
	return &memory{slabs: make([]slab, slots)}
}

// isSmall reports whether m is a guest's, of an offer or of a codec.
func (m *memory) isSmall() bool { return len(m.slabs) <= fewSlots }

// slot returns the slot of t's values in m.
func (m *memory) slot(t *node) uint8 { return t.slot & uint8(len(m.slabs)-1) }

// Guests of offers wait in a pool of their own: they have no input, and little memory or none, which would lie idle
// meanwhile.
var (
	states = sync.Pool{New: func() any { return &state{working: working{memory: newMemory(slabSlots)}} }}
	guests = sync.Pool{New: func() any { return &state{working: working{arena: mem.SmallArena()}} }}
)

// ready makes s, which has an input or gets it next, ready for a run under c at a depth.
func (s *state) ready(c *plan.Config, depth int) {
	s.configure(c)
	s.depth, s.above, s.hidden = depth, 0, 0
}

// use makes c the meaning of what is decoded next.
// Mostly the last run of the state had the same one.
func (s *state) use(c *plan.Config) {
	if s.cfg != c {
		s.cfg, s.options, s.limited = c, c.Options, c.Limits.Memory > 0
		if !s.limited {
			s.ownLeft = noLimit
		}
	}
}

// firstGuesses is how many bytes more a document may make guesses for: less than its state takes. The elements of
// [{},{}] are much larger than their text.
const firstGuesses = 3 << 10

// acquire returns a state that is ready to read data. With keep, it hands parts of data itself on to those who ask
// for them.
//
// Here and in release a pointer is written only where it changes: while the collector marks, each write of one is dear.
//
// The kernel copies data into the state's input, with zeros behind it, and makes the masks, in one pass. Both
// memories are replaced first where they are too short.
func acquire(c *plan.Config, data []byte, keep bool) *state {
	s := states.Get().(*state)
	s.ready(c, 0)
	if keep {
		s.data = data
	}
	n := len(data)
	meter.Look(n)
	s.N, s.first, s.guesses = n, 0, mem.BudgetFor(n)+firstGuesses
	if n+padding > len(s.input) {
		s.reserve(n)
	}
	s.Dirty = !kernel.Load(s.In, mem.Data(data), n, s.Masks)
	return s
}

// reserve makes the state's memory, which is too short, one for n bytes. The masks have room for all of it, always.
func (s *state) reserve(n int) {
	s.input = mem.Unzeroed(roomFor(n + padding)) // zeros behind a text come with it
	s.In = mem.Data(s.input)
	if words := wire.InputWords(len(s.input)); words > len(s.words) {
		s.words = make([]uint64, words)
		s.Masks = unsafe.Pointer(unsafe.SliceData(s.words))
	}
}

// raw returns the bytes of the input from p to e for somebody who may keep them: the caller's own, else a copy.
// Its capacity ends with it: an append by whoever keeps it does not write to the input behind.
func (s *state) raw(p, e int) []byte {
	if s.data != nil {
		return s.data[p-s.first : e-s.first : e-s.first]
	}
	b := make([]byte, e-p) // never nil: methods can tell
	copy(b, s.input[p:e])
	return b
}

// roomFor rounds n up, so that documents of similar sizes share a buffer.
func roomFor(n int) int {
	switch {
	case n <= 512:
		return 512 // methods that are nested may take a state for each of a few bytes
	case n < 4096:
		return 4096
	}
	return n + n/8
}

// release gives s back. It drops everything through which a later run could be reached from this one's values.
// A state with spoiled is left to the collector: a codec that has panicked, or a guest, may still have parts of
// it.
func (s *state) release() {
	s.forget()
	if s.data != nil {
		s.data = nil
	}
	if s.all != nil {
		s.all = nil
	}
	if s.fault.Code != fault.None {
		s.fault = fault.Fault{}
	}
	if s.resident {
		return
	}
	if s.guest {
		s.leave()
	}
	if s.N > mem.MostPooled/64 {
		s.trim()
	}
	switch {
	case s.spoiled:
	case s.memory == nil || s.memory.isSmall():
		guests.Put(s)
	default:
		states.Put(s)
	}
}

// forget drops the memory that is for the values of one run only.
// Values of this run lie in blocks that its slabs have made: were a slab to serve the next run, a value of that
// one would keep these alive.
func (s *state) forget() {
	if s.leased {
		s.leased = false
		loan.Codecs().TakeReader(s.reader)
	}
	if !s.tookMemory && len(s.dirtied) > 0 {
		s.memory.forget()
	}
	s.boxes.drop()
	if len(s.kept) > 0 {
		s.unkeep()
	}
	if s.led != nil {
		s.led = nil
	}
	if len(s.ends) > 0 {
		s.ends, s.next = s.ends[:0], 0
	}
	if len(s.pairs) > 0 { // the run has failed
		clear(s.pairs)
		s.pairs = s.pairs[:0]
	}
}

// forget drops the slabs' memory, and remembers how much each type has used.
func (m *memory) forget() {
	for _, i := range m.dirtied {
		b := &m.slabs[i]
		b.drop()
		b.live, b.shared = false, false
	}
	m.dirtied = m.dirtied[:0]
}

// trim drops the buffers that a large document has made too large to keep. All are in proportion to the document.
// The pool keeps states as long as they are in use between two collections. One that has seen a document of 100 MB
// must not keep as much for documents of 100 bytes.
func (s *state) trim() {
	if len(s.input) > mem.MostPooled {
		s.input, s.words, s.In, s.Masks = nil, nil, nil, nil
		s.reader = nil // it has them too, and may have texts as long
	}
	if cap(s.scratch) > mem.MostPooled {
		s.scratch = nil
	}
	if cap(s.anys) > mem.MostPooled/64 {
		s.anys = nil
	}
	if cap(s.names) > mem.MostPooled/64 {
		s.names, s.seen = nil, nil
	}
	if cap(s.members) > mem.MostPooled/64 {
		s.members = nil
	}
	if cap(s.pairs) > mem.MostPooled/64 {
		s.pairs = nil
	}
	s.past.trim()
}

// word returns the 8 bytes at p, the first one lowest.
func word(in unsafe.Pointer, p int) uint64 { return mem.Load64(in, p) }
