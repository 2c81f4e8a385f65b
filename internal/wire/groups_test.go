package wire

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// damage are bytes that make something else of a text.
const damage = "{}[]:,\"\\ \x00\x1f0-.eu1tfna\xff"

// groupTest runs groups over texts that end where 64 more bytes may be looked at.
type groupTest struct {
	memory *guard.Memory
	r      *rand.Rand
	passed int // bytes that groups have taken, of all texts together
	blanks int // one of so many places between tokens has white space
}

func newGroupTest(t *testing.T) *groupTest {
	return &groupTest{guard.New(t, 1<<16), rand.New(rand.NewPCG(31, 32)), 0, 3}
}

// check has groups go on from text[at:] and compares with the byte-wise machine: what they have taken is right, and
// leads to their state. It returns where they have stopped, or -1 where the machine cannot begin there.
func (g *groupTest) check(t *testing.T, text string, at int) int {
	t.Helper()
	var s Scanner
	for i := range at {
		if st, used := s.step(text[i]); st != More || !used {
			return -1
		}
	}
	if s.at.state > inString || s.at.depth > 60 {
		return -1
	}
	limit := len(text)
	behind := make([]byte, 64)
	for i := range behind {
		behind[i] = damage[g.r.IntN(len(damage))]
	}
	b := g.memory.Ending(text + string(behind))
	var k blockScanner
	k.p, k.i = mem.Data(b), at
	s.lend(&k)
	k.groups(limit, nil)
	if k.i < at || k.i > limit+8 {
		t.Fatalf("%q: from %d to %d", text, at, k.i)
	}
	g.passed += k.i - at
	for i := at; i < k.i; i++ {
		if st, used := s.step(b[i]); st != More || !used {
			t.Fatalf("%q from %d: wrong at %d, but taken as far as %d", text, at, i, k.i)
		}
	}
	want := s.at.state
	if s.complete() {
		want = after
	}
	all := uint64(1)<<s.at.depth - 1
	if k.state != want || want == inString && k.name != s.name || k.depth != s.at.depth || (k.cur^s.at.cur)&all != 0 {
		t.Fatalf("%q from %d to %d: state %d of a name %v at level %d in %b, want %d, %v, %d, %b",
			text, at, k.i, k.state, k.name, k.depth, k.cur, want, s.name, s.at.depth, s.at.cur)
	}
	return k.i
}

// TestGroupsOfTokens has all pairs and triples of tokens behind each token of an array and of an object, at each place
// of a block.
func TestGroupsOfTokens(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1", "true"}
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		filler := strings.Repeat(`,"k":[1,{}]`, 30)
		offsets := long.Rounds(3, 64)
		for _, front := range []string{`[`, `[1`, `[1,`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `[{"a":[]},`, `{"a":[{}],`} {
			for _, a := range tokens {
				for _, b := range tokens {
					for _, c := range tokens {
						for offset := range offsets {
							if !long.On() {
								offset = g.r.IntN(64)
							}
							g.check(t, front+strings.Repeat(" ", offset)+a+b+c+filler[:g.r.IntN(len(filler))], 1)
						}
					}
				}
			}
		}
	})
}

// mostRandom is the length from which on random values hold no others: those 60 levels deep would not end.
const mostRandom = 1 << 13

// value appends a random value, with white space in it.
func (g *groupTest) value(b []byte, depth int) []byte {
	r := g.r
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	space := func() {
		if r.IntN(g.blanks) == 0 {
			b = append(b, pick(" ", "\n", "\t\r", "    ", "\n                              ")...)
		}
	}
	text := func() {
		b = append(b, '"')
		for range r.IntN(1 + r.IntN(6)) {
			b = append(b, pick("a", "text of some words", "é世😀", `\n`, `\\`, `\"`, `\/`, `\u00e9`, `\uD83d\uDE00`, `\u12aF`, "{}[]:,", "1234", "\x7f", strings.Repeat("long ", 30))...)
		}
		b = append(b, '"')
	}
	if len(b) > mostRandom {
		depth = 0
	}
	switch kind := r.IntN(10); {
	case depth > 0 && kind < 3:
		b = append(b, '[')
		for n := r.IntN(6); n >= 0; n-- {
			space()
			b = g.value(b, depth-1)
			space()
			b = append(b, ',')
		}
		b[len(b)-1] = ']'
	case depth > 0 && kind < 6:
		b = append(b, '{')
		for n := r.IntN(6); n >= 0; n-- {
			space()
			text()
			space()
			b = append(b, ':')
			space()
			b = g.value(b, depth-1)
			space()
			b = append(b, ',')
		}
		b[len(b)-1] = '}'
	case kind == 6:
		b = append(b, pick("[]", "{}", "[ ]", "{\n}", "[[]]", "true", "false", "null")...)
	case kind < 9:
		b = append(b, pick("", "-")...)
		b = append(b, pick("0", "1", fmt.Sprint(r.IntN(1000)), fmt.Sprint(r.Int()), "9"+strings.Repeat("1", r.IntN(70)))...)
		b = append(b, pick("", "", ".0", fmt.Sprintf(".%d", r.IntN(1e6)))...)
		b = append(b, pick("", "", "", "e1", "E-07", "e+123456789")...)
	default:
		text()
	}
	return b
}

// long returns an array of some thousand bytes.
func (g *groupTest) long(depth int) string {
	b := []byte("[")
	for most := 500 + g.r.IntN(6000); len(b) < most; b = append(b, ',') {
		b = g.value(b, g.r.IntN(1+depth))
	}
	b[len(b)-1] = ']'
	return string(b)
}

// longer returns an array of arrays that long returns, as long as groups begin at on all processors that have them.
func (g *groupTest) longer(depth int) string {
	b := "[" + g.long(depth)
	for len(b) < 2*leastShuffled {
		b += "," + g.long(depth)
	}
	return b + "]"
}

// TestGroupsOfText has long random texts from each state on, whole, and with any byte changed, left out or doubled.
func TestGroupsOfText(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		r := g.r
		all, texts := 0, 150
		if !long.On() {
			texts = 30
		}
		for range texts {
			text := g.long(6)
			for at := 1; at < len(text)-64 && at >= 0; {
				end := g.check(t, text, at)
				if end >= 0 {
					all += end - at
				}
				at = max(at, end) + 1 + r.IntN(20)
			}
			for range 30 {
				b := []byte(text)
				i := r.IntN(len(b))
				switch r.IntN(4) {
				case 0:
					b = append(b[:i], b[i+1:]...)
				case 1:
					b = append(b[:i+1], b[i:]...)
				default:
					b[i] = damage[r.IntN(len(damage))]
				}
				g.check(t, string(b), max(0, min(i, len(b)-1)-r.IntN(1+r.IntN(3000))))
			}
		}
		if kernel.GathersTokens() && all < texts*1500 {
			t.Errorf("groups have taken %d bytes only", all)
		}
	})
}

// TestGroupsOfBytes changes each byte of small documents to each of some others, within text that is right.
func TestGroupsOfBytes(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		for _, doc := range []string{
			`{"a":[1,-2.5e+7,true,false,null],"b\n\"\\\/":{"\u00e9\uDBFF":"x"},"c":""}`,
			`[ 0 , -0.0 , 1E5 , "a\u12aFz" , { } , [ ] , {"k" : { "l" : [ [ ] ] } } , 123456789012345678901234567890 ]`,
			`[[[[{"a":[{"b":1}]}]]],truefalse,"\t"]`,
		} {
			for i := range doc {
				for _, c := range "{}[]:,\"\\ \n\x00\x1f\x7fé0189-+.eEutrfalsn/bx" {
					offset := g.r.IntN(64)
					g.check(t, "["+strings.Repeat(" ", offset)+doc[:i]+string(c)+doc[i+1:]+strings.Repeat(`,{"k":"v"}`, 12), 1)
				}
				g.check(t, "["+strings.Repeat(" ", g.r.IntN(64))+doc[:i], 1)
				g.check(t, "["+strings.Repeat(" ", g.r.IntN(64))+doc[:i]+doc[i+1:]+strings.Repeat(",0", 40), 1)
			}
		}
	})
}

// TestGroupsOfNests opens and closes up to 80 containers of random kinds, with a wrong bracket in some.
func TestGroupsOfNests(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		n := long.Rounds(600, 3000)
		for range n {
			depth := 1 + g.r.IntN(80)
			open, shut := "", ""
			for range depth {
				if g.r.IntN(2) == 0 {
					open, shut = open+"[", "]"+shut
				} else {
					open, shut = open+`{"":`, "}"+shut
				}
			}
			text := []byte("[" + strings.Repeat("1,", g.r.IntN(40)) + open + "0" + shut + strings.Repeat(",[2]", g.r.IntN(30)) + "]" + strings.Repeat(" ", 64))
			if g.r.IntN(3) == 0 {
				text[g.r.IntN(len(text)-64)] = "[]{}"[g.r.IntN(4)]
			}
			for at := 1; at < len(text); at += 1 + g.r.IntN(50) {
				g.check(t, string(text), at)
			}
		}
		if kernel.GathersTokens() && g.passed < n*100 {
			t.Errorf("groups have taken %d bytes only", g.passed)
		}
	})
}

// TestLongTexts compares all that runs groups with the byte-wise machine: texts that are right, damaged and cut.
func TestLongTexts(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		n := long.Rounds(90, 900)
		for i := range n {
			g.blanks = []int{3, 100, 1 << 30}[i%3]
			text := g.long(3 + i%60)
			if i%8 == 0 {
				text = g.longer(3)
			}
			for range 6 {
				checkScan(t, []byte(text), g.r)
				in := load(text)
				if got, want := in.Skip(0, MaxDepth), stepped(text, MaxDepth); got != want {
					t.Fatalf("Skip(%q) = %d, want %d", text, got, want)
				}
				var std bytes.Buffer
				err := stdjson.Compact(&std, []byte(text))
				got, bad := AppendCompact([]byte("x"), []byte(text), false)
				if (bad < 0) != (err == nil) || string(got) != "x"+std.String() {
					t.Fatalf("AppendCompact(%q) = %q, %d, want %q, %v", text, got, bad, std.String(), err)
				}
				b := []byte(text)
				if at := g.r.IntN(len(b)); g.r.IntN(3) == 0 {
					text = text[:at]
				} else {
					b[at] = damage[g.r.IntN(len(damage))]
					text = string(b)
				}
				if text = strings.TrimLeft(text, " \t\r\n"); text == "" {
					break
				}
			}
		}
	})
}

// TestGroupsOfWholeTexts has one Compactor compact texts of the lengths that are taken by groups from their first byte
// on: right ones, damaged and cut ones, and several values with a comma between.
func TestGroupsOfWholeTexts(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		var c Compactor
		n := long.Rounds(800, 4000)
		for i := range n {
			g.blanks = []int{3, 100, 1 << 30, 1 << 30}[i%4]
			most := leastGrouped/2 + g.r.IntN(leastWindowed)
			text := g.value(nil, 2+i%4)
			for len(text) < most {
				text = g.value(append(text, ','), 2+i%4)
			}
			if i%5 > 0 {
				text = append(append([]byte{'['}, text...), ']')
			}
			for range 4 {
				g.check(t, string(text)+strings.Repeat("\x00", -len(text)&63), 0)
				var std bytes.Buffer
				err := stdjson.Compact(&std, text)
				got, bad := c.Append([]byte("x"), text, false)
				if (bad < 0) != (err == nil) || string(got) != "x"+std.String() {
					t.Fatalf("%q becomes %q, %d, want %q, %v", text, got, bad, std.String(), err)
				}
				if at := g.r.IntN(len(text)); g.r.IntN(3) == 0 {
					text = text[:at+1]
				} else {
					text[at] = damage[g.r.IntN(len(damage))]
				}
			}
		}
		if kernel.GathersTokens() && g.passed < n*100 {
			t.Errorf("groups have taken %d bytes only", g.passed)
		}
	})
}

// TestWholeInputs compares Skip with the byte-wise machine over texts that are taken by groups from their first byte
// on: whole, damaged, too deep, and cut at each byte.
func TestWholeInputs(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		n, dense := long.Rounds(60, 900), 0
		check := func(text []byte, room int) {
			t.Helper()
			if got, want := load(string(text)).Skip(0, room), stepped(string(text), room); got != want {
				t.Fatalf("Skip(%q, %d) = %d, want %d", text, room, got, want)
			}
		}
		for i := range n {
			g.blanks = []int{3, 100, 1 << 30}[i%3]
			text := []byte("[")
			for most := leastWhole - 60 + g.r.IntN(2*leastWhole); len(text) < most; text = append(text, ',') {
				text = g.value(text, i%5)
			}
			text[len(text)-1] = ']'
			if i%4 == 0 {
				text = append(append([]byte(`{"a":`), text...), '}')
			}
			if load(string(text)).dense() {
				dense++
			}
			check(append(text, "\n ,1]"[:g.r.IntN(6)]...), MaxDepth)
			check(text, 1+g.r.IntN(5))
			if i%10 == 0 {
				for cut := 1; cut < len(text); cut++ {
					check(text[:cut], MaxDepth)
				}
			}
			for range 20 {
				b := bytes.Clone(text)
				b[1+g.r.IntN(len(b)-1)] = damage[g.r.IntN(len(damage))]
				check(b, MaxDepth)
			}
		}
		if kernel.CompressesTokens() && dense < n/5 {
			t.Errorf("%d of %d texts are dense", dense, n)
		}
		for item, want := range map[string]bool{
			`"name":12345,`: true, `"name":"a few words",`: true, `"ok":false,`: true,
			`"a":"` + strings.Repeat("a text of words ", 5) + `",`: false,
		} {
			text := "{" + strings.Repeat(item, 1+leastWhole/len(item))
			if got := load(text).dense(); got != (want && kernel.CompressesTokens()) {
				t.Errorf("%q is dense: %v", item, got)
			}
			if load(text[:leastWhole-1]).dense() {
				t.Errorf("%d bytes of %q are dense", leastWhole-1, item)
			}
		}
	})
}

// TestDensity has texts that groups without instructions that compress bytes take fast, and others.
func TestDensity(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		if !kernel.GathersTokens() {
			return
		}
		for _, c := range []struct {
			item string
			fast bool
		}{
			{`{"name": "some words of a text, and some more", "ok": true},` + "\n          ", true},
			{`{"name": "some words", "tags": ["red", "green", "blue"], "n": 12},`, true},
			{`"` + strings.Repeat("a text of words ", 10) + `",`, false},
			{`-12.345678901,`, false},
			{`[],`, false},
		} {
			text := "[" + strings.Repeat(c.item, 1+1<<12/len(c.item))
			b := guard.New(t, len(text)+64).Ending(text + strings.Repeat(" ", 64))
			k := blockScanner{p: mem.Data(b), room: MaxDepth}
			if fast, want := k.groups(len(text), nil), c.fast || kernel.CompressesTokens(); fast != want {
				t.Errorf("groups over %q are fast: %v, want %v", c.item, fast, want)
			}
			if k.i == 0 {
				t.Errorf("groups have taken %d bytes of %q", k.i, c.item)
			}
		}
	})
}

// TestScalarEnd: a number whose end somebody has overwritten is followed no further than memory may be looked at.
func TestScalarEnd(t *testing.T) {
	b := guard.New(t, 64).Ending(strings.Repeat("1", 64))
	if i := scalarEnd(mem.Data(b), 3, len(b)); i != len(b) {
		t.Errorf("ends at %d", i)
	}
	b[9] = ','
	if i := scalarEnd(mem.Data(b), 3, len(b)); i != 9 {
		t.Errorf("ends at %d", i)
	}
}

// TestLongTextsForHTML has one character to escape anywhere in a long text without white space.
func TestLongTextsForHTML(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newGroupTest(t)
		for i := range 40 {
			text := "[" + g.long(3) + `,"` + []string{"<", ">", "&", "\u2028"}[i%4] + `",` + g.long(3) + "]"
			var tight, want bytes.Buffer
			if err := stdjson.Compact(&tight, []byte(text)); err != nil {
				t.Fatal(err)
			}
			stdjson.HTMLEscape(&want, tight.Bytes())
			if got, bad := AppendCompact(nil, tight.Bytes(), true); bad >= 0 || string(got) != want.String() {
				t.Fatalf("AppendCompact(%q) = %q, %d, want %q", text, got, bad, want.String())
			}
		}
	})
}

// FuzzGroups compares groups with the byte-wise machine, from any byte of any text on.
func FuzzGroups(f *testing.F) {
	for _, s := range corpus {
		f.Add("["+s, 1)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		if len(text) > 1<<15 || at < 0 || at > len(text) {
			return
		}
		newGroupTest(t).check(t, text, at)
	})
}
