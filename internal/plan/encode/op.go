package encode

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/meter"
)

// A program is a list of ops. The program of struct{ID int64; Name string} is printed like this:
//
//	0 int64     +0    "{\"ID\":"
//	1 string    +8    ",\"Name\":\""
//	2 end       +0    "\"}"
//
// Each op writes its text, then the value at its offset. testdata/programs.txt has the programs of more types.
//
// A program runs on one address: of a struct, of an element, or of a pointer's target. All offsets count from this
// address, also the offsets in nested structs: in struct{A int; B struct{C bool}} the bool is at +8.

// op is one step of a program. On 64-bit machines it is one cache line of 64 bytes. The loop always copies all 32 bytes
// of text and advances by lit bytes, so the next store overwrites the rest.
type op struct {
	code   code
	lit    uint8          // the number of bytes of text
	flags  flags          // each flag says for which codes it is
	elem   code           // the code of the scalars or strings in a list, or that pointers lead to; opEnd: they have a block
	jump   int32          // the number of ops that opDefined, or a test for a member that is left out, skips
	offset uintptr        // the offset of the value from the address on which the program runs
	size   uint32         // the size of an element, in bytes
	count  uint32         // the number of elements of an array, or of further pointers to follow
	sub    unsafe.Pointer // data for some codes: see the methods below
	text   [32]byte
}

const textSize = len(op{}.text)

type flags uint8

const (
	orNull     flags = 1 << iota // a nil slice or map is written as null, not as [] or {}
	needComma                    // a test writes a comma if the member is written, unless it is the first of its object
	byPointers                   // the elements of a list are pointers to its scalars or strings, each through count more pointers
)

type code uint8

// The codes. Ops between opEnd and opFixed write a bounded number of bytes, and do not test whether the buffer has
// space. opString and opStringQ test it unless the string is empty; the codes from opPointer to opExit always test it.
// builder.add depends on this order, and so does sized, which adds the code of a size to opInt8, opUint8 and opTest8.
const (
	opEnd   code = iota // the end of the program; makes space for the bytes that the caller writes next
	opText              // writes only its text
	opComma             // a comma, unless the object has no member yet
	opBool              // true or false
	opInt8              // integers of the type in the name
	opInt16
	opInt32
	opInt64
	opUint8
	opUint16
	opUint32
	opUint64
	opFloat32       // a float32; op.value describes it for an error
	opFloat64       // a float64; op.value describes it for an error
	opTime          // a time.Time; op.value describes it for an error
	opDefined       // for an opt.Value without a value: writes null and skips jump ops
	opFixed         // not an op: ends the codes of bounded size
	opRoom          // tests whether there is space for the ops after it
	opString        // a string without quotes, which are in the text of ops
	opStringQ       // a string and its closing quote
	opPointer       // null, or runs block on what the pointer leads to
	opHop           // an embedded pointer: runs block on what it leads to; nothing if it is nil
	opCall          // runs block on the value in place
	opSlice         // a slice: op.elem says how its elements are written
	opArray         // an array of count elements, as for opSlice
	opScalarPointer // null, or the scalar of code elem to which the pointer leads, through count more pointers
	opMap           // a map, which op.mapping describes
	opAny           // an interface without methods
	opIface         // an interface with methods
	opBytes         // a []byte as base64
	opExit          // any other value: calls the function op.exit().run
	opTest          // not an op: the codes after it are tests, which skip jump ops if a member is left out
	opTestWord      // left out if the word is zero: a pointer, interface, length, or integer of that size
	opTest8         // left out if the 8 bits of a number or bool are zero; the next three codes are for larger numbers
	opTest16
	opTest32
	opTest64
	opTestMap // left out if a map has no entries
	opTestF32 // left out if a float is zero of either sign
	opTestF64
	opTestTime // left out if a time.Time is zero
	opTestExit // left out if the function op.test().zero says so
)

// op.sub points to a block for the codes that run one, a mapInfo for opMap, an exitInfo for opExit, a testInfo for
// opTestExit and for tests in a row (absent.go), and a valueInfo for floats, times, and lists of scalars and pointers
// to them.

func (pc *op) block() *block     { return sub[block](pc) }
func (pc *op) value() *valueInfo { return sub[valueInfo](pc) }
func (pc *op) mapping() *mapInfo { return sub[mapInfo](pc) }
func (pc *op) exit() *exitInfo   { return sub[exitInfo](pc) }

// test returns the testInfo of a test, or nil if it has none.
func (pc *op) test() *testInfo {
	if pc.sub == nil {
		return nil
	}
	return sub[testInfo](pc)
}

// sub returns pc.sub, which must point to a T. With build tag invariants it panics if it does not.
func sub[T any](pc *op) *T {
	if meter.Invariants {
		if got, _ := subTypes.Load(pc.sub); got != reflect.TypeFor[T]() {
			panic(fmt.Sprintf("the op with code %d has %v, not %v", pc.code, got, reflect.TypeFor[T]()))
		}
	}
	return (*T)(pc.sub)
}

// subOf returns x as a value for op.sub: for a struct that begins with an exitInfo, such as codecExit, the exitInfo.
func subOf[T block | valueInfo | mapInfo | exitInfo | testInfo](x *T) unsafe.Pointer {
	if meter.Invariants {
		subTypes.Store(unsafe.Pointer(x), reflect.TypeFor[T]())
	}
	return unsafe.Pointer(x)
}

// subTypes has the type of each op.sub by its address, if invariants are checked.
var subTypes sync.Map

// next returns the op n positions after pc. There must be one: a program ends with opEnd.
func (pc *op) next(n int) *op {
	return (*op)(unsafe.Add(unsafe.Pointer(pc), n*int(unsafe.Sizeof(op{}))))
}

// at returns the address of the op's value, for a program that runs on address v.
func (pc *op) at(v unsafe.Pointer) unsafe.Pointer { return unsafe.Add(v, pc.offset) }

// block is a program, or a part of one that runs by recursion. The machine starts at first and finds the next op by its
// address; ops is for the compiler and for tests. A block has an address before it has ops: the program of type list
// struct{Next *list} refers to its own block. When a machine can find a block, it is complete, and no longer changes.
type block struct {
	first *op
	ops   []op
	name  string // the name in dumps of programs, for builder.choice the name of a member
}
