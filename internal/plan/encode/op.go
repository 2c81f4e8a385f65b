package encode

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/meter"
)

// This file has the ops that programs are made of. As the tests print them:
//
//	0 int64     +0    "{\"ID\":"
//	1 string    +8    ",\"Name\":\""
//	2 end       +0    "\"}"
//
// Each op writes its text, then the value at its offset. testdata/programs.txt has the programs of more types.
//
// A program runs on one address: that of a struct, of an element, or of a pointer's target. All offsets count from
// there, also those of members of structs that lie in one another by value: in struct{A int; B struct{C bool}} the bool
// is at +8. A value elsewhere in memory, which a pointer, slice or map leads to, has a block of its own.
//
// Only the compiler writes ops. A block that a machine can find is finished, and any number of machines can run it at
// the same time.

// op is one step of a program. It is 64 bytes, one cache line, on 64-bit machines. The text lies in the op itself: the
// loop always copies all 32 bytes of it, and advances by lit bytes. The next store overwrites the rest.
type op struct {
	code   code
	lit    uint8          // how many bytes of text are written first
	flags  flags          // their meaning stands at each code
	elem   code           // the code of the scalars in a slice or array, or of the pointees, which may be strings too
	jump   int32          // how many ops a test goes on by when the member is left out
	offset uintptr        // the offset of the value from the address that the program runs on
	size   uint32         // the size of an element, in bytes
	count  uint32         // of an array's elements, or of the further pointers to follow
	sub    unsafe.Pointer // what the code needs besides: the methods below return it with its type
	text   [32]byte
}

// textSize is how much text one op carries; the machine always copies that much.
const textSize = len(op{}.text)

type flags uint8

const (
	orNull    flags = 1 << iota // nil slices and maps are null
	needComma                   // for tests: a comma is written first, unless the object has just begun
)

type code uint8

// The codes. Ops up to opFixed write a bounded number of bytes, and do not test the limit. Strings test it unless they
// are empty; all further ops up to the tests always do.
//
// The order matters: the builder derives from it which ops test the limit, sized adds the code of a size to opInt8,
// opUint8 and opTest8, and all codes after opTest are tests.
const (
	opEnd            code = iota // the end of the program; makes room for what the caller writes next
	opText                       // nothing but the literal
	opComma                      // a comma, unless the object has just begun
	opBool                       // true or false
	opInt8                       // a number of that type
	opInt16                      //
	opInt32                      //
	opInt64                      //
	opUint8                      //
	opUint16                     //
	opUint32                     //
	opUint64                     //
	opFloat32                    // of value
	opFloat64                    // of value
	opTime                       // a time.Time, of value
	opDefined                    // null, and go on by jump, unless the state of an opt.Value is that of a value
	opFixed                      // no op: the border
	opRoom                       // makes room
	opString                     // a string's inside; the quotes belong to literals
	opStringQ                    // a string's inside and the closing quote
	opPointer                    // null, or run block on what the pointer leads to
	opPointers                   // the same through count further pointers
	opHop                        // run block on what the pointer leads to, or nothing: an embedded pointer
	opCall                       // run block on the value in place
	opSlice                      // block on each element; orNull
	opArray                      // block on each of count elements
	opStrings                    // []string; orNull
	opFloats                     // []float64, of value; orNull
	opFloatArray                 // count float64s, of value
	opStringArray                // count strings
	opScalars                    // a slice of other booleans or numbers, of elem; of value; orNull
	opScalarArray                // count of them
	opScalarPointer              // null, or what the pointer leads to, through count further ones, of elem; of value
	opScalarPointers             // a slice of such pointers; orNull
	opMap                        // of mapping; orNull
	opAny                        // interface{}
	opIface                      // an interface with methods
	opBytes                      // []byte as base64; orNull
	opExit                       // whatever exit does
	opTest                       // no op: the border to tests
	opTestWord                   // go on by jump if the word is zero: a pointer, interface, length, number of that size
	opTestRun                    // the same, followed by more such tests, which skips lists
	opTest8                      // the value's 1, 2, 4, 8 bytes are zero
	opTest16                     //
	opTest32                     //
	opTest64                     //
	opTestMap                    // a map has no entries
	opTestF32                    // a float is zero of either sign
	opTestF64                    //
	opTestTime                   // a time.Time is zero
	opTestExit                   // what zeroTest says
)

var codeNames = [...]string{
	opEnd: "end", opText: "text", opComma: "comma", opBool: "bool", opInt8: "int8", opInt16: "int16", opInt32: "int32",
	opInt64: "int64", opUint8: "uint8", opUint16: "uint16", opUint32: "uint32", opUint64: "uint64", opFloat32: "float32",
	opFloat64: "float64", opTime: "time", opDefined: "defined", opRoom: "room", opString: "string", opStringQ: "string\"",
	opPointer: "pointer", opPointers: "pointers", opHop: "hop", opCall: "call", opSlice: "slice", opArray: "array", opStrings: "strings",
	opFloats: "floats", opFloatArray: "[n]floats", opStringArray: "[n]strings",
	opScalars: "scalars", opScalarArray: "[n]scalars", opScalarPointer: "scalar*", opScalarPointers: "scalars*",
	opMap: "map", opAny: "any", opIface: "iface", opBytes: "bytes", opExit: "exit", opTestWord: "testword",
	opTestRun: "testrun", opTest8: "test8", opTest16: "test16", opTest32: "test32", opTest64: "test64", opTestMap: "testmap",
	opTestF32: "testf32", opTestF64: "testf64", opTestTime: "testtime", opTestExit: "testexit",
}

// sub has a type that depends on the code: a block for the codes that run one, a mapInfo for opMap, an exitInfo for
// opExit, a list of skips for opTestRun, a testInfo for opTestExit, and a valueInfo for the codes whose numbers or
// times may have no JSON form. sub keeps its target alive. subOf makes it and states its type; the accessors read it.

func (pc *op) block() *block       { return sub[block](pc) }
func (pc *op) value() *valueInfo   { return sub[valueInfo](pc) }
func (pc *op) mapping() *mapInfo   { return sub[mapInfo](pc) }
func (pc *op) exit() *exitInfo     { return sub[exitInfo](pc) }
func (pc *op) skips() *skip        { return sub[skip](pc) }
func (pc *op) zeroTest() *testInfo { return sub[testInfo](pc) }

// sub returns the op's sub, which is a T.
func sub[T any](pc *op) *T {
	if meter.Invariants {
		pc.checkSub(reflect.TypeFor[T]())
	}
	return (*T)(pc.sub)
}

// subOf returns x as the sub of an op. For an exit that carries more than an exitInfo, x is the exitInfo at its start.
func subOf[T block | valueInfo | mapInfo | exitInfo | skip | testInfo](x *T) unsafe.Pointer {
	if meter.Invariants {
		subTypes.Store(unsafe.Pointer(x), reflect.TypeFor[T]())
	}
	return unsafe.Pointer(x)
}

// subTypes has the types of all subs, by address, where invariants are checked.
var subTypes sync.Map

// checkSub panics unless the op's sub is a t.
func (pc *op) checkSub(t reflect.Type) {
	if got, _ := subTypes.Load(pc.sub); got != t {
		panic(fmt.Sprintf("the op %q is read as one of %v, and has %v", codeNames[pc.code], t, got))
	}
}

// next returns the op n further on. Promise: there is one; a program ends with opEnd.
func (pc *op) next(n int) *op {
	return (*op)(unsafe.Add(unsafe.Pointer(pc), n*int(unsafe.Sizeof(op{}))))
}

// at returns the address of the op's value in what the program runs on.
func (pc *op) at(v unsafe.Pointer) unsafe.Pointer { return unsafe.Add(v, pc.offset) }

// block is a program, or a part of one that runs by recursion. The machine begins at first and advances by address; ops
// is for the compiler and for dumps. A block has its address before it has ops: in a type that contains itself, the ops
// lead to the block that they are in.
type block struct {
	first *op
	ops   []op
	name  string // for dumps
}
