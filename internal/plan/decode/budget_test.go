package decode

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

type sharedOuter struct {
	Y []sharedInner
	X []sharedOuter
	P [40]uint64
}

type sharedInner struct{ Q [4]uint64 }

// TestSharedSlot has two types whose slabs are in the same slot take turns. No slice but the first may be made as
// long as the first of the last input was.
func TestSharedSlot(t *testing.T) {
	c := plan.Of(option.V1)
	outer := nodeFor(c, reflect.TypeFor[*sharedOuter]()).elem
	inner := nodeFor(c, reflect.TypeFor[[]sharedInner]()).elem
	nested := func(levels int) []byte {
		return []byte(`{"X":[` + strings.Repeat(`{"Y":[{}],"X":[`, levels) + "{}" + strings.Repeat(`]}`, levels) + `]}`)
	}
	long := []byte(`{"X":[{}` + strings.Repeat(",{}", 400) + `]}`)
	cost := func(slot uint8) int {
		inner.Slot = slot
		if err := errorOf((&Call{Config: c}).Unmarshal(long, new(sharedOuter))); err != nil {
			t.Fatal(err)
		}
		text := nested(2000)
		return guard.Allocated(func() {
			if err := errorOf((&Call{Config: c}).Unmarshal(text, new(sharedOuter))); err != nil {
				t.Fatal(err)
			}
		})
	}
	alone, shared := cost(outer.Slot+1), cost(outer.Slot)
	if shared > 2*alone {
		t.Errorf("%d bytes with a slot for each type, %d with one for both", alone, shared)
	}
}

type hundred struct {
	A, B, C, D, E, F, G, H, I, J, K int
}

// TestGuessesAreKept decodes what the last input was like: the slice is made at once, and is not moved.
func TestGuessesAreKept(t *testing.T) {
	c := plan.Of(option.V1)
	doc := []byte("[" + strings.TrimSuffix(strings.Repeat(`{"A":1,"B":2,"C":3,"D":4,"E":5},`, 100), ",") + "]")
	run := func() {
		if err := errorOf((&Call{Config: c}).Unmarshal(doc, new([]hundred))); err != nil {
			t.Fatal(err)
		}
	}
	run()
	size := 100 * int(reflect.TypeFor[hundred]().Size())
	least := math.MaxInt
	for range 5 { // the pool may have forgotten its states
		least = min(least, guard.Allocated(run))
	}
	if least > size+size/4 {
		t.Errorf("%d bytes for a slice of %d", least, size)
	}
}

// TestGuessesOfShortTexts is TestGuessesAreKept for elements that are much larger than their text: they are made once,
// where the input is too short for another guess.
func TestGuessesOfShortTexts(t *testing.T) {
	type wide struct {
		A [15]int
		B string
		C *int
	}
	c := plan.Of(option.V1)
	const n = 20
	doc := []byte("[" + strings.Repeat("{},", n-1) + "{}]")
	run := func() {
		if err := errorOf((&Call{Config: c}).Unmarshal(doc, new([]wide))); err != nil {
			t.Fatal(err)
		}
	}
	run()
	size := n * int(reflect.TypeFor[wide]().Size())
	least := math.MaxInt
	for range 5 { // the pool may have forgotten its states
		least = min(least, guard.Allocated(run))
	}
	if least > size+size/2 {
		t.Errorf("%d bytes for a slice of %d", least, size)
	}
}

// TestHintsStay decodes again into the same map and slice: their lengths remain the hint for the next new one.
func TestHintsStay(t *testing.T) {
	c := plan.Of(option.V1)
	var m map[string]bool
	var l []int64
	for i, row := range []struct {
		text       string
		maps, list uint32
	}{
		{`{"a":true,"b":true,"c":true}`, 3, 0}, {`{"a":true}`, 3, 0}, {`{"d":true}`, 4, 0},
		{`[` + strings.Repeat("1,", 999) + `1]`, 4, 1000}, {`[1,2]`, 4, 1000}, {`[` + strings.Repeat("1,", 1999) + `1]`, 4, 2000},
	} {
		var err error
		if row.text[0] == '{' {
			err = errorOf((&Call{Config: c}).Unmarshal([]byte(row.text), &m))
		} else {
			err = errorOf((&Call{Config: c}).Unmarshal([]byte(row.text), &l))
		}
		maps, list := nodeFor(c, reflect.TypeFor[*map[string]bool]()).elem, nodeFor(c, reflect.TypeFor[*[]int64]()).elem
		if err != nil || maps.length.Load() != row.maps || list.length.Load() != row.list {
			t.Errorf("%d: %v, hints %d and %d, want %d and %d", i, err, maps.length.Load(), list.length.Load(), row.maps, row.list)
		}
	}
}
