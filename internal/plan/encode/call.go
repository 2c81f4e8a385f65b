package encode

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// A call runs the program of the value's type, in memory that depends on the sizes of recent results of the type:
//
//	Marshal, small    pool's buffer, copied to memory of its length
//	Marshal, large    memory of the expected size, returned unless much of it is unused
//	Append, space     after the caller's bytes, in the caller's memory
//	Append, no space  pool's buffer, appended to the caller's bytes
//	Append, large     memory of the expected size, with a copy of the caller's bytes before it
//
// A buffer that is too small is replaced by a larger one (machine.room) in all cases.

// Call is a request to encode, without the value. Calls do not write to it, so goroutines can share it.
type Call struct {
	Config  *plan.Dialect
	Program *Program // the program of the type that the value, a pointer, leads to; nil if the caller has not looked it up
	Depth   int      // the number of levels around the value, if another machine writes them
	Bare    bool     // the value is a pointer, and the codec of the type that it leads to is not called for it
}

// Append appends the JSON of v to dst, and may overwrite the bytes after dst's length. After an error, which is always
// a *fault.Fault, dst is unchanged. If c has a Program or is Bare, v must be a non-nil pointer to a value that lives on
// the heap or as long as the call.
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
			p = lookup(c.Config, v)
		}
		if fast.Alone && p.alone != opEnd && data != nil {
			if b, ok := c.appendAlone(p, dst, data); ok {
				return b, nil
			}
		}
	}
	// Use dst's memory if dst has enough free space. If a large result is expected, and dst is nil or the pooled buffer
	// is too small, use new memory with a copy of dst. Otherwise use the pooled buffer, and let dst grow later.
	m, n := get(c), 0
	switch least, free := m.expect(p, len(dst)), cap(dst)-len(dst); {
	case free >= minRoom && free >= min(least, bigResult):
		m.use(dst[:cap(dst)])
		n = len(dst)
	case least > bigResult && (dst == nil || least > len(m.own)-minRoom):
		// Each new memory is at least a quarter larger than dst, so that appending many results takes linear time.
		m.use(mem.Unzeroed(len(dst) + max(roomFor(least), len(dst)/4)))
		n = copy(m.bytes(m.size), dst)
	default:
		m.use(m.own)
	}
	m.start = n
	if n = m.encode(p, b, data, n); n < 0 {
		return dst, m.abandon()
	}
	p.sizes.note(n - m.start)
	out := m.bytes(n)
	switch {
	case m.base == mem.Data(dst):
		dst = out
	// A result in new memory stays there if it fills three quarters of it, or half if the caller may append to it.
	case m.base != mem.Data(m.own) && m.start == len(dst) && (dst == nil && n >= m.size-m.size/4 || dst != nil && n >= m.size/2-minRoom):
		clear(out[n:m.size]) // mem.Unzeroed may return bytes of other results
		dst = out
	default:
		if dst == nil {
			dst = make([]byte, len(out))
			copy(dst, out)
		} else {
			dst = append(dst, out[m.start:]...)
		}
		m.TakeBack()
		return dst, nil
	}
	m.put()
	return dst, nil
}

// spaced returns dst with space for n more bytes. If dst is nil, the space is exactly n bytes.
func spaced(dst []byte, n int) []byte {
	if dst == nil {
		return make([]byte, 0, n)
	}
	return slices.Grow(dst, n)
}

// Marshal returns the JSON of v in new memory. An error is always a *fault.Fault.
func (c *Call) Marshal(v any) ([]byte, error) {
	b, err := c.Append(nil, v)
	return slices.Clip(b), err
}

// root runs p on the value in an interface; p.shape says what the interface's data word is.
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

// boxed runs p on a value that is an interface's data word. It copies the word to the heap: errors may refer to it.
//
//go:noinline
func (m *machine) boxed(p *Program, data unsafe.Pointer, n int) int {
	slot := new(unsafe.Pointer)
	*slot = data
	return m.run(p.block.first, unsafe.Pointer(slot), n, 0, 0)
}

func (m *machine) null(n int) int {
	return m.room(putNull(m.base, n), 0)
}

// ProgramOf returns the program for a type.
func ProgramOf(c *plan.Dialect, t reflect.Type) *Program {
	word := mem.TypeWordOf(t)
	if p := programs(c).Get(word); p != nil {
		return p
	}
	return compile(c, t, word)
}

// lookup returns the program for the type of v. It needs reflection only for a new type.
func lookup(c *plan.Dialect, v any) *Program {
	t, typ := programs(c), mem.TypeWord(v)
	if p := t.Recent(typ); p != nil {
		return p
	}
	if p := t.Get(typ); p != nil {
		return p
	}
	return compile(c, reflect.TypeOf(v), typ)
}

// Machine is the state of one encoding. Callers of Lend hold it while they use the text in its memory.
type Machine = machine

// Lend returns the JSON of v in the memory of a machine, and that machine. The caller may write to the text, up to its
// capacity, and must call TakeBack afterwards. If v is nil or may be large, text and by are nil: use Marshal.
func (c *Call) Lend(v any) (text []byte, by *Machine, err error) {
	if v == nil {
		return nil, nil, nil
	}
	p := lookup(c.Config, v)
	if min(p.sizes.last.Load(), p.sizes.before.Load()) > bigResult {
		return nil, nil, nil
	}
	m := get(c)
	m.expect(p, 0)
	m.use(m.own)
	n := m.encode(p, nil, mem.DataWord(v), 0)
	if n < 0 {
		return nil, nil, m.abandon()
	}
	p.sizes.note(n)
	return m.bytes(n), m, nil
}

// TakeBack returns m to the pool. Text that was lent must not be used afterwards.
func (m *machine) TakeBack() {
	if m.base != mem.Data(m.own) && m.size <= keepBuffer {
		m.own = m.bytes(m.size)
	}
	m.put()
}
