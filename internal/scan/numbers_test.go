package scan

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	list := []string{"0", "-0", "1", "-1", "1.5", "1e3", "-2.5E-7", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "1e999", "-1e999", "0.1", "5e-324", "1.0", strings.Repeat("9", 39), strings.Repeat("9", 40), strings.Repeat("9", 41),
		"0." + strings.Repeat("3", 38), "0." + strings.Repeat("3", 39), "1" + strings.Repeat("0", 400), "1e" + strings.Repeat("0", 50) + "1"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		f := math.Float64frombits(random.Uint64())
		if !math.IsNaN(f) && !math.IsInf(f, 0) {
			list = append(list, strconv.FormatFloat(f, 'g', -1, 64), strconv.FormatFloat(f, 'e', 20, 64))
		}
		list = append(list, strconv.FormatUint(random.Uint64()>>(random.Uint64()%64), 10), strconv.FormatInt(int64(random.Uint64()), 10))
	}
	for _, s := range list {
		f, err := strconv.ParseFloat(s, 64)
		if got, ok := Float64([]byte(s)); ok != (err == nil) || ok && math.Float64bits(got) != math.Float64bits(f) {
			t.Errorf("Float64(%s) = %v, %v, want %v", s, got, ok, f)
		}
		i, err := strconv.ParseInt(s, 10, 64)
		if got, ok := Int64([]byte(s)); ok != (err == nil) || ok && got != i {
			t.Errorf("Int64(%s) = %v, %v, want %v", s, got, ok, i)
		}
		u, err := strconv.ParseUint(s, 10, 64)
		if got, ok := Uint64([]byte(s)); ok != (err == nil) || ok && got != u {
			t.Errorf("Uint64(%s) = %v, %v, want %v", s, got, ok, u)
		}
	}
	if n := testing.AllocsPerRun(100, func() { Float64([]byte("1.5")); Int64([]byte("-15")) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
