package jsondoc

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// denseText returns a JSON text of about n bytes that asks for much memory: short values, strings of escapes, names
// that differ little, numbers with long exponents.
func denseText(rnd *rand.Rand, n int) string {
	kinds := []func(i int) string{
		samples.Same("0"), samples.Same("[]"), samples.Same("{}"), samples.Same(`""`), samples.Same(`{"a":0}`), samples.Same(`{"":0}`), samples.Same(`[0,[1]]`), samples.Same(`[[[[0]]]]`), samples.Same(`"\n"`), samples.Same("\"\xff\""), samples.Same(`1e999999999`),
		func(i int) string { return fmt.Sprintf(`{"t":"x","p":"a%d"}`, i) },
		func(i int) string { return fmt.Sprintf(`{"t":"x","p":"[a-c]%d+"}`, i) },
		func(i int) string { return fmt.Sprintf(`"%d\u0061"`, i) },
		func(i int) string { return fmt.Sprintf(`{"a":%d,"b":"%d"}`, i%7, i) },
		samples.Same(`{"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8,"j":9}`), samples.Same(`{"\u0061":1,"\u0061b":2}`), samples.Same("\"" + strings.Repeat(`\n`, 300) + "\""), samples.Same("\"" + strings.Repeat("\xff", 200) + "\""),
		samples.Same(`1e` + strings.Repeat("7", 200)),
	}
	var parts []string
	size := 0
	kind := kinds[rnd.IntN(len(kinds))]
	for i := 0; size < n; i++ {
		if rnd.IntN(500) == 0 {
			kind = kinds[rnd.IntN(len(kinds))]
		}
		parts = append(parts, kind(i))
		size += len(parts[i]) + 1
	}
	list := "[" + strings.Join(parts, ",") + "]"
	switch rnd.IntN(4) {
	case 0:
		return `{"a":` + parts[0] + `,"b":"` + strings.Repeat(`\u0061`, rnd.IntN(200)) + `","list":` + list + `}`
	case 1:
		return strings.Repeat(`{"a":[`, 50) + list + strings.Repeat(`]}`, 50)
	case 2:
		var b strings.Builder
		for i, p := range parts {
			fmt.Fprintf(&b, `,"%c%d":%s`, "ab"[i%2], i, p)
		}
		return "{" + b.String()[1:] + "}"
	}
	return list
}

// TestQueryGarbage: memory that a query takes for a moment only, such as the text of a length, counts too.
func TestQueryGarbage(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates too")
	}
	text := []byte("[" + strings.Repeat("0,", 999) + "0]")
	for _, filter := range []string{"length($)==0||", "count($)==1||", "count($.*)==0||", "length($[0])==1||"} {
		q := jsonpath.MustCompile("$[?" + strings.Repeat(filter, 5000) + "@]")
		took := guard.Allocated(func() {
			if _, err := Select(text, q); err != nil && err != ErrBudget {
				t.Error(err)
			}
		})
		if took > 64*len(text)+1<<20 {
			t.Errorf("%s: %d bytes of memory for a text of %d", filter, took, len(text))
		}
	}
}

// randomQuery returns a query.
func randomQuery(rnd *rand.Rand) string {
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	value := func() string {
		return pick("@", "@.a", "@.p", "@.b", "@[0]", "$.a", "$.b", "$[0]", "1", "'x'", "1e999999999", "length(@)", "count(@.*)", "count($..*)", "value(@..a)", "count(@[?@])")
	}
	term := func() string {
		switch rnd.IntN(5) {
		case 0:
			return pick("@", "@.a", "@.*", "@..*", "$..a", "@[?@.a]", "!@.b", "@[?@==$.a]")
		case 1:
			return pick("match(", "search(") + pick("@", "@.t", "@.b") + "," + pick("@.p", "'a+b?'", "@", "'(a|b)*c'") + ")"
		}
		return value() + pick("==", "<", ">=", "!=") + value()
	}
	q := "$"
	for range 1 + rnd.IntN(3) {
		var list []string
		for range 1 + rnd.IntN(3) {
			list = append(list, pick("*", "*", "0", "-1", "'a'", "'list'", "::2", "::-1", "1:", "?"+term(), "?"+term()+"&&"+term(), "?"+term()+"||"+term()))
		}
		q += pick("", "", "..") + "[" + strings.Join(list, ",") + "]"
	}
	return q
}

// TestQueryMemory: a query takes memory in proportion to the text, whatever it selects from whatever text, or ends at
// the budget after no more than that.
func TestQueryMemory(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates too")
	}
	ended, all := 0, 0
	for seed := range uint64(long.Rounds(250, 10_000)) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		text := []byte(denseText(rnd, 1<<(10+rnd.IntN(8))))
		query := randomQuery(rnd)
		q := jsonpath.MustCompile(query)
		d, err := Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for name, run := range map[string]func() ([]Value, error){
			"text":     func() ([]Value, error) { return Select(text, q) },
			"document": func() ([]Value, error) { return d.Select(q) },
		} {
			var got []Value
			took := guard.Allocated(func() { got, err = run() })
			if all++; err != nil {
				ended++
			}
			if took > 64*len(text)+1<<20 || err != nil && !errors.Is(err, ErrBudget) {
				t.Errorf("seed %d, %s of %.100s (%d bytes), %s: %d bytes of memory, %.1f times; %d values, %v", seed, query, text, len(text), name, took, float64(took)/float64(len(text)), len(got), err)
			}
		}
		d.Release()
	}
	t.Logf("%d of %d ended at the budget", ended, all)
}
