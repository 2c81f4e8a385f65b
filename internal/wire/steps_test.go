package wire

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// bySteps is Skip by steps alone: Token, Enter, Next, Colon, and Skip for strings, numbers and literals.
func (t *Input) bySteps(p, room int) int {
	c := t.At(p)
	if c != '{' && c != '[' {
		return t.Skip(p, 0)
	}
	if room == 0 {
		return -1
	}
	p, more := t.Enter(p)
	for more {
		if c == '{' {
			if t.At(p) != '"' {
				return -1
			}
			if p = t.SkipString(p); p < 0 {
				return -1
			}
			if p = t.Colon(p); p < 0 {
				return -1
			}
		}
		if p = t.bySteps(p, room-1); p < 0 {
			return -1
		}
		if p, more = t.Next(p, c+2); p < 0 { // in ASCII a closing bracket comes two behind its opening one
			return -1
		}
	}
	return p
}

// TestSteps: a walk by steps ends where the byte-wise machine does, on documents that are good, cut and damaged.
func TestSteps(t *testing.T) {
	for _, doc := range documents(t) {
		text := strings.TrimLeft(string(doc), " \t\r\n")
		in := load(text)
		if p := in.Token(0); p != 0 && len(text) > 0 {
			t.Fatalf("%q: the first token is at %d", text, p)
		}
		for _, room := range []int{0, 1, 2, 5, MaxDepth} {
			if got, want := in.bySteps(0, room), stepped(text, room); got != want {
				t.Fatalf("%q, %d levels: %d, want %d", text, room, got, want)
			}
		}
	}
}

// TestEscapes compares both ways to check an escape sequence, for every byte in each place.
func TestEscapes(t *testing.T) {
	for _, text := range []string{`\u00eF`, `\uD834`, `\n`, `\"`, `\x`} {
		for at := 1; at < len(text); at++ {
			for c := range 256 {
				b := append([]byte(text[:at]+string([]byte{byte(c)})+text[at+1:]), "        "...)
				n, st := escape(b)
				if st != Done {
					n = 0
				}
				if got := escapeLen(mem.Load64(mem.Data(b), 0)); got != n {
					t.Fatalf("%q: %d bytes, one by one %d", b, got, n)
				}
			}
		}
	}
}

// TestNumbers compares the numbers of package num with those of the byte-wise machine.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		b := make([]byte, 1+rng.IntN(12), 64)
		for i := range b {
			b[i] = "0011925.-+eE"[rng.IntN(12)]
		}
		n, st := Number(append(b, ' '))
		if st == Bad {
			n = 0
		}
		if got := num.Len(mem.Data(append(b, make([]byte, 32)...))); got != n {
			t.Fatalf("%q: %d bytes, by the machine %d", b, got, n)
		}
		if got := IsNumber(b); got != (n == len(b)) {
			t.Fatalf("%q is a number: %v", b, got)
		}
	}
}
