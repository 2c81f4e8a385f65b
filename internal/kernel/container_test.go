package kernel

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/long"
)

// containerCheck compares CopyContainer with its twin, and that with encoding/json.
type containerCheck struct {
	*testing.T
	mem   *guard.Memory
	taken int
}

// eachContainer runs a test with the kernel. Where there is none, nothing is said of any text.
func eachContainer(t *testing.T, test func(c *containerCheck)) {
	tested := false
	guard.EachKernel(t, func(t *testing.T) {
		c := &containerCheck{T: t, mem: guard.New(t, 1<<12)}
		if tested || !copiesNumbers() {
			c.text(`{"a":[1]}`)
			return
		}
		tested = true // those for AVX2 and AVX-512 are one
		test(c)
		if c.taken < 100 {
			t.Errorf("only %d texts are taken", c.taken)
		}
	})
}

// text checks one text, at a page nobody may touch and away from it. Near a page the kernel may say nothing; elsewhere
// what it says is what the twin does.
func (c *containerCheck) text(text string) {
	c.Helper()
	if len(text) < 2 || len(text) > MostContainer || text[0]|0x20 != '{' {
		return
	}
	var want [ContainerRoom]byte
	plain, marked := copyContainerGeneric(unsafe.Pointer(&want), unsafe.Pointer(unsafe.StringData(text)), len(text))
	if plain {
		if !json.Valid([]byte(text)) || strings.ContainsAny(text, "\\\n") {
			c.Fatalf("%q is plain", text)
		}
		c.taken++
	} else if json.Valid([]byte(text)) && !oddContainer(text) {
		c.Fatalf("%q is not plain", text)
	}
	for _, behind := range []string{"", strings.Repeat("1", 64)} {
		src := c.mem.Ending(text + behind)[:len(text):len(text)]
		room := bytes.Repeat([]byte{'x'}, ContainerRoom+8)
		got, html := CopyContainer(ptr(room), ptr(src), len(src))
		if end := string(room[ContainerRoom:]); end != "xxxxxxxx" {
			c.Fatalf("%q: %q behind the room", text, end)
		}
		if got && !plain || plain && !got && copiesNumbers() && behind != "" {
			c.Fatalf("%q: %v, want %v", text, got, plain)
		}
		if got && (string(room[:len(text)]) != text || html != marked) {
			c.Fatalf("%q: copied %q, HTML %v, want %v", text, room[:len(text)], html, marked)
		}
	}
}

// oddContainer reports whether a JSON text has white space, an escape sequence or an exponent.
func oddContainer(text string) bool {
	inside := false
	for i, c := range []byte(text) {
		switch {
		case c == '\\':
			return true
		case c == '"':
			inside = !inside
		case !inside && (c <= ' ' || c|0x20 == 'e' && text[i-1]-'0' <= 9):
			return true
		}
	}
	return false
}

// inBlock returns an array with text as its last element, as long as the kernel takes it.
func inBlock(text string) string {
	return `["` + strings.Repeat("x", max(MostContainer-6-len(text), 0)) + `",` + text + "]"
}

// TestContainerTokens has all texts of up to five tokens, alone and between brackets, also at the end of a block.
func TestContainerTokens(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, `""`, "1", "-0.5", "null"}
	most := long.Rounds(4, 5)
	eachContainer(t, func(c *containerCheck) {
		var texts func(text string, n int)
		texts = func(text string, n int) {
			for _, whole := range []string{text, "[" + text + "]", "{" + text + "}"} {
				c.text(whole)
				c.text(inBlock(whole))
			}
			if n > 0 {
				for _, token := range tokens {
					texts(text+token, n-1)
				}
			}
		}
		texts("", most)
	})
}

// TestContainerLevels has texts that close their own container early, and others that nest as deep as there is room.
func TestContainerLevels(t *testing.T) {
	texts := []string{`{},"a":{}`, `[],[]`, `[{}],[{}]`, `{"a":[]},"b":{"c":[]}`, `{"a":{}},"b":{"a":{}}`, `[[]]]`, `[[[]]`, `{"a":1},"b":2,"c":{"d":3}`}
	for n := range 32 {
		texts = append(texts, strings.Repeat("[", n)+strings.Repeat("]", n), strings.Repeat("[", n+1)+strings.Repeat("]", n))
		texts = append(texts, strings.Repeat("[", n)+strings.Repeat("]", n+1), strings.Repeat(`[{"":`, n/4)+"[]"+strings.Repeat("}]", n/4))
	}
	texts = append(texts, strings.Repeat("[", 63), strings.Repeat("{", 62)+"}", "["+strings.Repeat("]", 62))
	eachContainer(t, func(c *containerCheck) {
		for _, text := range texts {
			for _, whole := range []string{text, "[" + text + "]", inBlock(text), `{"a":` + text + "}"} {
				c.text(whole)
			}
		}
	})
}

// TestContainerNumbers has all texts of up to five bytes of numbers and words, and literals with a byte more or another
// one.
func TestContainerNumbers(t *testing.T) {
	most := long.Rounds(4, 5)
	eachContainer(t, func(c *containerCheck) {
		check := func(text string) {
			c.Helper()
			c.text("[" + text + "]")
			c.text(`{"a":` + text + `,"b":` + text + "}")
			c.text(inBlock(text))
		}
		var texts func(text string, n int)
		texts = func(text string, n int) {
			check(text)
			if n > 0 {
				for _, b := range "012-.,ae+" {
					texts(text+string(b), n-1)
				}
			}
		}
		texts("", most)
		for _, word := range []string{"true", "false", "null"} {
			for at := range word {
				for b := range 128 {
					check(word[:at] + string(rune(b)) + word[at:])
					check(word[:at] + string(rune(b)) + word[at+1:])
				}
			}
			for b := range 128 {
				check(word + string(rune(b)))
			}
		}
	})
}

// TestContainerRandom has random texts of all lengths, whole and damaged.
func TestContainerRandom(t *testing.T) {
	rounds := long.Rounds(40_000, 200_000)
	eachContainer(t, func(c *containerCheck) {
		r := rand.New(rand.NewPCG(71, 72))
		for i := range rounds {
			b := appendContainer(nil, r, []int{1, 2, 3, 40}[i%4])
			c.text(string(b))
			for range 1 + r.IntN(3) {
				const damage = "{}[]:,\"\\ \x00\x1f0-.eu1tfna<\xff\xe2"
				switch at, odd := r.IntN(len(b)), damage[r.IntN(len(damage))]; r.IntN(4) {
				case 0:
					b[at] = odd
				case 1:
					b = append(b[:at], b[at+1:]...)
				case 2:
					b = append(b[:at+1], b[at:]...)
					b[at] = odd
				default:
					to := r.IntN(len(b))
					b[at], b[to] = b[to], b[at]
				}
				if len(b) < 2 {
					break
				}
			}
			c.text(string(b))
		}
		if c.taken < rounds/2 {
			c.Errorf("only %d of %d texts are taken", c.taken, rounds)
		}
	})
}

// appendContainer appends a random array or object, of at most depth levels.
func appendContainer(b []byte, r *rand.Rand, depth int) []byte {
	text := func() {
		b = append(b, '"')
		b = append(b, "some text {}[]:,12 é世<&"[:r.IntN(1+r.IntN(27))]...)
		b = append(b, '"')
	}
	object := r.IntN(2) == 0
	opening, closing := byte('['), byte(']')
	if object {
		opening, closing = '{', '}'
	}
	b = append(b, opening)
	for i := range r.IntN(5) {
		if i > 0 {
			b = append(b, ',')
		}
		if object {
			text()
			b = append(b, ':')
		}
		switch k := r.IntN(6); {
		case k < 3 && depth > 1 && len(b) < MostContainer:
			b = appendContainer(b, r, depth-1)
		case k < 4:
			text()
		default:
			b = append(b, []string{"1", "0", "-20.5", "null", "true", "false", "1e5", "123456789012345678901234567890"}[r.IntN(8)]...)
		}
	}
	return append(b, closing)
}
