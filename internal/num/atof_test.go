package num

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

func checkReadFloat(t *testing.T, s string) {
	p := text(s)
	want := prefix(s)
	f, n, ok := ReadFloat64(p)
	f64, err := strconv.ParseFloat(s[:want], 64)
	if n != want || ok != (err == nil) || n != 0 && math.Float64bits(f) != math.Float64bits(f64) {
		t.Fatalf("ReadFloat64(%q) = %g, %d, %t instead of %g, %d, %v", s, f, n, ok, f64, want, err)
	}
	g, n, ok := ReadFloat32(p)
	f64, err = strconv.ParseFloat(s[:want], 32)
	if n != want || ok != (err == nil) || n != 0 && math.Float32bits(g) != math.Float32bits(float32(f64)) {
		t.Fatalf("ReadFloat32(%q) = %g, %d, %t instead of %g, %d, %v", s, g, n, ok, float32(f64), want, err)
	}
}

// halfway returns the exact decimal text of the middle between f and the float above it.
func halfway(f float64) string {
	x := new(big.Rat).SetFloat64(f)
	x.Add(x, new(big.Rat).SetFloat64(math.Nextafter(f, math.MaxFloat64)))
	x.Mul(x, big.NewRat(1, 2))
	return strings.TrimRight(x.FloatString(1100), "0")
}

func TestReadFloatEdges(t *testing.T) {
	for n, f := range edges() {
		for i, format := range []string{"%g", "%.17g", "%.18e", "%.19e", "%.25e", "%.15g"} {
			if !long.On() && (n+i)%5 != 0 { // each format has its turn
				continue
			}
			s := strings.TrimPrefix(fmt.Sprintf(format, f), "+")
			checkReadFloat(t, s)
		}
	}
	for _, s := range []string{
		"1e308", "1e309", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "-1e309",
		"1.797693134862315807e308", "1.797693134862315808e308", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400",
		"4.9e-324", "2.2250738585072011e-308", "2.2250738585072012e-308", "3.4028235e38", "3.4028236e38", "3.4028235677973366e38",
		"3.4028235677973365e38", "1.401298464324817e-45", "7.006492321624085e-46", "7.006492321624086e-46", "1.1754943e-38",
		"0e999999999999", "0e-999999999999", "1e9999999999999999999999", "1e-99999999999999999999", "-0e400", "0.0000e10",
		"9007199254740993", "9007199254740993.0", "9007199254740992.99999", "9007199254740993.00000000000000000001",
		"9007199254740992e1", "9007199254740993e1", "9007199254740993e-1", "9007199254740993e22", "9007199254740993e23",
		"16777217", "16777217.0", "16777217.0000001", "16777219", "0.000000000000000000000000000000000000001",
		"0.1e1", "0.01e2", "123456789012345678", "1234567890123456789", "12345678901234567890", "123456789012345678901",
		"0.00000000000000000001234567890123456789", "10000000000000000000000", "100000000000000000000000", "8.5e22",
		"18446744073709551615", "18446744073709551616", "99999999999999999999", "1.00000000000000000000", "1e23", "1e22",
		"0." + strings.Repeat("0", 400) + "1e400", strings.Repeat("1", 400) + "e-390", strings.Repeat("9", 310),
		"1" + strings.Repeat("0", 309), "1" + strings.Repeat("0", 308), "0." + strings.Repeat("0", 12000) + "1e12000",
		"1" + strings.Repeat("0", 11000) + "e-11000", "0." + strings.Repeat("9", 40), strings.Repeat("0", 30),
	} {
		checkReadFloat(t, s)
		checkReadFloat(t, "-"+s)
	}
	for e := -400; e <= 400; e++ {
		for _, m := range []string{"1", "9", "1.5", "9999999999999999", "18446744073709551615", "1234567890123456789", "4503599627370497.5"} {
			checkReadFloat(t, fmt.Sprintf("%se%d", m, e))
		}
	}
}

// TestReadFloatHalfway reads middles between floats, and what is a little below and above them.
func TestReadFloatHalfway(t *testing.T) {
	r := newRand()
	for i := range rounds(8000) {
		f := math.Abs(randomFloat(r))
		if i%2 == 0 { // middles with few digits, decided without strconv
			f = math.Ldexp(float64(1<<52+r.Int64N(1<<52)), r.IntN(20)-10)
		}
		if i%4 == 0 {
			f = float64(float32(f))
		}
		s := halfway(f)
		checkReadFloat(t, strings.TrimSuffix(s, "."))
		if strings.Contains(s, ".") && !strings.HasSuffix(s, ".") {
			last := s[len(s)-1] - 1
			checkReadFloat(t, s+"0")
			checkReadFloat(t, s+"00000000000000000001")
			checkReadFloat(t, s[:len(s)-1]+string(last)+"9999999999")
		}
	}
	// Middles of float32 that a float64 holds: rounding twice would go wrong here.
	for range rounds(100000) {
		f := math.Float32frombits(r.Uint32() &^ (1 << 31))
		if f-f != 0 {
			continue
		}
		m := (float64(f) + float64(math.Nextafter32(f, math.MaxFloat32))) / 2
		s := strconv.FormatFloat(m, 'e', -1, 64)
		checkReadFloat(t, s)
		i := strings.IndexByte(s, 'e')
		if strings.Contains(s, ".") {
			checkReadFloat(t, s[:i]+"000000001"+s[i:])
		}
		checkReadFloat(t, strconv.FormatFloat(math.Nextafter(m, 0), 'e', -1, 64))
		checkReadFloat(t, strconv.FormatFloat(math.Nextafter(m, 1e40), 'e', -1, 64))
	}
}

func TestReadFloatRandom(t *testing.T) {
	r := newRand()
	for range rounds(600000) {
		f := randomFloat(r)
		checkReadFloat(t, plain(f, 64))
		switch r.IntN(4) {
		case 0:
			checkReadFloat(t, strconv.FormatFloat(f, 'e', r.IntN(25), 64))
		case 1:
			checkReadFloat(t, fmt.Sprintf("%d.%0*d", r.Int64N(1<<r.UintN(40)), 1+r.IntN(25), r.Int64()))
		case 2:
			checkReadFloat(t, fmt.Sprintf("%dE%d", r.Uint64(), r.IntN(700)-370))
		case 3:
			checkReadFloat(t, strconv.FormatFloat(float64(float32(f)), 'g', -1, 32))
		}
	}
}

// TestRoundEveryPower rounds factors of all lengths by every power of ten.
func TestRoundEveryPower(t *testing.T) {
	r := newRand()
	for e := -345; e <= 310; e++ {
		for range rounds(200) {
			w := r.Uint64() >> r.UintN(64)
			s := fmt.Sprintf("%de%d", w, e)
			f64, _ := strconv.ParseFloat(s, 64)
			if f := round[float64](w, e); f != f64 {
				t.Fatalf("%s: %g instead of %g", s, f, f64)
			}
			f32, _ := strconv.ParseFloat(s, 32)
			if f := round[float32](w, e); f != float32(f32) {
				t.Fatalf("%s: %g instead of %g", s, f, f32)
			}
		}
	}
}

func FuzzReadFloat64(f *testing.F) {
	for _, s := range odd {
		f.Add(s)
	}
	f.Add("123456789.123456789e-5")
	f.Add("9007199254740993.00000000000000000001")
	f.Fuzz(checkReadFloat)
}

// TestReadDecimalLengths reads numbers of every length in front of the point and behind it, some with an exponent.
func TestReadDecimalLengths(t *testing.T) {
	r := newRand()
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = '0' + byte(r.IntN(10))
		}
		return string(b)
	}
	for whole := 1; whole <= 9; whole++ {
		for fraction := 0; fraction <= 24; fraction++ {
			for range 40 {
				s := digits(whole)
				if s[0] == '0' {
					s = "0"
				}
				if fraction > 0 {
					s += "." + digits(fraction)
				}
				for _, s := range []string{s, "-" + s, s + "e5", s + "E-7"} {
					want, err := strconv.ParseFloat(s, 64)
					if err != nil {
						t.Fatal(err)
					}
					for _, end := range []string{"", ",", "]", " ", "}"} {
						got, n, ok := ReadFloat64(text(s + end))
						if !ok || n != len(s) || math.Float64bits(got) != math.Float64bits(want) {
							t.Fatalf("%q: %v %d %v, want %v", s+end, got, n, ok, want)
						}
					}
				}
			}
		}
	}
}
