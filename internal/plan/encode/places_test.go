package encode

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/order"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

type (
	quietList struct {
		Next *quietList
		Kids []quietList
		By   map[string]*quietList
	}
	loudList struct {
		Next *loudList
		V    any
	}
	unexported struct{ v valueJSON }
	keyed      struct{ M map[intText]int }
	stringers  struct {
		D time.Duration `json:",stringer"`
	}
)

// TestQuiet holds for which types writing a value calls no code of the user's. Only such values may stay in their map
// while it is written.
func TestQuiet(t *testing.T) {
	for _, row := range []struct {
		value any
		want  bool
	}{
		{1, true}, {"", true}, {[]float64{}, true}, {[3]*bool{}, true}, {inner{}, true}, {quietList{}, true},
		{map[int]map[string][]inner{}, true}, {time.Time{}, true}, {json.Number(""), true}, {json.RawMessage{}, true}, {big.Int{}, true},
		{netip.Addr{}, true}, {map[netip.Addr]int{}, false}, {stringers{}, true},
		{valueJSON{}, false}, {pointerText{}, false}, {[]valueText{}, false}, {struct{ A, B *pointerJSON }{}, false}, {[2]map[string]both{}, false},
		{loudList{}, false}, {[]any{}, false}, {struct{ E error }{}, false}, {unexported{}, false}, {keyed{}, false}, {valueZero{}, false},
	} {
		c, done := begin(plan.V1)
		got := c.quiet(reflect.TypeOf(row.value), map[reflect.Type]bool{})
		if done(); got != row.want {
			t.Errorf("%T is quiet: %v", row.value, got)
		}
	}
	m := plan.Meaning{Options: option.V1 | option.MoreTags, Own: true, Shape: shape.Options{Meaning: option.V1 | option.MoreTags}}
	key := plan.Meaning{Options: option.V1, Own: true, Keys: map[reflect.Type]*loan.Key{reflect.TypeFor[int](): {}}}
	for _, row := range []struct {
		meaning plan.Meaning
		value   any
		want    bool
	}{
		{m, stringers{}, false}, {m, inner{}, true}, {codecs(raw), inner{}, false}, {key, inner{}, true}, {key, map[int]int{}, false},
	} {
		c, done := begin(plan.New(row.meaning))
		got := c.quiet(reflect.TypeOf(row.value), map[reflect.Type]bool{})
		if done(); got != row.want {
			t.Errorf("under a configuration of its own %T is quiet: %v", row.value, got)
		}
	}
}

// TestGatherOf holds how the entries of maps of some types are collected: in place, as a map of another type, or by
// reflection.
func TestGatherOf(t *testing.T) {
	guard.Path(t, fast.Places && fast.Typed)
	if !mem.MapsWalk() {
		t.Skip("maps of this toolchain lie otherwise")
	}
	for _, row := range []struct {
		value any
		want  gatherKind
	}{
		{map[string]any{}, gatherAny}, {map[int64]any{}, gatherAny}, {map[int8]any{}, gatherCopies},
		{map[string]string{}, gatherString}, {map[uint64]string{}, gatherString}, {map[string]key{}, gatherString}, {map[string]json.Number{}, gatherPlaces}, {map[string]strText{}, gatherString},
		{map[string]*int{}, gatherPointer}, {map[string]*pointerJSON{}, gatherPointer}, {map[textKey]*int{}, gatherCopies},
		{map[string]fmt.Stringer{}, gatherIface}, {map[string][]any{}, gatherSlice}, {map[string][]inner{}, gatherPlaces},
		{map[string]float64{}, gatherWord}, {map[string]time.Duration{}, gatherWord}, {map[int16]float64{}, gatherPlaces},
		{map[string]bool{}, gatherPlaces}, {map[string]int16{}, gatherPlaces}, {map[string]float32{}, gatherPlaces}, {map[int64]bool{}, gatherPlaces},
		{map[string]inner{}, gatherPlaces}, {map[string]valueJSON{}, gatherCopies}, {map[netip.Addr]inner{}, gatherPlaces},
	} {
		c, done := begin(plan.V1)
		got := c.mapOf(reflect.TypeOf(row.value)).gather
		if done(); got != row.want && strconv.IntSize == 64 {
			t.Errorf("%T: %d, want %d", row.value, got, row.want)
		}
	}
}

// TestIntegersAt holds that integers of each size are read with their sign.
func TestIntegersAt(t *testing.T) {
	v := [2]uint64{0x8182838485868788, 0x8182838485868788}
	for _, size := range []uintptr{1, 2, 4, 8} {
		p := unsafe.Pointer(&v[0])
		var want reflect.Value
		switch size {
		case 1:
			want = reflect.ValueOf(*(*uint8)(p))
		case 2:
			want = reflect.ValueOf(*(*uint16)(p))
		case 4:
			want = reflect.ValueOf(*(*uint32)(p))
		default:
			want = reflect.ValueOf(v[0])
		}
		if got := uintAt(p, size); got != want.Uint() {
			t.Errorf("%d bytes: %#x, want %#x", size, got, want.Uint())
		}
		shift := 64 - 8*int(size)
		if got, want := intAt(p, size), int64(want.Uint()<<shift)>>shift; got != want {
			t.Errorf("%d bytes with a sign: %d, want %d", size, got, want)
		}
	}
}

// TestPlacesWithin writes maps inside maps, whose entries share one list, and holds that the list is empty afterwards.
func TestPlacesWithin(t *testing.T) {
	for _, outer := range []int{1, 8, 9, 40} {
		for _, within := range []int{0, 1, 8, 9, 40} {
			v := map[string]map[int16]inner{}
			for i := range outer {
				in := map[int16]inner{}
				for k := range within {
					in[int16(k*7919)] = inner{k, strings.Repeat("y", k)}
				}
				v[fmt.Sprint("name", i)] = in
			}
			agree(t, fmt.Sprintf("%d maps of %d", outer, within), v)
			m := get(&Call{Config: withHTML})
			m.use(m.own)
			n := m.encode(ProgramOf(withHTML, reflect.TypeOf(v)), nil, mem.DataWord(any(v)), 0)
			if n < 0 || m.maps.lengths() != [7]int{} {
				t.Errorf("%d maps of %d: position %d, entries %v stay", outer, within, n, m.maps.lengths())
			}
			m.put()
		}
	}
}

// TestLargeMapsAreForgotten holds that the pool does not keep the memory for the entries of a large map.
func TestLargeMapsAreForgotten(t *testing.T) {
	v := map[int32]*int{}
	for i := range 2 * keepEntries {
		v[int32(i)] = new(int)
	}
	m := get(&Call{Config: withHTML})
	m.use(m.own)
	if n := m.encode(ProgramOf(withHTML, reflect.TypeOf(v)), nil, mem.DataWord(any(v)), 0); n < 0 {
		t.Fatal(m.err)
	}
	m.put()
	if cap(m.maps.ptrs.list) > keepEntries || cap(m.maps.ranks) > keepEntries || len(m.own) > keepBuffer || cap(m.maps.names) > keepBuffer {
		t.Errorf("kept are %d entries, %d ranks, %d bytes of output, %d of keys", cap(m.maps.ptrs.list), cap(m.maps.ranks), len(m.own), cap(m.maps.names))
	}
}

// TestCut holds that cut drops the entries that maps have left in the lists after an error, and keeps the entries of
// outer maps.
func TestCut(t *testing.T) {
	var s entryLists
	add := func() {
		s.anys.list = append(s.anys.list, order.Entry[any]{Key: "a", Val: 1})
		s.strings.list = append(s.strings.list, order.Entry[string]{Key: "b", Val: ""})
		s.ptrs.list = append(s.ptrs.list, order.Entry[unsafe.Pointer]{Key: "c", Val: nil})
		s.slices.list = append(s.slices.list, order.Entry[mem.SliceHeader]{Key: "e", Val: mem.SliceHeader{}})
		s.words.list = append(s.words.list, order.Entry[uint64]{Key: "f", Val: 0})
		s.ranks = append(s.ranks, order.NameRank{})
		s.names = append(s.names, 'g')
	}
	add()
	before := s.lengths()
	add()
	add()
	behind := s.anys.list[1:3]
	s.cut(before)
	if s.lengths() != before || s.anys.list[0].Key != "a" || s.words.list[0].Key != "f" {
		t.Errorf("%v stay, want %v", s.lengths(), before)
	}
	if behind[0].Key != "" || behind[0].Val != nil || behind[1].Key != "" || behind[1].Val != nil {
		t.Errorf("the memory behind them keeps %v", behind)
	}
	if s.reset(); s.lengths() != [7]int{} {
		t.Errorf("%v stay after an error", s.lengths())
	}
}

// keyBy returns the type K and a codec for keys of that type, which calls name.
func keyBy[K any](name func(k *K) (string, error)) (reflect.Type, *loan.Key) {
	t := reflect.TypeFor[K]()
	return t, &loan.Key{Type: t, Append: func(dst []byte, k any) ([]byte, error) {
		s, err := name(k.(*K))
		return append(dst, s...), err
	}}
}
