package proportion

import (
	stdjson "encoding/json"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// Targets that are large compared with the input. What they hold must not be looked at, and not be copied.

type largeTarget struct {
	A   int
	Buf [1 << 20]byte
}

func init() {
	zero, full := new(largeTarget), new(largeTarget)
	for i := range full.Buf {
		full.Buf[i] = 1
	}
	wide := func(n int) []byte { return padded(`{"A":1}`, n) }
	add(row{
		name: "target/one large array, zero", text: wide,
		ours:   func(text []byte) { zero.A = 0; json.Unmarshal(text, zero) },
		theirs: func(text []byte) { stdjson.Unmarshal(text, zero) },
	})
	add(row{
		name: "target/one large array, not zero", text: wide,
		ours:   func(text []byte) { json.Unmarshal(text, full) },
		theirs: func(text []byte) { stdjson.Unmarshal(text, full) },
	})
}

// TestLargeTargetKept decodes input that is not JSON into a large target, which stays as it was.
func TestLargeTargetKept(t *testing.T) {
	v := &largeTarget{A: 5}
	v.Buf[7] = 9
	want := *v
	for _, text := range []string{`{"A":1,"Buf":[1,2,3],}`, `{"A":1`, `{"A":1}{`} {
		if err := json.Unmarshal([]byte(text), v); err == nil || *v != want {
			t.Errorf("%s: error %v, changed %v", text, err, *v != want)
		}
	}
}
