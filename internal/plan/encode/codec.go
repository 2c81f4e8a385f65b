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

// This file writes values by codecs: those of the configuration, and types that write themselves with MarshalZetes. The
// machine gives the codec a codec.Writer over its buffer, for example after {"a": of a member, and the codec appends
// the value. The result is the buffer from then on; nothing is copied. A panic of a codec becomes an error.
//
// While the codec runs, the buffer belongs to the writer: the machine does not look at it, and values that the codec
// writes by way of plans are written by other machines. When the codec returns, panics or ends its goroutine, the
// writer gives the buffer back and forgets it: a codec that keeps the writer can write nothing with it.

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

// codec adds the call of a codec. field is the Go name of the field that the codec belongs to, or "".
func (w *builder) codec(cd *plan.Codec, field string, offset uintptr) {
	x := &codecExit{exitInfo{run: runCodec, typ: cd.Type, word: mem.PointerWordOf(cd.Type)}, cd, field}
	w.exit(&x.exitInfo, offset)
}

// codecDepth is how many levels of nesting a codec counts for: its calls take more stack than a program's. So codecs
// that write values by plans, which call codecs again, reach the same limit as nested values.
const codecDepth = 4

// runCodec calls a codec, which appends to the buffer.
func runCodec(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*codecExit)(unsafe.Pointer(info))
	// Values that the codec writes by way of plans get machines of their own: only the codec has this writer.
	w := m.writer
	if w == nil {
		w = loan.Codecs().NewWriter(m.drain)
		m.writer = w
	}
	// If the codec panics, the recovery finds here which codec it was, and where its value begins in the buffer.
	m.coding.exit, m.coding.at = x, n
	var b []byte
	var err error
	if m.rules.coded {
		b, err = m.write(x, n, p)
	} else {
		b, err = m.writeGuarded(x, n, p)
	}
	switch {
	case err != nil && m.isOver():
		m.coding.exit, m.writer = nil, nil // another writer takes its place
		return m.fail(&fault.Fault{Code: fault.Foreign, Err: m.sink.Err})
	case err != nil:
		return m.codecFailed(b, err)
	}
	m.coding.exit = nil
	if mem.Data(b) == m.base {
		return len(b) // the exit makes room
	}
	return m.adopt(b)
}

// drain writes out what a codec has written so far, which is b and ends within a string. It returns the rest, or an
// error if the run is over.
func (m *machine) drain(b []byte) ([]byte, error) {
	start, n := m.start, m.adopt(b)
	switch {
	case m.sink != nil:
		size := m.size
		n = m.handOn(n, 0)
		m.use(mem.Slice(m.base, size)) // the next part of the string takes as much as this one
	case n-m.start > m.rules.most:
		m.stop(n)
	}
	m.coding.at += m.start - start
	if m.isOver() {
		return nil, m.sink.Err
	}
	return m.bytes(n), nil
}

// write lends the buffer to a codec.
func (m *machine) write(x *codecExit, n int, p unsafe.Pointer) ([]byte, error) {
	if x.codec.Append != nil {
		return x.codec.Append(m.writer, m.bytes(n), m.cfg, m.depth+codecDepth, p)
	}
	return loan.Codecs().Write(m.writer, x.codec.Write, m.bytes(n), m.rules.set, m.cfg, m.depth+codecDepth, p)
}

// writeGuarded calls a codec for a machine that was not told of codecs, since the codec belongs to a type. It turns a
// panic of the codec into an error too.
//
//go:noinline
func (m *machine) writeGuarded(x *codecExit, n int, p unsafe.Pointer) (b []byte, err error) {
	done := false
	defer func() {
		if done {
			return
		}
		// If there is nothing to recover, the goroutine ends. A codec that kept the writer must not keep the buffer
		// with it.
		if v := recover(); v != nil {
			err = loan.Codecs().Panicked(v)
		}
		b = loan.Codecs().TakeWriter(m.writer)
	}()
	b, err = m.write(x, n, p)
	done = true
	return b, err
}

// coding is the codec that is running, and where in the buffer its value begins. exit is nil between codecs.
type coding struct {
	exit *codecExit
	at   int
}

// encode writes the value that the machine was made for: b on the value at data or, if b is nil, what an interface
// holds, by p.
func (m *machine) encode(p *Program, b *block, data unsafe.Pointer, n int) int {
	switch {
	case m.rules.coded:
		return m.stopped(m.encodeGuarded(p, b, data, n))
	case b != nil:
		n = m.run(b.first, data, n, 0, 0)
	default:
		n = m.root(p, data, n)
	}
	if len(m.called) > 0 {
		return m.accepted(n)
	}
	return m.stopped(n)
}

// encodeGuarded is encode, but turns a panic of a codec into an error. One guard serves all codecs that are called: one
// for each call would take as long as the call. Panics of other code go on.
//
//go:noinline
func (m *machine) encodeGuarded(p *Program, b *block, data unsafe.Pointer, n int) (end int) {
	defer func() {
		if m.coding.exit != nil {
			if v := recover(); v != nil {
				end = m.codecFailed(loan.Codecs().TakeWriter(m.writer), loan.Codecs().Panicked(v))
			} else {
				loan.Codecs().TakeWriter(m.writer) // the goroutine ends: a codec that kept the writer must not keep the buffer
			}
		}
	}()
	if b != nil {
		return m.run(b.first, data, n, 0, 0)
	}
	return m.root(p, data, n)
}

// codecFailed notes the error of a codec. b is the buffer up to where the codec has written it, or nil if the codec no
// longer had it. The error's place is the path to the value in the output. If codecs are nested, the error names the
// innermost one: its place counts from the value that its machine was for, so it is moved by the length of what
// precedes that.
func (m *machine) codecFailed(b []byte, err error) int {
	if b == nil {
		b = m.bytes(max(m.coding.at, 0))
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

// bareOf returns the program of t without the codec that t itself may have, for codecs that only add to what would be
// written without them. Values of t within the value are written by the codec again.
func bareOf(cfg *plan.Dialect, t reflect.Type) *Program {
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

// codecTest returns an op that leaves a member out if the codec's own test says so.
func codecTest(t reflect.Type, offset uintptr, test func(any) bool) op {
	info := &testInfo{typ: t, word: mem.PointerWordOf(t)}
	info.zero = func(info *testInfo, p unsafe.Pointer) bool { return test(mem.Interface(info.word, p)) }
	return op{code: opTestExit, offset: offset, sub: subOf(info)}
}
