package outside

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestBigInts decodes integers of every length up to one that is left to the method, over integers of other lengths.
func TestBigInts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lengths := []int{1, 2, 17, 18, 19, 20, 21, 36, 37, 38, 39, 57, 76, 95, 114, 200, 400, 800, 2000}
	for _, n := range lengths {
		for _, first := range []string{"1", "9", strconv.Itoa(1 + r.IntN(9))} {
			digits := first
			for len(digits) < n {
				digits += strconv.Itoa(r.IntN(10))
			}
			for _, text := range []string{digits, "-" + digits} {
				want, _ := new(big.Int).SetString(text, 10)
				for _, old := range []string{"0", "-7", "123456789012345678901234567890", strings.Repeat("8", 500)} {
					got, _ := new(big.Int).SetString(old, 10)
					if err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(text), got)); err != nil || got.Cmp(want) != 0 {
						t.Fatalf("%s over %s: %v, %v", text, old, got, err)
					}
				}
			}
		}
	}
}

// TestNoBigInts: what is no integer is the method's to refuse, as with encoding/json.
func TestNoBigInts(t *testing.T) {
	for _, text := range []string{
		`0`, `-0`, `null`, `1.5`, `1e3`, `1E3`, `1.0`, `12345678901234567890.5`, `-1e-2`, `"12"`, `"x"`, `""`, `true`, `[]`, `{}`, `-`, `01`, `1.`, `+1`, `1 2`,
	} {
		same(t, text, func() any { return big.NewInt(7) })
		same(t, `[1,`+text+`,3]`, func() any { return &[]*big.Int{big.NewInt(7)} })
		same(t, `{"A":`+text+`,"B":12345678901234567890}`, func() any { return new(struct{ A, B big.Int }) })
	}
}

// TestBigIntsPutBack: the words of an integer that is decoded over are written to in place, and come back where the
// input turns out to be no JSON.
func TestBigIntsPutBack(t *testing.T) {
	for _, old := range []string{"7", "-12345678901234567890123456789"} {
		for _, text := range []string{`[98765432109876543210987654321`, `[1,2`, `[98765432109876543210987654321}`} {
			z, _ := new(big.Int).SetString(old, 10)
			v := []*big.Int{z}
			// Behind a broken document the next one is looked at first: one that is sound ends that.
			if err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(`[1]`), new([]*big.Int))); err != nil {
				t.Fatal(err)
			}
			code, _ := faultOf(errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(text), &v)))
			if code != fault.Syntax || len(v) != 1 || v[0] != z || z.String() != old {
				t.Errorf("%s over %s: fault %d, %v", text, old, code, v)
			}
		}
	}
}
