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
		if first, second := table.Get(w), table.Get(w); first == nil || *first != i || second != first {
			t.Fatalf("type %d: %v %v", i, first, second)
		}
	}
	if table.Get(mem.TypeWord(t)) != nil {
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
