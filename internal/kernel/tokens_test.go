package kernel

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestGatherTokens compares with the twin over blocks that end at a page nobody may touch, group behind group: texts of
// tokens, of strings and of escape sequences, from states of all kinds.
func TestGatherTokens(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	parts := [][]string{
		{"{", "}", "[", "]", ":", ",", `"a"`, "1", "true", " ", "\n", "-0.5e+3"},
		{`"a long text between quotes, as people write"`, `:`, `,`, "                      ", "12345678901234567890", "[", "]"},
		{`\n`, `\\`, `\"`, `\u00e9`, `\uD83D`, "a", `\/`, "é", `"`, `,`},
		{`\u00e9`, `\uAb09`, `\u12`, `\`, `"`},
		{`\u12G`, `\uF@`, "\\u`", `\u9:`, "\x00", "\x0c", "\x1a", "\x1f", "\xff", "\x80", "\xac", "\xdb", "x", `"`, "]", "0", "\x7f", "\t", `\x`, "G"},
	}
	guard.EachKernel(t, func(t *testing.T) {
		if !GathersTokens() {
			return
		}
		mem := guard.New(t, MostTokenBlocks*64)
		groups, brackets, wrong := 0, 0, 0
		for try := range 3000 {
			blocks := 1 + r.IntN(MostTokenBlocks)>>r.IntN(6)
			text, odd := make([]byte, 0, blocks*64+64), r.IntN(10)
			for len(text) < blocks*64 {
				list := parts[try%len(parts)]
				if r.IntN(8) == 0 {
					list = parts[r.IntN(3)]
				}
				if r.IntN(100) < odd {
					list = parts[r.IntN(len(parts))]
				}
				text = append(text, list[r.IntN(len(list))]...)
			}
			src := mem.Ending(string(text[:blocks*64]))
			got := TokenGroup{Text: -uint64(r.IntN(2)), Scalar: uint64(r.IntN(2)), Nest: r.Uint64()>>(1+r.IntN(63)) | 2}
			if got.Text != 0 {
				got.Scalar = 0
				got.Escaped = []uint64{0, 0, 0, 1, 0b10, 0b110, 0b1110, 0b11110}[r.IntN(8)]
			}
			want := got
			for p := 0; p < blocks; groups++ {
				at := unsafe.Pointer(&src[64*p])
				passed := GatherTokens(at, blocks-p, &got)
				if wanted := gatherTokensGeneric(at, blocks-p, &want); passed != wanted {
					t.Fatalf("%q: passed %d blocks, want %d", src[64*p:], passed, wanted)
				}
				if passed == 0 {
					// The next block begins anew.
					got.Text, got.Escaped, got.Scalar = 0, 0, 0
					want.Text, want.Escaped, want.Scalar = 0, 0, 0
					p++
					continue
				}
				same(t, src[64*p:], passed, &got, &want)
				if want.Open|want.Close != 0 {
					brackets++
				}
				if want.Wrong != 0 {
					wrong++
					got.Nest = 2 + uint64(r.IntN(2))
					want.Nest = got.Nest
				}
				p += passed
			}
		}
		if groups < 3000 || brackets < 1000 || wrong < 300 {
			t.Errorf("%d groups, %d with brackets, %d with wrong ones", groups, brackets, wrong)
		}
	})
}

// same compares all that a group says.
func same(t *testing.T, text []byte, passed int, got, want *TokenGroup) {
	t.Helper()
	if got.N != want.N || got.Text != want.Text || got.Escaped != want.Escaped || got.Scalar != want.Scalar || (got.Wrong != 0) != (want.Wrong != 0) {
		t.Fatalf("%q: %+v, want %+v", text, got, want)
	}
	all := ^uint64(0) >> (64 - want.N)
	words := func(g *TokenGroup) [10]uint64 {
		w := [10]uint64{g.Open, g.Close, (g.Open | g.Close) & g.Brace, g.Colon, g.Comma, g.Quote, g.Word, g.Number}
		if want.Wrong == 0 {
			w[8], w[9] = g.Nest, g.Within&all
		}
		return w
	}
	if words(got) != words(want) {
		t.Fatalf("%q: words %b, want %b", text, words(got), words(want))
	}
	sameTree(t, text, got, want)
	for x := range want.N {
		if got.Place(x) != want.Place(x) {
			t.Fatalf("%q: token %d is at %d, want %d", text, x, got.Place(x), want.Place(x))
		}
	}
	for i, digits := range want.Digits[:passed+2] {
		if got.Digits[i] != digits {
			t.Fatalf("%q: digits of block %d are %b, want %b", text, i, got.Digits[i], digits)
		}
	}
	for i, inside := range want.Strings[:passed] {
		if got.Strings[i] != inside {
			t.Fatalf("%q: strings of block %d are %b, want %b", text, i, got.Strings[i], inside)
		}
	}
	for i, blanks := range want.Blanks[:passed] {
		if got.Blanks[i] != blanks {
			t.Fatalf("%q: blanks of block %d are %b, want %b", text, i, got.Blanks[i], blanks)
		}
	}
	if got.EscapedBy() != want.EscapedBy() {
		t.Fatal("another escape sequence")
	}
}

// sameTree compares the cells of the group's tokens in front of what is wrong.
func sameTree(t *testing.T, text []byte, got, want *TokenGroup) {
	t.Helper()
	if want.N == 0 {
		return
	}
	right := uint64(1)<<rand.IntN(want.N+1) - 1
	grow := func(g *TokenGroup, grow func(*TokenGroup, int, uint64, uint64, uint64, *Tree) uint64) (*Tree, uint64) {
		all := make([]Cell, 2*(MostTokens+1)+TreeRoom+16)
		to := &Tree{Cells: all[:len(all)-16]}
		for open := range MostTokens + 1 { // more than a group closes
			to.Cells[2*open+1].A, to.Open, to.N = uint32(max(2*open-2, 0)), 2*open, 2*open+2
		}
		scalars := (g.Quote | g.Word | g.Number) & right
		late := grow(g, 1<<30+7, right, scalars, scalars&0x5a5a5a5a5a5a5a5a, to)
		if rest := all[len(to.Cells):]; slices.ContainsFunc(rest, func(c Cell) bool { return c != Cell{} }) {
			t.Fatalf("%q: cells behind the room: %v", text, rest)
		}
		return to, late &^ (1 << (g.N - 1))
	}
	if !CompressesTokens() {
		return
	}
	a, lateA := grow(got, (*TokenGroup).Grow)
	b, lateB := grow(want, growGeneric)
	if ((want.Quote|want.Word|want.Number)&right)>>(want.N-1) == 1 {
		a.Cells[a.N-1].B, b.Cells[b.N-1].B = 0, 0 // there is no token behind it
	}
	if lateA != lateB {
		t.Fatalf("%q: tokens %b end late, want %b", text, lateA, lateB)
	}
	if a.N != b.N || a.Open != b.Open || !slices.Equal(a.Cells[:a.N], b.Cells[:b.N]) {
		t.Fatalf("%q: %d tokens make %d cells %v, of which %d is open, want %v, %d", text, bits.OnesCount64(right), a.N, a.Cells[:a.N], a.Open, b.Cells[:b.N], b.Open)
	}
}

// gatherTokensGeneric is the twin of GatherTokens.
func gatherTokensGeneric(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) {
	g := *t
	for g.N = 0; passed < nblocks; passed++ {
		next := g
		block := (*[64]byte)(unsafe.Add(src, 64*passed))
		t.Digits[passed], t.Digits[passed+1] = [8]byte{}, [8]byte{}
		for i, c := range block {
			if c-'0' <= 9 {
				t.Digits[passed][i>>3] |= 1 << (i & 7)
			}
		}
		if !next.add(block, passed) {
			break
		}
		g = next
	}
	if passed == 0 {
		return 0
	}
	if t.Digits[passed+1] = [8]byte{}; passed == nblocks {
		t.Digits[passed] = [8]byte{}
	}
	g.Digits = t.Digits
	clear(g.bytes[g.N:])
	*t = g
	t.classify()
	return passed
}

// add adds the tokens of a block, whose number in the group is number. It returns false if the group has no space for
// them, or if a string has a control character or a wrong escape sequence; t is then invalid.
func (t *TokenGroup) add(block *[64]byte, number int) bool {
	t.Strings[number], t.Blanks[number] = 0, [8]byte{}
	for i, c := range block {
		if c <= ' ' {
			t.Blanks[number][i>>3] |= 1 << (i & 7)
		}
		quote := c == '"' && t.Escaped != 1
		switch {
		case t.Escaped > 1:
			if c-'0' > 9 && (c|0x20)-'a' > 5 {
				return false
			}
			t.Escaped = t.Escaped >> 1 &^ 1
		case t.Escaped == 1:
			switch c {
			default:
				return false
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				t.Escaped = 0
			case 'u':
				t.Escaped = 0b11110
			}
		case c == '\\':
			t.Escaped = 1
		}
		token, scalar := quote && t.Text == 0, uint64(0)
		switch {
		case quote:
			t.Text = ^t.Text
		case t.Text != 0:
			if c < ' ' {
				return false
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c|0x20 == '{' || c|0x20 == '}' || c == ',' || c == ':':
			token = true
		default:
			token, scalar = t.Scalar == 0, 1
		}
		t.Scalar = scalar
		t.Strings[number] |= (t.Text & 1) << i
		if token {
			if t.N == MostTokens {
				return false
			}
			t.bytes[t.N], t.index[t.N], t.block[t.N] = c, byte(i), byte(number)
			t.N++
		}
	}
	return true
}

// classify sets the words of t that have a bit for each token.
func (t *TokenGroup) classify() {
	t.Open, t.Close, t.Brace, t.Colon, t.Comma, t.Quote, t.Word, t.Number, t.Within, t.Wrong = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	for x, c := range t.bytes[:t.N] {
		bit := uint64(1) << x
		brace := uint64(c) >> 5 & 1
		t.Brace |= brace << x
		t.Within |= (t.Nest & 1) << x
		switch {
		case c == '{' || c == '[':
			t.Open |= bit
			t.Nest = t.Nest<<1 | brace
			t.Wrong |= t.Nest >> 63
		case c == '}' || c == ']':
			t.Close |= bit
			if t.Nest&1 != brace || t.Nest>>1 <= 1 {
				t.Wrong = 1
			}
			t.Nest >>= 1
		case c == ':':
			t.Colon |= bit
		case c == ',':
			t.Comma |= bit
		case c == '"':
			t.Quote |= bit
		case c-'a' <= 'z'-'a':
			t.Word |= bit
		case c-'0' <= 9 || c == '-':
			t.Number |= bit
		}
	}
}

// growGeneric is the twin of Grow.
func growGeneric(t *TokenGroup, from int, right, cells, counted uint64, to *Tree) (late uint64) {
	c, n, open := to.Cells, to.N, to.Open
	for rest := cells | ((t.Open | t.Close) & right); rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		p := uint32(from + t.Place(x))
		switch bit := rest & -rest; {
		case cells&bit != 0:
			next := t.Place((x + 1) % MostTokens)
			c[n] = Cell{p, uint32(from + next)}
			n++
			if before := next - 1; x+1 < t.N && t.Blanks[before>>6][before>>3&7]>>(before&7)&1 != 0 {
				late |= bit
			}
			if counted&bit != 0 {
				c[open+1].B++
			}
		case t.Open&bit != 0:
			c[n], c[n+1] = Cell{A: p}, Cell{A: uint32(open)}
			open = n
			n += 2
		default:
			o := c[open : open+2 : open+2]
			open = int(o[1].A)
			o[0].B, o[1].A = p+1, uint32(n)
			c[open+1].B++
		}
	}
	to.N, to.Open = n, open
	return late
}
