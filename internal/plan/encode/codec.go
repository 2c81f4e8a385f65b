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

// A codec is a function of the user's, from the configuration, that writes the values of a type. Here MarshalZetes
// methods are codecs too. The machine lends the codec a codec.Writer over its buffer, which holds the output so far,
// such as {"a":, and the codec appends the value. A panic of a codec becomes an error.
//
// While the codec runs, the buffer belongs to the writer, and values that the codec writes by plans get other machines.
// Afterwards, also after a panic or runtime.Goexit, the writer has no buffer: a codec that keeps it can write nothing.

func (c *compiler) codecOf(t reflect.Type) *plan.Codec {
	if cd := c.cfg.CodecOf(t); cd != nil && (cd.Write != nil || cd.Call != nil) {
		return cd
	}
	return nil
}

func (c *compiler) fieldCodec(f *shape.Field) *plan.Codec {
	if cd := c.cfg.FieldCodec(f); cd != nil && cd.Write != nil {
		return cd
	}
	return nil
}

// codecExit is the data of an op that calls a codec by runCodec. If the codec is for one field, field is its Go name.
type codecExit struct {
	exitInfo
	codec *plan.Codec
	field string
}

func (w *builder) codec(cd *plan.Codec, field string, offset uintptr) {
	x := &codecExit{exitInfo{run: runCodec, typ: cd.Type, word: mem.PointerWordOf(cd.Type)}, cd, field}
	w.exit(&x.exitInfo, offset)
}

// codecDepth is what a call of a codec adds to the depth, since it takes more stack than a call of machine.run.
const codecDepth = 4

func runCodec(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*codecExit)(unsafe.Pointer(info))
	w := m.writer
	if w == nil {
		w = loan.Codecs().NewWriter(m.drain)
		m.writer = w
	}
	// If the codec panics, codecFailed finds here which codec it was, and where its value begins.
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
		m.coding.exit, m.writer = nil, nil
		return m.fail(&fault.Fault{Code: fault.Foreign, Err: m.sink.Err})
	case err != nil:
		return m.codecFailed(b, err)
	}
	m.coding.exit = nil
	if mem.Data(b) == m.base {
		return len(b) // the caller makes space
	}
	return m.adopt(b)
}

// drain is called while a codec writes a string in parts. The output so far, b, goes to the sink, or without a sink its
// length is tested. drain returns the bytes that are still in the buffer, or an error if the encoding must end.
func (m *machine) drain(b []byte) ([]byte, error) {
	start, n := m.start, m.adopt(b)
	switch {
	case m.sink != nil:
		size := m.size
		n = m.handOn(n, 0)
		m.use(mem.Slice(m.base, size)) // handOn may have shortened it; the next part may need all of it
	case n-m.start > m.rules.most:
		m.stop(n)
	}
	m.coding.at += m.start - start
	if m.isOver() {
		return nil, m.sink.Err
	}
	return m.bytes(n), nil
}

func (m *machine) write(x *codecExit, n int, p unsafe.Pointer) ([]byte, error) {
	if x.codec.Append != nil {
		return x.codec.Append(m.writer, m.bytes(n), m.cfg, m.depth+codecDepth, p)
	}
	return loan.Codecs().Write(m.writer, x.codec.Write, m.bytes(n), m.rules.set, m.cfg, m.depth+codecDepth, p)
}

// writeGuarded calls write, and turns a panic into an error. It is for types with MarshalZetes under a configuration
// without codecs. With codecs, encodeGuarded recovers the panics.
//
//go:noinline
func (m *machine) writeGuarded(x *codecExit, n int, p unsafe.Pointer) (b []byte, err error) {
	done := false
	defer func() {
		if done {
			return
		}
		// After runtime.Goexit recover returns nil. The writer must give the buffer back then too.
		if v := recover(); v != nil {
			err = loan.Codecs().Panicked(v)
		}
		b = loan.Codecs().TakeWriter(m.writer)
	}()
	b, err = m.write(x, n, p)
	done = true
	return b, err
}

// coding has the codec that is running, or nil, and the position at which its value begins.
type coding struct {
	exit *codecExit
	at   int
}

// encode writes the value of the call. If b is not nil, it runs b on the value at the address data; otherwise it runs p
// on the value of an interface whose data word is data.
func (m *machine) encode(p *Program, b *block, data unsafe.Pointer, n int) int {
	if b == nil && p.shape <= byPointer && data != nil {
		b = p.block
	}
	switch {
	case m.rules.coded:
		return m.stopped(m.encodeGuarded(p, b, data, n))
	case b != nil:
		n = m.run(b.first, data, n, 0, 0)
	default:
		n = m.root(p, data, n)
	}
	if len(m.called) > 0 && n >= 0 && !m.cfg.Accepts(m.written(n)) {
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue})
	}
	return m.stopped(n)
}

// encodeGuarded writes the value as encode does, and turns a panic of a codec, but not of other code, into an error.
// One deferred function for all codecs is faster than one for each call.
//
//go:noinline
func (m *machine) encodeGuarded(p *Program, b *block, data unsafe.Pointer, n int) (end int) {
	defer func() {
		if m.coding.exit != nil {
			if v := recover(); v != nil {
				end = m.codecFailed(loan.Codecs().TakeWriter(m.writer), loan.Codecs().Panicked(v))
			} else {
				loan.Codecs().TakeWriter(m.writer) // the goroutine ends
			}
		}
	}()
	if b != nil {
		return m.run(b.first, data, n, 0, 0)
	}
	return m.root(p, data, n)
}

// codecFailed stores the error of a codec, with the path to the codec's value in the output. b is the buffer with the
// codec's output, or nil if the codec no longer had the buffer. If an inner codec has failed, err is its error, whose
// offset counts from the start of the inner encoding's output: codecFailed adds the length of this machine's output.
func (m *machine) codecFailed(b []byte, err error) int {
	if b == nil {
		b = m.bytes(max(m.coding.at, 0))
	}
	x, at := m.coding.exit, m.coding.at-m.start
	m.coding.exit, m.writer = nil, nil // the codec may have kept the writer
	var deeper []locate.Step
	if inner, ok := errors.AsType[*locate.Written](err); ok {
		deeper = inner.Steps
	}
	offset, failure := loan.Codecs().Failure(err) // not nil if an inner codec has failed
	if failure != nil {
		locate.Base(len(b) - m.start).MoveOffset(offset)
	} else {
		offset, failure = loan.Codecs().Failed(x.typ, x.field, true, err)
		*offset = int64(at)
	}
	return m.fail(&fault.Fault{Code: fault.Codec, Type: x.typ, Err: m.placed(failure, b, at, deeper)})
}

// bareOf returns a program of t that does not call the codec of t for the value itself: the codec can have its value
// written as if there were no codec. Values of type t inside the value are written by the codec again.
func bareOf(cfg *plan.Dialect, t reflect.Type) *Program {
	if p := programs(cfg).Bare(t); p != nil {
		return p
	}
	p := &Program{typ: t}
	p.addr.Store(compiling(cfg, func(c *compiler) *block { return c.block(blockKey{typ: t, addr: true, bare: true}) }))
	return programs(cfg).PutBare(t, p)
}

// codecTest returns an op that leaves a member out if test, a function of a codec, returns true for its address.
func codecTest(t reflect.Type, offset uintptr, test func(any) bool) op {
	word := mem.PointerWordOf(t)
	info := &testInfo{zero: func(p unsafe.Pointer) bool { return test(mem.Interface(word, p)) }}
	return op{code: opTestExit, offset: offset, sub: subOf(info)}
}
