package encode

import (
	"math"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// The buffer. base points to its first byte, size bytes are writable, and limit is size minus a margin. Positions n are
// passed as arguments and results. Between any two ops that write an unbounded amount, and at the beginning and end of
// each program, n <= limit. The ops between write less than the margin, so they need no test.
//
//	base             start            n          limit       base+size
//	| caller's bytes | what is written | free    | margin    |
//
// The buffer is one of three: own, which lives in the pool with the machine; the memory after the caller's bytes; or
// memory that the result stays in. If it is too small it is replaced (room), by memory that no other code knows.

const (
	margin   = 1024 // bytes after limit, for ops of bounded size and for stores that are wider than the text
	fixedRun = 800  // most that ops may write before the compiler inserts a test
	minRoom  = 2 * margin

	maxDepth   = 4000     // levels of recursion; a deeper value may be a cycle
	keepBuffer = 64 << 10 // a pooled buffer that has grown further is dropped
)

// The space is tested only where it may be too small: a bool or a number takes at most 40 bytes, a literal 32, and
// opEnd, strings and calls test it. Bytes that are written too far, such as the 32 bytes of a short literal, lie before
// base+size, and the next op overwrites them.

// machine is the state of one encoding. Its parts are embedded by value: the loop reaches each field by one addition.
type machine struct {
	output
	call
	report
	working
}

// output is the buffer, and the place in it where the value begins.
type output struct {
	base  unsafe.Pointer // the first byte of the buffer: own, the caller's memory, or memory in which the result stays
	size  int            // writable bytes from base on
	limit int            // size - margin
	start int            // position of the value's first byte; bytes before it are the caller's
	own   []byte         // the pooled buffer
	sink  *Sink          // gets the output when the buffer is full, or nil
	held  int            // the number of earlier positions that code may go back to; the sink gets nothing while there are any

	growth growth // the size of the next buffer
}

// call is the run's knowledge of its Call.
type call struct {
	cfg    *plan.Dialect // the configuration of the last call; rules remain valid for the next call with the same one
	depth  int           // open calls of run, including those of the machines around this one
	nested bool          // another machine writes the value around this one
	rules  rules
	choice choice
}

// rules are values that depend on the configuration alone.
type rules struct {
	levels     int               // open calls of run at which tooDeep is called
	set        *kernel.EscapeSet // the bytes that strings escape
	html       bool              // <, > and & are among them
	coded      bool              // there are codecs that write
	nullSlices bool              // a nil []any is written as null
	anyMap     mapInfo           // for map[string]any
	most       int               // bytes of the value's output
}

// rulesOf returns the rules of c.
func rulesOf(c *plan.Dialect) rules {
	r := rules{levels: maxDepth, coded: c.HasCodecs(), nullSlices: c.Options.Has(option.NilSliceAsNull), most: math.MaxInt}
	if n := c.Limits.OutputBytes; n > 0 {
		r.most = n
	}
	if c.Levels > 0 {
		r.levels = c.Levels
	}
	r.set, r.html = escapeSet(c)
	r.anyMap = mapInfo{gather: gatherAny, known: gatherAny, null: c.Options.Has(option.NilMapAsNull), sorted: c.Options.Has(option.SortMapKeys)}
	return r
}

// adapt makes c the configuration of m.
func (m *machine) adapt(c *plan.Dialect) {
	m.cfg, m.rules, m.choice = c, rulesOf(c), choice{c.Members, plan.AsNamed}
}

// choice is the members that the call has chosen.
type choice struct {
	members *plan.MemberSet // nil for all
	chosen  plan.Branch     // the chosen members of the current object
}

// working is the memory of the run besides the buffer.
type working struct {
	scratch []byte         // for text that is escaped twice
	maps    mapMemory      // entries of the maps that are being written
	writer  *loan.Writer   // for codecs, or nil if none was called
	compact wire.Compactor // for the output of methods
}

var machines = sync.Pool{New: func() any { return &machine{output: output{own: make([]byte, 8<<10)}} }}

// get returns a machine for a call. A machine whose run panicked is never put back.
func get(call *Call) *machine {
	m := machines.Get().(*machine)
	if m.cfg != call.Config {
		m.adapt(call.Config)
	}
	m.depth, m.nested, m.start, m.optional.ready = call.Depth, call.Depth > 0, 0, 0
	return m
}

// put gives m back to the pool, without the result's memory and buffers that a large value has made large. Fields that
// depend on the configuration stay, since the next call mostly has the same one.
func (m *machine) put() {
	if m.deep != nil {
		m.deep = nil
	}
	if m.growth.guessed != nil {
		m.growth.guessed = nil
	}
	if len(m.called) > 0 {
		m.forgetCalls()
	}
	if len(m.own) > keepBuffer {
		m.own = make([]byte, 8<<10)
	}
	m.use(m.own) // releases the result's memory
	if cap(m.maps.names)+cap(m.scratch) > keepBuffer {
		m.maps.names, m.scratch = nil, nil
	}
	machines.Put(m)
}

// use makes b, all of which may be written, the buffer. len(b) must be at least minRoom.
func (m *machine) use(b []byte) {
	if p := mem.Data(b); p != m.base { // an unchanged pointer is not written, which saves a write barrier
		m.base = p
	}
	m.size, m.limit = len(b), len(b)-margin
}

// bytes returns the buffer's first n bytes. Appending to them may use the rest of the buffer, also the margin, so adopt
// tests the space afterwards.
func (m *machine) bytes(n int) []byte { return unsafe.Slice((*byte)(m.base), m.size)[:n] }

// adopt makes b, to which other code has appended, the buffer again: the same memory with more in it, or new memory. It
// returns the position after the text.
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

// room makes space for need bytes between the position and the limit. It returns the position, which is n unless bytes
// before it were written out. base and limit may have changed afterwards.
func (m *machine) room(n, need int) int {
	if n+need > m.limit {
		return m.makeRoom(n, need)
	}
	return n
}

// makeRoom is the slow path of room.
//
//go:noinline
func (m *machine) makeRoom(n, need int) int {
	if n-m.start > m.rules.most && m.sink == nil {
		m.stop(n)
	}
	if m.sink != nil {
		n = m.handOn(n, need)
	}
	if n+need > m.limit {
		m.move(m.bytes(n), m.wider(n+need+2*margin))
	}
	return n
}

// move makes a new buffer of that size, which begins with old, and returns the position after old.
func (m *machine) move(old []byte, size int) int {
	b := mem.Unzeroed(size)
	n := copy(b, old)
	m.use(b)
	return n
}
