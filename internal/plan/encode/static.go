package encode

import (
	"reflect"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/plan"
)

// Code that is generated for a type runs on the same machine as programs do, and calls what their ops call. It keeps
// the machine's rule: a function looks at the room where it begins and where it ends, and between two calls that look
// at it (Room, String, and all that write without bound) it writes less than FixedRun bytes. It returns -1 where it
// gives up: the value is then written again by a program, which knows why.

// Machine is one encoding, as generated code sees it.
type Machine = machine

// FixedRun is how many bytes generated code may write without a look at the room. The generator adds up what the calls
// that it prints may write, as the compiler does for ops.
const FixedRun = fixedRun

// Start returns a machine for a result in memory of its own, of which Result is the end. p has the sizes of the last
// results, and need have nothing else.
func Start(c *Call, p *Program) *Machine {
	m := get(c)
	m.open(p)
	return m
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

// Result returns the n bytes that were written, and puts the machine back.
func (m *machine) Result(p *Program, n int) []byte {
	p.sizes.note(n)
	b := m.bytes(n)[:n:n] // what was behind it before may be anything
	switch {
	case m.base == mem.Data(m.own):
		out := make([]byte, len(b))
		copy(out, b)
		b = out
	case n < m.size-m.size/4:
		// Too much would lie idle behind the result.
		b = append([]byte(nil), b...)
		if m.size <= keepBuffer {
			m.own = m.bytes(m.size)
		}
	}
	m.put()
	return b
}

// StartBehind returns a machine for a result behind dst, of which ResultBehind is the end, and where in the buffer it
// begins.
func StartBehind(c *Call, p *Program, dst []byte) (m *Machine, n int, direct bool) {
	m = get(c)
	n, direct = m.begin(p, dst)
	return m, n, direct
}

// ResultBehind returns dst and what was written behind it, and puts the machine back.
func (m *machine) ResultBehind(p *Program, dst []byte, n int, direct bool) []byte {
	b, _ := m.end(p, dst, n, direct)
	return b
}

// Abandon puts the machine back after generated code has given up.
func (m *machine) Abandon() { m.abandon() }

// Room looks at the room behind n, and returns the position.
func (m *machine) Room(n int) int { return m.room(n, 0) }

// Text writes what needs no escapes, and is no longer than FixedRun.
func (m *machine) Text(n int, s string) int {
	return n + copy((*[FixedRun]byte)(unsafe.Add(m.base, n))[:], s)
}

// String writes a string. What most strings take is here, in one function: text begins again where it does not do.
func (m *machine) String(n int, s string) int {
	*(*byte)(unsafe.Add(m.base, n)) = '"'
	n++
	if len(s) > 0 && len(s) <= m.limit-n {
		c, w := kernel.Escape(unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n, m.set)
		if c == len(s) && n+w < m.limit {
			*(*byte)(unsafe.Add(m.base, n+w)) = '"'
			return n + w + 1
		}
	}
	n = m.text(s, n)
	*(*byte)(unsafe.Add(m.base, n)) = '"'
	return n + 1
}

// Int writes an integer.
func (m *machine) Int(n int, v int64) int { return num.PutInt(m.base, n, v) }

// Uint writes an integer.
func (m *machine) Uint(n int, v uint64) int { return n + num.WriteUint(unsafe.Add(m.base, n), v) }

// Float64 writes a number, or gives up.
func (m *machine) Float64(n int, v float64) int {
	if finite(v) {
		return n + num.WriteFloat64(unsafe.Add(m.base, n), v)
	}
	return -1
}

// Float32 writes a number, or gives up.
func (m *machine) Float32(n int, v float32) int {
	if !finite(float64(v)) {
		return -1
	}
	return n + num.WriteFloat32(unsafe.Add(m.base, n), v)
}

// Bool writes true or false.
func (m *machine) Bool(n int, v bool) int { return n + putBool(unsafe.Add(m.base, n), v) }

// Comma writes a comma unless the object has just begun.
func (m *machine) Comma(n int) int { return comma(m.base, n) }

// Time writes a time, or gives up.
func (m *machine) Time(n int, v *time.Time) int {
	*(*byte)(unsafe.Add(m.base, n)) = '"'
	k := date.Write(unsafe.Add(m.base, n+1), v, date.Offset(v))
	if k == 0 {
		return -1
	}
	*(*byte)(unsafe.Add(m.base, n+1+k)) = '"'
	return n + k + 2
}

// Bytes writes base64 text, or null.
func (m *machine) Bytes(n int, v []byte) int {
	if v == nil && m.nullSlices {
		return m.null(n)
	}
	kernel.LoadBase64()
	return m.room(m.base64(v, n), 0)
}

// TextBytes writes bytes as a string of them.
func (m *machine) TextBytes(n int, v []byte) int { return m.String(n, mem.Frozen(v)) }

// Raw writes bytes as the JSON value that they are, or gives up; without any null.
func (m *machine) Raw(n int, v []byte) int {
	if len(v) == 0 {
		return m.null(n)
	}
	return m.marshaled(&rawExit, v, nil, n)
}

// RawText is Raw for a string.
func (m *machine) RawText(n int, v string) int { return m.Raw(n, mem.View(v)) }

// rawExit stands for a type in a fault that nobody looks at.
var rawExit exitInfo

// Strings writes a slice.
func (m *machine) Strings(n int, v []string) int {
	if len(v) == 0 {
		return m.room(putEmpty(m.base, n, v == nil && m.nullSlices), 0)
	}
	return m.room(m.strings(v, n), 0)
}

// Any writes what an interface holds.
func (m *machine) Any(n int, v any) int { return m.any(v, m.Room(n)) }

// Value writes the value at v by a block.
func (m *machine) Value(n int, b *Block, v unsafe.Pointer) int {
	return m.run(b.first, v, m.Room(n), 0, 0)
}

// Map writes the map p by the block of its type.
func (m *machine) Map(n int, b *Block, p unsafe.Pointer) int {
	if b.first.code != opMap {
		at := new(unsafe.Pointer)
		*at = p
		return m.Value(n, b, unsafe.Pointer(at))
	}
	return m.mapping(b.first.mapping(), p, m.Room(n))
}

// Block is what writes values of one type that have an address.
type Block = block

// Config returns the configuration of the run.
func (m *machine) Config() *plan.Config { return m.cfg }

// BlockFor returns the Block of t under the machine's configuration.
func (m *machine) BlockFor(t reflect.Type) *Block { return BlockOf(m.cfg, t) }

// BlockOf returns the Block of t.
func BlockOf(c *plan.Config, t reflect.Type) *Block { return ProgramOf(c, t).addressable(c) }

// Descend goes one level down in a value that may hold itself, and reports false where it is too deep.
func (m *machine) Descend() bool {
	m.depth++
	return m.depth <= maxDepth
}

// Ascend comes back up.
func (m *machine) Ascend() { m.depth-- }
