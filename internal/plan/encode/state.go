package encode

import (
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// The buffer. base points to its first byte, size bytes are writable, limit is size less a margin. Positions n are
// passed along as arguments and results. Between any two ops that write without bound, and at the beginning and end of
// each program, n <= limit; the ops between write less than the margin, so that they need not look.
//
//	base             start            n          limit       base+size
//	| caller's bytes | what is written | free    | margin    |
//
// The buffer is one of three: own, which lives in the pool with the machine; the memory behind the caller's bytes;
// memory that the result stays in. Whoever needs more than there is gets another one (room), of memory that nobody else
// knows.

const (
	margin   = 1024 // behind limit, for ops of bounded size and for stores wider than what they write
	fixedRun = 800  // what ops may write before the compiler makes them look again
	minRoom  = 2 * margin

	maxDepth   = 4000     // of recursion, before the value may be a cycle
	keepBuffer = 64 << 10 // a pooled buffer that has grown beyond this is dropped
)

// Room is looked at where it may run out, and nowhere else: a bool or a number is at most 40 bytes, a literal 32, and
// opEnd, strings and calls look again. What is written too far, such as the 32 bytes of a short literal, lies
// before base+size, and the next op writes over it.

// machine is the state of one encoding. Its parts lie in it by value: the loop reaches each field by one addition.
type machine struct {
	output
	call
	report
	working
}

// output is the buffer, and where in it the value begins.
type output struct {
	base  unsafe.Pointer // the first byte: of own, of the caller's memory, or of memory that the result stays in
	size  int            // bytes from base on that may be written
	limit int            // size - margin
	hope  int            // the size of a buffer that may do, for when this one does not
	start int            // the position where the value begins; what is before it is the caller's
	own   []byte         // the pooled buffer
	sink  *Sink          // takes what was written when there is no more room, or nil
	held  int            // positions from before that somebody may come back to: nothing is handed on meanwhile

	guessed *sizes // what a large buffer was made by, or nil
}

// call is what the run knows of its Call, and what follows from the configuration.
type call struct {
	cfg    *plan.Config // of the last call: what follows is kept while the next one has the same
	depth  int          // calls of run that are open, those of the machines around this one included
	nested bool         // the value is part of one that another machine writes

	set        *kernel.EscapeSet // which bytes strings escape
	html       bool              // <, > and & are among them
	coded      bool              // there are codecs that write
	nullSlices bool              // a nil []any is null
	anyMap     mapInfo           // of map[string]any
	members    *plan.MemberSet   // those that the call has chosen, or nil: all
	chosen     plan.Branch       // what is chosen of the object at hand
}

// working is the memory that the run works with besides the buffer.
type working struct {
	scratch []byte                // for text that is escaped a second time
	keys    []byte                // text of map keys that are not strings
	maps    scratchMaps           // entries of the maps being written, innermost last
	known   [knownMaps]knownNames // names that maps had before
	writer  *loan.Writer          // lent to codecs, or nil while none was called
	compact wire.Compactor        // of what methods return
	number  uint64                // of a small map, while it is written
}

var machines = sync.Pool{New: func() any { return &machine{output: output{own: make([]byte, 8<<10)}} }}

// get returns a machine for a call. A machine whose run panicked is never put back.
func get(call *Call) *machine {
	m := machines.Get().(*machine)
	if m.cfg != call.Config {
		m.adapt(call.Config)
	}
	m.depth, m.nested, m.start, m.ready = call.Depth, call.Depth > 0, 0, 0
	return m
}

// put gives m back to the pool. It keeps neither the result's memory nor buffers that a large value has made large.
// What the configuration has led to stays, for the next call mostly has the same.
func (m *machine) put() {
	if m.deep != nil {
		m.deep = nil
	}
	if m.guessed != nil {
		m.guessed = nil
	}
	if len(m.own) > keepBuffer {
		m.own = make([]byte, 8<<10)
	}
	m.use(m.own) // forgets the result's memory
	if cap(m.keys)+cap(m.scratch) > keepBuffer {
		m.keys, m.scratch = nil, nil
	}
	machines.Put(m)
}

// use makes b, all of it writable, the buffer. Promise: len(b) >= minRoom.
func (m *machine) use(b []byte) {
	if p := mem.Data(b); p != m.base { // a pointer that stays is not written: a collector that marks need not hear of it
		m.base = p
	}
	m.size, m.limit = len(b), len(b)-margin
}

// bytes returns the buffer's first n bytes; appending to them may use the rest of the buffer, also the margin, so that
// adopt has to look at the room afterwards.
func (m *machine) bytes(n int) []byte { return unsafe.Slice((*byte)(m.base), m.size)[:n] }

// adopt makes b the buffer again, which others have appended to: the same memory with more in it, or new memory. It
// returns the position behind the text.
func (m *machine) adopt(b []byte) (n int) {
	n = len(b)
	if p := mem.Data(b); p != m.base || cap(b) != m.size {
		if cap(b) < minRoom {
			return m.move(b, 2*minRoom)
		}
		m.use(b[:cap(b)])
	}
	return m.room(n, 0)
}

// room makes sure that need bytes fit between the position and the limit, and returns the position, which is n unless
// what stands before it was handed on. base and limit may be others afterwards.
func (m *machine) room(n, need int) int {
	if n+need > m.limit {
		return m.makeRoom(n, need)
	}
	return n
}

// makeRoom is the part of room that finds none.
//
//go:noinline
func (m *machine) makeRoom(n, need int) int {
	if m.sink != nil {
		n = m.handOn(n, need)
	}
	if n+need > m.limit {
		m.move(m.bytes(n), m.wider(n+need+2*margin))
	}
	return n
}

// move makes a new buffer of that size, which begins with old, and returns the position behind that.
func (m *machine) move(old []byte, size int) int {
	b := mem.Unzeroed(size)
	n := copy(b, old)
	m.use(b)
	return n
}
