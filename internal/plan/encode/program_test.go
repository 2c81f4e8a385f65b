package encode

import (
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// TestShapes holds for values of some types what the data word of an interface with the value is.
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

// TestAloneOf holds that a scalar, and a value that always has the same text, is written without a machine.
func TestAloneOf(t *testing.T) {
	for _, row := range []struct {
		value any
		want  code
		text  string
	}{
		{1.5, opFloat64, ""}, {int8(1), opInt8, ""}, {true, opBool, ""}, {uint32(1), opUint32, ""}, {"", opString, ""}, {[]byte("x"), opBytes, ""}, {[]byte(nil), opBytes, ""}, {new([]byte), opBytes, ""}, {[2]byte{}, opEnd, ""},
		{struct{}{}, opText, "{}"}, {[0]int{}, opText, "[]"}, {struct{ A [0]int }{}, opText, `{"A":[]}`}, {struct{ A int }{}, opEnd, ""},
		{new(int64), opInt64, ""}, {(*int64)(nil), opInt64, ""}, {new(*bool), opEnd, ""}, {&struct{}{}, opText, "{}"}, {(*[0]int)(nil), opText, "[]"},
		{new(float32), opFloat32, ""}, {ptr(math.NaN()), opFloat64, ""}, {new(intText), opEnd, ""}, {new(string), opString, ""}, {(*string)(nil), opString, ""}, {intText(1), opEnd, ""}, {[1]*int{}, opEnd, ""}, {map[int]int{}, opMap, ""}, {map[int]int{1: 2}, opMap, ""}, {map[string]any(nil), opMap, ""}, {&map[int]int{}, opEnd, ""},
	} {
		p := ProgramOf(plan.V1, reflect.TypeOf(row.value))
		if p.alone != row.want || p.text != row.text {
			t.Errorf("%T: %s %q, want %s %q", row.value, codeNames[p.alone], p.text, codeNames[row.want], row.text)
		}
		agree(t, "alone", row.value)
	}
}

// TestProgramOf holds that all goroutines get the same program for a type, and the same block for values with an
// address, in which methods with pointer receivers are called.
func TestProgramOf(t *testing.T) {
	c := plan.Of(option.V1)
	typ := reflect.TypeFor[speaks]()
	programs := make([]*Program, 8)
	blocks := make([]*block, len(programs))
	var wg sync.WaitGroup
	for i := range programs {
		wg.Go(func() {
			programs[i] = ProgramOf(c, typ)
			blocks[i] = programs[i].addressable(c)
		})
	}
	wg.Wait()
	for i, p := range programs {
		if p != programs[0] || blocks[i] != blocks[0] || p.typ != typ {
			t.Fatal("a type has several programs")
		}
	}
	if blocks[0] == programs[0].block {
		t.Error("methods of pointers are the same for values that have an address and for those that have none")
	}
	if pointer := ProgramOf(c, reflect.PointerTo(typ)); pointer.block != blocks[0] {
		t.Error("what a pointer leads to has a block of its own")
	}
	if other := plan.Of(option.V1); ProgramOf(other, typ) == programs[0] {
		t.Error("two configurations share a program")
	}
	if same := c.With(c.Options | option.UseNumber); ProgramOf(same, typ) != programs[0] {
		t.Error("two of a family don't share a program")
	}
}

// TestCompilerPanics holds that if a naming function panics, the blocks made so far are dropped, and the type is
// compiled at its next use.
func TestCompilerPanics(t *testing.T) {
	type deep struct{ B struct{ C int } }
	type record struct {
		A []deep
		D int
	}
	calls := 0
	naming := func(name string) string {
		if calls++; name == "D" && calls < 10 {
			panic("naming")
		}
		return "n" + name
	}
	c := plan.New(plan.Meaning{Options: option.V1, Own: true, Shape: shape.Options{Meaning: option.V1, Naming: tag.Naming(naming)}})
	func() {
		defer func() {
			if recover() != "naming" {
				t.Error("no panic")
			}
		}()
		(&Call{Config: c}).Marshal(record{})
	}()
	if c.Encoders.Kept != nil {
		t.Error("what has holes is kept")
	}
	calls = 10
	got, err := (&Call{Config: c}).Marshal(record{A: []deep{{}}})
	if want := `{"nA":[{"nB":{"nC":0}}],"nD":0}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// TestBlockKeys holds that keys that differ in any field have different blocks: in the address, the tag option
// "string", or whether the codec is called.
func TestBlockKeys(t *testing.T) {
	c, done := begin(plan.Of(option.V1))
	defer done()
	seen := map[*block]string{}
	typ := reflect.TypeFor[inner]()
	for _, key := range []blockKey{{typ: typ}, {typ: typ, addr: true}, {typ: typ, quoted: true}, {typ: typ, bare: true}, {typ: reflect.TypeFor[int]()}} {
		b := c.block(key)
		if before := seen[b]; before != "" || c.block(key) != b {
			t.Errorf("%+v has the block of %s", key, before)
		}
		seen[b] = fmt.Sprintf("%+v", key)
	}
}
