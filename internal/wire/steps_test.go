package wire

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// TestStepsByHand takes single steps: p is where each starts, and want where it ends; more says that an element or
// member comes.
func TestStepsByHand(t *testing.T) {
	for _, row := range []struct {
		step, text string
		p, want    int
		more       bool
	}{
		{"Enter", `{"a":1,"b":[]}`, 0, 1, true},
		{"Enter", `{ }`, 0, 3, false},
		{"Enter", `[ 1]`, 0, 2, true},
		{"Enter", `[]`, 0, 2, false},
		{"Enter", `[}`, 0, 1, true}, // whoever reads the element finds out
		{"Next", `{"a":1,"b":[]}`, 6, 7, true},
		{"Next", `{"a":1 , "b":[]}`, 6, 9, true},
		{"Next", `{"a":1 }`, 6, 8, false},
		{"Next", `{"a":1]`, 6, -1, false},
		{"Next", `{"a":1`, 6, -1, false},
		{"Next", `{"a":1"b"`, 6, -1, false},
		{"Colon", `{"a":1}`, 4, 5, false},
		{"Colon", `{"a" : 1}`, 4, 7, false},
		{"Colon", `{"a": 1}`, 4, 6, false},
		{"Colon", `{"a":  1}`, 4, 7, false},
		{"Colon", "{\"a\": \n1}", 4, 7, false},
		{"Colon", `{"a": `, 4, 6, false},
		{"Colon", `{"a",1}`, 4, -1, false},
		{"Colon", `{"a"`, 4, -1, false},
		{"SkipString", `{"a":1}`, 1, 4, false},
		{"SkipString", `"a\"\u00e9b" `, 0, 12, false},
		{"SkipString", `"a`, 0, -1, false},
		{"SkipString", `"\u00g9"`, 0, -1, false},
		{"Skip", `[1,[{"a":2}]] `, 0, 13, false},
		{"Skip", `[1,[{"a":2}]] `, 3, 12, false},
		{"Skip", `-1.5e7]`, 0, 6, false},
		{"Skip", `true]`, 0, 4, false},
		{"Skip", `false`, 0, 5, false},
		{"Skip", `nulx`, 0, -1, false},
		{"Skip", `]`, 0, -1, false},
		{"Skip", ``, 0, -1, false},
		{"Skip", `[1,2`, 0, -1, false},
		{"Skip", `[[[[1]]]]`, 0, -1, false}, // four levels, and there is room for three
	} {
		in := load(row.text)
		got, more := 0, row.more
		switch row.step {
		case "Enter":
			got, more = in.Enter(row.p)
		case "Next":
			got, more = in.Next(row.p, '}')
		case "Colon":
			got = in.Colon(row.p)
		case "SkipString":
			got = in.SkipString(row.p)
		case "Skip":
			got = in.Skip(row.p, 3)
		}
		if got != row.want || more != row.more {
			t.Errorf("%s at %d of %s: %d, %v, want %d, %v", row.step, row.p, row.text, got, more, row.want, row.more)
		}
	}
}

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
