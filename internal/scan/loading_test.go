package scan

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/wire"
)

// damage are bytes that make something else of a text.
const damage = "{}[]:,\"\\ \x00\x1f0-.eu1tfna\xff"

// texts makes random texts, and has memory for one that ends at a page that must not be read.
type texts struct {
	memory *guard.Memory
	r      *rand.Rand
}

func newTexts(t *testing.T) *texts { return &texts{guard.New(t, 1<<17), rand.New(rand.NewPCG(31, 32))} }

// value appends a random value, with white space in it.
func (g *texts) value(b []byte, depth int) []byte {
	pick := func(list ...string) string { return list[g.r.IntN(len(list))] }
	space := func() { b = append(b, pick("", "", "", " ", "\n", "\t\r", "\n                              ")...) }
	text := func() {
		b = append(b, '"')
		for range g.r.IntN(1 + g.r.IntN(6)) {
			b = append(b, pick("a", "text of some words", "é世😀", `\n`, `\\`, `\"`, `\u00e9`, `\uD83d\uDE00`, "{}[]:,", strings.Repeat("long ", 30))...)
		}
		b = append(b, '"')
	}
	switch kind := g.r.IntN(10); {
	case depth > 0 && len(b) < 1<<15 && kind < 6:
		open := "[{"[kind&1]
		b = append(b, open)
		for n := g.r.IntN(6); n >= 0; n-- {
			if space(); open == '{' {
				text()
				space()
				b = append(b, ':')
				space()
			}
			b = g.value(b, depth-1)
			space()
			b = append(b, ',')
		}
		b[len(b)-1] = open + 2
	case kind < 8:
		text()
	default:
		b = append(b, pick("0", "-1.5e+10", "12345678", "true", "false", "null", "{}", "[ ]")...)
	}
	return b
}

// long returns an array that has some such values.
func (g *texts) long(depth int) string {
	b := []byte{'['}
	for range 1 + g.r.IntN(4) {
		b = append(g.value(b, depth), ',')
	}
	b[len(b)-1] = ']'
	return string(b)
}

// TestLoading has each byte of small texts be the first one of a window, and compares all steps with those over a text
// that is in memory as a whole.
func TestLoading(t *testing.T) {
	texts := []string{
		`{"name":"value","n":[1,23,-4.5e+6,0],"t":true,"f":false,"z":null,"e":{},"a":[ ]}`, `"a\u00e9\n\"b\ud83d\ude00"`, "\"é€😀é€😀\"",
		"\"é\xff\"", "\"\xe2\x82\"", "\"\xe2\x82", `12345678901234567890`, `[[[[1]]],[[2 , 3 ] ] ]`, "\"\x01\"", `"\x"`, `[1,2`, `{"a":tru}`, `[1e]`, `{"a" "b"}`,
		strings.Repeat("[", 70) + `{"a":1}` + strings.Repeat("]", 70), strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70), `{"a":1]`, `tru`, `-`, `1.`,
		"{\"a\": 1,\"b\":  2,\"c\": \n{\"d\": }}", `{"a": `, "[" + strings.Repeat("1", jumpWindow) + "]", "[" + strings.Repeat("1", jumpWindow) + "x]",
	}
	for _, text := range texts {
		for shift := range len(text) + 2 {
			for _, behind := range []string{" ,", ",[[]]" + strings.Repeat(" ", jumpWindow)} {
				src := []byte(strings.Repeat(" ", firstWindow-shift) + text + behind)
				var whole wire.Stored
				var piece Loading
				whole.Load(src)
				piece.Begin(src, 0, true)
				p := piece.Token(0)
				if q := whole.Token(0); p != q {
					t.Fatalf("%q: token at %d, want %d", text, p, q)
				}
				got, want := piece.Skip(p, wire.MaxDepth), whole.Skip(p, wire.MaxDepth)
				if got != want {
					t.Fatalf("%q cut at %d: value ends at %d, want %d", text, shift, got-p, want-p)
				}
				piece.Begin(src, 0, true)
				if got := walkSteps(&piece, piece.Token(0)); got != want {
					t.Fatalf("%q cut at %d: steps end at %d, want %d", text, shift, got-p, want-p)
				}
				if want < 0 && piece.base+piece.window.N > firstWindow+4*jumpWindow+mostWindow {
					t.Fatalf("%q cut at %d: looked as far as %d", text, shift, piece.base+piece.window.N)
				}
			}
		}
	}
}

// walkSteps goes over the value at p by single steps.
func walkSteps(x *Loading, p int) int {
	c := x.At(p)
	if c != '{' && c != '[' {
		return x.Skip(p, 0)
	}
	q, more := x.Enter(p)
	for n := 0; more; n++ {
		if c == '{' {
			if x.At(q) != '"' {
				return -1
			}
			if q = x.SkipString(q); q >= 0 {
				q = x.Colon(q)
			}
			if q < 0 {
				return -1
			}
		}
		if q = walkSteps(x, q); q < 0 {
			return -1
		}
		if n == 1 {
			return x.Leave(q, c+2, wire.MaxDepth-1)
		}
		if q, more = x.Next(q, c+2); q < 0 {
			return -1
		}
	}
	return q
}

// TestLoadingLittle: the window is no larger than a walk needs, and a long string is looked at once.
func TestLoadingLittle(t *testing.T) {
	src := []byte(`[1,"` + strings.Repeat("x", 1<<20) + `",{"a":[` + strings.Repeat("1,", 1<<18) + `1]}]`)
	var x Loading
	x.Begin(src, 0, true)
	if p, more := x.Enter(0); p != 1 || !more || x.window.N != firstWindow {
		t.Fatalf("enter: %d, %d loaded", p, x.window.N)
	}
	if p := x.Skip(3, wire.MaxDepth); p != 1<<20+5 {
		t.Fatalf("string: %d", p)
	}
	x.Back(0)
	if p := x.Skip(0, wire.MaxDepth); p != len(src) {
		t.Fatalf("all: %d of %d", p, len(src))
	}
	if x.window.Memory() > 2*mostWindow {
		t.Fatalf("%d bytes of memory", x.window.Memory())
	}
	x.Forget()
	if x.partial() || x.more(0) {
		t.Fatal("there is more of a text that is forgotten")
	}
}

// TestLoadingText has random texts, as they are and with bytes changed, end at a page nobody may touch, and walks over
// them at different depths.
func TestLoadingText(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newTexts(t)
		texts := long.Rounds(60, 400)
		sound := 0
		for range texts {
			text := []byte(g.long(1 + g.r.IntN(8)))
			for damaged := range 8 {
				if damaged > 0 {
					text[g.r.IntN(len(text))] = damage[g.r.IntN(len(damage))]
				}
				src := g.memory.Ending(string(text))
				var whole wire.Stored
				whole.Load(src)
				want := whole.Skip(0, wire.MaxDepth)
				if want >= 0 {
					sound++
				}
				var x Loading
				x.Begin(src, 0, true)
				if got := x.Skip(0, wire.MaxDepth); got != want {
					t.Fatalf("%q: value ends at %d, want %d", text, got, want)
				}
				x.Begin(src, 0, true)
				if got := walkTo(&x, 0, g.r.IntN(4)); got != want {
					t.Fatalf("%q: steps end at %d, want %d", text, got, want)
				}
			}
		}
		if sound < texts {
			t.Errorf("%d values end", sound)
		}
	})
}

// TestPassElements looks for elements of random arrays by PassElements and by single steps. Some texts have a wrong
// byte. All end at a page that may not be read.
func TestPassElements(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		g := newTexts(t)
		passed, counted := 0, 0
		for round := range long.Rounds(100, 1000) {
			text := []byte{'['}
			for n := 1 + g.r.IntN(300); n > 0; n-- {
				element := []string{"1", "null", `"]},[{\""`, "[]", "[1,2,[3]]", `{"a":[{"b":1.5}],"c":"d"}`, `"\u00e9"`, "-1e5 "}[g.r.IntN(min(8, 1+round%9))]
				if g.r.IntN(100) == 0 {
					element = strings.TrimSpace(g.long(1))
				}
				text = append(append(text, element...), []string{",", " ,", ", ", ",\n\t"}[g.r.IntN(4)]...)
			}
			text = append(append(text, "[]]"...), strings.Repeat(" ", g.r.IntN(2)<<10)...)
			if round%3 == 0 {
				text[g.r.IntN(len(text))] = damage[g.r.IntN(len(damage))]
			}
			src := g.memory.Ending(string(text))
			for _, index := range []int{0, 1, g.r.IntN(300), g.r.IntN(300), math.MaxInt} {
				find := func(pass bool) (at, n int) {
					var x Loading
					x.Begin(src, 0, true)
					p, more := x.Enter(0)
					for ; more && n < index; n++ {
						if pass {
							q, skipped := x.PassElements(p, index-n, 99)
							if p, n = q, n+skipped; n == index {
								break
							}
							passed += skipped
						}
						if p = x.Skip(p, 99); p < 0 {
							return p, 0
						}
						if p, more = x.Next(p, ']'); !more {
							counted++
						}
					}
					return p, n
				}
				got, n := find(true)
				if want, count := find(false); got != want || got >= 0 && n != count {
					t.Fatalf("element %d: %d at %d, want %d at %d in %q", index, n, got, count, want, text)
				}
			}
		}
		if counted == 0 || kernel.GathersTokens() && passed < 1000 {
			t.Errorf("%d elements are passed, and %d arrays end", passed, counted)
		}
	})
}

// walkTo goes over the value at p, by single steps where it is in less than depth others, and leaves some containers in
// their middle.
func walkTo(x *Loading, p, depth int) int {
	c := x.At(p)
	if c|0x20 != '{' || depth == 0 {
		return x.Skip(p, wire.MaxDepth)
	}
	q, more := x.Enter(p)
	for n := 0; more; n++ {
		if c == '{' {
			if x.At(q) != '"' {
				return -1
			}
			plain := x.PlainString(q)
			e := x.SkipString(q)
			if plain >= 0 && plain != e {
				return -2
			}
			if q = e; q >= 0 {
				q = x.Colon(q)
			}
			if q < 0 {
				return q
			}
		}
		at := q
		if q = walkTo(x, q, depth-1); q < 0 {
			return q
		}
		if n == 40 {
			return x.Leave(q, c+2, wire.MaxDepth-1)
		}
		if n%9 == 8 {
			if x.Back(at); x.Skip(at, wire.MaxDepth) != q {
				return -3
			}
		}
		if q, more = x.Next(q, c+2); q < 0 {
			return -1
		}
	}
	return q
}

// TestLoadingChanged has another goroutine write to the text: steps stay in it, and end.
func TestLoadingChanged(t *testing.T) {
	if guard.Race {
		t.Skip("a race is what it is about")
	}
	g := newTexts(t)
	for range 20 {
		src := g.memory.Ending(g.long(6))
		stop, done := make(chan bool), make(chan bool)
		go func() {
			defer close(done)
			for at, i := 0, 0; ; at, i = (at+7919)%len(src), (i+1)%len(damage) {
				select {
				case <-stop:
					return
				default:
				}
				was := src[at]
				src[at] = damage[i]
				runtime.Gosched()
				src[at] = was
			}
		}()
		for try := range 200 {
			var x Loading
			x.Begin(src, 0, true)
			if end := walkTo(&x, 0, try%4); end > len(src) {
				t.Fatalf("%d of %d", end, len(src))
			}
		}
		close(stop)
		<-done
	}
}
