package wire

import (
	"strings"
	"testing"
)

// TestLoading has each byte of small texts be the first one of a piece, and compares all steps with those over a text
// that is loaded as a whole.
func TestLoading(t *testing.T) {
	texts := []string{
		`{"name":"value","n":[1,23,-4.5e+6,0],"t":true,"f":false,"z":null,"e":{},"a":[ ]}`, `"a\u00e9\n\"b\ud83d\ude00"`, "\"é€😀é€😀\"",
		"\"é\xff\"", "\"\xe2\x82\"", "\"\xe2\x82", `12345678901234567890`, `[[[[1]]],[[2 , 3 ] ] ]`, "\"\x01\"", `"\x"`, `[1,2`, `{"a":tru}`, `[1e]`, `{"a" "b"}`,
		strings.Repeat("[", 70) + `{"a":1}` + strings.Repeat("]", 70), strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70), `{"a":1]`, `tru`, `-`, `1.`,
		"{\"a\": 1,\"b\":  2,\"c\": \n{\"d\": }}", `{"a": `,
	}
	for _, text := range texts {
		for shift := range len(text) + 2 {
			src := []byte(strings.Repeat(" ", firstPiece-shift) + text + " ,")
			var whole, piece Loading
			whole.Load(src)
			piece.Begin(src)
			p := piece.Token(0)
			if q := whole.Input.Token(0); p != q {
				t.Fatalf("%q: token at %d, want %d", text, p, q)
			}
			got, want := piece.Skip(p, MaxDepth), whole.Input.Skip(p, MaxDepth)
			if got != want {
				t.Fatalf("%q cut at %d: value ends at %d, want %d", text, shift, got-p, want-p)
			}
			piece.Begin(src)
			if got := walkSteps(&piece, piece.Token(0)); got != want {
				t.Fatalf("%q cut at %d: steps end at %d, want %d", text, shift, got-p, want-p)
			}
			for piece.More() {
			}
			if string(piece.Text()) != string(src) || piece.Dirty != whole.Dirty {
				t.Fatalf("%q cut at %d: other text, or dirty is %v", text, shift, piece.Dirty)
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
			return x.Leave(q, c+2, MaxDepth-1)
		}
		if q, more = x.Next(q, c+2); q < 0 {
			return -1
		}
	}
	return q
}

// TestLoadingInPieces: what is loaded is what is walked over, and a long string is looked at once.
func TestLoadingInPieces(t *testing.T) {
	src := []byte(`[1,"` + strings.Repeat("x", 1<<20) + `",{"a":[` + strings.Repeat("1,", 1<<18) + `1]}]`)
	var x Loading
	x.Begin(src)
	if p, more := x.Enter(0); p != 1 || !more || x.N != firstPiece {
		t.Fatalf("enter: %d, %d loaded", p, x.N)
	}
	if p := x.Skip(3, MaxDepth); p != 1<<20+5 || x.N > p+nextPiece {
		t.Fatalf("string: %d, %d loaded", p, x.N)
	}
	if p := x.Skip(0, MaxDepth); p != len(src) {
		t.Fatalf("all: %d of %d", p, len(src))
	}
	x.Forget()
	if x.Partial() || x.More() {
		t.Fatal("there is more of a text that is forgotten")
	}
}
