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

// A machine writes to a buffer. base points to its first byte, size bytes are writable, and limit is size minus a
// margin. Positions n are passed as arguments and results. At the beginning and end of each program, and after an op
// that may write an unbounded amount, n <= limit, except for a closing quote. The ops until the next such op write less
// than the margin together, so they need no test.
//
//	base             start            n          limit       base+size
//	| caller's bytes | what is written | free    | margin    |
//
// The buffer is one of three: own, which stays in the pool with the machine; the memory after the caller's bytes; or
// memory that the result stays in. If it is too small it is replaced (room) by new memory.

const (
	margin   = 1024 // bytes after limit, for ops of bounded size and for stores that are wider than the text
	fixedRun = 800  // the most bytes that ops may write between two tests of the space
	minRoom  = 2 * margin

	maxDepth   = 4000     // levels of recursion; a deeper value may contain itself
	keepBuffer = 64 << 10 // a larger buffer is not kept in the pool
)

// A bool or a number takes at most 40 bytes and the text of an op 32, so only strings, calls, opEnd and opRoom test the
// space. A store may write more bytes than are needed, such as all 32 bytes for a short text. The extra bytes lie
// before base+size, and the next op overwrites them.

// machine is the state of one encoding. Its parts are embedded by value, so the loop reaches each field without
// following a pointer.
type machine struct {
	output
	call
	report
	working
}

// output is the buffer, and the position in it where the value begins.
type output struct {
	base  unsafe.Pointer // the first byte of the buffer
	size  int            // writable bytes from base on
	limit int            // size - margin
	start int            // position of the value's first byte; bytes before it are the caller's
	own   []byte         // the pooled buffer
	sink  *Sink          // gets the output when the buffer is full; or nil
	held  int            // number of running functions that may go back in the output; the sink gets nothing until it is 0

	growth growth // the size of the next buffer
}

// call has what the machine must know about the request that it serves, which is a Call.
type call struct {
	cfg    *plan.Dialect // the configuration; rules belong to it
	depth  int           // the number of open calls of machine.run, also on machines around this one
	nested bool          // the value is part of a value that another machine writes
	rules  rules
	choice choice
}

// rules depend on the configuration only.
type rules struct {
	levels     int               // the depth from which tooDeep is called
	set        *kernel.EscapeSet // the characters that are escaped in strings
	html       bool              // set contains <, > and &
	coded      bool              // the configuration has codecs that write
	nullSlices bool              // a nil []any is written as null
	anyMap     mapInfo           // the mapInfo of map[string]any
	most       int               // the largest allowed length of the output
}

// rulesOf returns the rules for c.
func rulesOf(c *plan.Dialect) rules {
	r := rules{levels: maxDepth, coded: c.HasCodecs() && c.Reformat == nil, nullSlices: c.Options.Has(option.NilSliceAsNull), most: math.MaxInt}
	if n := c.Limits.OutputBytes; n > 0 {
		r.most = n
	}
	switch {
	case c.Levels > 0:
		r.levels = c.Levels
	case c.Foreign != nil && !c.Foreign.Load():
		r.levels = fewLevels
	}
	r.set, r.html = escapeSet(c)
	r.anyMap = mapInfo{gather: gatherAny, known: gatherAny, null: c.Options.Has(option.NilMapAsNull), sorted: c.Options.Has(option.SortMapKeys)}
	return r
}

// adapt makes c the configuration of m.
//
//go:noinline
func (m *machine) adapt(c *plan.Dialect) {
	m.cfg, m.rules, m.choice = c, rulesOf(c), choice{c.Members, plan.AsNamed}
}

// choice has the members that the call has chosen.
type choice struct {
	members plan.MemberSet // nil: all members
	chosen  uint32         // the part of members for the object that is being written
}

// working has the memory that an encoding needs besides the buffer.
type working struct {
	scratch []byte         // memory for text that is escaped twice, and for text from methods
	maps    mapMemory      // the entries of the maps that are being written
	writer  *loan.Writer   // the Writer for codecs, or nil if no codec was called
	compact wire.Compactor // memory for compacting the output of methods
}

var machines = sync.Pool{New: func() any { return &machine{output: output{own: make([]byte, 8<<10)}} }}

// get returns a machine for a call. If the encoding panics, the machine does not return to the pool.
func get(call *Call) *machine {
	m := machines.Get().(*machine)
	if m.cfg != call.Config {
		m.adapt(call.Config)
	}
	m.depth, m.nested, m.start, m.optional.ready = call.Depth, call.Depth > 0, 0, 0
	return m
}

// put returns m to the pool, without the memory of the result and without large buffers. It does not clear fields
// that depend on the configuration, since the next call usually has the same one.
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
	m.use(m.own) // drops the reference to the result's memory
	if cap(m.maps.names)+cap(m.scratch) > keepBuffer {
		m.maps.names, m.scratch = nil, nil
	}
	machines.Put(m)
}

// use makes b the buffer. All of b may be overwritten, and len(b) must be at least minRoom.
func (m *machine) use(b []byte) {
	if p := mem.Data(b); p != m.base { // an unchanged pointer is not written, which saves a write barrier
		m.base = p
	}
	m.size, m.limit = len(b), len(b)-margin
}

// bytes returns the first n bytes of the buffer. Code that appends to them may also use the margin, so adopt tests the
// space afterwards.
func (m *machine) bytes(n int) []byte { return unsafe.Slice((*byte)(m.base), m.size)[:n] }

// adopt makes b the buffer, after other code has appended to bytes(n). b is the same memory or new memory. It returns
// the position after the text.
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

// room makes space for need bytes before the limit. It returns the position, which is n unless bytes before n were
// written to a sink. base and limit may change.
func (m *machine) room(n, need int) int {
	if n+need > m.limit {
		return m.makeRoom(n, need)
	}
	return n
}

// makeRoom does what room does, if there is not enough space.
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

// move makes a new buffer of size bytes, copies old to its start, and returns the position after old.
func (m *machine) move(old []byte, size int) int {
	b := mem.Unzeroed(size)
	n := copy(b, old)
	m.use(b)
	return n
}
