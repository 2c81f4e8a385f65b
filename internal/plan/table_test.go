package plan

import (
	"reflect"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
)

func TestTable(t *testing.T) {
	var table Table[int]
	var words []mem.Ptr
	for n := range 3000 {
		words = append(words, mem.TypeWordOf(reflect.ArrayOf(n, reflect.TypeFor[byte]())))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, w := range words {
				if got := table.Put(w, &i); *got != i {
					t.Errorf("type %d has the value of %d", i, *got)
				}
			}
		})
	}
	wg.Wait()
	for i, w := range words {
		if before := table.Recent(w); before != nil && *before != i {
			t.Fatalf("type %d: %d before Get", i, *before)
		}
		if first, second := table.Get(w), table.Get(w); first == nil || *first != i || second != first || table.Recent(w) != first {
			t.Fatalf("type %d: %v %v %v", i, first, second, table.Recent(w))
		}
	}
	if table.Get(mem.TypeWord(t)) != nil || table.Recent(mem.TypeWord(t)) != nil {
		t.Error("a type without a value has one")
	}
}

func BenchmarkTableGet(b *testing.B) {
	var table Table[int]
	w := mem.TypeWord(b)
	table.Put(w, new(int))
	for b.Loop() {
		if table.Get(w) == nil {
			b.Fatal()
		}
	}
}

// TestTableOf: a machine finds its own programs by their type, with the codec of the type and without, and of two that
// compile a type at the same time both get the first one's.
func TestTableOf(t *testing.T) {
	type machines struct{ name string }
	c := Of(0)
	enc, dec := TableOf[machines](c.Encoders), TableOf[[2]int](c.Decoders)
	typ := reflect.TypeFor[machines]()
	word := mem.TypeWordOf(typ)
	if enc.Get(word) != nil || enc.Bare(typ) != nil || dec.Get(word) != nil {
		t.Error("there is a program before one was made")
	}
	with, bare, nodes := &machines{"with"}, &machines{"bare"}, &[2]int{}
	if enc.Put(word, with) != with || enc.PutBare(typ, bare) != bare || dec.Put(word, nodes) != nodes {
		t.Error("the first one is not what is there")
	}
	if enc.Put(word, &machines{"later"}) != with || enc.PutBare(typ, &machines{"later"}) != bare {
		t.Error("a later one takes the place of the first")
	}
	if enc.Get(word) != with || enc.Bare(typ) != bare || dec.Get(word) != nodes || dec.Bare(typ) != nil {
		t.Error("another program is found")
	}
}
