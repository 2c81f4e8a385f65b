package jsondoc

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// straightQuery returns a random query that goes straight down.
func straightQuery(r *rand.Rand) *jsonpath.Query {
	var b strings.Builder
	b.WriteByte('$')
	for range r.IntN(4) {
		switch r.IntN(6) {
		case 0, 1:
			b.WriteString("[*]")
		case 2:
			b.WriteString("[" + string(appendQuoted(nil, samples.Names[r.IntN(len(samples.Names))])) + "]")
		case 3:
			fmt.Fprintf(&b, "[%d]", r.IntN(4))
		case 4:
			fmt.Fprintf(&b, "[%d:%d:%d]", r.IntN(3), r.IntN(6), r.IntN(4))
		default:
			b.WriteString([]string{"[:]", "[1:]", "[:2]", "[::2]"}[r.IntN(4)])
		}
	}
	return jsonpath.MustCompile(b.String())
}

// twice returns text with some names made those of other members.
func twice(r *rand.Rand, text string) string {
	for range r.IntN(4) {
		text = strings.ReplaceAll(text, `"`+samples.Names[r.IntN(8)]+`"`, `"`+samples.Names[r.IntN(8)]+`"`)
	}
	return text
}

// selected says what o selects.
func selected(o Options, text []byte, q *jsonpath.Query) string {
	list, err := o.Select(text, q)
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintf(&b, "%d %q\n", v.Offset(), v.Raw())
	}
	fmt.Fprint(&b, len(list), err)
	return b.String()
}

// byWalk reports whether a walk over a text answers q.
func byWalk(q *jsonpath.Query) bool {
	_, ok := (*query.Query)(q).ByWalk()
	return ok
}

// byTape has queries answered from a tape: the walk has no budget.
var byTape = Options{Budget: 1 << 30}

// TestStraight compares the walk with the tape over random documents, checked and not, and as a Value's.
func TestStraight(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	tries := 3000
	if !long.On() || guard.Race {
		tries = 600
	}
	guard.EachKernel(t, func(t *testing.T) {
		for try := range tries {
			text := samples.Text(r, 4)
			if try%10 == 0 {
				text = `[{"a":[` + strings.Repeat(text+",", r.IntN(100)) + `1],"id":{}},` + text + `,{"\u0061":[3],"a":[4,5]}]`
			}
			q := straightQuery(r)
			if !byWalk(q) {
				t.Fatalf("%s does not go straight down", q)
			}
			if try%3 > 0 {
				text = twice(r, text)
			}
			want := selected(byTape, []byte(text), q)
			for _, o := range []Options{{}, {Unchecked: true}, {Unchecked: true, Whole: true}} {
				if got := selected(o, []byte(text), q); got != want {
					t.Fatalf("%s of %.2000q\n%s\nwant\n%s", q, text, got, want)
				}
			}
			v, err := Get([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			list, err := v.Select(q)
			other, wantErr := byTape.Select([]byte(text), q)
			if err != nil || wantErr != nil || len(list) != len(other) {
				t.Fatalf("%s of %.2000q: %d values, %v, want %d", q, text, len(list), err, len(other))
			}
			for i := range list {
				if list[i].Offset() != other[i].Offset() || list[i].String() != other[i].String() {
					t.Fatalf("%s of %.2000q: %s, want %s", q, text, list[i], other[i])
				}
			}
		}
	})
}

// TestStraightErrors has the walk and the tape find the same wrong in texts that are no JSON, and the walk that checks
// nothing stay within its text.
func TestStraightErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	memory := guard.New(t, 1<<16)
	tries := 6000
	if !long.On() || guard.Race {
		tries = 1500
	}
	wrong := 0
	for range tries {
		b := []byte(samples.Text(r, 4))
		for range r.IntN(3) {
			b[r.IntN(len(b))] = "{}[],:\"\\0a- \xe9"[r.IntN(13)]
		}
		if r.IntN(2) == 0 {
			b = b[:r.IntN(len(b)+1)]
		}
		text, q := memory.Ending(string(b)), straightQuery(r)
		want := selected(byTape, text, q)
		if got := selected(Options{}, text, q); got != want {
			t.Fatalf("%s of %q\n%s\nwant\n%s", q, text, got, want)
		}
		if strings.Contains(want, "line") {
			wrong++
		}
		list, _ := Options{Unchecked: true}.Select(text, q)
		for _, v := range list {
			if raw := v.Raw(); string(text[v.Offset():v.Offset()+len(raw)]) != string(raw) {
				t.Fatalf("%q: %q at %d", text, raw, v.Offset())
			}
		}
	}
	if wrong < tries/4 {
		t.Errorf("only %d texts are wrong", wrong)
	}
	for _, deep := range []string{strings.Repeat("[", 10001) + strings.Repeat("]", 10001), strings.Repeat(`{"a":`, 10001) + "1" + strings.Repeat("}", 10001)} {
		for _, path := range []string{"$", "$[*][0]", "$.a.a[1]", "$.b", "$..a"} {
			q := jsonpath.MustCompile(path)
			if got, want := selected(Options{}, []byte(deep), q), selected(byTape, []byte(deep), q); got != want || !strings.Contains(got, "line") {
				t.Errorf("%s: %.200s, want %.200s", path, got, want)
			}
		}
	}
}

// TestStraightAlone has queries that need the tape, and the memory of those that do not.
func TestStraightAlone(t *testing.T) {
	for _, text := range []string{"$..a", "$[-1]", "$[0,1]", "$[?@]", "$[::-1]", "$[:-1]", "$.a[*]['a','b']"} {
		if byWalk(jsonpath.MustCompile(text)) {
			t.Errorf("%s goes straight down", text)
		}
	}
	if _, err := (Options{Budget: 3}).Select([]byte("[1,2,3,4,5]"), jsonpath.MustCompile("$[*]")); !errors.Is(err, ErrBudget) {
		t.Errorf("a budget of 3: %v", err)
	}
	if guard.Race {
		return
	}
	text, q := []byte("["+strings.Repeat(`{"a":[1,2,3]},`, 1000)+"7]"), jsonpath.MustCompile("$[1000]")
	Select(text, q)
	if n := testing.AllocsPerRun(20, func() { Select(text, q) }); n > 1 {
		t.Errorf("%v allocations for one value", n)
	}
}
