package encode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Values that codecs write: of the configuration, or types that write themselves by MarshalZetes. The codec gets a
// codec.Writer over the buffer where the value is due, as behind {"a": of a member, and appends. What it appends is the
// buffer from then on, without a copy. Its panics become errors.
//
// While the codec runs the buffer is the writer's: the machine looks at none of it, and values that the codec has
// written by way of plans are written by other machines. When the codec returns the writer gives the buffer back, and
// does not know it any more; a codec that keeps the writer can write nothing by it. So it is too where the codec panics
// or ends its goroutine.

// codecOf returns the codec that writes values of t, or nil.
func (c *compiler) codecOf(t reflect.Type) *plan.Codec {
	if cd := c.cfg.CodecOf(t); cd != nil && cd.Write != nil {
		return cd
	}
	return nil
}

// fieldCodec returns the codec that writes the field, or nil.
func (c *compiler) fieldCodec(f *shape.Field) *plan.Codec {
	if cd := c.cfg.FieldCodec(f); cd != nil && cd.Write != nil {
		return cd
	}
	return nil
}

// codecExit is the exitInfo of runCodec.
type codecExit struct {
	exitInfo
	codec *plan.Codec
	field string
}

// codec adds the call of a codec, where field is the Go name of the field that the codec belongs to, or "".
func (w *builder) codec(cd *plan.Codec, field string, offset uintptr) {
	x := &codecExit{exitInfo{run: runCodec, typ: cd.Type, word: pointerWord(cd.Type)}, cd, field}
	w.exit(&x.exitInfo, offset)
}

// codecDepth is how many levels of nesting a codec counts for: its calls take more stack than a program's. Codecs that
// write values by plans, which call codecs again, so end by the same bound as values within one another.
const codecDepth = 4

// runCodec has a codec append to the buffer.
func runCodec(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*codecExit)(unsafe.Pointer(info))
	// Values that the codec writes by way of plans get machines of their own: the writer is the codec's alone.
	w := m.writer
	if w == nil {
		w = loan.Codecs().NewWriter()
		m.writer = w
	}
	// Where the codec panics, the recovery finds here which codec it was, and how far the buffer was written.
	m.coding.exit, m.coding.at = x, n
	var b []byte
	var err error
	if m.coded {
		b, err = loan.Codecs().Write(w, x.codec.Write, m.bytes(n), m.set, m.cfg, m.depth+codecDepth, p)
	} else {
		b, err = m.writeGuarded(x, n, p)
	}
	if err != nil {
		return m.codecFailed(b, err)
	}
	m.coding.exit = nil
	if mem.Data(b) == m.base {
		return len(b) // the exit makes room
	}
	return m.adopt(b)
}

// writeGuarded is the call of a codec by a machine that nobody has told of codecs, for it is a type's own: what it
// panics with is an error too.
//
//go:noinline
func (m *machine) writeGuarded(x *codecExit, n int, p unsafe.Pointer) (b []byte, err error) {
	done := false
	defer func() {
		if done {
			return
		}
		// Where there is nothing to recover the goroutine ends, and whoever kept the writer has nothing of the buffer.
		if v := recover(); v != nil {
			err = loan.Codecs().Panicked(v)
		}
		b = loan.Codecs().TakeWriter(m.writer)
	}()
	b, err = loan.Codecs().Write(m.writer, x.codec.Write, m.bytes(n), m.set, m.cfg, m.depth+codecDepth, p)
	done = true
	return b, err
}

// coding is the codec that is at work, and where in the buffer its value begins. exit is nil between codecs.
type coding struct {
	exit *codecExit
	at   int
}

// encode runs p on what an interface holds or, unless b is nil, b on the value at data: the value that the machine is
// there for.
func (m *machine) encode(p *Program, b *block, data unsafe.Pointer, n int) int {
	switch {
	case m.coded:
		return m.encodeGuarded(p, b, data, n)
	case b != nil:
		return m.run(b.first, data, n, 0, 0)
	}
	return m.root(p, data, n)
}

// encodeGuarded is encode that makes an error of what a codec panics with. One guard is for all codecs that are called:
// one for each call would take as long as the call. Panics of other code go on.
//
//go:noinline
func (m *machine) encodeGuarded(p *Program, b *block, data unsafe.Pointer, n int) (end int) {
	defer func() {
		if m.coding.exit != nil {
			if v := recover(); v != nil {
				end = m.codecFailed(loan.Codecs().TakeWriter(m.writer), loan.Codecs().Panicked(v))
			} else {
				loan.Codecs().TakeWriter(m.writer) // the goroutine ends: whoever kept the writer has nothing of the buffer
			}
		}
	}()
	if b != nil {
		return m.run(b.first, data, n, 0, 0)
	}
	return m.root(p, data, n)
}

// codecFailed notes the error of a codec that has written its value as far as b goes, if it still had the buffer. Its
// place is the way to the value through the output, and of codecs within one another the innermost is named: its own
// place counts from the value that its machine was for, and is moved by what stands before that.
func (m *machine) codecFailed(b []byte, err error) int {
	if b == nil {
		b = m.bytes(m.coding.at)
	}
	x, at := m.coding.exit, m.coding.at-m.start
	m.coding.exit, m.writer = nil, nil // another writer takes its place
	var deeper []locate.Step
	if inner, ok := errors.AsType[*locate.Written](err); ok {
		deeper = inner.Steps
	}
	offset, failure := loan.Codecs().Failure(err) // the innermost codec is the one to name
	if failure != nil {
		*offset += int64(len(b) - m.start)
	} else {
		offset, failure = loan.Codecs().Failed(x.typ, x.field, true, err)
		*offset = int64(at)
	}
	return m.fail(&fault.Fault{Code: fault.Codec, Type: x.typ, Err: m.placed(failure, b, at, deeper)})
}

// bareOf returns the program of t without the codec that t itself may have: for codecs that only add to what would be
// written without them. Values of t within it are written by the codec again.
func bareOf(cfg *plan.Config, t reflect.Type) *Program {
	if p := programs(cfg).Bare(t); p != nil {
		return p
	}
	c, done := begin(cfg)
	defer done()
	p := &Program{typ: t}
	b := c.block(blockKey{typ: t, addr: true, bare: true})
	c.complete = true
	p.addr.Store(b)
	return programs(cfg).PutBare(t, p)
}

// codecTest makes an op that leaves a member out where a codec's own test says so.
func codecTest(t reflect.Type, offset uintptr, test func(any) bool) op {
	info := &testInfo{typ: t, word: pointerWord(t)}
	info.zero = func(info *testInfo, p unsafe.Pointer) bool { return test(mem.Interface(info.word, p)) }
	return op{code: opTestExit, offset: offset, sub: subOf(info)}
}
