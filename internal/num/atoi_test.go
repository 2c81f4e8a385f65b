package num

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

func checkReadInt(t *testing.T, s string) {
	p := text(s)
	want := prefix(s)
	if n := Len(p); n != want {
		t.Fatalf("Len(%q) = %d instead of %d", s, n, want)
	}
	v, n, ok := ReadInt(p)
	wantV, err := strconv.ParseInt(s[:want], 10, 64)
	if n != want || ok != (err == nil) || ok && v != wantV {
		t.Fatalf("ReadInt(%q) = %d, %d, %t instead of %d, %d, %v", s, v, n, ok, wantV, want, err)
	}
	u, n, ok := ReadUint(p)
	wantU, err := strconv.ParseUint(s[:want], 10, 64)
	if n != want || ok != (err == nil) || ok && u != wantU {
		t.Fatalf("ReadUint(%q) = %d, %d, %t instead of %d, %d, %v", s, u, n, ok, wantU, want, err)
	}
}

// odd are texts that are no number, or more than one, or nearly one.
var odd = []string{
	"", "-", "--1", "+1", ".5", "-.5", "1.", "-1.", "1.e5", "1e", "1E", "1e+", "1e-", "1e+-5", "1.5e", "1.5e+", "e5", "-e5",
	"00", "01", "-00", "-01", "00.5", "0e", "0.", "-0.", "0.e1", "0x10", "1_000", "1,000", " 1", "- 1", "1 ", "Inf", "-Inf",
	"NaN", "nan", "infinity", "-infinity", "0b1", "0o7", "1f", "1.5.5", "1e5.5", "1e5e5", "1-2", "1+2", "١", "1\x80", "\xff",
	"12345678.", "12345678e", "1234567890123456.", "1.12345678e", "0.00000000e+", "1/", "1:", "/", ":", "1234567/", "12345678:",
	"0", "-0", "0.0", "-0.0", "0e0", "0e5", "0E-5", "-0e+5", "1e00000000000000000005", "1e-0000000000000000000005", "1E5",
	"1.0", "10", "100e0", "0123456789012345678901234567890", "-0123456789", "00000000", "000000001", "-",
	"1]", "1}", "1,", "1\n", "1\t2", "12345678]", "-12345678,", "1.5]", "1e5}", "1234567812345678]", "0]", "-0]",
}

func TestNumberGrammar(t *testing.T) {
	for _, s := range odd {
		checkReadInt(t, s)
		checkReadFloat(t, s)
		// The specification of the prefix against encoding/json's.
		if whole := s != "" && prefix(s) == len(s); whole != valid(s) {
			t.Errorf("%q: %t", s, whole)
		}
	}
	// All short texts over the alphabet of numbers.
	const alphabet = "019-+.eE x"
	var all func(s string, more int)
	all = func(s string, more int) {
		checkReadInt(t, s)
		checkReadFloat(t, s)
		if more > 0 {
			for _, c := range alphabet {
				all(s+string(c), more-1)
			}
		}
	}
	all("", 4)
	if long.On() {
		all("0.1", 3)
		all("-12e", 3)
		all("1234567", 3)
	}
	// Each kind of byte in each place of a longer number.
	for _, s := range []string{"-1234567890123456.12345678e+10", "12345678", "0.123456789012345678901234567890"} {
		for i := range s {
			for _, c := range "0-+.eE,: \x00\xff" {
				odd := s[:i] + string(c) + s[i+1:]
				checkReadInt(t, odd)
				checkReadFloat(t, odd)
				checkReadInt(t, s[:i])
				checkReadFloat(t, s[:i])
			}
		}
	}
}

func TestReadInt(t *testing.T) {
	for _, s := range []string{
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "18446744073709551617", "-18446744073709551615",
		"9999999999999999999", "10000000000000000000", "19999999999999999999", "20000000000000000000",
		"36893488147419103231", "36893488147419103232", "99999999999999999999", "100000000000000000000",
		"184467440737095516150", "28446744073709551616", "999999999999999999", "1000000000000000000",
		"340282366920938463463374607431768211455", "340282366920938463463374607431768211457",
		"-99999999999999999999", "1e3", "1.0", "123456789012345678901234567890.5", "-1e400",
	} {
		checkReadInt(t, s)
	}
	for n := range 60 {
		for d := range 10 {
			s := strings.Repeat(fmt.Sprint(d), n)
			checkReadInt(t, s)
			checkReadInt(t, "-"+s)
			checkReadInt(t, "1"+s)
			checkReadInt(t, "1"+s+".5")
		}
	}
	r := newRand()
	for range rounds(500000) {
		s := strconv.FormatUint(randomInt(r), 10)
		switch r.IntN(8) {
		case 0:
			s += strconv.FormatUint(randomInt(r), 10)
		case 1:
			s += ",5"
		}
		checkReadInt(t, s)
		checkReadInt(t, "-"+s)
	}
}

func FuzzReadInt(f *testing.F) {
	for _, s := range odd {
		f.Add(s)
	}
	f.Fuzz(checkReadInt)
}
