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

// A call finds the program of the value's type, chooses the memory to write to, runs the program and returns the
// result. A small result is copied from the pool's buffer. A large one is written directly to the memory that is
// returned; its size is that of recent results of the type. The cases:
//
//	Marshal, small    pool's buffer, copied to memory of its length
//	Marshal, large    memory of the expected size, returned unless much of it is unused
//	Append, space     after the caller's bytes, in the caller's memory
//	Append, no space  pool's buffer, appended to the caller's bytes
//	Append, large     memory of the expected size, with a copy of the caller's bytes before it
//
// A buffer that is too small is replaced by a larger one (machine.room) in all cases.

// Call is a request to encode, without the value. Calls do not write to it, so one Call may be used any number of
// times, also by several goroutines at once.
type Call struct {
	Config  *plan.Dialect
	Program *Program // the program of the type that the value points to, if the caller has looked it up; or nil
	Depth   int      // the number of levels around the value, if it is part of a value that another machine writes
	Bare    bool     // the value is a pointer, and a codec for its element type is not called
}

// escapeSet returns the characters that strings escape under c, and whether <, > and & are among them.
func escapeSet(c *plan.Dialect) (*kernel.EscapeSet, bool) {
	return kernel.EscapeSetOf(c.Options, c.Release), c.Options.Has(option.EscapeHTML)
}

// Append appends the JSON of v to dst. Bytes between dst's length and capacity may be overwritten. On an error, which
// is always a *fault.Fault, it returns dst unchanged.
//
// If c has a Program or is Bare, the caller guarantees that v is a pointer that is not nil, whose pointee lies on the
// heap or lives as long as the call.
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

// appendPointee appends the JSON of the value that v points to, which has an address.
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

// begin chooses the buffer, and returns the position in it. If the free space in dst is enough, the buffer is dst's
// memory. If a large result is expected, it is new memory with a copy of dst. Otherwise it is the pooled buffer, so
// that dst is not replaced by a larger slice before that is needed. direct is true if the buffer begins with dst's
// bytes, so that the result follows them.
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

// end returns the result, which ends at n in the buffer that begin has chosen. It stores the size as a hint for the
// next result, and puts m back into the pool. n < 0 means that the encoding has failed.
//
// The bytes after a result that stays in its buffer are zero, or the caller's own: never bytes of another result.
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
		clear(b[n:m.size]) // memory that was not zeroed may hold anything
		dst = b
	}
	m.put()
	return dst, nil
}

// Marshal returns the JSON of v in new memory. On an error, which is always a *fault.Fault, there is no result.
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

// open chooses the buffer for a result of p. It is new memory if a large result is expected for which the pooled
// buffer is too small; otherwise it is the pooled buffer. If the sizes of results vary, the pooled buffer is soon
// large enough, and no memory of a wrong size is allocated.
func (m *machine) open(p *Program) {
	if least := m.expect(p, 0); least > bigResult && least > len(m.own)-minRoom {
		m.use(mem.Unzeroed(roomFor(least))) // result returns this memory without a copy
	} else {
		m.use(m.own)
	}
}

// result returns the n written bytes in memory that belongs to the caller, and puts m back into the pool.
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

// root runs p on the value in an interface. data is the interface's data word; p.shape says what that word is. A nil
// pointer is written as null.
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

// boxed runs p on a value that is itself the data word of an interface. It copies the word to memory, so that the
// value has an address. The copy is on the heap, since an error may refer to it.
//
//go:noinline
func (m *machine) boxed(p *Program, data unsafe.Pointer, n int) int {
	slot := new(unsafe.Pointer)
	*slot = data
	return m.run(p.block.first, unsafe.Pointer(slot), n, 0, 0)
}

// null writes null at n and makes space after it.
func (m *machine) null(n int) int {
	*(*[4]byte)(unsafe.Add(m.base, n)) = [4]byte{'n', 'u', 'l', 'l'}
	return m.room(n+4, 0)
}

// ProgramOf returns the program for a type, which it compiles at first use.
func ProgramOf(c *plan.Dialect, t reflect.Type) *Program {
	word := mem.TypeWordOf(t)
	if p := programs(c).Get(word); p != nil {
		return p
	}
	return compile(c, t, word)
}

// lookup returns the program for the type of v, whose type word is typ. It needs reflection only for a new type.
func lookup(c *plan.Dialect, typ unsafe.Pointer, v any) *Program {
	if p := programs(c).Get(typ); p != nil {
		return p
	}
	return compile(c, reflect.TypeOf(v), typ)
}
