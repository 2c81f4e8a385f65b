package decode

import (
	"bytes"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// Call is what a call of the decoder asks for, besides the input and the target. With a Config alone it decodes a
// document. It is not written to, so that one Call may serve any number of calls.
//
// There are three ways in: Unmarshal for a document, UnmarshalIn for a value in a reader's window, and Walk for many
// values of one type in windows.
type Call struct {
	Config  *plan.Config
	Program *Program // of what targets point to, for who has looked it up; or nil

	Depth int    // arrays and objects that the value stands in
	Left  *int64 // what the run around this call has left of its limit on memory, or nil
	All   int    // how many faults are noted, for calls that continue after a fault; or 0

	Counts   bool // limits on nesting count Depth too; otherwise its levels have been looked at
	Borrowed bool // the input is a string's, or will be overwritten: methods that are given a part of it get a copy
	Bare     bool // the codec that the target's own type may have is left out
	Checked  bool // the value is known to be JSON that keeps to the configuration's rules
	Perhaps  bool // the input may be more than a value: that is nobody's mistake, and types that call somebody wait
	Lent     bool // the window is the caller's until the call ends, so that methods and codecs may be called in it
	Hidden   int  // where in the window the name starts of a member that the value is decoded without, or 0: see Hides
}

// Program is what decodes values of one type, for callers that hold it instead of looking it up.
type Program = node

// ProgramOf returns the Program of what pointers to t lead to, compiling it at first use.
func ProgramOf(c *plan.Config, t reflect.Type) *Program { return nodeFor(c, reflect.PointerTo(t)).elem }

// Unmarshal decodes the JSON value data into what v points to, and returns what is wrong, if anything is. data is not
// kept and not written to.
//
// Input that is not JSON leaves the target as it was; a value that does not fit its place is passed over, and the
// first such is returned at the end. With All, all of them are in there, and what is returned is a fault that has ended
// the decoding.
//
// From here a document goes one of three ways: run, for calls with a depth; decodeOffered,
// where a method's run offers this very text; document for all others.
func (c *Call) Unmarshal(data []byte, v any) Failed {
	t, dst := c.target(v)
	if t == nil {
		return Failed{fault: &fault.Fault{Code: fault.BadTarget}}
	}
	if c.Borrowed && t.callsMethods() {
		data = bytes.Clone(data)
	}
	switch {
	case c.Depth >= maxDepth:
		return Failed{fault: &fault.Fault{Code: fault.TooDeep}}
	case c.Perhaps && t.calls.Load() != callsKnown && (t.callsMethods() || t.lends()):
		return Failed{fault: &notKnown}
	case c.Depth > 0 || c.aliases():
		return c.run(t, data, dst)
	case c.All == 0 && len(data) >= leastOffered && mayBeOffered(data):
		if ok, f := decodeOffered(c.Config, t, data, dst); ok {
			return Failed{fault: f}
		}
	}
	return c.document(t, data, dst)
}

// aliases reports whether strings may become parts of data under a configuration of encoding/json's meaning. A run
// keeps data for that, which is not the common case.
func (c *Call) aliases() bool { return c.Config.Options.Has(option.AliasTagged) && !c.Config.Own }

// Hides reports whether the member Hidden of an object that is decoded into a t by c may have that name: no field of a
// struct is exactly that, and no method or codec sees the object.
func (c *Call) Hides(t reflect.Type, name string) bool {
	in := nodeFor(c.Config, reflect.PointerTo(t)).elem
	for range maxPointers {
		if in.op != opPointer {
			break
		}
		in = in.elem
	}
	return c.Config.Own && in.hides && (in.fields == nil || in.fields.index.Find(name) < 0)
}

// notKnown is what is said of the input of a Call with Perhaps that is not decoded.
var notKnown = fault.Fault{Code: fault.Syntax}

// target returns the type and the address of what v points to. For a v that nothing can be decoded into there is no
// type.
// An interface of a pointer is two words, the type and the pointer itself, so the address needs no reflection. The
// node found by the type word is that of the pointer, and its elem the target's.
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
		return bareOf(c.Config, t.elem.rtype), dst
	}
	return t.elem, dst
}
