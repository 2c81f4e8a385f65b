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

// The state of one run: the input with its bitmaps, the memory for values, what went wrong. States are pooled;
// release drops all through which one decode could keep another's values alive.

const (
	maxDepth = wire.MaxDepth
	padding  = wire.InputPadding
)

// state is one run. Its parts lie in it by value: the loops reach each field by one addition. Each part has a file with
// its rules, and methods of its own where it needs no other part.
type state struct {
	source
	call
	report

	host    host          // whose input this is: offer.go, window.go
	memory  memory.Supply // for the values
	boxes   memory.Boxes  // for values in interfaces
	stacks  stacks        // for values that are gathered first
	undo    undo          // old values of the target: keep.go, restore.go
	limit   limit         // the limit on memory: limit.go
	lending lending       // what lending the input to codecs needs: codec.go
	nested  nested        // the opt.Values around the value: optional.go
}

// The allocator has 896 bytes for a state, 8 of them for its own; larger ones would take 1024. Methods nested in one
// another have a state each.
const _ uintptr = 888 - unsafe.Sizeof(state{})

// source is the input: a copy of the caller's, padded, with its bitmaps; or that of another state, in which the value
// is one of many. The text lies in In, at positions 0 to N, and zeros after it end every token, so no loop tests
// whether it is at the end. Positions never exceed N plus the padding. Masks has two words for each 64 bytes.
type source struct {
	wire.Input
	first  int      // where the value starts; errors of the toolchain count from there
	input  []byte   // backing of In
	words  []uint64 // backing of Masks, unless the state is a guest
	data   []byte   // the caller's input from first on, or nil if nothing asks for it
	hidden uint32   // the position of the name of a member to pass over, or 0
}

// call is the configuration of the run, and the number of arrays and objects that are open, those around the value
// included. The loops count it; a loop that is left early leaves it as it is, and the run's end resets it.
type call struct {
	cfg     *plan.Dialect
	options option.Set // the configuration's
	depth   int
}

// host says whose input and memory a state uses. A guest uses the input of another state. home is then its own input.
// It may use the memory of that state too, and then own is its own memory.
type host struct {
	guest      bool // the input is another state's
	resident   bool // it remains a guest, for the next value of the same input
	tookMemory bool // the memory for values is that of the offer, too
	spoiled    bool // other code may still use the input or memory: the state does not go to the pool
	perhaps    bool // input of more than one value is no error: see Call.Perhaps
	home       []byte
	own        memory.Supply
	offer      *offer // the state's own offer to methods, kept for the next time
	taken      *offer // the offer that the state is a guest of
	shelf      *shelf // where that was found
}

// stacks are shared by all arrays and objects of a run, each with a mark where its own elements begin. They are empty
// when a run begins, so that the values of one run are not kept by another.
type stacks struct {
	anys    []any   // elements of the arrays being read, innermost last
	members []entry // members of the objects being read, innermost last
	word    uint64  // a scalar on its way into a map
	keyWord uint64  // the integer that is its key
	scratch []byte  // for unescaping
	names   []span  // the names so far of the objects around the place that is validated
	came    *came   // the names that objects have had so far, or nil
	object  object  // the innermost struct under option.UniqueNames
	above   int     // how many levels of depth a validation adds to its own
}

// came says which names of objects have come: in a set for an object of many names, and by bits for wide structs.
type came struct {
	set  map[string]struct{}
	bits []uint64 // one for each field after the first 64, of the innermost struct last, and of its fields the first last
}

// object says which fields of a struct have come.
type object struct {
	first uintptr // the address of the first field, whose struct's node is kept by the run
	bits  uint64  // one for each of the first 64 fields
}

// cameNames returns the memory for names that have come.
func (k *stacks) cameNames() *came {
	if k.came == nil {
		k.came = new(came)
	}
	return k.came
}

// Guests of offers wait in a pool of their own: they have no input, and little memory or none, which would lie idle
// meanwhile.
var (
	states = sync.Pool{New: func() any { return &state{memory: memory.Supply{Blocks: memory.NewBlocks(memory.Slots)}} }}
	guests = sync.Pool{New: func() any { return &state{memory: memory.Supply{Arena: mem.SmallArena()}} }}
)

// ready makes s, which has an input or gets it next, ready for a run under c at a depth.
func (s *state) ready(c *plan.Dialect, depth int) {
	s.configure(c)
	s.depth, s.stacks.above, s.hidden, s.lending.offset = depth, 0, 0, 0
}

// use makes c the configuration of the next value. Mostly the last run of the state had the same one.
func (s *state) use(c *plan.Dialect) {
	if s.cfg != c {
		s.cfg, s.options, s.limit.on = c, c.Options, c.Limits.Memory > 0
		if !s.limit.on {
			s.limit.own = noLimit
		}
	}
}

// firstGuesses is how many bytes more a document may make guesses for: less than its state takes. The elements of
// [{},{}] are much larger than their text.
const firstGuesses = 3 << 10

// acquire returns a state that is ready to read data. With keep, methods get parts of data itself. The kernel copies
// data into the state's input, with zeros after it, and makes the masks, in one pass. Both memories are replaced first
// if they are too short.
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

// reserve makes the state's memory, which is too short, one for n bytes. The masks have room for all of it, always.
func (s *state) reserve(n int) {
	s.input = mem.Unzeroed(roomFor(n + padding)) // zeros after a text come with it
	s.In = mem.Data(s.input)
	if words := wire.InputWords(len(s.input)); words > len(s.words) {
		s.words = make([]uint64, words)
		s.Masks = unsafe.Pointer(unsafe.SliceData(s.words))
	}
}

// raw returns the bytes of the input from p to e for code that may keep them: the caller's own, or a copy. The capacity
// is the length: an append does not write to the input after them.
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

// release gives s back. It drops everything through which a later run could be reached from this one's values. A state
// with spoiled is left to the collector: a codec that has panicked, or a guest, may still have parts of it.
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

// forget drops what is for the values of one run only.
func (s *state) forget() {
	if s.lending.leased {
		s.lending.leased = false
		loan.Codecs().TakeReader(s.lending.reader)
	}
	if !s.host.tookMemory {
		s.memory.Forget()
	}
	s.boxes.Forget()
	if len(s.undo.kept)+len(s.undo.ends) > 0 {
		s.undo.forget()
	}
	if s.undo.log != nil {
		s.undo.log.forget()
	}
	if s.led != nil {
		s.led = nil
	}
}

// trim drops the buffers that a large document has made too large to keep. All are in proportion to the document.
// The pool keeps states as long as they are in use between two collections. One that has seen a document of 100 MB
// must not keep as much for documents of 100 bytes.
func (s *state) trim() {
	if len(s.input) > mem.MostPooled {
		s.input, s.words, s.In, s.Masks = nil, nil, nil, nil
		s.lending.reader = nil // the reader points to the input too, and may hold texts of the same length
	}
	s.stacks.trim()
	s.undo.trim()
}

// trim drops stacks that a large document has made too large for the pool.
func (k *stacks) trim() {
	const most = mem.MostPooled / 64
	if cap(k.scratch) > mem.MostPooled {
		k.scratch = nil
	}
	if cap(k.anys) > most {
		k.anys = nil
	}
	if cap(k.names) > most {
		k.names, k.came = nil, nil
	}
	if cap(k.members) > most {
		k.members = nil
	}
}

// word returns the 8 bytes at p, the first one lowest.
func word(in unsafe.Pointer, p int) uint64 { return mem.Load64(in, p) }
