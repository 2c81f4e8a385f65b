package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// TestAtAhead: queries that look ahead select from a stream what jsondoc.Select selects from the text.
func TestAtAhead(t *testing.T) {
	texts := []string{`[]`, `{}`, `7`, `[[1,2,[3]],[4],[],5,{"a":[6,7]}]`, `{"a":[{"b":1,"c":[1,2]},{"b":2,"c":[]},{"b":[1]},3],"d":{"b":2,"c":[9]}}`, `[{"a":"x"},{"a":"y","a":"z"},{"b":null}]`}
	queries := []string{`$[-1]`, `$[-2]`, `$[-2:]`, `$[*][-1]`, `$.*[-1]`, `$.a[-1].b`, `$.a[-2:].c[*]`, `$[?@.b]`, `$.a[?@.b > 1]`, `$.a[?@.b == 2 || @ == 3]`, `$[?@.a == 'x']`, `$.*[?count(@.*) > 1].c[-1]`, `$[?@[?@ > 3]]`, `$[?length(@) > 1][0]`, `$[-1][?@ > 2]`, `$[?!@.b]..c`}
	for _, text := range texts {
		for _, q := range queries {
			query := jsonpath.MustCompile(q)
			var want, got []string
			values, err := jsondoc.Select([]byte(text), query)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				want = append(want, v.String())
			}
			for v, err := range stream.At[jsondoc.Value](iotest.OneByteReader(strings.NewReader(text)), query) {
				if err != nil {
					t.Errorf("%s of %s: %v", q, text, err)
				}
				got = append(got, v.String())
			}
			if strings.Contains(text, `"a":"z"`) && len(got) > len(want) {
				continue // a stream has all members of one name
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s of %s: %v, want %v", q, text, got, want)
			}
		}
	}
}

// TestAtDescent: a filter after a descent selects from a stream what jsondoc.Select selects from the text, without
// values in selected values, in the order of the document. All values of a text differ.
func TestAtDescent(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	n := 0
	var text func(depth int) string
	text = func(depth int) string {
		n++
		var parts []string
		switch kind := rng.IntN(6); {
		case depth > 5 || kind == 0:
			return strconv.Itoa(1000 + n)
		case kind < 3:
			for range rng.IntN(4) {
				parts = append(parts, text(depth+1))
			}
			n++
			return "[" + strings.Join(append(parts, strconv.Itoa(1000+n)), ", ") + "]"
		}
		for _, name := range []string{"a", "b", "c"}[rng.IntN(3):] {
			parts = append(parts, strconv.Quote(name)+": "+text(depth+1))
		}
		n++
		return "{" + strings.Join(append(parts, `"n":`+strconv.Itoa(1000+n)), ", ") + "}"
	}
	queries := []string{
		`$..a[?@.b]`, `$..[?@.a]`, `$..a[?@.n > 1040].b`, `$..a.b[?@.c]`, `$..a..b[?@.n || @[0]]`, `$.a..[?@.b].c`, `$..*[?@[1]][0]`, `$..[0][?@.n]`, `$..a[?@.b]..c`, `$..['a','b'][?@.b].n`, `$..[?@ > 1050]`,
	}
	some := 0
	for range 400 {
		n = 0
		doc := text(0)
		for _, q := range queries {
			query := jsonpath.MustCompile(q)
			values, err := jsondoc.Select([]byte(doc), query)
			if err != nil {
				t.Fatal(err)
			}
			var all, want, got []string
			for _, v := range values {
				all = append(all, v.String())
			}
			for _, v := range all {
				if !slices.Contains(want, v) && !slices.ContainsFunc(all, func(w string) bool { return len(w) > len(v) && strings.Contains(w, v) }) {
					want = append(want, v)
				}
			}
			slices.SortFunc(want, func(v, w string) int { return strings.Index(doc, v) - strings.Index(doc, w) })
			for v, err := range stream.At[jsondoc.Value](strings.NewReader(doc), query) {
				if err != nil {
					t.Fatalf("%s of %s: %v", q, doc, err)
				}
				got = append(got, v.String())
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %s: %v, want %v", q, doc, got, want)
			}
			some += len(got)
		}
	}
	if some < 1000 {
		t.Errorf("only %d values are selected", some)
	}

	// Values in one another share a budget.
	deep := strings.Repeat(`{"a":[`, 3000) + strings.Repeat(`]}`, 3000)
	for _, err := range stream.At[any](strings.NewReader(deep), jsonpath.MustCompile(`$..a[?count(@..*) < 0]`)) {
		if !errors.Is(err, jsondoc.ErrBudget) {
			t.Error(err)
		}
	}
}

// TestAtAheadMemory: a filter takes memory for one element, the last elements for as many as are held, up to the limit.
func TestAtAheadMemory(t *testing.T) {
	element := `{"id":1,"pad":"` + strings.Repeat("x", 1000) + `"},`
	const n = 50_000
	read := func(query string, opts ...stream.Option) (count int, failed error) {
		text := io.MultiReader(strings.NewReader(`{"data":[`), &repeated{text: element, n: n}, strings.NewReader(`{"id":2}]}`))
		for e, err := range stream.At[event](text, jsonpath.MustCompile(query), opts...) {
			if count++; err != nil {
				return count, err
			}
			if e.ID != 2 && !strings.Contains(query, ":]") {
				t.Errorf("%s: %v", query, e)
			}
		}
		return count, nil
	}
	var before, after runtime.MemStats
	for query, want := range map[string]int{`$.data[?@.id == 2]`: 1, `$.data[-1]`: 1, `$.data[-5:]`: 5} {
		runtime.ReadMemStats(&before)
		count, err := read(query)
		runtime.ReadMemStats(&after)
		if count != want || err != nil {
			t.Errorf("%s: %d, %v", query, count, err)
		}
		if all := after.TotalAlloc - before.TotalAlloc; all > 20<<20 {
			t.Errorf("%s: %d bytes were allocated for %d of input", query, all, n*len(element))
		}
	}
	if _, err := read(`$.data[-1000:]`, stream.MaxValueSize(100_000)); !errors.Is(err, stream.ErrValueTooLarge) {
		t.Errorf("elements beyond the limit: %v", err)
	}
	if _, err := read(`$.data[-10:]`, stream.MaxValueSize(100_000)); err != nil {
		t.Errorf("elements within the limit: %v", err)
	}
}

// TestAtAheadLarge: of a large element that is no longer among the last ones no memory stays.
func TestAtAheadLarge(t *testing.T) {
	const large, last = 100_000, 20
	var text strings.Builder
	for range 3 * last {
		text.WriteString(strings.Repeat("1,", last) + `"` + strings.Repeat("x", large) + `",`)
	}
	query := jsonpath.MustCompile(fmt.Sprintf("$[-%d:]", last))
	n := 0
	held := guard.Held(func() any {
		next, _ := iter.Pull2(stream.At[int](strings.NewReader("["+text.String()+strings.Repeat("1,", last-1)+"1]"), query))
		for range last {
			if _, err, ok := next(); err != nil || !ok {
				t.Error(err, ok)
			}
			n++
		}
		return next
	})
	if n != last || held > 8*large {
		t.Errorf("%d elements, %d bytes held", n, held)
	}
}

// repeated is a text n times.
type repeated struct {
	text string
	n    int
	left string
}

func (r *repeated) Read(b []byte) (n int, err error) {
	if r.left == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.n--
		r.left = r.text
	}
	n = copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}

// TestSelecting: with a query each line gives the values that are selected in it, in order, on any number of
// goroutines, and errors have the place in the input.
func TestSelecting(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 30_000 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&text, "{\"list\":[{\"id\":%d},{\"id\":%d}]}\n", i, i+1)
			want = append(want, fmt.Sprint(i, " <nil>"), fmt.Sprint(i+1, " <nil>"))
		case 1:
			text.WriteString("{\"list\":[]}\n\n")
		case 2:
			text.WriteString("{\"list\":[{\"id\":\"x\"}]}\n")
			want = append(want, fmt.Sprintf("0 /list/0/id %d", i))
		case 3:
			text.WriteString("{\"list\":[\n")
			want = append(want, "0 bad")
		}
	}
	query := jsonpath.MustCompile(`$.list[?@.id]`)
	input := text.String()
	for name, seq := range map[string]func(yield func(event, error) bool){
		"lines":    stream.Lines[event](strings.NewReader(input), stream.Selecting(query)),
		"parallel": stream.Lines[event](strings.NewReader(input), stream.Selecting(query), stream.Parallel(3)),
		"at": func(yield func(event, error) bool) {
			end := int64(0)
			for l, err := range stream.LinesAt[event](strings.NewReader(input), 0, math.MaxInt64, stream.Selecting(query)) {
				if l.Start > l.End || l.Start < end-100 || l.End < end {
					t.Errorf("a line from %d to %d after %d", l.Start, l.End, end)
				}
				if end = l.End; !yield(l.Value, err) {
					return
				}
			}
		},
	} {
		var got []string
		for e, err := range seq {
			where := fmt.Sprint(err)
			var placed *zetes.Error
			if errors.As(err, &placed) {
				if where = "bad"; placed.Pointer == "/list/0/id" {
					where = fmt.Sprintf("/list/0/id %d", placed.Value-1)
					if line := placed.Line - 1; line%100 == 2 && line != strings.Count(input[:placed.Offset], "\n") {
						t.Errorf("%s: line %d, offset %d", name, placed.Line, placed.Offset)
					}
				}
			}
			got = append(got, fmt.Sprint(e.ID, " ", where))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d results, want %d", name, len(got), len(want))
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%d: %s, want %s", i, got[i], want[i])
				}
			}
		}
	}
	one := slices.Collect(func(yield func(string) bool) {
		for v, err := range stream.Elements[string](strings.NewReader(`[{"a":"x"},{"b":1},{"a":"y"}]`), stream.Selecting(jsonpath.MustCompile(`$.a`))) {
			if err != nil || !yield(v) {
				t.Error(err)
				return
			}
		}
	})
	if !slices.Equal(one, []string{"x", "y"}) {
		t.Errorf("%q", one)
	}
}

// TestSelectingRules: a line that breaks a rule, or is too much for a query, is an error, and the next one follows.
func TestSelectingRules(t *testing.T) {
	hard := `{"a":"` + strings.Repeat("a", 1<<20) + `"}`
	lines := bytes.NewBufferString("{\"a\":1,\"a\":2}\n{\"a\":3}\n" + hard + "\n{\"a\":4}\n")
	strict := zetes.Config{RejectDuplicates: true}.Freeze()
	var got []string
	for v, err := range stream.Lines[any](lines, stream.Using(strict), stream.Selecting(jsonpath.MustCompile(`$[?search(@, '(a|b|ab|c?){50}x')]`))) {
		got = append(got, fmt.Sprint(v, errors.Is(err, jsondoc.ErrBudget), err != nil))
	}
	if want := []string{"<nil> false true", "<nil> true true"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSelectingBadLines: a line that is not JSON has the same error with Selecting as without.
func TestSelectingBadLines(t *testing.T) {
	for _, text := range []string{"bad\n7\n", "1 2\n7\n", "7\n{\"a\":[1,{\"b/c\":tru}]}\n8", "[1,\n7", `"\x"`, "{\"a\":1}}\n", strings.Repeat("[", 20_000) + "\n[]"} {
		read := func(opts ...stream.Option) (said []string) {
			for v, err := range stream.Lines[any](strings.NewReader(text), opts...) {
				if said = append(said, fmt.Sprint(v, err)); err != nil {
					e := err.(*zetes.Error)
					said = append(said, fmt.Sprint(e.Offset, e.Line, e.Column, e.Pointer, e.Value, e.Excerpt, e.Reason(), reflect.TypeOf(e.Err)))
				}
			}
			for v, err := range stream.LinesAt[any](strings.NewReader(text), 0, math.MaxInt64, opts...) {
				said = append(said, fmt.Sprint(v, err))
			}
			return said
		}
		whole := stream.Selecting(jsonpath.MustCompile("$"))
		want := read()
		for name, opts := range map[string][]stream.Option{"one": {whole}, "parallel": {whole, stream.Parallel(2)}} {
			if got := read(opts...); !slices.Equal(got, want) {
				t.Errorf("%.40q, %s:\n%s\nwant\n%s", text, name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}
