package jsondoc

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// TestQueryBytes has queries that look at long values again and again: they end at the budget, at every size the same
// way, and with memory in proportion to the text.
func TestQueryBytes(t *testing.T) {
	const prices = `$.items[?@.price < $.limit].price`
	for name, c := range map[string]struct {
		query string
		text  func(n int) string
		fits  bool // each byte is looked at a few times
	}{
		"a long number": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"limit":` + strings.Repeat("7", 40*n) + `}`
		}, false},
		"a long fraction": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"limit":1.` + strings.Repeat("0", 40*n) + `}`
		}, false},
		"a long string": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"limit":"` + strings.Repeat("x", 40*n) + `"}`
		}, false},
		"a name of escapes": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"` + strings.Repeat(`\n`, 20*n) + `":0,"limit":2}`
		}, true},
		"a name of one escape": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"` + strings.Repeat("y", 40*n) + `\n":0,"limit":2}`
		}, true},
		"a name that is not UTF-8": {prices, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"` + strings.Repeat("x", 40*n) + "\xff\":0,\"limit\":2}"
		}, true},
		"a long array": {`$.items[?@ == $.all]`, func(n int) string {
			return `{"all":` + samples.Repeated(n, samples.Same("0")) + `,"items":` + samples.Repeated(n/40, func(int) string { return samples.Repeated(n, samples.Same("0")) }) + `}`
		}, true},
		"many members of one name": {`$.items[?@ == $.all]`, func(n int) string {
			return `{"all":{"a":0` + strings.Repeat(`,"a":0`, n) + `},"items":` + samples.Repeated(n, samples.Same(`{"a":0}`)) + `}`
		}, false},
		"many patterns": {`$[?search(@.t, @.p)]`, func(n int) string {
			return samples.Repeated(n/100, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"%s%d"}`, strings.Repeat("[a-y]{1000}", 900), i) })
		}, false},
		"patterns of some length": {`$[?search(@.t, @.p)]`, func(n int) string {
			return samples.Repeated(n, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"[a-y]{900}[b-y]{900}%d"}`, i) })
		}, false},
		"patterns of classes": {`$[?search(@.t, @.p)]`, func(n int) string {
			return samples.Repeated(n/100, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"%s%d"}`, strings.Repeat(`\\pL`, 1000), i) })
		}, false},
		"a wide pattern": {`$[?search(@, '(a?){900}(a?){900}z')]`, func(n int) string {
			return samples.Repeated(1, samples.Same(`"`+strings.Repeat("a", 10*n)+`"`))
		}, false},
		"lists of nodes":     {`$..[?@..*]`, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }, false},
		"strings of escapes": {`$[?@.t < $[0].t && @.t != $[0].t]`, func(n int) string { return samples.Repeated(n, samples.Same(`{"t":"`+strings.Repeat(`\n`, 20)+`"}`)) }, true},
		"a string of escapes": {`$.items[?@.price < $.limit].price`, func(n int) string {
			return `{"items":` + samples.Repeated(n, samples.Same(`{"price":1}`)) + `,"limit":"` + strings.Repeat(`\n`, 20*n) + `"}`
		}, false},
		"names that begin with escapes": {`$[?@.` + strings.Repeat("a", 50) + `b]`, func(n int) string {
			return samples.Repeated(n, samples.Same(`{"`+strings.Repeat(`\u0061`, 50)+`c":1}`))
		}, true},
		"one small pattern each": {`$[?match(@.t, @.p)]`, func(n int) string {
			return samples.Repeated(n, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"a%d"}`, i) })
		}, false},
		"plain patterns": {`$[?match(@.id, '[a-z]{2,8}-[0-9]+(x|y)?.*')].id`, func(n int) string {
			return samples.Repeated(n, func(i int) string { return fmt.Sprintf(`{"id":"item-%d and some more text"}`, i) })
		}, true},
	} {
		q := jsonpath.MustCompile(c.query)
		for _, n := range []int{2000, 4000} {
			text := []byte(c.text(n))
			d, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, run := range []func() ([]Value, error){
				func() ([]Value, error) { return Select(text, q) },
				func() ([]Value, error) { return d.Select(q) },
			} {
				var got []Value
				took := guard.Allocated(func() { got, err = run() })
				if took > 64*len(text)+1<<20 {
					t.Errorf("%s, %d bytes: %d bytes of memory", name, len(text), took)
				}
				if c.fits && err != nil || !c.fits && !errors.Is(err, ErrBudget) {
					t.Errorf("%s, %d bytes: %d values, %v", name, len(text), len(got), err)
				}
			}
		}
	}
}
