package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// TestCanonicalSuite has the documents of the authors of RFC 8785.
func TestCanonicalSuite(t *testing.T) {
	in, out := suites.Canonical(t)
	for i, f := range in {
		if got, err := Canonical(f.Text); err != nil || !bytes.Equal(got, out[i].Text) {
			t.Errorf("%s: %s, %v, want %s", f.Name, got, err, out[i].Text)
		}
	}
}

func TestCanonical(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{` { "b" : [ 1.0 , -0 , 1E2 ] , "a" : "\u0041\/\u20ac\u000a\u007f\u2028" } `, "{\"a\":\"A/€\\n\x7f\u2028\",\"b\":[1,0,100]}"},
		{"{\"\ufb33\":1,\"😀\":2,\"\\u0080\":3,\"ö\":4,\"1\":5,\"\\r\":6,\"\":7}", "{\"\":7,\"\\r\":6,\"1\":5,\"\u0080\":3,\"ö\":4,\"😀\":2,\"\ufb33\":1}"},
		{`[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,1e21,1e-7,123456789012345678]`, `[333333333.3333333,1e+30,4.5,0.002,1e-27,1e+21,1e-7,123456789012345680]`},
		{`"\u001f\"\\"`, `"\u001f\"\\"`}, {`null`, `null`}, {`[]`, `[]`}, {`{}`, `{}`}, {`-0.0`, `0`}, {`-15`, `-15`}, {`999999999999999`, `999999999999999`},
	} {
		if got, err := Canonical([]byte(row.in)); err != nil || string(got) != row.want {
			t.Errorf("%s: %s, %v, want %s", row.in, got, err, row.want)
		}
	}
	for in, want := range map[string]error{`{"a":1,"b":2,"\u0061":3}`: ErrDuplicate, `["\ud800"]`: ErrNotUnicode, "[\"\xff\"]": ErrNotUnicode, `{"\udc00":1}`: ErrNotUnicode,
		"[\"a\\n\xff\"]": ErrNotUnicode, `[1e400]`: &RangeError{}, `[1,]`: &json.SyntaxError{}} {
		got, err := Canonical([]byte(in))
		var r *RangeError
		var s *json.SyntaxError
		if err == nil || got != nil || !errors.Is(err, want) && !errors.As(err, &r) && !errors.As(err, &s) {
			t.Errorf("%s: %s, %v, want %v", in, got, err, want)
		}
	}
}

// TestCanonicalNumbers compares a million random float64s, fewer in short tests, with what strconv has for them.
func TestCanonicalNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := long.Rounds(20_000, 1_000_000)
	var b []byte
	for range n {
		f := math.Float64frombits(r.Uint64())
		if r.IntN(4) == 0 {
			f = math.Trunc(r.Float64()*1e6) / 1e3
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		want := ecmaScript(f)
		var err error
		if b, err = AppendCanonical(b[:0], strconv.AppendFloat(nil, f, 'g', -1, 64)); err != nil || string(b) != want {
			t.Fatalf("%v: %s, %v, want %s", f, b, err, want)
		}
	}
}

// ecmaScript is Number::toString of ECMA-262, from strconv's shortest digits.
func ecmaScript(f float64) string {
	if f == 0 {
		return "0"
	}
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(math.Abs(f), 'e', -1, 64), "e")
	digits := strings.ReplaceAll(mantissa, ".", "")
	k := len(digits)
	e, _ := strconv.Atoi(exp)
	n := e + 1
	var s string
	switch {
	case k <= n && n <= 21:
		s = digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		s = digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		s = "0." + strings.Repeat("0", -n) + digits
	default:
		sign := "+"
		if n-1 < 0 {
			sign = "-"
		}
		s = digits[:1]
		if k > 1 {
			s += "." + digits[1:]
		}
		s += "e" + sign + strconv.Itoa(max(n-1, 1-n))
	}
	if f < 0 {
		s = "-" + s
	}
	return s
}

// TestCanonicalAgain: random documents keep their value, and their canonical form is its own.
func TestCanonicalAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		text := []byte(samples.Text(r, 4))
		once, err := Canonical(text)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s: %s and %s, %v", text, once, twice, err)
		}
		var a, b any
		if json.Unmarshal(text, &a) != nil || json.Unmarshal(once, &b) != nil {
			t.Fatalf("%s: %s", text, once)
		}
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if !bytes.Equal(x, y) {
			t.Fatalf("%s: %s is another value", text, once)
		}
	}
}

func TestSort(t *testing.T) {
	got, err := Sort([]byte(` {"b":1.0,"\u0061":"\u0041","b":[{"d":1,"c":1e5}]} `))
	if want := `{"\u0061":"\u0041","b":1.0,"b":[{"c":1e5,"d":1}]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if _, err := Sort([]byte(`{`)); err == nil {
		t.Error("half an object is sorted")
	}
}
