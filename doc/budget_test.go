package doc

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/guard"
)

// repeated returns n elements between brackets.
func repeated(n int, element func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(element(i))
	}
	return "[" + b.String() + "]"
}

// same returns what repeated takes.
func same(element string) func(int) string { return func(int) string { return element } }

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
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"limit":` + strings.Repeat("7", 40*n) + `}`
		}, false},
		"a long fraction": {prices, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"limit":1.` + strings.Repeat("0", 40*n) + `}`
		}, false},
		"a long string": {prices, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"limit":"` + strings.Repeat("x", 40*n) + `"}`
		}, false},
		"a name of escapes": {prices, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"` + strings.Repeat(`\n`, 20*n) + `":0,"limit":2}`
		}, true},
		"a name of one escape": {prices, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"` + strings.Repeat("y", 40*n) + `\n":0,"limit":2}`
		}, true},
		"a name that is not UTF-8": {prices, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"` + strings.Repeat("x", 40*n) + "\xff\":0,\"limit\":2}"
		}, true},
		"a long array": {`$.items[?@ == $.all]`, func(n int) string {
			return `{"all":` + repeated(n, same("0")) + `,"items":` + repeated(n/40, func(int) string { return repeated(n, same("0")) }) + `}`
		}, true},
		"many members of one name": {`$.items[?@ == $.all]`, func(n int) string {
			return `{"all":{"a":0` + strings.Repeat(`,"a":0`, n) + `},"items":` + repeated(n, same(`{"a":0}`)) + `}`
		}, false},
		"many patterns": {`$[?search(@.t, @.p)]`, func(n int) string {
			return repeated(n/100, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"%s%d"}`, strings.Repeat("[a-y]{1000}", 900), i) })
		}, false},
		"patterns of some length": {`$[?search(@.t, @.p)]`, func(n int) string {
			return repeated(n, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"[a-y]{900}[b-y]{900}%d"}`, i) })
		}, false},
		"patterns of classes": {`$[?search(@.t, @.p)]`, func(n int) string {
			return repeated(n/100, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"%s%d"}`, strings.Repeat(`\\pL`, 1000), i) })
		}, false},
		"a wide pattern": {`$[?search(@, '(a?){900}(a?){900}z')]`, func(n int) string {
			return repeated(1, same(`"`+strings.Repeat("a", 10*n)+`"`))
		}, false},
		"lists of nodes":     {`$..[?@..*]`, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }, false},
		"strings of escapes": {`$[?@.t < $[0].t && @.t != $[0].t]`, func(n int) string { return repeated(n, same(`{"t":"`+strings.Repeat(`\n`, 20)+`"}`)) }, true},
		"a string of escapes": {`$.items[?@.price < $.limit].price`, func(n int) string {
			return `{"items":` + repeated(n, same(`{"price":1}`)) + `,"limit":"` + strings.Repeat(`\n`, 20*n) + `"}`
		}, false},
		"names that begin with escapes": {`$[?@.` + strings.Repeat("a", 50) + `b]`, func(n int) string {
			return repeated(n, same(`{"`+strings.Repeat(`\u0061`, 50)+`c":1}`))
		}, true},
		"one small pattern each": {`$[?match(@.t, @.p)]`, func(n int) string {
			return repeated(n, func(i int) string { return fmt.Sprintf(`{"t":"x","p":"a%d"}`, i) })
		}, false},
		"plain patterns": {`$[?match(@.id, '[a-z]{2,8}-[0-9]+(x|y)?.*')].id`, func(n int) string {
			return repeated(n, func(i int) string { return fmt.Sprintf(`{"id":"item-%d and some more text"}`, i) })
		}, true},
	} {
		q := MustCompile(c.query)
		for _, n := range []int{2000, 4000} {
			text := []byte(c.text(n))
			d, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, run := range []func() ([]Value, error){
				func() ([]Value, error) { return q.Select(text) },
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

// TestBudgets: the caller sets the budget of queries, patches and edits, and the error names it.
func TestBudgets(t *testing.T) {
	text := []byte(`{"list":` + repeated(1000, same("1")) + `}`)
	d, err := Options{Budget: 100}.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	q := MustCompile("$.list[?@ > 0]")
	long := strings.Repeat("x", 1000)
	for name, call := range map[string]func(o Options) error{
		"select":        func(o Options) error { _, err := o.Select(text, q); return err },
		"of a document": func(o Options) error { d.d.budget = o.Budget; _, err := d.Select(q); return err },
		"patch": func(o Options) error {
			_, err := o.Patch(text, []byte(`[{"op":"test","path":"/list","value":`+repeated(1000, same("1"))+`}]`))
			return err
		},
		"copies": func(o Options) error {
			_, err := o.Patch([]byte(`{"a":"`+long+`"}`), []byte(`[{"op":"copy","from":"","path":"/b"},{"op":"copy","from":"","path":"/c"},{"op":"copy","from":"","path":"/d"}]`))
			return err
		},
		"merge":  func(o Options) error { _, err := o.MergePatch(text, []byte(`{"list":{"a":1}}`)); return err },
		"set":    func(o Options) error { _, err := o.Set(text, 1, "list", 0); return err },
		"delete": func(o Options) error { _, err := o.Delete(text, "list", 0); return err },
		"edit": func(o Options) error {
			e, err := o.NewEdit(text)
			if err != nil {
				return err
			}
			defer e.Release()
			return e.Insert(NewPath("list", 0), 1)
		},
	} {
		few, many := call(Options{Budget: 20}), call(Options{Budget: 1 << 20})
		if !errors.Is(few, ErrBudget) || !strings.Contains(few.Error(), "Options.Budget") || many != nil || call(Options{}) != nil {
			t.Errorf("%s: %v, then %v and %v", name, few, many, call(Options{}))
		}
	}
}

// TestPatchBytes has patches that take more than is in proportion to them: copies of copies, tests that compare
// everything again, names that are compared again. They take little memory, and they end at the budget or are cheap.
func TestPatchBytes(t *testing.T) {
	ops := func(n int, op string) string { return repeated(n, same(op)) }
	doubling := `[{"op":"add","path":"/a","value":["xxxxxxxxxx"]}` + strings.Repeat(`,{"op":"copy","from":"/a","path":"/a/-"}`, 19) + `]`
	ones := func(n int) string { return `{"a":1` + strings.Repeat(`,"a":1`, n) + `}` }
	for name, c := range map[string]struct {
		text, patch string
		fits        bool
	}{
		"copies of copies":        {`{"a":1}`, doubling, false},
		"copies of the document":  {`{"a":[1,2,3]}`, repeated(60, func(i int) string { return fmt.Sprintf(`{"op":"copy","from":"","path":"/n%d"}`, i) }), false},
		"copies of a long string": {`{"a":"` + strings.Repeat("x", 1<<16) + `","b":[]}`, ops(1000, `{"op":"copy","from":"/a","path":"/b/0"}`), false},
		"copies that change": {`{"a":` + repeated(5000, same("0")) + `,"b":[]}`, repeated(200, func(i int) string {
			return `{"op":"copy","from":"/a","path":"/b/0"},{"op":"add","path":"/b/0/0","value":1}`
		}), false},
		"members that take white space": {"{\"a\":1," + strings.Repeat(" ", 1<<16) + "\"b\":2}", repeated(1000, func(i int) string {
			return fmt.Sprintf(`{"op":"add","path":"/n%d","value":1}`, i)
		}), false},
		"tests of one name":                {ones(16_000), ops(2000, `{"op":"test","path":"","value":{"a":1}}`), false},
		"tests of one name, changed":       {ones(16_000), `[{"op":"add","path":"/b","value":1},{"op":"remove","path":"/b"},` + ops(2000, `{"op":"test","path":"","value":{"a":1}}`)[1:], false},
		"tests of a long number":           {`{"a":1.` + strings.Repeat("0", 1<<16) + `}`, ops(2000, `{"op":"test","path":"/a","value":1}`), false},
		"tests of a long name":             {`{"` + strings.Repeat(`\n`, 20_000) + `":1,"b":2}`, ops(2000, `{"op":"test","path":"/b","value":2}`), true},
		"replacing beside a long name":     {`{"` + strings.Repeat(`\n`, 20_000) + `":1,"b":2}`, ops(2000, `{"op":"replace","path":"/b","value":1}`), true},
		"coming and going beside the same": {`{"` + strings.Repeat(`\n`, 20_000) + `":1}`, ops(2000, `{"op":"add","path":"/b","value":1},{"op":"remove","path":"/b"}`), true},
		"one of many of a name":            {ones(16_000), ops(2000, `{"op":"add","path":"/a","value":1}`), true},
		"tests of new values":              {`{}`, `[{"op":"add","path":"/v","value":` + repeated(3000, same("1")) + `},` + ops(3, `{"op":"test","path":"/v","value":`+repeated(3000, same("1"))+`}`)[1:], true},
		"many tests of one value":          {`{"v":"` + strings.Repeat("x", 100) + `"}`, ops(5000, `{"op":"test","path":"/v","value":"`+strings.Repeat("x", 100)+`"}`), true},
		"an ordinary patch": {`{"a":` + repeated(2000, same("1.5")) + `}`, repeated(2000, func(i int) string {
			return fmt.Sprintf(`{"op":"replace","path":"/a/%d","value":2},{"op":"copy","from":"/a/%d","path":"/a/-"}`, i, i)
		}), true},
	} {
		came := len(c.text) + len(c.patch)
		var out []byte
		var err error
		took := guard.Allocated(func() { out, err = Patch([]byte(c.text), []byte(c.patch)) })
		if took > 64*came+64<<10 {
			t.Errorf("%s: %d bytes of memory for %d", name, took, came)
		}
		if c.fits != (err == nil) || err != nil && !errors.Is(err, ErrBudget) {
			t.Errorf("%s: %d bytes, %v", name, len(out), err)
		}
	}
}

// TestProgramSize compares the size that a regular expression is thought to have with what is compiled.
func TestProgramSize(t *testing.T) {
	s := selection{budget: noLimit}
	for _, text := range []string{"", "abc", "a*", "(ab|cd)+x{3}", "x{2,}", "x{2,5}y?", "[a-z]{10}", "(a?){50}(b{3}){4}", `\\d{4}-\\d{2}`, `^a$|b`, "((((a))))"} {
		x := s.compile("(?:", text, ")")
		if x.Regexp == nil {
			t.Fatalf("%s is none", text)
		}
		tree, err := syntax.Parse(x.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		p, err := syntax.Compile(tree.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		n := len(p.Inst)
		if x.instructions*2 < n || x.instructions > 4*n+4 {
			t.Errorf("%s: %d instructions, thought to be %d", text, n, x.instructions)
		}
	}
	if x := s.compile("(?:", "(x{1000}){900}", ")"); x.Regexp != nil {
		t.Error("a pattern of 900,000 instructions")
	}
}

// TestSays compares a name piece by piece with all that a string may be written as.
func TestSays(t *testing.T) {
	pieces := []string{"a", "é", "\U0001f600", "\xff", `\n`, `\"`, `\\`, `\/`, `\u0061`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ufffd`, "\xe2\x82", "\u007f"}
	var names []string
	for _, x := range pieces {
		for _, y := range append([]string{""}, pieces...) {
			names = append(names, `"`+x+y+`"`, `"`+y+x+`"`)
		}
	}
	all := noLimit
	for _, raw := range names {
		d, err := Parse([]byte(`{` + raw + `:1}`))
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		for _, other := range names {
			text, _ := Value{text: []byte(other)}.Text()
			mine, _ := Value{text: []byte(raw)}.Text()
			if got, want := all.says([]byte(raw), text), mine == text; got != want || all.nameIs(d.d.t, 2, text) != want {
				t.Fatalf("%q says %q: %v and %v, want %v", raw, text, got, all.nameIs(d.d.t, 2, text), want)
			}
		}
		bytes := raw[1 : len(raw)-1]
		if mine, _ := (Value{text: []byte(raw)}).Text(); all.says([]byte(raw), bytes) != (mine == bytes) {
			t.Fatalf("%q and its own bytes", raw)
		}
	}
}
