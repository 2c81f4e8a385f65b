// Package fault describes errors: by a code, a place, and the types and values concerned, without texts.
package fault

import (
	"strconv"
	"sync"
)

// The encoder and the decoder make a Fault where they stop. Most Faults never become the text of an error: the caller
// tries again in another way, or only asks whether there was a fault.

// Code says what went wrong.
type Code uint8

// The codes. A zetes.Rule has the value of its code, so a new code comes last.
const (
	None             Code = iota
	Syntax                // the input is not JSON, at Offset
	Mismatch              // a JSON value does not fit the Go type at its place
	UnknownName           // an object name has no field, and unknown names are not allowed
	Method                // a method or codec of the user failed; Err is its error
	MarshalJSON           // MarshalJSON failed with Err, or, if Err is nil, returned Output, which is not JSON
	MarshalText           // MarshalText failed with Err
	UnsupportedType       // a Go type that has no JSON form
	UnsupportedValue      // a Go value that has no JSON form: NaN, an infinity
	BadTarget             // the value to decode into is not a non-nil pointer
	Depth                 // nested deeper than the encoder follows: a cycle, or very deep data
	AppendText            // AppendText failed with Err
	KeyText               // MarshalText of a key of the map type Type failed with Err
	Codec                 // a codec failed with Err
	UnmarshalJSON         // not a fault: the Method of a ReadCall
	UnmarshalText         // not a fault: the Method of a ReadCall
	DuplicateName         // a second member of an object has the name that Path begins with
	InvalidUTF8           // a string is not UTF-8, or has half of a surrogate pair
	TooDeep               // nested deeper than a limit of the caller
	LongString            // a string is longer than a limit
	ManyElements          // an array or object has more elements than a limit
	ManyValues            // the input has more values than a limit
	MuchMemory            // the values of the input take more memory than a limit
	LongNumber            // a number is longer than a limit
	LongInteger           // an integer that would become a big.Int has more digits than a limit
	LongInput             // the input is longer than a limit
	LongOutput            // the output is longer than a limit
	MissingMember         // the member that Path begins with is required and absent
	BadType               // the configuration does not allow the Go type Type; Err says why
	Cycle                 // a value that contains itself, which encoding/json would follow without end
	Foreign               // encoding/json was called for one value, and has returned Err
	Whole                 // encoding/json must decode the whole input, a value that plans can't decode
	Function              // not a fault: the Method of a call, for a function of encoding/json/v2's options
)

type Fault struct {
	Code   Code
	Routed bool // Route leads to Offset
	Deep   bool // for Syntax, with Err: the nesting is too deep
	Placed bool // Path leads to a value that did not fit, and Err is the error about the value alone
	// Outermost says that Err names the wrong type: for an element of a []*T it names T, to which the pointer leads.
	// The final error must name *T, the type of the place: Type, or, if that is nil, the target's type.
	Outermost bool
	Offset    int64  // offset in the input or output, in bytes; for Syntax only set with Err
	Within    int64  // for Method: the offset of the part of the value that does not fit; 0: not known
	Route     string // the place in the input, in the form of a locate.Route
	Path      []Step // the path to the value, from the innermost step outwards
	Type      any    // the reflect.Type concerned, or nil
	Err       error  // the cause, or nil
	Output    []byte // for MarshalJSON: the output of the method
	// Value depends on the call. For UnsupportedValue it is the reflect.Value that has no JSON form, addressable if the
	// value has an address. For a decoding that ends at its first fault it has the method calls, or is nil. For a
	// Mismatch in a decoding that finds all faults it is the compiled decoder of the place where the value stands.
	Value any
}

// faults has the faults that Forget gave back, with the memory of their paths.
var faults = sync.Pool{New: func() any { return new(Fault) }}

// NewSyntax returns the Fault of bad syntax, or of too deep nesting, at offset, with encoding/json's error err.
func NewSyntax(offset int, deep bool, err error) *Fault {
	f := New()
	f.Code, f.Offset, f.Deep, f.Err = Syntax, int64(offset), deep, err
	return f
}

// New returns a Fault without a code, whose empty Path may have memory for some steps.
func New() *Fault { return faults.Get().(*Fault) }

// Forget gives back the memory of f, which came from New and to which nothing may refer any more. Only a Placed fault
// and bad syntax go back to the pool: the error that the caller gets for such a fault does not contain it. A fault with
// a negative Offset is shared by several calls, and stays as it is.
func (f *Fault) Forget() {
	if f.Placed || f.Code == Syntax && f.Offset >= 0 {
		steps := f.Path
		clear(steps)
		*f = Fault{Path: steps[:0]}
		faults.Put(f)
	}
}

// Called is a fault of an encoding, with the methods that it has called, if the configuration records them.
type Called struct {
	*Fault
	Calls []MethodCall
}

// ReadCall is a call of a method that reads a value. Method is UnmarshalJSON, UnmarshalText or Function.
type ReadCall struct {
	Method Code
	Copied bool  // Value points to a copy, since the memory was needed for other values
	Value  any   // the pointer to the value
	Err    error // the error that the method returned
}

// ReadCalls has the method calls of one decoding, in the order of the input. After a fault it is the fault's Value.
type ReadCalls struct{ List []ReadCall }

var readCalls = sync.Pool{New: func() any { return new(ReadCalls) }}

func NewReadCalls() *ReadCalls { return readCalls.Get().(*ReadCalls) }

// keepCalls is the largest number of calls for which a ReadCalls in the pool keeps its memory.
const keepCalls = 1 << 16

// Forget drops the calls, which refer to the caller's values, and gives back the memory of c.
func (c *ReadCalls) Forget() {
	clear(c.List)
	if len(c.List) > keepCalls {
		c.List = nil
	}
	c.List = c.List[:0]
	readCalls.Put(c)
}

// MethodCall is a call of a method that writes a value. Method is the method's Code, such as MarshalJSON.
type MethodCall struct {
	Method  Code
	Type    any    // the reflect.Type of the value
	Pointer any    // the pointer to the value, or nil if the value has no address
	Memory  string // the value's bytes, if the value has no address
	Output  []byte // the JSON of the method's result; if MarshalJSON did not return JSON, its output
	Err     error  // the error that the method returned
}

// Step is one level of a path into a value: a struct field, a name in an object, or an index.
type Step struct {
	Struct   any    // the reflect.Type of the struct, or nil
	Name     string // the JSON name, or an array's index
	Embedded bool   // Name is the Go name of an embedded struct, which JSON does not show
}

// Error returns the code as text. Users see it only if a package returns a Fault to them by mistake.
func (f *Fault) Error() string { return "json: fault " + strconv.Itoa(int(f.Code)) }

func (f *Fault) Unwrap() error { return f.Err }
