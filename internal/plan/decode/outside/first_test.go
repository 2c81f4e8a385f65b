package outside

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// TestFirstUse decodes into types that several goroutines meet at the same time for the first time, from the
// outside and from within. The race detector finds types that are seen before they are finished.
func TestFirstUse(t *testing.T) {
	for i := range 300 {
		tag := reflect.StructTag(fmt.Sprintf(`json:"f%d"`, i))
		inner := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](), Tag: tag}})
		mid := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.SliceOf(inner), Tag: tag}})
		outer := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.PointerTo(mid), Tag: tag}})
		docs := map[reflect.Type]string{
			inner: fmt.Sprintf(`{"f%d":1}`, i),
			mid:   fmt.Sprintf(`{"f%d":[{"f%d":1}]}`, i, i),
			outer: fmt.Sprintf(`{"f%d":{"f%d":[{"f%d":1}]}}`, i, i, i),
		}
		var wg sync.WaitGroup
		for range 2 {
			for typ, doc := range docs {
				wg.Go(func() {
					v := reflect.New(typ)
					if err := json.Unmarshal([]byte(doc), v.Interface()); err != nil || v.Elem().Field(0).IsZero() {
						t.Error(typ, doc, err)
					}
				})
			}
		}
		wg.Wait()
	}
}
