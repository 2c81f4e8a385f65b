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

// Requests to decode: Unmarshal for a document, and UnmarshalIn (window.go) for a value in a reader's window.

// Call is a request to decode, without the input and the target. A Call with only a Config decodes a document. Its
// methods do not change it, so one Call may be used many times and by several goroutines, unless it has a Resident.
type Call struct {
	Config  *plan.Dialect
	Program *Program  // the plan of the target's type, if the caller has looked it up; or nil
	Depth   int32     // the number of arrays and objects around the value
	Offset  int64     // the offset of the value in the document
	Left    *int64    // the bytes that are left of the memory limit of the decoding around this call, or nil
	all     *findings // collects all faults, for Faults; nil for the other methods

	// Refused, if not nil, is called under option.EndAtFault for the first value that does not fit its Go type, if the
	// target was zero. It returns the final error, or nil if the standard library must decode the input again. The Code
	// of f is Mismatch, UnknownName, DuplicateName without a Type (a second member for a field), or the method that has
	// returned f.Err: UnmarshalJSON or UnmarshalText. f.Output is the value, or the name with its quotes.
	Refused func(f *fault.Fault) error

	Counts   bool // limits on nesting count Depth too; otherwise the caller has already tested those levels
	Borrowed bool // the input is the memory of a string, or will be overwritten: methods get copies of parts of it
	Bare     bool // even if the target's own type has a codec, the codec is not called
	Checked  bool // the value is known to be JSON that satisfies the configuration's rules
	Trial    bool // the input may be several values, such as [1] [2]: types with methods or codecs are not decoded

	// For UnmarshalIn.
	Hidden   uint32    // the position of the opening quote of the name of a member to ignore, or 0; needs Form.Hides
	Lent     bool      // the window does not change until the call ends, so methods and codecs may get parts of it
	Undo     bool      // after a mismatch the target gets its old value back, without a fault: the caller decodes again
	InPlace  []byte    // if not nil, a jsondoc.Value or json.RawMessage becomes this text itself, unchecked; w is not used
	Resident *Resident // keeps the state for the next value of the same window, if that is not Lent; or nil
}

// Program decodes values of one type. Callers may store it instead of looking it up for each call.
type Program = node

// ProgramOf returns the Program that decodes into a t through a pointer to it, as Unmarshal does.
func ProgramOf(c *plan.Dialect, t reflect.Type) *Program {
	if p := nodeFor(c, reflect.PointerTo(t)); p.elem != nil {
		return p.elem
	}
	return nodeFor(c, t) // a codec reads the type *t, so its node does not lead to that of t
}

// Unmarshal decodes the JSON value data into the value that v points to, and returns the fault, if there is one. It
// does not write to data. Only methods, and strings under options such as AliasInput, may keep parts of data.
//
// Input that is not JSON leaves the target unchanged. Values that do not fit are skipped; the first one is the fault.
func (c *Call) Unmarshal(data []byte, v any) *fault.Fault {
	t, dst := c.target(v)
	if t == nil {
		return &fault.Fault{Code: fault.BadTarget}
	}
	if c.Config.Attempt != nil && c.attempt(data, v) {
		return nil
	}
	own := c.Config.Own || c.Depth > 0 || c.Config.Options.Has(option.AliasTagged)
	if len(data) <= mostTiny && !own {
		if fast.Tiny && tiny(c.Config, t, data, dst) {
			return nil
		}
		if len(data) == 0 { // empty inputs are frequent, and the error about them needs no state
			return fault.NewSyntax(0, false, toolchain.SyntaxError(nil, 0))
		}
	}
	// prepare is not needed for types that call no other code, under encoding/json's meaning.
	usual, keep := !own && t.calls.Load() == callsKnown, false
	if !usual {
		var f *fault.Fault
		if data, keep, f = c.prepare(t, data); f != nil {
			return f
		}
	}
	if len(data) >= leastOffered && shelfOf(data).count.Load() > 0 && c.Depth == 0 && c.all == nil && !c.aliases() && c.Config.Options&(option.EndAtFault|option.Attempt) == 0 {
		if s := offered(c.Config, data, dst); s != nil {
			// data is a part of the input of another decoding, which has called the method that calls Unmarshal here.
			// So data is known to be JSON, but may still break the rules of another configuration.
			p, zero := s.walk(t, dst, !c.Config.Own)
			_, f := s.conclude(t, p, dst, zero)
			return f
		}
	}
	s := acquire(c.Config, data, keep)
	s.host.trial = c.Trial
	if c.all != nil {
		s.all = c.all
	}
	if !usual {
		s.share(c.Left)
		s.lending.offset = c.Offset
		if s.depth = int(c.Depth); c.Counts {
			s.stacks.above = int(c.Depth)
		}
		if most := c.Config.Limits.Depth; most > 0 && c.Config.Options.Has(option.Attempt) {
			s.depth = max(maxDepth-most, 0)
		}
	}
	p, zero := s.walk(t, dst, c.Checked)
	if p == s.N && s.sound() {
		s.release()
		return nil
	}
	if p < 0 && zero {
		if f := c.refused(s, t); f != nil {
			s.release()
			return f
		}
	}
	_, f := s.conclude(t, p, dst, zero)
	return f
}

// prepare copies borrowed data if methods may be called, and finds reasons not to decode: too many levels, a Trial with
// a type that calls other code, or bad syntax, which it looks for if the last input for t was not JSON. same is data or
// the copy. keep says whether strings and methods may get parts of same. If f is not nil, data must not be decoded.
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
	case c.Trial && (calls || t.lends()):
		return data, false, &unexplained
	case t.calls.Load()&lastBroken != 0 && c.Depth == 0 && !c.Config.Own && !c.Trial:
		if at, deep, err := toolchain.Syntax(data, 0); err != nil {
			return data, false, fault.NewSyntax(at, deep, err)
		}
		t.calls.And(^uint32(lastBroken))
	}
	return data, calls || t.lends() || c.Config.Own || c.aliases(), nil
}

// Faults decodes data into the value that v points to, like Unmarshal, but reports all faults, not only the first one.
// It calls use once, with at most as many faults as most says, in the order of the input and with their paths. Broken
// rules and limits for whole inputs are among them. Input that is not JSON is a single fault.
//
// use must not keep the list. If brief is true, it must not keep strings in the arena texts either, such as the fault's
// Route, nor errors that encoding/json has made for the faults, and only the first fault has all of its path.
func (c *Call) Faults(data []byte, v any, most int, brief bool, use func(found []fault.Fault, texts *mem.Arena)) {
	x := searches.Get().(*search)
	x.Call, x.most = *c, most
	x.all, x.brief = &x.findings, brief
	if !brief {
		x.answers, x.texts = toolchain.Answers{}, mem.ArenaOf(1, textsOfFault)
	}
	f := x.Unmarshal(data, v)
	list := x.list
	if list == nil && f != nil { // a fault found before decoding began
		list = []fault.Fault{*f}
	}
	use(list, &x.texts)
	values, space, answers, texts := x.values, x.space, x.answers, x.texts
	clear(values)
	clear(space)
	if *x = (search{}); cap(values) <= mostKept {
		x.values, x.space = values[:0], space[:0]
		if brief {
			answers.Reuse()
			texts.Reuse()
			x.answers, x.texts = answers, texts
		}
	}
	searches.Put(x)
}

// search is the state of one call of Faults: a copy of the Call, and the faults found so far.
type search struct {
	Call
	findings
}

const mostKept = 128 // the number of faults for which a search that is not in use keeps memory

var searches = sync.Pool{New: func() any { return new(search) }}

// aliases reports whether strings may share the memory of data because of the tag option nocopy.
func (c *Call) aliases() bool { return c.Config.Options.Has(option.AliasTagged) && !c.Config.Own }

// unexplained is the fault for callers that only ask whether decoding failed. It must not be changed.
var unexplained = fault.Fault{Code: fault.Syntax, Offset: -1}

// target returns the node and the address of the value that v points to. If v is not a pointer, or is nil, the node is
// nil. No reflection is needed: an interface that holds a pointer is two words, the type and the pointer. The type word
// leads to the node of the pointer, whose elem is the node of the target.
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
	elem := t.elem
	if t.op != opPointer {
		if t.custom == nil || t.Type.Kind() != reflect.Pointer {
			return nil, nil
		}
		// A codec reads pointers of this type, so t does not lead to the node of the target.
		elem = nodeFor(c.Config, t.Type.Elem())
	}
	if c.Bare {
		return bareOf(c.Config, elem.Type), dst
	}
	return elem, dst
}
