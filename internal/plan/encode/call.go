package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// The life of a call: program, memory, run, result.
//
// A call finds the program of the value's type, chooses the memory to write to, runs the program and takes the result
// out. A small result is copied from the pool's buffer; a large one is written where it stays, in memory of the size
// that the last results of the type had. Where a result goes:
//
//	Marshal, small    pool's buffer, copied to memory of its length
//	Marshal, large    memory of the expected size, handed out unless much of it is left
//	Append, room      after the caller's bytes, in the caller's memory
//	Append, no room   pool's buffer, appended to the caller's bytes
//	Append, large     memory of the expected size, with a copy of the caller's bytes before it
//
// A buffer that turns out too small is replaced by a larger one (machine.room), whichever it was.

// Call is what a call of the encoder asks for, besides the value. It is not written to, so that one Call may serve any
// number of calls at the same time.
type Call struct {
	Config  *plan.Dialect
	Program *Program // the program of the type that the values are pointers to, for callers that have looked it up; or nil
	Depth   int      // the number of levels around the value, if it is part of one that another machine writes
	Bare    bool     // the value is a pointer, and the codec of its element type is left out
}

// escapeSet returns which bytes strings escape under c, and whether HTML's characters are among them.
func escapeSet(c *plan.Dialect) (*kernel.EscapeSet, bool) {
	return kernel.EscapeSetOf(c.Options, c.Release), c.Options.Has(option.EscapeHTML)
}

// Append appends the JSON of v to dst. Bytes between dst's length and capacity may be scribbled over. On an error,
// always a *fault.Fault, dst is returned as it was.
//
// Promise: where c has a Program or is Bare, v is not a nil pointer, and what it points to lies on the heap or lives
// as long as the call.
func (c *Call) Append(dst []byte, v any) ([]byte, error) {
	if c.Program != nil || c.Bare {
		return c.appendPointee(dst, v)
	}
	typ := mem.TypeWord(v)
	if typ == nil {
		return append(dst, "null"...), nil
	}
	p := programs(c.Config).Recent(typ)
	if p == nil {
		p = lookup(c.Config, typ, v)
	}
	data := mem.DataWord(v)
	if fast.Alone && p.alone != opEnd && data != nil {
		if b, ok := c.appendAlone(p, dst, data); ok {
			return b, nil
		}
	}
	m := get(c)
	n, direct := m.begin(p, dst)
	n = m.encode(p, nil, data, n)
	return m.end(p, dst, n, direct)
}

// appendPointee appends the JSON of what v points to, which has an address.
func (c *Call) appendPointee(dst []byte, v any) ([]byte, error) {
	p := c.Program
	if p == nil {
		p = bareOf(c.Config, reflect.TypeOf(v).Elem())
	}
	b := p.addressable(c.Config)
	m := get(c)
	n, direct := m.begin(p, dst)
	n = m.encode(p, b, mem.DataWord(v), n)
	return m.end(p, dst, n, direct)
}

// begin chooses where to write, and returns the position there: directly after dst if there is enough space, or if a
// large result is expected; otherwise in the pooled buffer, so that a small dst is not replaced without need.
func (m *machine) begin(p *Program, dst []byte) (n int, direct bool) {
	least := m.expect(p, len(dst))
	m.start = len(dst)
	switch {
	case cap(dst)-len(dst) >= minRoom && cap(dst)-len(dst) >= min(least, bigResult):
		m.use(dst[:cap(dst)])
		return len(dst), true
	case least > bigResult:
		m.use(mem.Unzeroed(len(dst) + roomFor(least)))
		return copy(m.bytes(m.size), dst), true
	}
	m.use(m.own)
	m.start = 0
	return 0, false
}

// end takes the result, which ends at n, from where begin had it put, notes its size for the next one's sake, and gives
// m back. With n < 0 the machine has given up.
//
// After a result that stays in its memory there are zeros, or the caller's own memory: never bytes of another result.
func (m *machine) end(p *Program, dst []byte, n int, direct bool) ([]byte, error) {
	if n < 0 {
		return dst, m.abandon()
	}
	b := m.bytes(n)
	switch {
	case !direct:
		p.sizes.note(n)
		if m.base != mem.Data(m.own) {
			m.own = m.bytes(m.size)
		}
		dst = append(dst, b...)
	case m.base == mem.Data(dst):
		p.sizes.note(n - len(dst))
		dst = b
	case n < m.size/2-minRoom:
		// Too much unused memory would follow the result.
		p.sizes.note(n - len(dst))
		dst = append(dst, b[len(dst):]...)
	default:
		p.sizes.note(n - len(dst))
		clear(b[n:m.size]) // what was there before may be anything
		dst = b
	}
	m.put()
	return dst, nil
}

// Marshal returns the JSON of v in memory of its own. On an error, always a *fault.Fault, there is no result.
func (c *Call) Marshal(v any) ([]byte, error) {
	typ := mem.TypeWord(v)
	if typ == nil {
		return []byte("null"), nil
	}
	p := programs(c.Config).Recent(typ)
	if p == nil {
		p = lookup(c.Config, typ, v)
	}
	data := mem.DataWord(v)
	if fast.Alone && p.alone != opEnd && data != nil {
		if b := c.marshalAlone(p, data); b != nil {
			return b, nil
		}
	}
	m := get(c)
	m.open(p)
	n := m.encode(p, nil, data, 0)
	if n < 0 {
		return nil, m.abandon()
	}
	return m.result(p, n), nil
}

// open makes the buffer for a result of p: the pool's, unless a large one is expected that this has no room for. Where
// sizes change from result to result it has some soon, and memory of the wrong size is not made for each.
func (m *machine) open(p *Program) {
	if least := m.expect(p, 0); least > bigResult && least > len(m.own)-minRoom {
		m.use(mem.Unzeroed(roomFor(least))) // write where the result stays
	} else {
		m.use(m.own)
	}
}

// result returns the n bytes that were written, and puts the machine back.
func (m *machine) result(p *Program, n int) []byte {
	p.sizes.note(n)
	b := m.bytes(n)[:n:n] // the bytes after it may hold anything
	switch {
	case m.base == mem.Data(m.own):
		out := make([]byte, len(b))
		copy(out, b)
		b = out
	case n < m.size-m.size/4:
		// Too much unused memory would follow the result.
		b = append([]byte(nil), b...)
		if m.size <= keepBuffer {
			m.own = m.bytes(m.size)
		}
	}
	m.put()
	return b
}

// root runs a program on the value in an interface, whose data word is data. p.shape says what the word is. A nil
// pointer is null; mapping decides about a nil map.
func (m *machine) root(p *Program, data unsafe.Pointer, n int) int {
	switch p.shape {
	case inPlace:
		return m.run(p.block.first, data, n, 0, 0)
	case byPointer:
		if data == nil {
			return m.null(n)
		}
		return m.run(p.block.first, data, n, 0, 0)
	case byMap:
		return m.mapping(p.info, data, n)
	}
	return m.boxed(p, data, n)
}

// boxed runs a program on a value that an interface holds in its data word: on a copy with an address. The copy lies on
// the heap, for an error may lead to it.
//
//go:noinline
func (m *machine) boxed(p *Program, data unsafe.Pointer, n int) int {
	slot := new(unsafe.Pointer)
	*slot = data
	return m.run(p.block.first, unsafe.Pointer(slot), n, 0, 0)
}

// null writes null at n, and makes space after it.
func (m *machine) null(n int) int {
	*(*[4]byte)(unsafe.Add(m.base, n)) = [4]byte{'n', 'u', 'l', 'l'}
	return m.room(n+4, 0)
}

// ProgramOf returns the program for a type, compiling it at first use.
func ProgramOf(c *plan.Dialect, t reflect.Type) *Program {
	word := mem.TypeWordOf(t)
	if p := programs(c).Get(word); p != nil {
		return p
	}
	return compile(c, t, word)
}

// lookup is ProgramOf for the type of v, whose word is typ: reflect is asked only for a type that is new.
func lookup(c *plan.Dialect, typ unsafe.Pointer, v any) *Program {
	if p := programs(c).Get(typ); p != nil {
		return p
	}
	return compile(c, reflect.TypeOf(v), typ)
}
