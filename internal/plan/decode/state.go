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
	"github.com/zetes-json/zetes/internal/plan/decode/memory"
	"github.com/zetes-json/zetes/internal/wire"
)

// The state of one decoding: the input with its bitmaps, the memory for values, and the faults. States are pooled:
// release drops every reference through which a result of one decoding could keep values of another one alive.

const (
	maxDepth = wire.MaxDepth
	padding  = wire.InputPadding
)

// state is the memory of one decoding. Its parts are stored by value, so the loops follow no pointers to reach a field.
type state struct {
	source
	call
	report

	host    host          // whether the input belongs to another state: offer.go, window.go
	memory  memory.Supply // memory for strings, elements and pointees
	boxes   memory.Boxes  // memory for values that are stored in interfaces
	stacks  stacks        // values that are collected before their number is known
	undo    undo          // old values of the target: keep.go, restore.go
	limit   limit         // the limit on memory: limit.go
	lending lending       // what is needed to lend the input to codecs: codec.go
	nested  nested        // the opt.Values around the value: optional.go
}

// A state with the allocator's header of 8 bytes must fit into the size class of 896 bytes (the next one has 1024);
// otherwise this does not compile. The size matters because nested methods that call Unmarshal need a state each.
const _ uintptr = 888 - unsafe.Sizeof(state{})

// source is the input: a padded copy of the caller's bytes with its bitmaps, or the input of another state that
// contains the value. The text is in In, at positions 0 to N, followed by zeros, which end every token, so no loop
// tests for the end of the text. Masks has two words for each 64 bytes.
type source struct {
	wire.Input
	first  int      // the position of the value in the input; the caller counts offsets from there
	input  []byte   // the memory that In points to
	words  []uint64 // the memory that Masks points to, unless the state is a guest
	data   []byte   // the caller's own bytes from position first on; nil unless methods or strings may get parts of them
	hidden uint32   // the position of the name of a member to ignore (Call.Hidden), or 0
}

// call has the configuration, and the nesting depth: the number of open arrays and objects, including those around the
// value. After a failure depth is not counted down: the next decoding sets it anew.
type call struct {
	cfg     *plan.Dialect
	options option.Set // the options of cfg
	depth   int
}

// host says whose input and memory a state uses. A guest is a state that reads in place the input of another state
// (offer.go) or of a reader's window (window.go). Meanwhile its own input is kept in home. A guest may use the memory
// of the other state too; then its own memory is kept in own.
type host struct {
	guest      bool          // the input belongs to another state or to a window
	resident   bool          // the state stays a guest after decoding, for the next value of the same input
	tookMemory bool          // the guest also uses the memory of the offer in taken
	spoiled    bool          // other code may still use the input or memory: the state does not go to the pool
	trial      bool          // Call.Trial is set: text after the value may be the next value, and no mistake
	home       []byte        // the guest's own input buffer
	own        memory.Supply // the guest's own memory for values, if tookMemory is set
	offer      *offer        // what the state offers to an Unmarshal in a method that it calls; kept for the next call
	taken      *offer        // the offer whose input the guest reads, or nil
	shelf      *shelf        // the shelf on which the offer in taken lies
}

// stacks are shared by all arrays and objects of one decoding. Each array or object notes the length at which its own
// elements begin. The stacks are empty when a decoding begins.
type stacks struct {
	anys    []any   // elements of the arrays being read, innermost last
	members []entry // members of the objects being read, innermost last
	word    uint64  // holds one element of a map while it is decoded, if it is a scalar
	keyWord uint64  // holds the key of that element, if it is an integer
	scratch []byte  // memory for unescaping strings
	names   []span  // names read so far in the open objects, for finding duplicates
	rare    *rare   // stacks that few decodings need, or nil
	object  object  // the innermost struct that decodeUnique decodes
	above   int     // levels around the value that the limit on nesting counts too (Call.Counts)
}

// rare has stacks that few decodings need.
type rare struct {
	set   map[string]struct{} // the names of one object that has many
	bits  []uint64            // more object.bits, for fields after the first 64: those of the innermost struct come last, reversed
	rests []rest              // one for each open struct with a fields.rest, the innermost last
	rules *rules              // the rules of the innermost struct that decodeByRules decodes
}

// object records which fields of the innermost open struct already had a member.
type object struct {
	first uintptr // the address of the first field; an integer suffices, since the node keeps the fields alive
	bits  uint64  // a bit for each of the first 64 fields
}

func (k *stacks) rareMemory() *rare {
	if k.rare == nil {
		k.rare = new(rare)
	}
	return k.rare
}

// States of guests (offer.go) need no input buffer and little memory for values, so they have a pool of their own.
var (
	states = sync.Pool{New: func() any { return newState() }}
	guests = sync.Pool{New: func() any { return &state{memory: memory.Supply{Arena: mem.SmallArena()}} }}
)

// shortInput is the size of the first input buffer. It is as large as the size of a firstMemory allows.
const shortInput = 440

// firstMemory is a state with the memory that nearly every document needs. It is one allocation: each further one, of
// another size, would cost the first call up to two page faults, of 2 to 5 microseconds each. It fits into a block of
// 8 KB with the allocator's 8 bytes (the next size is 9.5 KB), since nested methods need many states.
type firstMemory struct {
	s     state // not embedded: the methods of state would be linked twice
	masks [2 * (shortInput/64 + 2)]uint64
	input [shortInput + 63]byte
	slabs [memory.Slots]memory.Slab
}

const _ uintptr = 8<<10 - 8 - unsafe.Sizeof(firstMemory{})

func newState() *state {
	m := new(firstMemory)
	m.s.memory.Blocks = memory.NewBlocks(m.slabs[:])
	from := -uintptr(unsafe.Pointer(&m.input)) % 64 // vectors are loaded faster at multiples of their size
	m.s.give(m.input[from:][:shortInput], m.masks[:])
	return &m.s
}

// give makes input the input buffer of s, with words for its masks.
func (s *state) give(input []byte, words []uint64) {
	s.input, s.words = input, words
	s.In, s.Masks = mem.Data(input), unsafe.Pointer(unsafe.SliceData(words))
}

// ready prepares s for decoding under c at a depth.
func (s *state) ready(c *plan.Dialect, depth int) {
	s.use(c)
	if s.limit.on {
		s.limit.own = int64(c.Limits.Memory)
	}
	if s.limit.left != &s.limit.own {
		s.limit.left = &s.limit.own
	}
	s.depth, s.stacks.above, s.hidden, s.lending.offset = depth, 0, 0, 0
}

// use makes c the configuration of the next value. Usually s has it already.
func (s *state) use(c *plan.Dialect) {
	if s.cfg != c {
		s.cfg, s.options, s.limit.on = c, c.Options, c.Limits.Memory > 0
		if !s.limit.on {
			s.limit.own = noLimit
		}
	}
}

// firstGuesses is the number of bytes that may be allocated in advance for each document, in addition to the budget for
// its length (mem.Budget). It matters for inputs such as [{},{}], whose elements take much more memory than text.
const firstGuesses = 3 << 10

// acquire returns a state that is ready to read data. If keep is set, methods and strings may get parts of data itself.
// In one pass the kernel copies data into the state's input, writes zeros after it, and makes the masks.
//
// Here and in release a pointer is written only if it changes: while the collector marks, each write is expensive.
func acquire(c *plan.Dialect, data []byte, keep bool) *state {
	s := states.Get().(*state)
	s.ready(c, 0)
	if keep {
		s.data = data
	}
	n := len(data)
	meter.Look(n)
	s.N, s.first, s.memory.Guesses = n, 0, mem.BudgetFor(n)+firstGuesses
	if n+padding > len(s.input) {
		s.reserve(n)
	}
	s.Dirty = !kernel.Load(s.In, mem.Data(data), n, s.Masks)
	return s
}

// reserve makes new memory for an input of n bytes. The masks always cover the whole of that memory.
func (s *state) reserve(n int) {
	room := n + padding
	if room < 4096 { // documents of similar sizes share a buffer
		room = 4096
	} else {
		room += room / 8
	}
	words := s.words
	if most := wire.InputWords(room); most > len(words) {
		words = make([]uint64, most)
	}
	s.give(mem.Unzeroed(room), words) // kernel.Load writes the zeros after the text
}

// raw returns the bytes of the input from p to e for code that may keep them: the caller's own bytes, or a copy.
func (s *state) raw(p, e int) []byte {
	if s.data != nil {
		return s.data[p-s.first : e-s.first : e-s.first]
	}
	b := make([]byte, e-p) // never nil, even if empty, since a method sees the difference
	copy(b, s.input[p:e])
	return b
}

// release puts s into its pool. It first drops every reference through which values of this decoding and of a later one
// could keep each other alive. A codec that has panicked, or a guest, may still use the memory of a spoiled state.
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
	if s.host.resident {
		return
	}
	if s.host.guest {
		s.leave()
	}
	if s.N > mem.MostPooled/64 {
		s.trim()
	}
	switch {
	case s.host.spoiled:
	case s.memory.Blocks == nil || s.memory.IsSmall():
		guests.Put(s)
	default:
		states.Put(s)
	}
}

// forget drops all references to values that were decoded.
func (s *state) forget() {
	if s.lending.leased {
		s.lending.leased = false
		loan.Codecs().TakeReader(s.lending.reader)
	}
	if !s.host.tookMemory {
		s.memory.Forget()
	}
	s.boxes.Forget()
	if len(s.undo.kept) > 0 {
		s.undo.dropSaved()
	}
	if len(s.undo.ends) > 0 {
		s.undo.ends, s.undo.next = s.undo.ends[:0], 0
	}
	if s.undo.log != nil {
		s.undo.log.Forget()
		s.undo.log = nil
	}
	if s.led != nil {
		s.led = nil
	}
}

// trim drops buffers that a large document has made too large for the pool.
func (s *state) trim() {
	if len(s.input) > mem.MostPooled {
		s.input, s.words, s.In, s.Masks = nil, nil, nil, nil
		s.lending.reader = nil // the reader points to the input too, and may hold texts of the same length
	}
	s.stacks.trim()
	if s.undo.ends = smallEnough(s.undo.ends); cap(s.undo.old) > mem.MostPooled/64 {
		s.undo.kept, s.undo.old, s.undo.ptrs = nil, nil, nil
	}
}

func (k *stacks) trim() {
	if cap(k.scratch) > mem.MostPooled {
		k.scratch = nil
	}
	k.anys, k.members, k.names = smallEnough(k.anys), smallEnough(k.members), smallEnough(k.names)
	if k.rare != nil && (k.names == nil || cap(k.rare.rests) > mem.MostPooled/64) {
		k.rare = nil
	}
}

// smallEnough returns a stack, or nil if a large document has made it too large for the pool.
func smallEnough[T any](stack []T) []T {
	if cap(stack) > mem.MostPooled/64 {
		return nil
	}
	return stack
}

// checkModes panics if two modes of the state exclude one another. Tests with -tags invariants call it.
func (s *state) checkModes() {
	for _, x := range [...]struct {
		what  string
		wrong bool
	}{
		{"old values are saved of an input that is known to be JSON", s.undo.saving && s.undo.checked && !s.options.Has(option.EndAtFault)},
		{"a resident is no guest", s.host.resident && !s.host.guest},
		{"an offer is taken by a state that is no guest", s.host.taken != nil && !s.host.guest},
		{"memory is taken without an offer", s.host.tookMemory && s.host.taken == nil},
		{"a state without memory", s.memory.Blocks == nil},
		{"the window is on lease without a reader", s.lending.leased && s.lending.reader == nil},
		{"the limit on memory is not the configuration's", s.limit.on != (s.cfg.Limits.Memory > 0)},
		{"memory is counted elsewhere without a limit", !s.limit.on && s.limit.left != &s.limit.own},
		{"a member is hidden in an input of the state's own", s.hidden > 0 && !s.host.guest},
		{"the run is above its own value", s.depth < int(s.undo.outset)},
		{"all faults are wanted, and one is noted", s.all != nil && s.fault.Code != 0},
		{"options are not the configuration's", s.options != s.cfg.Options},
	} {
		if x.wrong {
			panic("decode: " + x.what)
		}
	}
}
