package num

import (
	"math/big"
	"testing"
)

// pow returns base^p as a fraction.
func pow(base int64, p int) *big.Rat {
	x := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(max(p, -p))), nil)
	if p < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), x)
	}
	return new(big.Rat).SetInt(x)
}

// TestPowers checks each entry against its promise: the error is less than one unit of the last
// place, and on the promised side.
func TestPowers(t *testing.T) {
	for p := minPower; p <= maxPower; p++ {
		g := powers[p-minPower]
		x := new(big.Int).SetUint64(g.hi)
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(g.lo))
		if x.BitLen() != 128 {
			t.Fatalf("10^%d: not normalised", p)
		}
		diff := new(big.Rat).Mul(pow(10, p), pow(2, 127-log2pow10(p))) // the exact value
		diff.Sub(diff, new(big.Rat).SetInt(x))
		switch lo, hi := big.NewRat(-1, 1), big.NewRat(1, 1); {
		case p >= 0 && p <= 55:
			if diff.Sign() != 0 {
				t.Errorf("10^%d: not exact", p)
			}
		case p >= -27 && p < 0:
			if diff.Sign() >= 0 || diff.Cmp(lo) <= 0 {
				t.Errorf("10^%d: not rounded up", p)
			}
		default:
			if diff.Sign() <= 0 || diff.Cmp(hi) >= 0 {
				t.Errorf("10^%d: not truncated", p)
			}
			if g.lo+1 == 0 {
				t.Errorf("10^%d: the last word overflows when rounded up", p)
			}
		}
	}
}

// TestLogarithms checks the integer logarithms over the range of float64.
func TestLogarithms(t *testing.T) {
	one := big.NewRat(1, 1)
	floor := func(name string, x *big.Rat, k int) {
		if x.Cmp(pow(10, k)) < 0 || x.Cmp(pow(10, k+1)) >= 0 {
			t.Errorf("%s: %d is wrong", name, k)
		}
	}
	for q := -1074; q <= 971; q++ {
		x := pow(2, q)
		floor("log10(2^q)", x, log10pow2(q))
		floor("log10(2^q)", x, int(int32(q)*1262611>>22))
		k := int((int32(q)*1262611 - 524031) >> 22)
		floor("log10(3/4*2^q)", new(big.Rat).Mul(x, big.NewRat(3, 4)), k)
		for _, k := range []int{k, int(int32(q) * 315653 >> 20)} {
			if h := q + log2pow10(-k) + 1; h < 1 || h > 4 {
				t.Errorf("2^%d: shift %d", q, h)
			}
		}
	}
	for p := minPower; p <= maxPower; p++ {
		if x := new(big.Rat).Mul(pow(10, p), pow(2, -log2pow10(p))); x.Cmp(one) < 0 || x.Cmp(pow(2, 1)) >= 0 {
			t.Errorf("log2(10^%d) is wrong", p)
		}
	}
}
