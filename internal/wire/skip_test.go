package wire

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
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
