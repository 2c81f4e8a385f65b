package decode

import (
	"bytes"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Calls of the decoder: for a document here, for values in windows in window.go. Both go through walk and conclude,
// in unmarshal.go.

// Call is a request to decode, besides the input and the target. A Call with a Config alone decodes a document. It is
// not written to, so one Call may serve any number of calls. Only the Resident of a Call belongs to one goroutine.
//
// There are two ways in: Unmarshal for a document, and UnmarshalIn for a value in a reader's window.
type Call struct {
	Config  *plan.Dialect
	Program *Program // of the type that targets point to, for callers that have looked it up; or nil

	Hidden uint32 // for UnmarshalIn: the position in the window of the name of a member to pass over, or 0: see Form.Hides
	Depth  int32  // number of arrays and objects around the value
	Offset int64  // of the value in the document
	Left   *int64 // the rest of the limit on memory of the run around this call, or nil
	all    *findings

	Counts   bool // limits on nesting count Depth too; without it the caller has held the limit for these levels
	Borrowed bool // the input is a string's, or will be overwritten: methods that are given a part of it get a copy
	Bare     bool // the codec that the target's own type may have is left out
	Checked  bool // the value is known to be JSON that keeps to the configuration's rules
	Perhaps  bool // input of more than one value is no error but gives notKnown, and so do types that call other code

	// For UnmarshalIn.
	Lent     bool      // the window is the caller's until the call ends, so methods and codecs may be called in it
	Undo     bool      // whatever does not fit is undone, without a fault: the caller decodes the value again
	Resident *Resident // keeps the state for the next value of a window that is not lent; or nil
}

// Program decodes values of one type. Callers may hold it instead of looking it up.
type Program = node

// ProgramOf returns the Program of the values that pointers to t lead to. It compiles it at first use.
func ProgramOf(c *plan.Dialect, t reflect.Type) *Program {
	return nodeFor(c, reflect.PointerTo(t)).elem
}

// Unmarshal decodes the JSON value data into the value that v points to, and returns the fault, if there is one. It
// neither keeps data nor writes to it.
//
// Input that is not JSON leaves the target unchanged. A value that does not fit its place is skipped, and the first
// such value is the fault.
func (c *Call) Unmarshal(data []byte, v any) *fault.Fault {
	t, dst := c.target(v)
	if t == nil {
		return &fault.Fault{Code: fault.BadTarget}
	}
	own := c.Config.Own || c.Depth > 0 || c.Config.Options.Has(option.AliasTagged)
	if len(data) <= mostTiny && !own {
		if fast.Tiny && tiny(c.Config, t, data, dst) {
			return nil
		}
		if len(data) == 0 { // which is frequent, and never more than this
			return &fault.Fault{Code: fault.Syntax, Err: toolchain.SyntaxError(nil, 0)}
		}
	}
	// The rest is written out for types that call no other code, under encoding/json's meaning.
	usual, keep := !own && t.calls.Load() == callsKnown, false
	if !usual {
		var f *fault.Fault
		if data, keep, f = c.prepare(t, data); f != nil {
			return f
		}
	}
	if len(data) >= leastOffered && mayBeOffered(data) && c.Depth == 0 && c.all == nil && !c.aliases() && !c.Config.Options.Has(option.EndAtFault) {
		if s := offered(c.Config, data, dst); s != nil {
			// The offered value is known to be JSON, but not to keep the rules of another configuration.
			p, zero := s.walk(t, dst, !c.Config.Own)
			_, f := s.conclude(t, p, dst, zero)
			return f
		}
	}
	s := acquire(c.Config, data, keep)
	s.host.perhaps = c.Perhaps
	if c.all != nil {
		s.all = c.all
	}
	if !usual {
		s.share(c.Left)
		s.lending.offset = c.Offset
		if s.depth = int(c.Depth); c.Counts {
			s.stacks.above = int(c.Depth)
		}
	}
	p, zero := s.walk(t, dst, c.Checked)
	if p == s.N && s.sound() {
		s.release()
		return nil
	}
	_, f := s.conclude(t, p, dst, zero)
	return f
}

// prepare is the part of Unmarshal for types that may call other code, for values within others, and for configurations
// of the caller's. It returns data, or a copy that methods may keep, and whether strings and methods get parts of it.
// With a fault, data is not decoded.
//
//go:noinline
func (c *Call) prepare(t *node, data []byte) (same []byte, keep bool, f *fault.Fault) {
	calls := t.callsMethods()
	if c.Borrowed && calls {
		data = bytes.Clone(data)
	}
	switch {
	case c.Depth >= maxDepth:
		return data, false, &fault.Fault{Code: fault.TooDeep}
	case c.Perhaps && (calls || t.lends()):
		return data, false, &notKnown
	case t.calls.Load()&lastBroken != 0 && c.Depth == 0 && !c.Config.Own && !c.Perhaps:
		if at, deep, err := toolchain.Syntax(data, 0); err != nil {
			return data, false, &fault.Fault{Code: fault.Syntax, Offset: int64(at), Deep: deep, Err: err}
		}
		t.calls.And(^uint32(lastBroken))
	}
	return data, calls || t.lends() || c.Config.Own || c.aliases(), nil
}

// Faults is Unmarshal for a caller that wants all faults, at most most of them, in the order of the input. They include
// broken rules for whole inputs, and have their routes. Input that is not JSON is a single fault. Faults passes them to
// use, which must not keep them: their memory is used again. texts has memory for texts about them, which may be kept.
func (c *Call) Faults(data []byte, v any, most int, use func(found []fault.Fault, texts *mem.Arena)) {
	x := searches.Get().(*search)
	x.Call, x.most = *c, most
	x.all, x.texts = &x.findings, mem.ArenaOf(1, textsOfFault)
	f := x.Unmarshal(data, v)
	list := x.list
	if list == nil && f != nil { // found before the decoding
		list = []fault.Fault{*f}
	}
	use(list, &x.texts)
	values, space := x.values[:cap(x.values)], x.space
	clear(values)
	clear(space)
	if *x = (search{}); len(values) <= mostKept {
		x.values, x.space = values[:0], space[:0]
	}
	searches.Put(x)
}

// search is a Call that wants all faults.
type search struct {
	Call
	findings
}

// mostKept is the number of faults for which a search that is not in use keeps memory.
const mostKept = 32

var searches = sync.Pool{New: func() any { return new(search) }}

// aliases reports whether strings may become parts of data under a configuration of encoding/json's meaning. A run
// keeps data for that, which is not the common case.
func (c *Call) aliases() bool { return c.Config.Options.Has(option.AliasTagged) && !c.Config.Own }

// notKnown is the fault of inputs that a Call with Perhaps does not decode. Its callers do not change it.
var notKnown = fault.Fault{Code: fault.Syntax}

// target returns the type and the address of the value that v points to. For a v that no value can be decoded into the
// type is nil. An interface of a pointer is two words, the type and the pointer itself, so the address needs no
// reflection. The node found by the type word is that of the pointer, and its elem the target's.
func (c *Call) target(v any) (*node, unsafe.Pointer) {
	dst := mem.DataWord(v)
	if c.Program != nil {
		return c.Program, dst
	}
	word := mem.TypeWord(v)
	if word == nil || dst == nil {
		return nil, nil
	}
	t := nodes(c.Config).Recent(word)
	if t == nil {
		rt := reflect.TypeOf(v)
		if rt.Kind() != reflect.Pointer {
			return nil, nil
		}
		t = nodeFor(c.Config, rt)
	}
	if t.op != opPointer {
		return nil, nil
	}
	if c.Bare {
		return bareOf(c.Config, t.elem.Type), dst
	}
	return t.elem, dst
}
