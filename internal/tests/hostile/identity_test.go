package hostile

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// Finalizers, cleanups and weak pointers: the runtime has them for allocations, not for values. What a pointer leads to
// is an allocation of its own where decoding it calls the caller's code.

// finalize sets a finalizer on what the pointer p leads to, which ends the program unless an allocation starts there.
func finalize(p any) { runtime.SetFinalizer(p, func(any) {}) }

// handle sets a finalizer on itself, as wrappers of C libraries do.
type handle struct {
	id   [24]byte
	next *handle
}

func (h *handle) UnmarshalJSON(b []byte) error {
	copy(h.id[:], b)
	finalize(h)
	return nil
}

type textHandle struct {
	id   [24]byte
	next *handle
}

func (h *textHandle) UnmarshalText(b []byte) error {
	copy(h.id[:], b)
	finalize(h)
	return nil
}

type readHandle struct {
	id   [24]byte
	next *handle
}

func (h *readHandle) UnmarshalJSON(b []byte) error { return (*handle)(h).UnmarshalJSON(b) }

func (h *readHandle) UnmarshalZetes(r *codec.Reader) {
	copy(h.id[:], r.Raw())
	finalize(h)
}

// codedHandle has a codec.
type codedHandle struct {
	id   [24]byte
	next *handle
}

func codedHandles() zetes.Config {
	return zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, h *codedHandle) {
		copy(h.id[:], r.Raw())
		finalize(h)
	})}}
}

// Holder begins with a handle: an allocation that starts with it starts with the handle too.
type Holder struct {
	H    handle
	More string
}

// tree's method decodes its argument, by an alias or a value of its own.
type aliasTree struct {
	Name string
	Kids []*aliasTree
	Of   map[string]*aliasTree
	Own  opt.Value[*aliasTree]
}

func (t *aliasTree) UnmarshalJSON(b []byte) error {
	type plain aliasTree
	finalize(t)
	return json.Unmarshal(b, (*plain)(t))
}

type copiedTree struct {
	Name string
	Kids []*copiedTree
	Next *copiedTree
}

func (t *copiedTree) UnmarshalJSON(b []byte) error {
	type plain copiedTree
	var p plain
	err := json.Unmarshal(b, &p)
	*t = copiedTree(p)
	finalize(t)
	return err
}

// an entry point decodes data into v.
type entryPoint struct {
	name   string
	decode func(data []byte, v any) error
}

func entryPoints[T any](c zetes.Config) (all []entryPoint) {
	static := doors.Of[T]()
	for _, door := range doors.All {
		if door.Unmarshal == nil || len(c.Codecs) > 0 {
			continue
		}
		all = append(all, entryPoint{door.Name, func(data []byte, v any) error {
			_, err := door.Unmarshal(&doors.Zetes, static, data, v)
			if err != nil && strings.Contains(door.Name, "stream") {
				err = nil // the doors look behind the value
			}
			return err
		}})
	}
	strict := c
	strict.KeepUnknown = true
	limited := c
	limited.Limits.Memory = 1 << 20
	for name, c := range map[string]zetes.Config{"own": c, "keeping": strict, "limited": limited} {
		a := c.Freeze()
		add := func(call string, f func(data []byte, v any) error) {
			all = append(all, entryPoint{name + " " + call, f})
		}
		add("Unmarshal", a.Unmarshal)
		add("UnmarshalAll", func(data []byte, v any) error { return a.UnmarshalAll(data, v, 3) })
		add("TypedDecoder", func(data []byte, v any) error { return zetes.TypedDecoderOf[T](a).Decode(data, v.(*T)) })
		add("ReadValue", func(data []byte, v any) error {
			r := codec.NewBytesReader(data)
			a.ReadValue(r, v)
			return r.Err()
		})
		add("ReadValue from a source", func(data []byte, v any) error {
			r := codec.NewReader(strings.NewReader(string(data)))
			a.ReadValue(r, v)
			return r.Err()
		})
		add("stream", func(data []byte, v any) error {
			return stream.NewDecoder(strings.NewReader(string(data)), stream.Using(a)).Decode(v)
		})
		if len(c.Codecs) == 0 {
			add("doc", func(data []byte, v any) error {
				at, err := jsondoc.Get(data)
				if err != nil {
					return err
				}
				return at.Into(v)
			})
		}
	}
	return all
}

// pointees appends the values that pointers lead to in v, and in what they lead to.
func pointees(v reflect.Value, all []reflect.Value) []reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			all = pointees(v.Elem(), append(all, reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			all = pointees(v.Field(i), all)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all = pointees(v.Index(i), all)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			all = pointees(it.Value(), all)
		}
	}
	return all
}

// identity decodes text into a T by every entry point, three times, for what a run has learned counts in the next one.
// Methods set finalizers meanwhile; then each pointee is let go while the others are kept.
func identity[T any](t *testing.T, text string) { identityUnder[T](t, zetes.Config{}, text) }

func identityUnder[T any](t *testing.T, c zetes.Config, text string) {
	t.Helper()
	for _, by := range entryPoints[T](c) {
		for round := range 3 {
			v := new(T)
			if err := by.decode([]byte(text), v); err != nil {
				t.Errorf("%T, %s: %v", v, by.name, err)
				break
			}
			n := len(pointees(reflect.ValueOf(v).Elem(), nil))
			if n == 0 {
				t.Errorf("%T, %s: no pointees", v, by.name)
			}
			if round == 2 && (long.On() || by.name == "v1") {
				letGo(t, fmt.Sprintf("%T, %s", v, by.name), v, n)
			}
		}
	}
}

// letGo keeps every other pointee of v, and looks whether the rest is collected: by weak pointers and by cleanups.
func letGo[T any](t *testing.T, name string, v *T, n int) {
	var kept []unsafe.Pointer
	var weaks []weak.Pointer[byte]
	var cleaned atomic.Int32
	for i, x := range pointees(reflect.ValueOf(v).Elem(), nil) {
		p := x.Addr().UnsafePointer()
		x.SetZero() // it leads to others
		if i%2 == 0 {
			kept = append(kept, p)
			continue
		}
		weaks = append(weaks, weak.Make((*byte)(p)))
		runtime.AddCleanup((*byte)(p), func(int) { cleaned.Add(1) }, i)
	}
	*v = *new(T)
	for range 200 {
		runtime.GC() // a finalizer keeps what it is for once more
		if int(cleaned.Load()) == len(weaks) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	for i := range weaks {
		if weaks[i].Value() != nil {
			t.Errorf("%s: pointee %d of %d lives on with another one", name, 2*i+1, n)
		}
	}
	if int(cleaned.Load()) != len(weaks) {
		t.Errorf("%s: %d of %d cleanups were run", name, cleaned.Load(), len(weaks))
	}
	runtime.KeepAlive(kept)
}

// TestIdentity: see identity.
func TestIdentity(t *testing.T) {
	identity[struct{ A, B, C *handle }](t, `{"A":1,"B":2,"C":[3]}`)
	identity[[]*handle](t, `[1,2,[3],{"a":4},5]`)
	identity[map[string]*handle](t, `{"a":1,"b":2,"c":3}`)
	identity[[3]*handle](t, `[1,2,3]`)
	identity[[]**handle](t, `[1,2,3]`)
	identity[[]struct{ H []*handle }](t, `[{"H":[1]},{"H":[2,3]},{"H":[4]}]`)
	identity[[]*Holder](t, `[{"H":1},{"H":2},{"H":3,"More":"x"}]`)
	identity[[]struct{ *Holder }](t, `[{"H":1},{"H":2},{"H":3,"More":"x"}]`)
	identity[[]*struct{ Holder }](t, `[{"H":1},{"H":2},{"H":3,"More":"x"}]`)
	identity[map[int]*[2]Holder](t, `{"1":[{"H":1}],"2":[{"H":1}],"3":[{"H":1}]}`)
	identity[[]opt.Value[*handle]](t, `[1,2,3]`)
	identity[[]*opt.Value[handle]](t, `[1,2,3]`)
	identity[[]*textHandle](t, `["1","2","3"]`)
	identity[[]struct {
		H *textHandle `json:",string"`
	}](t, `[{"H":"1"},{"H":"2"},{"H":"3"}]`)
	identity[map[string]*textHandle](t, `{"a":"1","b":"2","c":"3"}`)
	identity[[]*readHandle](t, `["1","2","3"]`)
	identityUnder[[]*codedHandle](t, codedHandles(), `["1","2","3"]`)
	identityUnder[map[string]*struct{ C codedHandle }](t, codedHandles(), `{"a":{"C":1},"b":{"C":1},"c":{"C":1}}`)
	identity[aliasTree](t, `{"Name":"a tree whose text is long enough to be offered","Kids":[{"Name":"1"},{"Name":"2"},{"Kids":[{},{}]}],"Of":{"x":{"Name":"3"},"y":{}},"Own":{"Name":"4"}}`)
	identity[copiedTree](t, `{"Name":"a tree whose text is long enough to be offered","Kids":[{"Name":"1"},{"Name":"2"}],"Next":{"Next":{"Name":"3"}}}`)
	identity[jsondoc.Object[*handle]](t, `{"a":1,"b":2,"c":3}`)
	// One element of a map, for which encoding/json makes one value.
	for range 3 {
		var m []map[string]handle
		if err := json.Unmarshal([]byte(`[{"a":1},{"b":2},{"c":3}]`), &m); err != nil || len(m) != 3 {
			t.Fatal(err)
		}
	}
}

// celled has a method that decodes it.
type celled struct{ id [24]byte }

func (c *celled) UnmarshalJSON(b []byte) error {
	copy(c.id[:], b)
	return nil
}

// TestIdentityShared: values that decoding calls no code for lie side by side, as docs/gaps.md says, and a copy of one
// is an allocation of its own. So are values of more than 1 KB. Elements of slices lie side by side, whatever decodes
// them.
func TestIdentityShared(t *testing.T) {
	var pointers []*struct{ A, B, C string }
	beside(t, "pointees", `[{},{},{},{}]`, &pointers, unsafe.Sizeof(struct{ A, B, C string }{}), func() (a, b unsafe.Pointer) {
		return unsafe.Pointer(pointers[0]), unsafe.Pointer(pointers[1])
	})
	var lists []*struct{ L []*[16]int }
	beside(t, "pointees in slices", `[{"L":[[1],[2]]},{"L":[[3]]}]`, &lists, unsafe.Sizeof([16]int{}), func() (a, b unsafe.Pointer) {
		return unsafe.Pointer(lists[0].L[0]), unsafe.Pointer(lists[0].L[1])
	})
	var slices [][]celled
	beside(t, "slices of elements with methods", `[[1],[2]]`, &slices, unsafe.Sizeof(celled{}), func() (a, b unsafe.Pointer) {
		return unsafe.Pointer(&slices[0][0]), unsafe.Pointer(&slices[1][0])
	})
	var large []*[200]int64
	for range 3 {
		if err := json.Unmarshal([]byte(`[[1],[2],[3]]`), &large); err != nil {
			t.Fatal(err)
		}
	}
	own := new(struct{ A, B, C string })
	*own = *pointers[1]
	finalize(own)
	for _, p := range large {
		finalize(p)
	}
}

// beside decodes text into target until the two places that of gives lie side by side, size bytes apart. A decode may
// begin at the end of a slab, or find none in the pool (under the race detector pools lose values), so it has 20 tries.
func beside(t *testing.T, what, text string, target any, size uintptr, of func() (a, b unsafe.Pointer)) {
	t.Helper()
	for range 20 {
		reflect.ValueOf(target).Elem().SetZero()
		if err := json.Unmarshal([]byte(text), target); err != nil {
			t.Fatal(err)
		}
		if a, b := of(); uintptr(b)-uintptr(a) == size {
			return
		}
	}
	t.Errorf("%s are apart: docs/gaps.md says otherwise", what)
}
