package encode

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// codeNames has the names of the codes in dumps of programs.
var codeNames = [...]string{
	opEnd: "end", opText: "text", opComma: "comma", opBool: "bool", opInt8: "int8", opInt16: "int16", opInt32: "int32",
	opInt64: "int64", opUint8: "uint8", opUint16: "uint16", opUint32: "uint32", opUint64: "uint64", opFloat32: "float32",
	opFloat64: "float64", opTime: "time", opDefined: "defined", opRoom: "room", opString: "string", opStringQ: "string\"",
	opPointer: "pointer", opHop: "hop", opCall: "call", opSlice: "slice", opArray: "array",
	opScalarPointer: "scalar*", opMap: "map", opAny: "any", opIface: "iface", opBytes: "bytes", opExit: "exit", opTestWord: "testword",
	opTest8: "test8", opTest16: "test16", opTest32: "test32", opTest64: "test64", opTestMap: "testmap",
	opTestF32: "testf32", opTestF64: "testf64", opTestTime: "testtime", opTestExit: "testexit",
}

// TestCodeNames holds that each code of an op has a name for the dumps of programs.
func TestCodeNames(t *testing.T) {
	for c := range opTestExit + 1 {
		if (codeNames[c] != "") != (c != opFixed && c != opTest) {
			t.Errorf("code %d: name %q", c, codeNames[c])
		}
	}
}

func TestOpSize(t *testing.T) {
	if size := unsafe.Sizeof(op{}); unsafe.Sizeof(uintptr(0)) == 8 && size != 64 {
		t.Errorf("an op is %d bytes", size)
	}
}

// TestDump holds that the dump of a recursive type has the block of the type, and the name of that block at the op that
// runs it.
func TestDump(t *testing.T) {
	got := Dump(withHTML, reflect.TypeFor[*list]())
	for _, want := range []string{"encode.list:", `pointer   +0    "{\"Next\":" -> encode.list`, `"}"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestSpecialRows holds that each special type has a row in the table, except for documents, which their method writes.
func TestSpecialRows(t *testing.T) {
	for s := range shape.DocumentValue + 1 {
		if (rowFor(s).write != nil) != (s != shape.Ordinary && s != shape.DocumentValue) {
			t.Errorf("special type %d: write is %v", s, rowFor(s).write != nil)
		}
	}
}

// TestNext holds that the ops of a program follow one another in memory, and that only the last op is an opEnd.
func TestNext(t *testing.T) {
	for _, v := range []any{scalars{}, empties{}, zeros{}, Outer{}, tree{}, speaks{}, map[string]inner{}} {
		b := ProgramOf(withHTML, reflect.TypeOf(v)).block
		for i := range b.ops {
			if b.first.next(i) != &b.ops[i] {
				t.Fatalf("%T: op %d lies elsewhere", v, i)
			}
			if end := b.ops[i].code == opEnd; end != (i == len(b.ops)-1) {
				t.Errorf("%T: op %d of %d is an end: %v", v, i, len(b.ops), end)
			}
		}
	}
}

// TestJumps holds that tests and opDefined jump forward to an op of the same block, that no other op jumps, and that
// only tests write a comma before a member.
func TestJumps(t *testing.T) {
	for _, v := range []any{empties{}, zeros{}, Outer{}, goldenOmits{}, struct {
		A int `json:",omitempty"`
		B string
		C []int `json:",omitempty,omitzero"`
	}{}} {
		b := ProgramOf(withHTML, reflect.TypeOf(v)).block
		for i := range b.ops {
			o := &b.ops[i]
			tests := o.code == opDefined || o.code > opTest
			if (o.jump > 0) != tests || tests && i+1+int(o.jump) >= len(b.ops) {
				t.Errorf("%T: op %d, %s, jumps by %d of %d", v, i, codeNames[o.code], o.jump, len(b.ops))
			}
			if o.flags&needComma != 0 && !tests {
				t.Errorf("%T: op %d, %s, writes a comma", v, i, codeNames[o.code])
			}
		}
	}
}

// TestFixedRuns adds up the bytes that ops may write between two tests of the space. Together with the wide stores of
// the last op they must fit into the margin.
func TestFixedRuns(t *testing.T) {
	wide := make([]reflect.StructField, 200)
	for i := range wide {
		types := []reflect.Type{reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[*int](), reflect.TypeFor[uint64]()}
		name := "F" + strings.Repeat("x", i%70)
		wide[i] = reflect.StructField{Name: name + string(rune('A'+i%26)) + strings.Repeat("y", i/26), Type: types[i*i%5]}
		if i%3 == 0 {
			wide[i].Tag = `json:",omitempty"`
		}
	}
	typ := reflect.StructOf(wide)
	for _, v := range []any{scalars{}, empties{}, zeros{}, Outer{}, quoted{}, reflect.Zero(typ).Interface()} {
		for _, b := range []*block{ProgramOf(withHTML, reflect.TypeOf(v)).block, ProgramOf(withHTML, reflect.TypeOf(v)).addressable(withHTML)} {
			run, most := 0, 0
			for i := range b.ops {
				o := &b.ops[i]
				switch run += int(o.lit); {
				case o.code == opEnd || o.code == opRoom || o.code > opStringQ && o.code < opTest:
					most, run = max(most, run), 1
				case o.code == opString || o.code == opStringQ:
					run++ // an empty one does not look
				case o.code == opBool || o.code == opComma || o.code > opTest:
					run += 5
				case o.code != opText:
					run += 40
				}
			}
			if most > fixedRun+2*textSize || fixedRun+2*textSize+num.Room > margin {
				t.Errorf("%T: %d bytes without a look at the room", v, most)
			}
		}
	}
}

// TestCalls holds for which codes op.calls returns a block.
func TestCalls(t *testing.T) {
	sub := program("}")
	for c := range opTestExit + 1 {
		o := op{code: c, sub: subOf(sub)}
		want := sub
		switch c {
		case opPointer, opHop, opCall, opSlice, opArray:
		case opMap:
			o.sub = subOf(&mapInfo{elem: sub})
		default:
			want = nil
		}
		if got := o.calls(); got != want {
			t.Errorf("%s runs %v", codeNames[c], got)
		}
	}
}
