package wire

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// load returns an Input of text, whose memory is full of other JSON behind the text's padding.
func load(text string) *Input {
	room := []byte(strings.Repeat("]", len(text)+2*InputPadding))
	clear(room[:len(text)+InputPadding])
	masks := make([]uint64, InputWords(len(text)))
	in := &Input{In: mem.Data(room), Masks: mem.Ptr(&masks[0])}
	in.Load([]byte(text))
	return in
}

// stepped is Skip by the byte-wise machine.
func stepped(text string, room int) int {
	var s Scanner
	s.ResetWithin(MaxDepth - room)
	for i := range len(text) {
		st, used := s.step(text[i])
		switch {
		case st == Bad:
			return -1
		case st == Done && used:
			return i + 1
		case st == Done:
			return i
		}
	}
	if s.End() {
		return len(text)
	}
	return -1
}

// TestSkip compares Skip with the byte-wise machine: nesting of every depth around the groups of 64 levels, each
// kind of container innermost, with every limit near the depth; cut and damaged at every byte.
func TestSkip(t *testing.T) {
	check := func(text string, room int) {
		t.Helper()
		text = strings.TrimLeft(text, " \t\r\n") // Skip begins at a token
		if got, want := load(text).Skip(0, room), stepped(text, room); got != want {
			t.Fatalf("Skip(%q, %d) = %d, want %d", text, room, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, depth := range []int{1, 2, 3, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 194} {
		for _, kinds := range []string{"[", "{", "[{", "{[[", "[[[{{"} {
			for _, inner := range []string{"", "1", `"a"`, `[]`, `{}`, `{"b":[ ]}`, "]", "}", ","} {
				var open, shut []byte
				for i := range depth {
					if kinds[i%len(kinds)] == '[' {
						open, shut = append(open, "[ "...), append(shut, ']')
					} else {
						open, shut = append(open, `{"k" :`...), append(shut, '}')
					}
				}
				for i, j := 0, len(shut)-1; i < j; i, j = i+1, j-1 {
					shut[i], shut[j] = shut[j], shut[i]
				}
				text := string(open) + inner + string(shut)
				for room := max(depth-1, 0); room <= depth+2; room++ {
					check(text, room)
				}
				check(text, MaxDepth)
				check(text[:rng.IntN(len(text))], MaxDepth)
				damaged := []byte(text)
				damaged[rng.IntN(len(text))] = "[]{},:1\"\x00 "[rng.IntN(10)]
				check(string(damaged), MaxDepth)
			}
		}
	}
	for _, text := range corpus {
		if len(text) > 400 {
			continue
		}
		for i := range text {
			check(text[:i], MaxDepth)
			for _, c := range []byte("[]{},:1\"\\\x00 e") {
				check(text[:i]+string(c)+text[i+1:], MaxDepth)
			}
		}
	}
}

func BenchmarkSkip(b *testing.B) {
	small := `{"id":1234567,"name":"somebody","tags":["a","b"],"ok":true}`
	for i, doc := range []string{`[1,2]`, small, "[" + strings.Repeat(small+",", 99) + small + "]", strings.ReplaceAll("["+strings.Repeat(small+",", 99)+small+"]", ",", ",\n        "), strings.Repeat("[", 70) + strings.Repeat("]", 70)} {
		b.Run("doc="+strconv.Itoa(i), func(b *testing.B) {
			in := load(doc)
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				in.Skip(0, MaxDepth)
			}
		})
	}
}

// TestSkipNoting compares the places that are noted with those that a walk by steps finds.
func TestSkipNoting(t *testing.T) {
	check := func(text string, room, level int) {
		t.Helper()
		in := load(text)
		var got, want []Span
		end := in.SkipNoting(0, room, level, &got)
		if whole := in.Skip(0, room); end != whole {
			t.Fatalf("SkipNoting(%q, %d, %d) = %d, want %d", text, room, level, end, whole)
		} else if end < 0 {
			return
		}
		var walk func(p, depth int) int
		walk = func(p, depth int) int {
			c := in.At(p)
			e := in.Skip(p, MaxDepth)
			if c != '{' && c != '[' {
				return e
			}
			if depth == level {
				want = append(want, Span{p, e})
				return e
			}
			q, more := in.Enter(p)
			for more {
				if c == '{' {
					q = in.Colon(in.SkipString(q))
				}
				q, more = in.Next(walk(q, depth+1), c+2)
			}
			return e
		}
		walk(0, 0)
		if !slices.Equal(got, want) {
			t.Fatalf("%q at level %d: noted %v, want %v", text, level, got, want)
		}
	}
	texts := []string{`[]`, `1`, `[[1],{"a":[]}]`, `{"a":[{"b":[1,[2,{}]]},{}],"c":{"d":[]}}`, `[[[[]]],[[]],[]] `, `[{},[1}]`, `[{"a":[[]`}
	for _, depth := range []int{62, 63, 64, 65, 66, 127, 128, 129, 130} {
		texts = append(texts, strings.Repeat(`[{"a":`, depth/2)+strings.Repeat("[", depth%2)+"[],{}"[:2]+strings.Repeat("]", depth%2)+strings.Repeat("}]", depth/2))
		texts = append(texts, strings.Repeat("[", depth)+"{},[],1"+strings.Repeat("]", depth))
	}
	for _, text := range texts {
		for level := range 132 {
			for _, room := range []int{1, 2, 64, 66, 128, MaxDepth} {
				if level < room {
					check(text, room, level)
				}
			}
		}
	}
}

// TestNextQuotes compares Skip and Scan with the byte-wise machine over texts of few kinds of tokens, from each place
// of a block on, whole, damaged, and cut at each byte. Escapes and control characters, also between the tokens, have
// bits like quotes in the masks, so they must not be taken for quotes.
func TestNextQuotes(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(11, 12))
		parts := []string{`"`, `":"`, `","`, `":1,"`, `:`, `,`, `1`, `true`, `[`, `]`, `{`, `}`, `{"a":`, `},"`, `a`, `bcdefgh`, `\"`, `\\`, `\u0022`, "\n", "\t", " ", "\x00"}
		member := []string{`"a":"b",`, `"a":1,`, `"":[],`, "\"a\"\n:\"b\",\n", `"a": "b", `, `"a\"":"\\b",`, "\"abcdefghijklmn\":\t12.5e3\t,\t", `"a":{"b":"c"},`, `"a":["b","c"],`, `"a":true,`}
		check := func(text string) {
			t.Helper()
			if got, want := load(text).Skip(0, MaxDepth), stepped(text, MaxDepth); got != want {
				t.Fatalf("Skip(%q) = %d, want %d", text, got, want)
			}
			checkScan(t, []byte(text), r)
		}
		for lead := range 64 {
			check(`"` + strings.Repeat("x", lead) + `","after a value"`)
			for range long.Rounds(3, 60) {
				text := "{" + `"` + strings.Repeat("x", lead) + `":0,`
				for range 1 + r.IntN(40) {
					text += member[r.IntN(len(member))]
				}
				text = strings.TrimRight(text, ", \t\n") + "}"
				check(text)
				check("[" + strings.Repeat(`"a","b",`, r.IntN(9)) + text + `,"c"]`)
				for range 8 {
					at := r.IntN(len(text))
					to := min(at+r.IntN(3), len(text))
					check("{" + (text[:at] + parts[r.IntN(len(parts))] + text[to:])[1:])
				}
				if lead%16 == 0 {
					for n := 1; n < len(text); n++ {
						check(text[:n])
					}
				}
			}
		}
	})
}

// TestNumbersInRow compares Skip and Scan with the byte-wise machine over arrays of random bytes of numbers.
func TestNumbersInRow(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	number := func() string {
		b := make([]byte, 1+r.IntN(20))
		for i := range b {
			b[i] = "0123456789"[r.IntN(10)]
		}
		for range r.IntN(3) {
			b[r.IntN(len(b))] = "..-+eE0: \n"[r.IntN(10)]
		}
		return []string{"", "", "-", "0.", "-0."}[r.IntN(5)] + string(b)
	}
	for range long.Rounds(4000, 100_000) {
		text := "["
		for range 2 + r.IntN(8) {
			// Most numbers must be right, so that the later ones are reached.
			n := number()
			for r.IntN(16) > 0 && !IsNumber([]byte(n)) {
				n = number()
			}
			text += n + ","
		}
		text = text[:len(text)-1] + "]"
		if got, want := load(text).Skip(0, MaxDepth), stepped(text, MaxDepth); got != want {
			t.Fatalf("Skip(%q) = %d, want %d", text, got, want)
		}
		checkScan(t, []byte(text), r)
		checkScan(t, []byte(text[:r.IntN(len(text))]), r)
	}
}
