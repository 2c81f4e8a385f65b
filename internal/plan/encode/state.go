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

// A machine writes to a buffer of size bytes, which begins at base; limit is size minus a margin. At the beginning and
// end of each program, and after an op that may write an unbounded amount, the position n is at most limit, except for
// a closing quote. A bool or a number takes at most 40 bytes and the text of an op 32: the ops until the next test
// write less than the margin together. A store may write more bytes than are needed, such as all 32 bytes for a short
// text: they lie before base+size, and the next op overwrites them.
//
//	base             start            n          limit       base+size
//	| caller's bytes | what is written | free    | margin    |
//
// The buffer is one of three: own, which stays in the pool with the machine; the memory after the caller's bytes; or
// memory that the result stays in. If it is too small it is replaced by new memory (machine.room).

const (
	margin     = 1024 // the bytes after limit
	fixedRun   = 800  // the most bytes that ops write between two tests of the space
	minRoom    = 2 * margin
	maxDepth   = 4000     // the depth from which cycles are looked for
	keepBuffer = 64 << 10 // a larger buffer is not kept in the pool
)

// machine is the state of one encoding. Its parts are embedded by value, so the loop follows no pointer to a field.
type machine struct {
	output
	call
	report
	working
}

// output is the buffer, and the position in it where the value begins.
type output struct {
	base   unsafe.Pointer
	size   int    // the length of the buffer
	limit  int    // size - margin
	start  int    // position of the value's first byte; bytes before it are the caller's
	own    []byte // the pooled buffer
	sink   *Sink  // gets the output when the buffer is full, if not nil
	held   int    // the number of running functions that may go back in the output; sink gets nothing until it is 0
	growth growth // the size of the next buffer
}

// call has the request that the machine serves, which is a Call.
type call struct {
	cfg    *plan.Dialect // the configuration
	depth  int           // the number of open calls of run, mapping and anySlice, also on machines around this one
	nested bool          // the value is part of a value that another machine writes
	rules  rules
	choice choice
}

// rules depend on the configuration only.
type rules struct {
	levels     int               // tooDeep is called beyond this depth
	set        *kernel.EscapeSet // the characters that are escaped in strings
	html       bool              // set contains <, > and &
	coded      bool              // the configuration has codecs that write
	nullSlices bool              // a nil []any is written as null
	anyMap     mapInfo
	most       int // the largest allowed length of the output
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
	r.set, r.html = kernel.EscapeSetOf(c.Options, c.Release), c.Options.Has(option.EscapeHTML)
	r.anyMap = mapInfo{gather: gatherAny, known: gatherAny, null: c.Options.Has(option.NilMapAsNull), sorted: c.Options.Has(option.SortMapKeys)}
	return r
}

//go:noinline
func (m *machine) adapt(c *plan.Dialect) {
	m.cfg, m.rules, m.choice = c, rulesOf(c), choice{c.Members, plan.AsNamed}
}

// choice has the members that the call writes.
type choice struct {
	members plan.MemberSet // nil: all members
	chosen  uint32         // the part of members for the object that is being written
}

// working has the memory that an encoding needs besides the buffer.
type working struct {
	scratch []byte // memory for text that is escaped twice, and for text from methods
	maps    mapMemory
	writer  *loan.Writer // the Writer for codecs; nil before the first codec
	compact wire.Compactor
}

var machines = sync.Pool{New: func() any { return &machine{output: output{own: make([]byte, 8<<10)}} }}

// get returns a machine for a call. After a panic, the machine does not return to the pool.
func get(call *Call) *machine {
	m := machines.Get().(*machine)
	if m.cfg != call.Config {
		m.adapt(call.Config)
	}
	m.depth, m.nested, m.start, m.optional.ready = call.Depth, call.Depth > 0, 0, 0
	return m
}

// put returns m to the pool, without the memory of the result and without large buffers. It keeps what depends on the
// configuration, since the next call usually has the same one.
func (m *machine) put() {
	m.deep, m.growth.guessed = nil, nil
	if len(m.called) > 0 {
		m.forgetCalls()
	}
	if len(m.own) > keepBuffer {
		m.own = make([]byte, 8<<10)
	}
	m.use(m.own) // drops the result's memory
	if cap(m.maps.names)+cap(m.scratch) > keepBuffer {
		m.maps.names, m.scratch = nil, nil
	}
	machines.Put(m)
}

// use makes b the buffer. All of b may be overwritten, and len(b) must be at least minRoom.
func (m *machine) use(b []byte) {
	if p := mem.Data(b); p != m.base { // saves a write barrier
		m.base = p
	}
	m.size, m.limit = len(b), len(b)-margin
}

// bytes returns the first n bytes of the buffer. Code that appends to them may use the margin, so adopt must follow.
func (m *machine) bytes(n int) []byte { return unsafe.Slice((*byte)(m.base), m.size)[:n] }

// adopt makes b the buffer, after other code has appended to bytes(n). It returns the position after b.
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

// room makes space for need bytes before the limit. It returns the new position: less than n if a sink got some bytes.
func (m *machine) room(n, need int) int {
	if n+need > m.limit {
		return m.makeRoom(n, need)
	}
	return n
}

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
