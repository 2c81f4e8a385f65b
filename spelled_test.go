package zetes_test

import (
	"math"
	"math/big"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/opt"
)

// spelledNumbers are numbers in all places.
type spelledNumbers struct {
	I  int
	L  int64 `json:",string"`
	U  uint64
	P  *int64
	S  []int64
	A  [2]uint64
	M  map[string]int64
	O  opt.Value[int64]
	B  *big.Int
	V  big.Int
	F  float64
	G  float32
	FS []float64
	FM map[string]float32
}

// TestSpelledNumbers: what a configuration has written as strings it reads again, to the same values.
func TestSpelledNumbers(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	for _, large := range []int64{0, 1<<53 - 1, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		for _, f := range []float64{1.5, math.Inf(1), math.Inf(-1)} {
			in := spelledNumbers{
				int(large), large, uint64(large), &large, []int64{1, large}, [2]uint64{math.MaxUint64, 2}, map[string]int64{"k": large},
				opt.Of(large), huge, *big.NewInt(large), f, float32(f), []float64{f, 2, f}, map[string]float32{"k": float32(f)},
			}
			api := zetes.Config{LargeIntsAsStrings: true, NonFinite: zetes.NonFiniteString}.Freeze()
			text, err := api.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			var out spelledNumbers
			if err := api.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(out, in) {
				t.Errorf("%s\n%+v, %v, want\n%+v", text, out, err, in)
			}
		}
	}
	var nan []float32
	if err := (zetes.Config{NonFinite: zetes.NonFiniteString}).Freeze().Unmarshal([]byte(`["NaN",1]`), &nan); err != nil || len(nan) != 2 || nan[0] == nan[0] {
		t.Errorf("%v, %v", nan, err)
	}
}
