package encode

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// A call finds the program of the value's type, chooses the memory to write to, runs the program and returns the
// result. A small result is written to the pool's buffer and copied. A large result is written directly to the memory
// that is returned, whose size is taken from recent results of the type. The cases:
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
	Bare    bool     // the value is a pointer; the value that it points to is written without the codec of its type
}

// escapeSet returns the characters that are escaped in strings under c, and whether <, > and & are among them.
func escapeSet(c *plan.Dialect) (*kernel.EscapeSet, bool) {
	return kernel.EscapeSetOf(c.Options, c.Release), c.Options.Has(option.EscapeHTML)
}

// Append appends the JSON of v to dst. Bytes between dst's length and capacity may be overwritten. On an error, which
// is always a *fault.Fault, it returns dst unchanged.
//
// If c has a Program or is Bare, the caller guarantees that v is a pointer that is not nil, whose pointee lies on the
// heap or lives as long as the call.
func (c *Call) Append(dst []byte, v any) ([]byte, error) {
	typ, data := mem.TypeWord(v), mem.DataWord(v)
	var p *Program
	var b *block
	switch {
	case c.Program != nil || c.Bare:
		if p = c.Program; p == nil {
			p = bareOf(c.Config, reflect.TypeOf(v).Elem())
		}
		b = p.addressable(c.Config)
	case typ == nil:
		return append(spaced(dst, 4), "null"...), nil
	default:
		if p = programs(c.Config).Recent(typ); p == nil {
			p = lookup(c.Config, typ, v)
		}
		if fast.Alone && p.alone != opEnd && data != nil {
			if b, ok := c.appendAlone(p, dst, data); ok {
				return b, nil
			}
		}
	}
	// The buffer is dst's memory if dst has enough free space. If a large result is expected, and dst is nil or the
	// pooled buffer is too small, the buffer is new memory with a copy of dst. Otherwise it is the pooled buffer, and
	// dst grows only when the length of the result is known. If the sizes of results vary, the pooled buffer is soon
	// large enough for all of them.
	m, n := get(c), 0
	switch least, free := m.expect(p, len(dst)), cap(dst)-len(dst); {
	case free >= minRoom && free >= min(least, bigResult):
		m.use(dst[:cap(dst)])
		n = len(dst)
	case least > bigResult && (dst == nil || least > len(m.own)-minRoom):
		// Appending many results to one slice takes linear time, since each new memory is at least a quarter larger
		// than dst.
		m.use(mem.Unzeroed(len(dst) + max(roomFor(least), len(dst)/4)))
		n = copy(m.bytes(m.size), dst)
	default:
		m.use(m.own)
	}
	m.start = n
	if n = m.encode(p, b, data, n); n < 0 {
		return dst, m.abandon()
	}
	// A result in new memory stays there unless much of that memory is unused. The bytes after the result are zero, or
	// the caller's own: never bytes of another result.
	p.sizes.note(n - m.start)
	out := m.bytes(n)
	switch {
	case m.base == mem.Data(dst):
		dst = out
	case m.base != mem.Data(m.own) && m.start == len(dst) && m.staysInBuffer(n, dst):
		clear(out[n:m.size]) // memory that was not zeroed may hold anything
		dst = out
	default:
		if m.base != mem.Data(m.own) && m.size <= keepBuffer {
			m.own = m.bytes(m.size)
		}
		if dst == nil {
			dst = make([]byte, len(out))
			copy(dst, out)
		} else {
			dst = append(dst, out[m.start:]...)
		}
	}
	m.put()
	return dst, nil
}

// staysInBuffer reports whether a result of n bytes stays in the buffer instead of being copied, because it fills three
// quarters of the buffer. If the caller gave a dst, which was too small, half is enough: the caller may append the next
// result to the same slice, which then has space for it.
func (m *machine) staysInBuffer(n int, dst []byte) bool {
	if dst == nil {
		return n >= m.size-m.size/4
	}
	return n >= m.size/2-minRoom
}

// spaced returns dst with space for n more bytes. If dst is nil, the space is exactly n bytes.
func spaced(dst []byte, n int) []byte {
	if dst == nil {
		return make([]byte, 0, n)
	}
	return slices.Grow(dst, n)
}

// Marshal returns the JSON of v in new memory. On an error, which is always a *fault.Fault, there is no result.
func (c *Call) Marshal(v any) ([]byte, error) {
	b, err := c.Append(nil, v)
	return slices.Clip(b), err
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
	t := programs(c)
	if p := t.Recent(typ); p != nil {
		return p
	}
	if p := t.Get(typ); p != nil {
		return p
	}
	return compile(c, reflect.TypeOf(v), typ)
}
