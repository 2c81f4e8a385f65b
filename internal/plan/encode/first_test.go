package encode_test

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// TestFirstUse lets several goroutines encode at the same time values of types that contain one another and were never
// encoded before. The race detector reports programs that are seen before they are complete.
func TestFirstUse(t *testing.T) {
	for i := range 300 {
		tag := reflect.StructTag(fmt.Sprintf(`json:"e%d"`, i))
		inner := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](), Tag: tag}})
		mid := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.ArrayOf(2, inner), Tag: tag}})
		outer := reflect.StructOf([]reflect.StructField{{Name: "F", Type: mid, Tag: tag}, {Name: "P", Type: reflect.PointerTo(mid)}})
		want := map[reflect.Type]string{inner: fmt.Sprintf(`{"e%d":0}`, i)}
		want[mid] = fmt.Sprintf(`{"e%d":[%s,%[2]s]}`, i, want[inner])
		want[outer] = fmt.Sprintf(`{"e%d":%s,"P":null}`, i, want[mid])
		var wg sync.WaitGroup
		for range 2 {
			for typ, want := range want {
				wg.Go(func() {
					if got, err := json.Marshal(reflect.New(typ).Interface()); err != nil || string(got) != want {
						t.Errorf("%s %v, want %s", got, err, want)
					}
				})
			}
		}
		wg.Wait()
	}
}
