package encode

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// program returns a block of these ops and an opEnd with the text last.
func program(last string, ops ...op) *block {
	end := op{code: opEnd}
	end.lit = uint8(copy(end.text[:], last))
	b := &block{ops: append(ops, end)}
	b.first = &b.ops[0]
	return b
}

// behind returns o with a text that it writes before its value.
func behind(text string, o op) op {
	o.lit = uint8(copy(o.text[:], text))
	return o
}

// runAt runs b on the value at v by a machine whose buffer has room free bytes before its limit, after other text,
// which must stay unchanged. It returns the text that b has written, or "" and the fault.
func runAt(t *testing.T, c *plan.Dialect, b *block, v unsafe.Pointer, room, more int, size uintptr) (string, *fault.Fault) {
	t.Helper()
	m := get(&Call{Config: c})
	m.use(bytes.Repeat([]byte("."), minRoom))
	n := m.limit - room
	depth := m.depth
	end := m.run(b.first, v, n, more, size)
	if end < 0 {
		err := m.err
		m.abandon()
		return "", err
	}
	out := string(m.bytes(end))
	if m.depth != depth {
		t.Errorf("the depth is %d behind the value, %d before", m.depth, depth)
	}
	if end > m.limit {
		t.Errorf("behind the value position %d is beyond the limit %d", end, m.limit)
	}
	if strings.Trim(out[:n], ".") != "" {
		t.Errorf("what stood before the value has become %q", out[:n])
	}
	m.put()
	return out[n:], nil
}

// rooms has numbers of free bytes in the buffer when a program begins: none, fewer than a value takes, and more than
// most values take.
var rooms = []int{0, 1, 7, 100, minRoom - margin - 1}

// opRow has an op, a pointer to a value for it, and the text that the op must write.
type opRow struct {
	name  string
	op    op
	value any
	want  string
}

// scalarRows have the ops that write a bounded number of bytes, each with its longest values.
var scalarRows = []opRow{
	{"true", op{code: opBool}, ptr(true), "true"},
	{"false", op{code: opBool}, ptr(false), "false"},
	{"int8", op{code: opInt8}, ptr(int8(math.MinInt8)), "-128"},
	{"int16", op{code: opInt16}, ptr(int16(math.MinInt16)), "-32768"},
	{"int32", op{code: opInt32}, ptr(int32(math.MinInt32)), "-2147483648"},
	{"int64", op{code: opInt64}, ptr(int64(math.MinInt64)), "-9223372036854775808"},
	{"uint8", op{code: opUint8}, ptr(uint8(math.MaxUint8)), "255"},
	{"uint16", op{code: opUint16}, ptr(uint16(math.MaxUint16)), "65535"},
	{"uint32", op{code: opUint32}, ptr(uint32(math.MaxUint32)), "4294967295"},
	{"uint64", op{code: opUint64}, ptr(uint64(math.MaxUint64)), "18446744073709551615"},
	{"float32", op{code: opFloat32}, ptr(float32(-1.1754944e-38)), "-1.1754944e-38"},
	{"float64", op{code: opFloat64}, ptr(-2.2250738585072014e-308), "-2.2250738585072014e-308"},
	{"float64 without exponent", op{code: opFloat64}, ptr(-123456789012345680000.0), "-123456789012345680000"},
	{"time", op{code: opTime}, ptr(time.Date(2006, 1, 2, 3, 4, 5, 123456789, time.FixedZone("", -5*3600))), "2006-01-02T03:04:05.123456789-05:00"},
	{"text", behind("thirty-two bytes of text, no les", op{code: opText}), new(int), "thirty-two bytes of text, no les"},
	{"comma behind a member", behind("1", op{code: opComma}), new(int), "1,"},
	{"no comma behind a brace", behind("{", op{code: opComma}), new(int), "{"},
	{"undefined", op{code: opDefined}, ptr(shape.State(0)), "null"},
	{"defined", op{code: opDefined}, ptr(shape.Defined), ""},
	{"room", op{code: opRoom}, new(int), ""},
}

// TestScalarOps runs each op that writes a bounded number of bytes between other ops, wherever the buffer ends. It
// holds that the op writes at most 40 bytes, the number that the builder counts.
func TestScalarOps(t *testing.T) {
	for _, row := range scalarRows {
		if len(row.want) > 40 {
			t.Errorf("%s writes %d bytes", row.name, len(row.want))
		}
		b := program("]", behind("[", op{code: opText}), row.op, behind(",", op{code: opText}))
		for _, room := range rooms {
			if got, err := runAt(t, plan.V1, b, mem.DataWord(row.value), room, 0, 0); err != nil || got != "["+row.want+",]" {
				t.Errorf("%s with room for %d: %s, %v, want [%s,]", row.name, room, got, err, row.want)
			}
		}
	}
}

// TestLongOps runs each op that may write any number of bytes, wherever the buffer ends. After such an op the machine
// must use the new buffer, if the buffer was replaced.
func TestLongOps(t *testing.T) {
	long := strings.Repeat("text <&> \u2028 \xff \"\\\n", 200)
	quoted := func(s string) string {
		return string(kernel.AppendString(nil, s, kernel.EscapeSetOf(option.V1, option.Toolchain)))
	}
	inside := func(s string) string { return strings.Trim(quoted(s), `"`) }
	number := program("}", behind(`{"N":`, op{code: opInt64}))
	sub := subOf(number)
	info := subOf(&valueInfo{typ: reflect.TypeFor[float64]()})
	n := int64(5)
	for _, row := range []opRow{
		{"string", op{code: opString}, ptr("a<b"), `a\u003cb`},
		{"empty string", op{code: opString}, new(string), ""},
		{"long string", op{code: opString}, &long, inside(long)},
		{"string and quote", op{code: opStringQ}, ptr("ab"), `ab"`},
		{"nothing and quote", op{code: opStringQ}, new(string), `"`},
		{"long string and quote", op{code: opStringQ}, &long, inside(long) + `"`},
		{"pointer", op{code: opPointer, sub: sub}, ptr(&n), `{"N":5}`},
		{"nil pointer", op{code: opPointer, sub: sub}, new(*int64), "null"},
		{"hop", op{code: opHop, sub: sub}, ptr(&n), `{"N":5}`},
		{"nil hop", op{code: opHop, sub: sub}, new(*int64), ""},
		{"call", op{code: opCall, sub: sub}, &n, `{"N":5}`},
		{"slice", op{code: opSlice, sub: sub, size: 8}, &[]int64{1, 2, 3}, `[{"N":1},{"N":2},{"N":3}]`},
		{"empty slice", op{code: opSlice, sub: sub, size: 8, flags: orNull}, &[]int64{}, "[]"},
		{"nil slice", op{code: opSlice, sub: sub, size: 8}, new([]int64), "[]"},
		{"nil slice as null", op{code: opSlice, sub: sub, size: 8, flags: orNull}, new([]int64), "null"},
		{"array", op{code: opArray, sub: sub, size: 8, count: 2}, &[2]int64{1, 2}, `[{"N":1},{"N":2}]`},
		{"strings", op{code: opSlice, elem: opString}, &[]string{"a", "", long}, `["a","",` + quoted(long) + "]"},
		{"no strings", op{code: opSlice, elem: opString, flags: orNull}, &[]string{}, "[]"},
		{"nil strings", op{code: opSlice, elem: opString, flags: orNull}, new([]string), "null"},
		{"floats", op{code: opSlice, elem: opFloat64, size: 8, sub: info}, &[]float64{1.5, -2}, "[1.5,-2]"},
		{"no floats", op{code: opSlice, elem: opFloat64, size: 8, flags: orNull}, &[]float64{}, "[]"},
		{"nil floats", op{code: opSlice, elem: opFloat64, size: 8, flags: orNull}, new([]float64), "null"},
		{"ints", op{code: opSlice, elem: opInt64, size: 8}, &[]int64{1, -2}, "[1,-2]"},
		{"nil ints", op{code: opSlice, elem: opInt64, size: 8, flags: orNull}, new([]int64), "null"},
		{"array of floats", op{code: opArray, elem: opFloat64, size: 8, sub: info, count: 2}, &[2]float64{0.25, 3}, "[0.25,3]"},
		{"array of ints", op{code: opArray, elem: opInt64, size: 8, count: 3}, &[3]int64{7, 8, 9}, "[7,8,9]"},
		{"array of strings", op{code: opArray, elem: opString, count: 2}, &[2]string{"x", "<"}, `["x","\u003c"]`},
		{"scalars", op{code: opSlice, elem: opBool, size: 1}, &[]bool{true, false}, "[true,false]"},
		{"nil scalars", op{code: opSlice, elem: opBool, size: 1, flags: orNull}, new([]bool), "null"},
		{"array of scalars", op{code: opArray, elem: opUint16, size: 2, count: 2}, &[2]uint16{1, 65535}, "[1,65535]"},
		{"scalar behind a pointer", op{code: opScalarPointer, elem: opInt64}, ptr(&n), "5"},
		{"scalar behind two", op{code: opScalarPointer, elem: opInt64, count: 1}, ptr(ptr(&n)), "5"},
		{"string behind a pointer", op{code: opScalarPointer, elem: opString}, ptr(&long), quoted(long)},
		{"scalars behind pointers", op{code: opSlice, elem: opInt64, flags: byPointers}, &[]*int64{&n, nil, &n}, "[5,null,5]"},
		{"no scalars behind pointers", op{code: opSlice, elem: opInt64, flags: orNull | byPointers}, &[]*int64{}, "[]"},
		{"any", op{code: opAny}, ptr(any("<")), `"\u003c"`},
		{"nothing in any", op{code: opAny}, new(any), "null"},
		{"interface", op{code: opIface}, ptr(error(errName("x"))), `"x"`},
		{"bytes", op{code: opBytes}, ptr([]byte("bytes")), `"Ynl0ZXM="`},
		{"nil bytes", op{code: opBytes, flags: orNull}, new([]byte), "null"},
		{"empty bytes", op{code: opBytes, flags: orNull}, &[]byte{}, `""`},
		{"exit", op{code: opExit, sub: subOf(&exitInfo{run: runDuration})}, ptr(90 * time.Minute), "1h30m0s"},
	} {
		kernel.LoadBase64()
		b := program("]", behind("[", op{code: opText}), row.op, behind(",", op{code: opText}))
		for _, room := range rooms {
			if got, err := runAt(t, plan.V1, b, mem.DataWord(row.value), room, 0, 0); err != nil || got != "["+row.want+",]" {
				t.Errorf("%s with room for %d: %.200s, %v, want [%.200s,]", row.name, room, got, err, row.want)
			}
		}
	}
}

type errName string

func (e errName) Error() string { return string(e) }

// TestTests runs each test that may leave out a member, with a zero value and with another value, before the first
// member of an object and after another member.
func TestTests(t *testing.T) {
	yes := func(unsafe.Pointer) bool { return true }
	no := func(unsafe.Pointer) bool { return false }
	for _, row := range []struct {
		name  string
		op    op
		value any
		out   bool // the member is left out
	}{
		{"word 0", op{code: opTestWord}, new(uintptr), true},
		{"word", op{code: opTestWord}, ptr(uintptr(1) << (8*wordSize - 1)), false},
		{"8 bits 0", op{code: opTest8}, new(uint8), true},
		{"8 bits", op{code: opTest8}, ptr(uint8(0x80)), false},
		{"16 bits 0", op{code: opTest16}, new(uint16), true},
		{"16 bits", op{code: opTest16}, ptr(uint16(0x8000)), false},
		{"32 bits 0", op{code: opTest32}, new(uint32), true},
		{"32 bits", op{code: opTest32}, ptr(uint32(1 << 31)), false},
		{"64 bits 0", op{code: opTest64}, new(uint64), true},
		{"64 bits", op{code: opTest64}, ptr(uint64(1 << 63)), false},
		{"nil map", op{code: opTestMap}, new(map[string]int), true},
		{"empty map", op{code: opTestMap}, &map[string]int{}, true},
		{"map", op{code: opTestMap}, &map[string]int{"": 0}, false},
		{"float32 0", op{code: opTestF32}, ptr(float32(math.Copysign(0, -1))), true},
		{"float32", op{code: opTestF32}, ptr(float32(math.SmallestNonzeroFloat32)), false},
		{"float64 0", op{code: opTestF64}, ptr(math.Copysign(0, -1)), true},
		{"float64", op{code: opTestF64}, ptr(math.SmallestNonzeroFloat64), false},
		{"time 0", op{code: opTestTime}, new(time.Time), true},
		{"time", op{code: opTestTime}, ptr(time.Unix(0, 0)), false},
		{"exit says zero", op{code: opTestExit, sub: subOf(&testInfo{zero: yes})}, new(int), true},
		{"exit says no", op{code: opTestExit, sub: subOf(&testInfo{zero: no})}, new(int), false},
	} {
		for _, first := range []bool{true, false} {
			test := row.op
			test.jump, test.flags = 2, needComma
			text, want := "{", "{"
			if !first {
				text, want = `{"A":1`, `{"A":1`
			}
			if !row.out && !first {
				want += ","
			}
			if !row.out {
				want += `"B":2`
			}
			b := program("}", behind(text, test), behind(`"B"`, op{code: opText}), behind(":2", op{code: opText}))
			if got, err := runAt(t, plan.V1, b, mem.DataWord(row.value), 0, 0, 0); err != nil || got != want+"}" {
				t.Errorf("%s: %s, %v, want %s}", row.name, got, err, want)
			}
		}
	}
}

// TestRunOfTests holds that of several members that may all be left out, exactly the members with values are written,
// for every choice of these.
func TestRunOfTests(t *testing.T) {
	const members = 7
	var ops []op
	for i := range members {
		test := op{code: opTestWord, jump: 1, offset: uintptr(i) * 8, flags: needComma}
		if i == 0 {
			test = behind("{", test)
		}
		ops = append(ops, test, behind(`"`+string(rune('a'+i))+`":`, op{code: opInt64, offset: uintptr(i) * 8}))
	}
	b := program("}", ops...)
	for choice := range 1 << members {
		var v [members]int64
		var want []string
		for i := range members {
			if choice>>i&1 != 0 {
				v[i] = int64(1 + i)
				want = append(want, `"`+string(rune('a'+i))+`":`+string(rune('1'+i)))
			}
		}
		if got, _ := runAt(t, plan.V1, b, unsafe.Pointer(&v), 100, 0, 0); got != "{"+strings.Join(want, ",")+"}" {
			t.Fatalf("choice %b: %s, want {%s}", choice, got, strings.Join(want, ","))
		}
	}
}

// TestDefinedJumps holds that opDefined skips the ops of the value if an opt.Value has no value.
func TestDefinedJumps(t *testing.T) {
	b := program("}", behind(`{"A":`, op{code: opDefined, jump: 2}), behind(`"`, op{code: opText}), behind(`x"`, op{code: opText}))
	for state, want := range map[shape.State]string{shape.Defined: `{"A":"x"}`, shape.Defined - 1: `{"A":null}`} {
		if got, _ := runAt(t, plan.V1, b, unsafe.Pointer(&state), 0, 0, 0); got != want {
			t.Errorf("state %d: %s, want %s", state, got, want)
		}
	}
}

// TestElementsInOneRun holds that one call of machine.run writes many elements with commas between them, even if
// elements take no memory, and wherever the buffer ends.
func TestElementsInOneRun(t *testing.T) {
	list := []int32{0, 1, -2, 3, 44, 555, 6666, math.MaxInt32}
	b := program(">", behind("<", op{code: opInt32}))
	if got, _ := runAt(t, plan.V1, b, unsafe.Pointer(&list[0]), 0, len(list)-1, 4); got != "<0>,<1>,<-2>,<3>,<44>,<555>,<6666>,<2147483647>" {
		t.Error(got)
	}
	empty := program("{}")
	for _, n := range []int{1, 2, 3 * minRoom} {
		want := strings.TrimSuffix(strings.Repeat("{},", n), ",")
		if got, _ := runAt(t, plan.V1, empty, unsafe.Pointer(&list), 5, n-1, 0); got != want {
			t.Errorf("%d elements without memory become %d bytes, want %d", n, len(got), len(want))
		}
	}
}

// TestRunFails holds that a number without a JSON form ends the run at once, however many elements follow, and that the
// fault has that number.
func TestRunFails(t *testing.T) {
	nan, inf := math.NaN(), float32(math.Inf(-1))
	year := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	infoOf := func(typ reflect.Type) unsafe.Pointer {
		return subOf(&valueInfo{typ: typ, named: typ, addr: true})
	}
	doubles, singles := infoOf(reflect.TypeFor[float64]()), infoOf(reflect.TypeFor[float32]())
	for _, row := range []struct {
		name  string
		op    op
		value any
		at    unsafe.Pointer // of the value in the fault
	}{
		{"float64", op{code: opFloat64, sub: doubles}, &nan, unsafe.Pointer(&nan)},
		{"float32", op{code: opFloat32, sub: singles}, &inf, unsafe.Pointer(&inf)},
		{"time", op{code: opTime, sub: infoOf(reflect.TypeFor[time.Time]())}, &year, nil},
		{"floats", op{code: opSlice, elem: opFloat64, size: 8, sub: doubles}, &[]float64{1, nan}, nil},
		{"array of floats", op{code: opArray, elem: opFloat64, size: 8, sub: doubles, count: 2}, &[2]float64{1, nan}, nil},
		{"scalars", op{code: opSlice, elem: opFloat32, size: 4, sub: singles}, &[]float32{1, inf}, nil},
		{"pointer", op{code: opScalarPointer, elem: opFloat64, sub: doubles}, ptr(&nan), unsafe.Pointer(&nan)},
		{"pointers", op{code: opSlice, elem: opFloat64, flags: byPointers, sub: doubles}, &[]*float64{nil, &nan}, unsafe.Pointer(&nan)},
	} {
		b := program("}", behind("{", row.op))
		got, err := runAt(t, plan.V1, b, mem.DataWord(row.value), 50, 3, 0)
		if got != "" || err == nil {
			t.Errorf("%s: %s, %v", row.name, got, err)
			continue
		}
		if v, ok := err.Value.(reflect.Value); row.at != nil && (!ok || v.Addr().UnsafePointer() != row.at) {
			t.Errorf("%s: the fault has %v", row.name, err.Value)
		}
	}
}

// TestComma holds that comma writes a comma unless the output ends with the opening brace of an object.
func TestComma(t *testing.T) {
	for before, want := range map[string]string{`{`: `{`, `{"a":1`: `{"a":1,`, `[{`: `[{`, `{"a":"{"`: `{"a":"{",`} {
		b := append([]byte(before), "        "...)
		if n := comma(mem.Data(b), len(before)); string(b[:n]) != want {
			t.Errorf("%s becomes %s, want %s", before, b[:n], want)
		}
	}
	b := bytes.Repeat([]byte("."), 16)
	if n := putBool(mem.Data(b), true); string(b[:n]) != "true" {
		t.Errorf("true is %s", b[:n])
	}
	if n := putBool(mem.Data(b), false); string(b[:n]) != "false" {
		t.Errorf("false is %s", b[:n])
	}
	if n := putEmpty(mem.Data(b), 1, false); string(b[1:n]) != "[]" {
		t.Errorf("no elements are %s", b[1:n])
	}
	if n := putEmpty(mem.Data(b), 1, true); string(b[1:n]) != "null" {
		t.Errorf("nil is %s", b[1:n])
	}
}
