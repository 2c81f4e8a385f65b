package encode

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/meter"
)

// A program is a list of ops. Tests print ops like this:
//
//	0 int64     +0    "{\"ID\":"
//	1 string    +8    ",\"Name\":\""
//	2 end       +0    "\"}"
//
// Each op writes its text, then the value at its offset. testdata/programs.txt has the programs of more types.
//
// A program runs on one address: the address of a struct, of an element, or of a pointer's target. All offsets count
// from this address, also the offsets of fields of nested structs: in struct{A int; B struct{C bool}} the bool is at
// +8. A value that a pointer, slice or map leads to has a block of its own.
//
// Only the compiler writes ops. A block that a machine can find is complete, and any number of machines can run it at
// the same time.

// op is one step of a program. On 64-bit machines it is one cache line of 64 bytes. Its text is in the op itself: the
// loop always copies all 32 bytes, and advances by lit bytes, so the next store overwrites the rest.
type op struct {
	code   code
	lit    uint8          // the number of bytes of text, which is written before the value
	flags  flags          // the codes below say which flags they use
	elem   code           // the code of the scalars or strings in a list, or that pointers lead to; opEnd: block runs on elements
	jump   int32          // for tests: the number of ops to skip if the member is left out
	offset uintptr        // the offset of the value in the memory on which the program runs
	size   uint32         // the size of an element, in bytes
	count  uint32         // the number of elements of an array, or of further pointers to follow
	sub    unsafe.Pointer // data for some codes; the methods below return it with its type
	text   [32]byte
}

// textSize is the number of bytes of text in an op, all of which the machine always copies.
const textSize = len(op{}.text)

type flags uint8

const (
	orNull     flags = 1 << iota // a nil slice or map is written as null
	needComma                    // for tests: write a comma first, unless the object has no member yet
	byPointers                   // the elements are pointers to the scalars or strings, each through count more pointers
)

type code uint8

// The codes. Ops between opEnd and opFixed write a bounded number of bytes and do not test whether the buffer has
// space. Strings test it unless they are empty; all ops between opStringQ and opTest always test it.
//
// The order matters. The builder derives from it which ops test the space. sized adds the code of a size to opInt8,
// opUint8 and opTest8. All codes after opTest are tests.
const (
	opEnd           code = iota // the end of the program; makes space for the bytes that the caller writes next
	opText                      // writes only the text of the op
	opComma                     // a comma, unless the object has no member yet
	opBool                      // true or false
	opInt8                      // an int8; the next seven codes are for the types in their names
	opInt16                     //
	opInt32                     //
	opInt64                     //
	opUint8                     //
	opUint16                    //
	opUint32                    //
	opUint64                    //
	opFloat32                   // a float32; an error about it needs op.value
	opFloat64                   // a float64; an error about it needs op.value
	opTime                      // a time.Time; an error about it needs op.value
	opDefined                   // for an opt.Value without a value: writes null and skips jump ops
	opFixed                     // not an op: ends the codes that write a bounded number of bytes
	opRoom                      // tests whether there is space for the ops after it
	opString                    // a string without quotes, which are in the text of ops
	opStringQ                   // a string and its closing quote
	opPointer                   // null, or runs block on what the pointer leads to
	opHop                       // an embedded pointer: runs block on what it leads to; nothing if it is nil
	opCall                      // runs block on the value in place
	opSlice                     // a slice of elements that op.elem describes; errors need op.value; has the flag orNull
	opArray                     // an array of count such elements
	opScalarPointer             // null, or the scalar of code elem to which the pointer leads, through count more pointers
	opMap                       // a map, which op.mapping describes; has the flag orNull
	opAny                       // an interface without methods
	opIface                     // an interface with methods
	opBytes                     // a []byte as base64; has the flag orNull
	opExit                      // any other value: calls the function op.exit().run
	opTest                      // not an op: the codes after it are tests, which skip jump ops for a member left out
	opTestWord                  // left out if the word is zero: a pointer, interface, length, or integer of that size
	opTest8                     // left out if 1, 2, 4, or 8 bytes are zero
	opTest16                    //
	opTest32                    //
	opTest64                    //
	opTestMap                   // left out if a map has no entries
	opTestF32                   // left out if a float is zero of either sign
	opTestF64                   //
	opTestTime                  // left out if a time.Time is zero
	opTestExit                  // left out if the function op.zeroTest().zero says so
)

var codeNames = [...]string{
	opEnd: "end", opText: "text", opComma: "comma", opBool: "bool", opInt8: "int8", opInt16: "int16", opInt32: "int32",
	opInt64: "int64", opUint8: "uint8", opUint16: "uint16", opUint32: "uint32", opUint64: "uint64", opFloat32: "float32",
	opFloat64: "float64", opTime: "time", opDefined: "defined", opRoom: "room", opString: "string", opStringQ: "string\"",
	opPointer: "pointer", opHop: "hop", opCall: "call", opSlice: "slice", opArray: "array",
	opScalarPointer: "scalar*", opMap: "map", opAny: "any", opIface: "iface", opBytes: "bytes", opExit: "exit", opTestWord: "testword",
	opTest8: "test8", opTest16: "test16", opTest32: "test32", opTest64: "test64", opTestMap: "testmap",
	opTestF32: "testf32", opTestF64: "testf64", opTestTime: "testtime", opTestExit: "testexit",
}

// The type of sub depends on the code: a block for the codes that run one, a mapInfo for opMap, an exitInfo for opExit,
// a testInfo for opTestExit, and a valueInfo for the codes whose numbers or times may have no JSON form. subOf makes
// the pointer, which keeps its target alive; the methods below read it.

func (pc *op) block() *block       { return sub[block](pc) }
func (pc *op) value() *valueInfo   { return sub[valueInfo](pc) }
func (pc *op) mapping() *mapInfo   { return sub[mapInfo](pc) }
func (pc *op) exit() *exitInfo     { return sub[exitInfo](pc) }
func (pc *op) zeroTest() *testInfo { return sub[testInfo](pc) }

// sub returns pc.sub as a pointer to a T. pc.sub must point to a T.
func sub[T any](pc *op) *T {
	if meter.Invariants {
		pc.checkSub(reflect.TypeFor[T]())
	}
	return (*T)(pc.sub)
}

// subOf returns x as a value for op.sub. For a struct that begins with an exitInfo, such as codecExit, x is this
// exitInfo.
func subOf[T block | valueInfo | mapInfo | exitInfo | testInfo](x *T) unsafe.Pointer {
	if meter.Invariants {
		subTypes.Store(unsafe.Pointer(x), reflect.TypeFor[T]())
	}
	return unsafe.Pointer(x)
}

// subTypes has the types of all values of op.sub, by address. It is used only if invariants are checked.
var subTypes sync.Map

// checkSub panics unless pc.sub points to a t.
func (pc *op) checkSub(t reflect.Type) {
	if got, _ := subTypes.Load(pc.sub); got != t {
		panic(fmt.Sprintf("the op %q is read as one of %v, and has %v", codeNames[pc.code], t, got))
	}
}

// next returns the op n positions after pc. There must be one: a program ends with opEnd.
func (pc *op) next(n int) *op {
	return (*op)(unsafe.Add(unsafe.Pointer(pc), n*int(unsafe.Sizeof(op{}))))
}

// at returns the address of the op's value, for a program that runs on address v.
func (pc *op) at(v unsafe.Pointer) unsafe.Pointer { return unsafe.Add(v, pc.offset) }

// block is a program, or a part of one that runs by recursion. The machine starts at first and finds the next op by its
// address; ops is for the compiler and for tests. A block has an address before it has ops, so that the ops of a type
// which contains itself can refer to their own block.
type block struct {
	first *op
	ops   []op
	name  string // the name in tests and debugging output
}
