package encode

import (
	"bytes"
	"math"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file is for package json/v2 of this module. If the encoder fails, the standard library encodes the value again,
// but must not call a method twice. So a machine records its method calls, and the fault contains their results.

// calledExit is the data of an op that calls a method and records the call (runCalled).
type calledExit struct {
	exitInfo
	call   func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int
	method fault.Code // MarshalJSON, MarshalText or AppendText
	value  reflect.Type
	addr   bool // the values have addresses, which identify their calls; other values are identified by their bytes
	copies bool // the values have no address and the method has a pointer receiver: it gets a copy
}

type methodCall struct {
	exit     *calledExit
	pointer  unsafe.Pointer // points to the value, if it has an address
	from, to int            // if it has no address, its bytes are callLog.content[from:to]
	at, end  int            // where the result is in the output; end is negative after an error
	output   []byte         // the result, if it is no longer in the output
	err      error
}

// callLog has the method calls of one encoding, in order, and the bytes of their values.
type callLog struct {
	called  []methodCall
	content []byte
	checked int // the output up to here has no byte 0xff, the mark for invalid UTF-8
}

// logs returns an exitInfo that calls the method s as x.run does, for values of key, and records the call.
func logs(x exitInfo, s methodKind, key blockKey) *exitInfo {
	method := map[methodKind]fault.Code{byJSON: fault.MarshalJSON, byText: fault.MarshalText, byAppend: fault.AppendText, byFunction: fault.Function}[s]
	bit := map[methodKind]shape.MethodSet{byJSON: shape.MarshalJSON, byText: shape.MarshalText, byAppend: shape.AppendText}[s]
	c := &calledExit{x, x.run, method, key.typ, key.addr, !key.addr && shape.MethodsOf(key.typ).Value&bit == 0}
	c.run = runCalled
	return &c.exitInfo
}

// calls reports whether values of t are written by a function of encoding/json/v2's option WithMarshalers.
func (c *compiler) calls(t reflect.Type) bool {
	cd := c.codecOf(t)
	return cd != nil && cd.Call != nil
}

// function adds an op that calls cd.Call, a function of WithMarshalers, with a value or a copy if it has no address.
func (w *builder) function(cd *plan.Codec, key blockKey, offset uintptr) {
	x := exitInfo{typ: key.typ, word: mem.PointerWordOf(key.typ)}
	x.run = func(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
		b, err := cd.Call(m.cfg.Context, nil, mem.Interface(x.word, p))
		return m.marshaled(x, b, err, n)
	}
	w.emit(op{code: opExit, offset: offset, sub: subOf(logs(x, byFunction, key))}, 0)
}

func runCalled(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	if m.marked(n) {
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue})
	}
	x := (*calledExit)(unsafe.Pointer(info))
	c := methodCall{exit: x, at: n}
	if x.addr {
		c.pointer = p
	} else {
		c.from = len(m.content)
		m.content = append(m.content, mem.Slice(p, int(x.value.Size()))...)
		c.to = len(m.content)
	}
	if x.copies {
		p = copyOf(x.value, p).UnsafePointer()
	}
	n = x.call(m, info, p, n)
	if c.end = n; n < 0 {
		c.output, c.err = m.err.Output, m.err.Err
	}
	m.called = append(m.called, c)
	return n
}

// marked reports whether the output up to n has the byte 0xff, the mark for invalid UTF-8. encoding/json/v2 would have
// failed there, so no further method may be called.
func (m *machine) marked(n int) bool {
	if !m.rules.set.Marks() {
		return false
	}
	from := min(max(m.checked, m.start), n)
	m.checked = n
	if bytes.IndexByte(m.bytes(n)[from:], 0xff) < 0 {
		return false
	}
	m.checked = 0 // reset it for the next run
	return true
}

// saveResult stores text, which is about to be removed from the output at n, in the records of the calls that wrote it.
func (m *machine) saveResult(text string, n int) {
	m.checked = min(m.checked, n)
	for i := len(m.called) - 1; i >= 0 && m.called[i].at >= n; i-- {
		if c := &m.called[i]; c.output == nil {
			c.output = []byte(text)
		}
	}
}

func (m *machine) calls() []fault.MethodCall {
	list := make([]fault.MethodCall, len(m.called))
	for i, c := range m.called {
		x := c.exit
		list[i] = fault.MethodCall{Method: x.method, Type: x.value, Memory: string(m.content[c.from:c.to]), Output: c.output, Err: c.err}
		if c.pointer != nil {
			list[i].Pointer = reflect.NewAt(x.value, c.pointer).Interface()
		}
		if c.end >= 0 && c.output == nil {
			list[i].Output = bytes.Clone(m.bytes(c.end)[c.at:])
		}
	}
	return list
}

// A machine in the pool keeps memory for this many records, and bytes of values.
const (
	keepCalls   = 1 << 16
	keepContent = mem.MostPooled / 4
)

// BytesOf returns the bytes of the value of type t that v points to, for a comparison with MethodCall.Memory.
func BytesOf(v any, t reflect.Type) string {
	return string(mem.Slice(mem.DataWord(v), int(t.Size())))
}

// forgetCalls drops the recorded calls, which would keep the caller's values alive.
func (m *machine) forgetCalls() {
	clear(m.called)
	if len(m.called) > keepCalls {
		m.called = nil
	}
	if len(m.content) > keepContent {
		m.content = nil
	}
	m.called, m.content, m.checked = m.called[:0], m.content[:0], 0
}

// reformatted writes b, a result of MarshalJSON or a raw value, as encoding/json/v2 does. It copies strings without
// escapes, numbers, and small arrays and objects; the configuration's function Reformat writes all others.
func (m *machine) reformatted(x *exitInfo, b []byte, n int) int {
	n = m.room(n, len(b))
	to := unsafe.Add(m.base, n)
	switch {
	case len(b) == 0:
	case b[0] == '"':
		if len(b) > 1 && plainASCII(b) && m.plainString(b, n) {
			return n + len(b)
		}
	case b[0] == '-' || '0' <= b[0] && b[0] <= '9':
		if from := mem.Data(b); kernel.CopyNumber(to, from, len(b)) || num.CopyText(to, from, len(b)) {
			return n + len(b)
		}
	default:
		size, _ := m.compact.Put(to, b)
		if size > 0 && !m.rules.html && plainJSON(m.bytes(n + size)[n:]) {
			return n + size
		}
	}
	out, err := m.cfg.Reformat(m.bytes(n), b)
	if err != nil {
		return m.fail(&fault.Fault{Code: fault.MarshalJSON, Type: x.typ, Output: b})
	}
	return m.adopt(out)
}

// plainASCII reports whether b has at most 64 bytes, all of them ASCII.
func plainASCII(b []byte) bool {
	if len(b) > 64 {
		return false
	}
	var all byte
	for _, c := range b {
		all |= c
	}
	return all < 0x80
}

// plainJSON reports whether encoding/json/v2 certainly writes b, which is JSON without white space, unchanged: it has
// no escapes, is UTF-8, and no object has two equal names.
func plainJSON(b []byte) bool {
	if uint64(len(b)) > math.MaxUint32 || bytes.IndexByte(b, '\\') >= 0 || !kernel.ValidUTF8(b) {
		return false
	}
	var names [32]struct{ from, to uint32 } // names of the open objects
	var marks [8]int                        // the index of the first name of each open object
	count, depth := 0, 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '{':
			if depth == len(marks) {
				return false
			}
			marks[depth] = count
			depth++
		case c == '}':
			depth--
			count = marks[depth]
		case c == '"':
			from := i + 1
			if i = from + bytes.IndexByte(b[from:], '"'); i+1 == len(b) || b[i+1] != ':' {
				continue
			}
			if count == len(names) {
				return false
			}
			for _, name := range names[marks[depth-1]:count] {
				if string(b[name.from:name.to]) == string(b[from:i]) {
					return false
				}
			}
			names[count].from, names[count].to = uint32(from), uint32(i)
			count++
		}
	}
	return true
}
