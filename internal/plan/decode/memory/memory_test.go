package memory

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

func layoutOf[T any]() *Layout {
	l := new(Layout)
	l.Init(reflect.TypeFor[T]())
	return l
}

// TestSlab cuts values from a slab: neighbours in memory, of which what one does not use is the next one's, and of
// several rests the smallest is dropped.
func TestSlab(t *testing.T) {
	m := Supply{Blocks: NewBlocks(make([]Slab, 4)), Guesses: mem.BudgetFor(1 << 20)}
	x := layoutOf[[2]int64]()
	x.wanted.Store(10)
	b := m.SlabOf(x)
	r := m.Take(b)
	if r.N != 10 {
		t.Fatalf("a block of %d, want as many as the last run took", r.N)
	}
	b.Give(r, 4)
	next := m.Take(b)
	if next.N != 6 || uintptr(next.P) != uintptr(r.P)+4*x.Size {
		t.Errorf("then there are %d elements, at %d", next.N, uintptr(next.P)-uintptr(r.P))
	}
	b.Give(next, 6)
	if b.count != 0 || b.used != 10 {
		t.Errorf("%d rests of a block that is used up, %d used", b.count, b.used)
	}
	for _, n := range []int{3, 1, 4, 2, 5} {
		b.Give(Spare{r.P, n}, 0)
	}
	var left []int
	for b.count > 0 {
		left = append(left, m.Take(b).N)
	}
	if fmt.Sprint(left) != "[2 4 5 3]" {
		t.Errorf("the rests are of %v elements", left)
	}
	if b.drop(); x.wanted.Load() != 10 || b.used != 0 {
		t.Errorf("%d elements are remembered, %d used", x.wanted.Load(), b.used)
	}
}

// TestAlloc makes memory for types of all kinds, moves elements there, and clears them.
func TestAlloc(t *testing.T) {
	p := new(int)
	check(t, int64(7), 3)
	check(t, [3]byte{1, 2, 3}, 5)
	check(t, "text", 3)
	check(t, any(p), 2)
	check(t, p, 4)
	check(t, struct {
		A string
		P *int
	}{"a", p}, 5)
	check(t, map[string]int{"a": 1}, 7)
	check(t, []*int{p}, 600)
	for n := 2; n <= 200; n++ {
		check(t, [2]any{p, 1}, n)
		check(t, [18]*int{3: p}, n)
	}
	check(t, struct{}{}, 3)
}

func check[T any](t *testing.T, value T, n int) {
	t.Helper()
	x := layoutOf[T]()
	at, got := x.Alloc(n)
	list := unsafe.Slice((*T)(at), got)
	if got < n || got > n+n/4+8 { // from 64 bytes on the allocator's sizes are a quarter apart at most
		t.Errorf("%T: %d elements, want %d", value, got, n)
	}
	var zero T
	for i := range list {
		if !reflect.DeepEqual(list[i], zero) {
			t.Fatalf("%T: element %d is %v", value, i, list[i])
		}
	}
	from := make([]T, n)
	for i := range from {
		from[i] = value
	}
	x.Move(at, unsafe.Pointer(unsafe.SliceData(from)), n)
	if !reflect.DeepEqual(list[:n], from) {
		t.Errorf("%T: moved they are %v", value, list[:n])
	}
	if x.Zero(at); !reflect.DeepEqual(list[0], zero) || !reflect.DeepEqual(list[1], value) {
		t.Errorf("%T: cleared it is %v, and the next one %v", value, list[0], list[1])
	}
}

// TestPointerFree: a type has pointers if one of its parts has.
func TestPointerFree(t *testing.T) {
	for _, row := range []struct {
		value any
		want  bool
	}{
		{1, true}, {1i, true}, {false, true}, {"", false}, {[]int{}, false}, {[3]int{}, true}, {[0]*int{}, true}, {[1]*int{}, false},
		{struct {
			A int
			B [2]float32
		}{}, true},
		{struct {
			A int
			B any
		}{}, false},
		{map[int]int{}, false}, {new(int), false}, {struct{}{}, true},
	} {
		if got := PointerFree(reflect.TypeOf(row.value)); got != row.want {
			t.Errorf("%T: %v", row.value, got)
		}
	}
}

// TestKeys: a key equals its text, however many others there are, and a short one that comes again is the same string.
func TestKeys(t *testing.T) {
	m := Supply{Blocks: NewBlocks(make([]Slab, 1))}
	same := 0
	for range 2 {
		for n := range 2 * longKey {
			for c := byte('a'); c < 'k'; c++ {
				text := strings.Repeat(string(c), n)
				padded := []byte(text + strings.Repeat("\"", 64))
				a, b := m.Key(mem.Data(padded), n), m.Key(mem.Data(padded), n)
				if a != text || b != text {
					t.Fatalf("%q and %q, want %q", a, b, text)
				}
				if unsafe.StringData(a) == unsafe.StringData(b) {
					same++
				}
			}
		}
	}
	if same < 2*longKey*10 {
		t.Errorf("%d keys are the same string", same)
	}
}

// TestPointees: each is zero and has memory of its own, and Forget starts another block.
func TestPointees(t *testing.T) {
	m := Supply{Blocks: NewBlocks(make([]Slab, 4)), Guesses: mem.BudgetFor(1 << 10)}
	x := layoutOf[*int]()
	seen := map[unsafe.Pointer]bool{}
	for range 3 {
		for range 100 {
			p := m.Pointee(x)
			if seen[p] || *(**int)(p) != nil {
				t.Fatalf("%p is used twice, or is not zero", p)
			}
			seen[p] = true
			*(**int)(p) = new(int)
		}
		m.Forget()
	}
}
