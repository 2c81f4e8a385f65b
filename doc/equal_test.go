package doc

import (
	"bytes"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"reflect"
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
		if got, want := new(budget).compareNumbers(a, b), x.Cmp(y); got != want {
			t.Fatalf("%s and %s: %d, want %d", a, b, got, want)
		}
	}
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"1e99999999999999999999", "1e99999999999999999998", 1}, {"10e99999999999999999998", "1e99999999999999999999", 0},
		{"-1e99999999999", "1", -1}, {"1e-99999999999", "0", 1}, {"0e99999999999999", "0", 0}, {"-0", "0", 0}, {"1E+3", "1000", 0},
		{"1e" + strings.Repeat("9", 2000), "1", 1}, {"1e-" + strings.Repeat("9", 2000), "1", -1}, {"1e000000000000000003", "1000", 0},
	} {
		if got := new(budget).compareNumbers(row.a, row.b); got != row.want {
			t.Errorf("%.40s and %.40s: %d, want %d", row.a, row.b, got, row.want)
		}
		if got := new(budget).compareNumbers(row.b, row.a); got != -row.want {
			t.Errorf("%.40s and %.40s: %d, want %d", row.b, row.a, got, -row.want)
		}
	}
}

// TestEqual compares documents with what encoding/json makes of them, and with themselves in another layout.
func TestEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var last Value
	var lastTree any
	for range 400 {
		text := randomText(r, 3)
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		d, _ := Parse([]byte(text))
		v := d.Root()
		var other bytes.Buffer
		e := json.NewEncoder(&other)
		_ = e.Encode(tree(t, text)) // names in another order, strings in another spelling
		w, err := Get(other.Bytes())
		if err != nil || !Equal(v, w) || !Equal(w, v) || !Equal(v, v.Clone()) {
			t.Fatalf("%s and %s are not equal", text, &other)
		}
		if last.Exists() && Equal(v, last) != reflect.DeepEqual(want, lastTree) {
			t.Fatalf("%s and %s: equal is %v", v, last, Equal(v, last))
		}
		last, lastTree = v, want
	}
	many := func(extra string) Value {
		var b strings.Builder
		for i := range 100 {
			b.WriteString(`"n` + strconv.Itoa(i) + `":[],`)
		}
		v, _ := Get([]byte("{" + b.String() + extra + "}"))
		return v
	}
	if !Equal(many(`"a":1,"b":2`), many(`"b":2,"a":1.0`)) || Equal(many(`"a":1`), many(`"b":1`)) || Equal(many(`"a":1`), many(`"a":1,"b":1`)) {
		t.Error("large objects")
	}
	if Equal(Value{}, many(`"a":1`)) || !Equal(Value{}, Value{}) {
		t.Error("values that are not there")
	}
}
