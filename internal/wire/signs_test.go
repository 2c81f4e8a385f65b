package wire

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// isSigned reports what signed says of text, of less than 64 bytes.
func isSigned(text string) bool {
	var (
		signs  kernel.Signs
		masks  [2]uint64
		copied [128]byte
	)
	kernel.LoadSigns(mem.Ptr(&copied), mem.Data([]byte(text)), len(text), mem.Ptr(&masks), &signs)
	return signed(mem.Ptr(&copied), len(text), &signs, masks[0])
}

// inBlock returns an array with text as its last element, which is as long as signed takes it.
func inBlock(text string) string {
	return `["` + strings.Repeat("x", 63-6-len(text)) + `",` + text + "]"
}

// checkSigned compares with encoding/json: what is taken is right and compact. It reports whether it is taken.
func checkSigned(t *testing.T, text string) bool {
	t.Helper()
	if !isSigned(text) {
		return false
	}
	if got, err := stdjson.Marshal(stdjson.RawMessage(text)); err != nil || len(got) != len(strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(text)) {
		t.Fatalf("%q is taken: %q, %v", text, got, err)
	}
	return true
}

// TestSignsOfTokens has all texts of up to five tokens, alone and between brackets, also at the end of a block: those
// are taken that encoding/json takes.
func TestSignsOfTokens(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, `""`, "1", "-0.5", "null"}
	most := 5
	if testing.Short() {
		most = 4
	}
	right := 0
	var texts func(text string, n int)
	texts = func(text string, n int) {
		for _, whole := range []string{text, "[" + text + "]", "{" + text + "}"} {
			if len(whole) < 2 || whole[0] != '{' && whole[0] != '[' {
				continue
			}
			for _, at := range []string{whole, inBlock(whole)} {
				valid := stdjson.Valid([]byte(at))
				if valid {
					right++
				}
				if got := isSigned(at); got != valid {
					t.Fatalf("%q: %v, want %v", at, got, valid)
				}
			}
		}
		if n > 0 {
			for _, token := range tokens {
				texts(text+token, n-1)
			}
		}
	}
	texts("", most)
	if right < 100 {
		t.Errorf("only %d texts are right", right)
	}
}

// TestSignsOfLevels has texts that close their own container early, and others that nest as deep as there is room.
func TestSignsOfLevels(t *testing.T) {
	texts := []string{`{},"a":{}`, `[],[]`, `[{}],[{}]`, `{"a":[]},"b":{"c":[]}`, `{"a":{}},"b":{"a":{}}`, `[[]]]`, `[[[]]`, `{"a":1},"b":2,"c":{"d":3}`}
	for n := range 32 {
		texts = append(texts, strings.Repeat("[", n)+strings.Repeat("]", n), strings.Repeat("[", n+1)+strings.Repeat("]", n))
		texts = append(texts, strings.Repeat("[", n)+strings.Repeat("]", n+1), strings.Repeat(`[{"":`, n/4)+"[]"+strings.Repeat("}]", n/4))
	}
	for _, text := range append(texts, strings.Repeat("[", 63), strings.Repeat("{", 62)+"}", "["+strings.Repeat("]", 62)) {
		valid := stdjson.Valid([]byte(text))
		if len(text) > 1 && isSigned(text) != valid {
			t.Errorf("%s: %v, want %v", text, !valid, valid)
		}
		if len(text) < 50 {
			text = inBlock(text)
			if valid := stdjson.Valid([]byte(text)); isSigned(text) != valid {
				t.Errorf("%s: %v, want %v", text, !valid, valid)
			}
		}
	}
}

// TestSignsOfNumbers has all texts of up to five bytes of numbers and words, and literals with a byte more or another
// one.
func TestSignsOfNumbers(t *testing.T) {
	bytes := "012-.,ae+"
	most := 5
	if testing.Short() {
		most = 4
	}
	var texts func(text string, n int)
	check := func(text string) {
		t.Helper()
		for _, at := range []string{"[" + text + "]", inBlock(text)} {
			valid := stdjson.Valid([]byte(at))
			// Numbers with an exponent are odd.
			if got := isSigned(at); got && !valid || valid && !got && !strings.ContainsAny(text, "e \t\r\n") {
				t.Fatalf("%q: %v", at, got)
			}
		}
	}
	texts = func(text string, n int) {
		check(text)
		if n > 0 {
			for _, c := range bytes {
				texts(text+string(c), n-1)
			}
		}
	}
	texts("", most)
	for _, word := range []string{"true", "false", "null"} {
		for at := range word {
			for c := range 128 {
				check(word[:at] + string(rune(c)) + word[at:])
				check(word[:at] + string(rune(c)) + word[at+1:])
			}
		}
		for c := range 128 {
			check(word + string(rune(c)))
		}
	}
}

// TestSignsRandom has random texts, whole and damaged.
func TestSignsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	rounds := 300_000
	if testing.Short() {
		rounds = 60_000
	}
	taken, wrong := 0, 0
	for i := range rounds {
		var b []byte
		var value func(depth int)
		text := func() {
			b = append(b, '"')
			b = append(b, "some text {}[]:,12 é世"[:r.IntN(1+r.IntN(24))]...)
			b = append(b, '"')
		}
		value = func(depth int) {
			if len(b) > 63 {
				depth = 0
			}
			switch k := r.IntN(9); {
			case (k < 3 || depth > 20) && depth > 0:
				b = append(b, '[')
				for j := r.IntN(4); j > 0; j-- {
					value(depth - 1)
					b = append(b, ',')
				}
				if b[len(b)-1] == ',' {
					b = b[:len(b)-1]
				}
				b = append(b, ']')
			case k < 6 && depth > 0:
				b = append(b, '{')
				for j := r.IntN(4); j > 0; j-- {
					text()
					b = append(b, ':')
					value(depth - 1)
					b = append(b, ',')
				}
				if b[len(b)-1] == ',' {
					b = b[:len(b)-1]
				}
				b = append(b, '}')
			case k < 7:
				text()
			default:
				b = append(b, []string{"1", "0", "-20.5", "null", "true", "false", "123456789012345678901234567890"}[r.IntN(7)]...)
			}
		}
		value([]int{2, 3, 40}[i%3])
		if len(b) < 2 || len(b) > 63 {
			continue
		}
		whole := string(b)
		if got, want := isSigned(whole), b[0]|0x20 == '{'; got != want {
			t.Fatalf("%q: %v", whole, got)
		}
		for range 1 + r.IntN(2) {
			switch at := r.IntN(len(b)); r.IntN(3) {
			case 0:
				b[at] = damage[r.IntN(len(damage))]
			case 1:
				b = append(b[:at], b[at+1:]...)
			default:
				to := r.IntN(len(b))
				b[at], b[to] = b[to], b[at]
			}
			if len(b) < 2 {
				break
			}
		}
		if len(b) < 2 {
			continue
		}
		if checkSigned(t, string(b)) {
			taken++
		} else if !stdjson.Valid(b) {
			wrong++
		}
	}
	if taken < rounds/20 || wrong < rounds/20 {
		t.Errorf("%d damaged texts taken, %d wrong", taken, wrong)
	}
}
