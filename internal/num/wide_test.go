package num

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// TestWide compares integers of up to MostWide words with math/big.
func TestWide(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	check := func(v *big.Int) {
		words := v.Bits()
		if len(words) == 0 || len(words) > MostWide {
			return
		}
		buf := make([]byte, WideRoom+1)
		buf[WideRoom] = '!'
		kept := slices.Clone(words)
		n := WriteWide(unsafe.Pointer(&buf[0]), words)
		if got, want := string(buf[:n]), v.String(); got != want || buf[WideRoom] != '!' || !slices.Equal(words, kept) {
			t.Fatalf("got %s, want %s", got, want)
		}
		if got := AppendWide([]big.Word(nil), string(buf[:n])); !slices.Equal(got, words) {
			t.Fatalf("%s is read as %v, want %v", buf[:n], got, words)
		}
	}
	one := big.NewInt(1)
	for exp := range 310 {
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exp)), nil)
		two := new(big.Int).Lsh(one, uint(exp*MostWide*64/310))
		for _, v := range []*big.Int{ten, two} {
			check(v)
			check(new(big.Int).Add(v, one))
			check(new(big.Int).Sub(v, one))
		}
	}
	check(new(big.Int).Sub(new(big.Int).Lsh(one, MostWide*bits.UintSize), one))
	for range 20_000 {
		words := make([]big.Word, 1+rnd.IntN(MostWide))
		for i := range words {
			words[i] = big.Word(rnd.Uint64() >> rnd.IntN(64) << (rnd.IntN(2) * rnd.IntN(64)))
		}
		check(new(big.Int).SetBits(words))
	}
}
