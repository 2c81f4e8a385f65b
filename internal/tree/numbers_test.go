package tree

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestCompareNumbers compares with package big.
func TestCompareNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = "0000123459"[r.IntN(10)]
		}
		return string(b)
	}
	number := func() string {
		s := strings.TrimLeft(digits(6), "0")
		if s == "" {
			s = "0"
		}
		if r.IntN(2) == 0 {
			s += "." + digits(4)
		}
		if r.IntN(2) == 0 {
			s += "e" + strconv.Itoa(r.IntN(9)-4)
		}
		if r.IntN(3) == 0 {
			s = "-" + s
		}
		return s
	}
	for range 20000 {
		a, b := number(), number()
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := new(Budget).Compare(a, b), x.Cmp(y); got != want {
			t.Fatalf("%s and %s: %d, want %d", a, b, got, want)
		}
	}
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"1e" + strings.Repeat("9", 1000), "1e1" + strings.Repeat("0", 1000), -1}, {"1e-" + strings.Repeat("9", 999), "1e-1" + strings.Repeat("0", 999), 1},
		{"1e" + strings.Repeat("0", 995) + "123456789", "1e123456789", 0}, {"1e-" + strings.Repeat("0", 995) + "123456789", "1e-123456789", 0},
		{"1e2" + strings.Repeat("0", 1000), "1e1" + strings.Repeat("9", 1000), 1}, {"1.0E+2" + strings.Repeat("0", 1000), "1e2" + strings.Repeat("0", 1000), 0},
		{"1e99999999999999999999", "1e99999999999999999998", 1}, {"10e99999999999999999998", "1e99999999999999999999", 0},
		{"-1e99999999999", "1", -1}, {"1e-99999999999", "0", 1}, {"0e99999999999999", "0", 0}, {"-0", "0", 0}, {"1E+3", "1000", 0},
		{"1e" + strings.Repeat("9", 2000), "1", 1}, {"1e-" + strings.Repeat("9", 2000), "1", -1}, {"1e000000000000000003", "1000", 0},
	} {
		if got := new(Budget).Compare(row.a, row.b); got != row.want {
			t.Errorf("%.40s and %.40s: %d, want %d", row.a, row.b, got, row.want)
		}
		if got := new(Budget).Compare(row.b, row.a); got != -row.want {
			t.Errorf("%.40s and %.40s: %d, want %d", row.b, row.a, got, -row.want)
		}
	}
}
