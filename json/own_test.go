package json_test

import (
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/json"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

// TestResultsAreOwn holds that what Marshal has returned is never written again, by later calls or by appending to
// a neighbour.
func TestResultsAreOwn(t *testing.T) {
	for _, n := range []int{3, 100, 3000, 20_000, 200_000} {
		var got [][]byte
		value := func(i int) map[string]string { return map[string]string{"k": strings.Repeat(string(rune('a'+i)), n)} }
		for i := range 20 {
			b, err := json.Marshal(value(i))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, b)
			_ = append(b, strings.Repeat("!", 64)...)
		}
		for i, b := range got {
			want, err := stdjson.Marshal(value(i))
			if err != nil {
				t.Fatal(err)
			}
			if string(b) != string(want) {
				t.Errorf("result %d of %d bytes has become %.40s", i, n, b)
				break
			}
		}
	}
}
