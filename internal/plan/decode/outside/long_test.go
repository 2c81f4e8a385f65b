package outside

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// TestLongSlices decodes slices that are longer and shorter than those before, alone and within others of their type.
func TestLongSlices(t *testing.T) {
	type element struct {
		N    int
		S    string
		Kids []element
	}
	text := func(n int, kids string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,{"N":%d,"S":"%d","Kids":%s}`, i, i, kids)
		}
		return "[" + strings.TrimPrefix(b.String(), ",") + "]"
	}
	lengths := []int{1, 500, 500, 3, 0, 500, 100, 1000, 2, 200}
	if !long.On() {
		lengths = []int{1, 100, 100, 3, 0, 200, 2, 50}
	}
	for _, n := range lengths {
		for _, kids := range []string{"null", "[]", text(2, "null"), text(n, "null")} {
			if n > 200 && len(kids) > 200 {
				kids = text(150, "null")
			}
			same(t, text(n, kids), func() any { return new([]element) })
			same(t, `{"A":`+text(2, "[]")+`,"B":`+text(n, kids)+`}`, func() any { return new(map[string][]element) })
		}
	}
	var list []element
	if err := json.Unmarshal([]byte(text(100_000, "null")), &list); err != nil || len(list) != 100_000 {
		t.Fatal(err)
	}
	// What a long slice has taken is not taken for a short one.
	short := []byte(`[{"N":1,"S":"x"}]`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		var list []element
		if err := json.Unmarshal(short, &list); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 100*64<<10 { // the pool may have forgotten its states
		t.Errorf("%d bytes for %s a hundred times", after.TotalAlloc-before.TotalAlloc, short)
	}
	var want []element
	if err := stdjson.Unmarshal(short, &want); err != nil {
		t.Fatal(err)
	}
	if list = nil; json.Unmarshal(short, &list) != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%v", list)
	}
}
