//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"math"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/json/v2"
)

type (
	manyText string
	manyJSON int
	manyRow  struct {
		ID   manyText
		Name string
		J    manyJSON
	}
)

var manyCalls int

func (m manyText) MarshalText() ([]byte, error) { manyCalls++; return []byte(m), nil }

func (m manyJSON) MarshalJSON() ([]byte, error) {
	manyCalls++
	return strconv.AppendInt(nil, int64(m), 10), nil
}

// TestManyPlayedBack holds that a Marshal which fails after it has called many methods takes linear time, and calls
// none of them again. When each value was looked for among all calls, each of these values took minutes.
func TestManyPlayedBack(t *testing.T) {
	const n = 100_000
	rows := make([]manyRow, n)
	for i := range rows {
		rows[i] = manyRow{manyText(strconv.Itoa(i % 1000)), "name", manyJSON(i)}
	}
	rows[n-1].Name = "caf\xe9"
	elements := map[string]manyJSON{}
	for i := range n {
		elements[strconv.Itoa(i)] = manyJSON(i % 1000)
	}
	for _, v := range []any{
		rows, &rows, struct{ Rows []manyRow }{rows},
		struct {
			X map[string]manyJSON
			Y float64
		}{elements, math.NaN()},
	} {
		for _, opts := range [][]json.Options{nil, {json.Deterministic(true)}, {jsontext.AllowInvalidUTF8(true)}} {
			manyCalls = 0
			_, want := stdjson.Marshal(v, opts...)
			calls := manyCalls
			manyCalls = 0
			_, err := json.Marshal(v, opts...)
			if (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
				t.Errorf("%T %v: %v, want %v", v, opts, err, want)
			}
			if manyCalls != calls {
				t.Errorf("%T %v: %d calls of methods, want %d", v, opts, manyCalls, calls)
			}
		}
	}
}
