package doc

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/long"
)

// denseText returns a JSON text of about n bytes that asks for much memory: short values, strings of escapes, names
// that differ little, numbers with long exponents.
func denseText(rnd *rand.Rand, n int) string {
	kinds := []func(i int) string{
		same("0"), same("[]"), same("{}"), same(`""`), same(`{"a":0}`), same(`{"":0}`), same(`[0,[1]]`), same(`[[[[0]]]]`), same(`"\n"`), same("\"\xff\""), same(`1e999999999`),
		func(i int) string { return fmt.Sprintf(`{"t":"x","p":"a%d"}`, i) },
		func(i int) string { return fmt.Sprintf(`{"t":"x","p":"[a-c]%d+"}`, i) },
		func(i int) string { return fmt.Sprintf(`"%d\u0061"`, i) },
		func(i int) string { return fmt.Sprintf(`{"a":%d,"b":"%d"}`, i%7, i) },
		same(`{"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8,"j":9}`), same(`{"\u0061":1,"\u0061b":2}`), same("\"" + strings.Repeat(`\n`, 300) + "\""), same("\"" + strings.Repeat("\xff", 200) + "\""),
		same(`1e` + strings.Repeat("7", 200)),
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
		q := MustCompile(query)
		d, err := Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for name, run := range map[string]func() ([]Value, error){
			"text":     func() ([]Value, error) { return q.Select(text) },
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

// randomPatch returns a document, and a patch that changes it: of a random JSON Patch the operations that can be done.
func randomPatch(t *testing.T, rnd *rand.Rand, most int) (text, patch string) {
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	n := 1 + rnd.IntN(most)
	text = pick(`{}`, `{"a":[],"b":{}}`, `{"a":1,"a":2}`, `{"a":{"\u0061":"\n"}}`, `{"b":`+repeated(rnd.IntN(50), same(`{"a":0}`))+`}`, `{"a":`+repeated(rnd.IntN(200), same("0"))+`}`)
	if rnd.IntN(2) == 0 {
		form := pick(`"m%d":0`, `"m%d":null`, `"%d":[]`, `"%d":{}`, `"%d":{"a":1}`, "")
		var members []string
		for i := range n {
			f := form
			if f == "" {
				f = pick(`"m%d":0`, `"m%d":null`, `"m%d":{}`, `"m%d":{"a":{"b":1}}`)
			}
			members = append(members, fmt.Sprintf(f, rnd.IntN(2*i+1)))
		}
		return text, "{" + strings.Join(members, ",") + "}"
	}
	e, err := NewEdit([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	place := func(i int) string {
		return strings.ReplaceAll(pick(`/a`, `/b`, `/a/-`, `/a/0`, `/b/mN`, `/mN`, `/N`, `/a/N`, `/b/0/a`, ``, `/a/mN/x`, `/\u0061/\u0062`), "N", fmt.Sprint(rnd.IntN(i+1)))
	}
	var list []string
	op, value := pick("", "add", "copy", "test"), pick("", "0", "{}", `{"a":{}}`)
	for i := 0; i < 4*n && len(list) < n; i++ {
		o, v := op, value
		if o == "" || i < 4 {
			o = pick("add", "replace", "copy", "move", "remove", "test", "add", "copy")
		}
		if v == "" {
			v = pick(`0`, `[]`, `{}`, `"x"`, `{"a":{}}`, `[[[]]]`, `{"m":1,"n":2}`, `[0,1,2,3,4,5,6,7,8,9]`)
		}
		text := fmt.Sprintf(`{"op":"%s","path":"%s","value":%s}`, o, place(i), v)
		if o == "copy" || o == "move" {
			text = fmt.Sprintf(`{"op":"%s","path":"%s","from":"%s"}`, o, place(i), place(i))
		}
		if e.Patch([]byte("["+text+"]")) == nil {
			list = append(list, text)
		}
	}
	return text, "[" + strings.Join(list, ",") + "]"
}

// TestPatchMemory: a patch takes memory in proportion to itself and the document, whatever it does.
func TestPatchMemory(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates too")
	}
	ended := 0
	rounds := long.Rounds(1000, 20_000)
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		text, patch := randomPatch(t, rnd, 1<<rnd.IntN(11))
		var err error
		took := guard.Allocated(func() {
			if patch[0] == '[' {
				_, err = Patch([]byte(text), []byte(patch))
			} else {
				_, err = MergePatch([]byte(text), []byte(patch))
			}
		})
		if err != nil {
			ended++
		}
		came := len(text) + len(patch)
		if took > 64*came+16<<10 || err != nil && !errors.Is(err, ErrBudget) {
			t.Errorf("seed %d: %.100s patched by %.300s (%d bytes): %d bytes of memory, %.1f times, %v", seed, text, patch, came, took, float64(took)/float64(came), err)
		}
	}
	t.Logf("%d of %d ended at the budget", ended, rounds)
}

// TestPatchKeeps: an Edit keeps the memory of the patches that have put a value into the document, and of no others.
func TestPatchKeeps(t *testing.T) {
	e, err := NewEdit([]byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	for range 10 {
		if err := e.Patch([]byte(`[{"op":"test","path":"/a","value":1}]`)); err != nil || len(e.made) > 0 {
			t.Fatalf("%d patches are kept, %v", len(e.made), err)
		}
	}
	if err := e.Patch([]byte(`[{"op":"add","path":"/b","value":[1]},{"op":"test","path":"/b","value":[1]}]`)); err != nil || len(e.made) != 1 {
		t.Fatalf("%d patches are kept, %v", len(e.made), err)
	}
	for range 10 { // use the pool
		if err := e.Patch([]byte(`[{"op":"test","path":"/b/0","value":1}]`)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := e.Bytes(); err != nil || string(out) != `{"a":1,"b":[1]}` {
		t.Errorf("%s, %v", out, err)
	}
}
