package encode

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// Parts of the encoder alone, each with a table: tests for what is left out, shapes of data words, the buffer, values
// within themselves.

// TestTestsOf says which op tells that a value is empty for the tag option "omitempty", and which that it is zero for
// "omitzero".
func TestTestsOf(t *testing.T) {
	name := func(c code) string {
		switch c {
		case opFixed:
			return "never"
		case opTest:
			return "always"
		}
		return codeNames[c]
	}
	word := name(sized(opTest8, reflect.TypeFor[int]()))
	if wordSize == unsafe.Sizeof(int(0)) {
		word = "testword"
	}
	for _, row := range []struct {
		value       any
		empty, zero string
	}{
		{false, "test8", "test8"},
		{int8(0), "test8", "test8"},
		{uint16(0), "test16", "test16"},
		{int(0), word, word},
		{float32(0), "testf32", "testf32"}, // of either sign
		{float64(0), "testf64", "testf64"},
		{"", "testword", "testword"},
		{[]int{}, "testword", "testword"}, // empty by its length, zero by its address
		{map[string]int{}, "testmap", "testword"},
		{new(int), "testword", "testword"},
		{[0]int{}, "always", "testexit"},
		{[1]int{}, "never", "testexit"},
		{struct{ A int }{}, "never", "testexit"},
		{1i, "never", "testexit"},
		{func() {}, "never", "testword"},
	} {
		typ := reflect.TypeOf(row.value)
		if got := name(emptyTest(typ)); got != row.empty {
			t.Errorf("%v is empty by %s, want %s", typ, got, row.empty)
		}
		if got := name(zeroTest(typ)); got != row.zero {
			t.Errorf("%v is zero by %s, want %s", typ, got, row.zero)
		}
	}
}

// TestJoinTests: tests of which each is what follows the member before become a run, whose first says which member is
// the next that is there.
func TestJoinTests(t *testing.T) {
	test := func(offset uintptr, lit uint8) op { return op{code: opTestWord, offset: offset, lit: lit, jump: 1} }
	ops := []op{test(0, 1), {code: opString}, test(16, 0), {code: opString}, test(32, 0), {code: opString}, {code: opText}, test(48, 0), {code: opString}, test(64, 3), {code: opEnd}, {code: opEnd}}
	joinTests(ops)
	var codes []string
	for i := range ops {
		codes = append(codes, codeNames[ops[i].code])
	}
	if got := strings.Join(codes, " "); got != "testrun string testrun string testrun string text testword string testword end end" {
		t.Errorf("the ops are %s", got)
	}
	var run []string
	for r := ops[0].skips(); ; r = r.next() {
		run = append(run, fmt.Sprint(r.offset, " at ", r.at))
		if !r.more {
			break
		}
	}
	if got := strings.Join(run, ", "); got != "0 at 0, 16 at 2, 32 at 4, 0 at 6" {
		t.Errorf("the run is %s", got)
	}
}

// TestShapes says what the data word of an interface is, by type.
func TestShapes(t *testing.T) {
	for _, row := range []struct {
		value any
		want  dataShape
	}{
		{1, inPlace}, {"", inPlace}, {struct{ A, B int }{}, inPlace}, {[]int{}, inPlace}, {[2]*int{}, inPlace},
		{new(int), byPointer}, {new(*int), byPointer}, {new(map[string]int), byPointer},
		{map[string]int{}, byMap}, {map[int]any{}, byMap},
		{struct{ P *int }{}, inWord}, {[1]*int{}, inWord}, {make(chan int), inWord}, {func() {}, inWord}, {struct{ M map[string]int }{}, inWord},
	} {
		if got := ProgramOf(plan.V1, reflect.TypeOf(row.value)).shape; got != row.want {
			t.Errorf("%T: %d, want %d", row.value, got, row.want)
		}
	}
}

// TestBuffer: behind the limit there is a margin, and whatever the buffer becomes, the text so far stays.
func TestBuffer(t *testing.T) {
	m := get(&Call{Config: plan.V1})
	defer m.put()
	m.use(make([]byte, minRoom))
	if m.limit != minRoom-margin {
		t.Errorf("the limit is %d of %d", m.limit, m.size)
	}
	n := copy(m.bytes(m.size), "text")
	if got := m.room(n, m.limit-n); got != n || m.size != minRoom {
		t.Errorf("room that there is: position %d, size %d", got, m.size)
	}
	before := m.base
	if m.room(n, m.limit-n+1); m.base == before || m.size < minRoom+1 || string(m.bytes(n)) != "text" {
		t.Errorf("room that there is not: %d bytes with %q", m.size, m.bytes(n))
	}
	b := append(m.bytes(n), " and more"...)
	if n = m.adopt(b); m.base != mem.Data(b) || string(m.bytes(n)) != "text and more" {
		t.Errorf("%q is adopted", m.bytes(n))
	}
	if n = m.adopt([]byte("of its own")); string(m.bytes(n)) != "of its own" || m.size < minRoom || n > m.limit {
		t.Errorf("a small buffer becomes one of %d bytes with %q", m.size, m.bytes(n))
	}
	if n = m.null(n); string(m.bytes(n)) != "of its ownnull" {
		t.Errorf("null makes it %q", m.bytes(n))
	}
	m.use(m.own)
}

// TestComma: one is due unless an object has just begun.
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

// TestEscaped counts by how much the escapes of HTML's characters have made a text longer.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]int{``: 0, `"plain"`: 0, `\u003c`: 5, `\u003ca\u003e\u0026`: 15, `\\u003c`: 0, `\u2028`: 0, `\u003`: 0, `\n\u003e`: 5} {
		if got := escaped([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestTooDeep: beyond maxDepth a configuration of its own goes on until a value is met within itself.
func TestTooDeep(t *testing.T) {
	m := get(&Call{Config: plan.New(plan.Meaning{Own: true})})
	m.use(m.own)
	a, b, c := place{at: unsafe.Pointer(new(int))}, place{at: unsafe.Pointer(new(int))}, place{at: unsafe.Pointer(new(int)), len: 1}
	for _, row := range []struct {
		level int // beyond maxDepth
		p     place
		ok    bool
	}{
		{1, a, true}, {2, b, true}, {3, c, true},
		{3, a, false},              // within itself
		{2, c, true},               // b and the first c have ended
		{3, b, true},               // so b is not within itself
		{4, place{at: c.at}, true}, // the same address, of a slice of another length
		{4, place{at: c.at, len: 1}, false},
	} {
		m.err = nil
		m.depth = maxDepth + row.level
		if n := m.tooDeep(row.p, 0); (n == 0) != row.ok {
			t.Errorf("level %d: %d, want that it goes on: %v", row.level, n, row.ok)
		}
	}
	m.err = nil
	m.put()
}

// TestZeroUnlessNil: a nil pointer is zero without a call of its method, another one if the method says so.
func TestZeroUnlessNil(t *testing.T) {
	type zeroer interface{ IsZero() bool }
	now, zero, none := &time.Time{}, &time.Time{}, (*time.Time)(nil)
	*now = time.Unix(1, 0)
	for _, row := range []struct {
		value zeroer
		want  bool
	}{{now, false}, {zero, true}, {none, true}, {nil, true}, {time.Time{}, true}} {
		v := row.value
		if got := zeroUnlessNil(&testInfo{typ: reflect.TypeFor[zeroer]()}, unsafe.Pointer(&v)); got != row.want {
			t.Errorf("%v: %v", row.value, got)
		}
	}
}
