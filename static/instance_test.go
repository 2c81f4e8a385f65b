package static

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/guard"
)

type (
	instanceOf[P any]        struct{ A P }
	instanceFields[P any]    struct{ A P }
	instanceState[Of, P any] struct {
		Layout[*Of, *instanceFields[P]]
	}
	instanceChange[Of, P any] struct{ Layout[*Of, *instanceOf[[]P]] }
)

func asked[P any]() func(*Instances) any {
	return func(list *Instances) any { return Instance[instanceState[instanceOf[P], P]](list) }
}

// Each instance has one struct, whoever asks first, whether it is among the few or not.
func TestInstance(t *testing.T) {
	asks := []func(*Instances) any{
		asked[int](), asked[string](), asked[*int](), asked[*string](), asked[struct{}](), asked[[]int](), asked[[]string](), asked[any](),
		asked[error](), asked[bool](), asked[[2]int](), asked[map[string]int](),
	}
	list := Instances{List: []string{"A"}, TagKey: "x"}
	var found [4][]any
	var wait sync.WaitGroup
	for i := range found {
		wait.Go(func() {
			for k := range asks {
				found[i] = append(found[i], asks[(k+i*3)%len(asks)](&list))
			}
		})
	}
	wait.Wait()
	seen := map[any]bool{}
	for i := range found {
		for k, s := range found[i] {
			seen[s] = true
			if want := asks[(k+i*3)%len(asks)](&list); s != want {
				t.Errorf("%T: two of them", s)
			}
		}
	}
	if len(seen) != len(asks) {
		t.Errorf("%d structs for %d instances", len(seen), len(asks))
	}
	if n := len(*list.few.Load()); n != sightedInstances {
		t.Errorf("%d are looked through", n)
	}
	s := Instance[instanceState[instanceOf[int], int]](&list)
	if !s.Same() || s.TagKey != "x" || len(s.Names.List) != 1 {
		t.Errorf("got %v, %q, %q", s.Same(), s.TagKey, s.Names.List)
	}
	var other Instances
	if Instance[instanceChange[instanceOf[int], int]](&other).Same() {
		t.Error("other fields: alike")
	}
}

func TestAllocInstance(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	var list Instances
	if n := testing.AllocsPerRun(100, func() { Instance[instanceState[instanceOf[int], int]](&list) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

type (
	callsRing   struct{ Next []*callsRing }
	callsDeep   struct{ R map[string][2]callsRing }
	callsHidden struct {
		hidden layoutReader
		A      time.Time
	}
	callsEmbedded struct{ callsHidden }
	callsInside   struct {
		R []map[int]*struct{ A *layoutReader }
	}
)

// Methods of people's are found wherever they are.
func TestCallsNobody(t *testing.T) {
	_ = callsHidden{hidden: layoutReader{}}
	var c Config
	for typ, want := range map[reflect.Type]bool{
		reflect.TypeFor[int]():                    true,
		reflect.TypeFor[string]():                 true,
		reflect.TypeFor[[]byte]():                 true,
		reflect.TypeFor[any]():                    true,
		reflect.TypeFor[time.Time]():              true,
		reflect.TypeFor[time.Duration]():          true,
		reflect.TypeFor[layoutWriter]():           true,
		reflect.TypeFor[callsDeep]():              true,
		reflect.TypeFor[callsEmbedded]():          true,
		reflect.TypeFor[map[layoutID]int]():       true,
		reflect.TypeFor[error]():                  false,
		reflect.TypeFor[chan int]():               false,
		reflect.TypeFor[layoutReader]():           false,
		reflect.TypeFor[*layoutReader]():          false,
		reflect.TypeFor[callsInside]():            false,
		reflect.TypeFor[map[any]int]():            false,
		reflect.TypeFor[map[float64]int]():        false,
		reflect.TypeFor[map[time.Time]int]():      false,
		reflect.TypeFor[map[string]error]():       false,
		reflect.TypeFor[struct{ layoutReader }](): false,
		reflect.TypeFor[json.RawMessage]():        false,
	} {
		if got := callsNobody(typ, c.get(), map[reflect.Type]bool{}); got != want {
			t.Errorf("%s: %v", typ, got)
		}
	}
}

// Of a type that is not known, what is empty is what encoding/json takes for it.
func TestEmpty(t *testing.T) {
	empty[bool](t, true, false)
	empty[int](t, true, 0)
	empty[int](t, false, -1)
	empty[uint8](t, true, 0)
	empty[int16](t, false, 256)
	empty[uint32](t, false, 1<<16)
	empty[int64](t, false, 1<<32)
	empty[int64](t, true, 0)
	empty[uintptr](t, false, 1)
	empty[float32](t, true, 0)
	empty[float64](t, false, 1e-300)
	empty[string](t, true, "")
	empty[string](t, false, "x")
	empty[[]int](t, true, []int{})
	empty[[]int](t, false, []int{0})
	empty[map[string]int](t, true, map[string]int{})
	empty[map[int]struct{}](t, false, map[int]struct{}{0: {}})
	empty[*int](t, true, nil)
	empty[*int](t, false, new(int))
	empty[any](t, true, nil)
	empty[error](t, true, nil)
	empty[any](t, false, 0)
	empty[[0]int](t, true, [0]int{})
	empty[[1]int](t, false, [1]int{})
	empty[struct{}](t, false, struct{}{})
}

func empty[T any](t *testing.T, want bool, v T) {
	t.Helper()
	b, err := json.Marshal(struct {
		A T `json:",omitempty"`
	}{v})
	if got := string(b) == "{}"; got != want || err != nil {
		t.Errorf("%T %v: encoding/json says %v, %v", v, v, got, err)
	}
	if got := Empty(&v); got != want {
		t.Errorf("%T %v: %v", v, v, got)
	}
}
