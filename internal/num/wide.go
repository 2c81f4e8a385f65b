package num

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Integers of several words, the lowest word first, as in package math/big. Text is cut into chunks of as many digits
// as fit into a word. Each chunk takes one pass over the words, so the time is proportional to the square of the number
// of words. No memory is allocated. This is for a few words; package math/big is faster for more.

// WideDigits is the number of digits in a chunk. wideBase is the smallest number with more digits.
const (
	WideDigits = bits.UintSize / 32 * 9
	wideBase   = 1e9 + bits.UintSize/64*(1e18-1e9)
)

// MostWide is the largest number of words that WriteWide accepts. WideRoom is the number of bytes that WriteWide may
// write: a bit takes log10(2) digits, which is less than 0.302.
const (
	MostWide = 16
	WideRoom = MostWide*bits.UintSize*302/1000 + Room
)

// WriteWide writes the decimal text of words at p and returns its length. p has [WideRoom] writable bytes. There are at
// most [MostWide] words, of which the last is not 0.
func WriteWide[W ~uint](p unsafe.Pointer, words []W) int {
	var rest [MostWide]uint
	n := 0
	for _, w := range words {
		rest[n] = uint(w)
		n++
	}
	var chunks [2 * MostWide]uint // the lowest chunk first
	count := 0
	for n > 1 || n == 1 && rest[0] >= wideBase {
		r := uint(0)
		for i := n - 1; i >= 0; i-- {
			rest[i], r = bits.Div(r, rest[i], wideBase)
		}
		chunks[count] = r
		count++
		if rest[n-1] == 0 {
			n--
		}
	}
	at := WriteUint(p, uint64(rest[0]))
	for count--; count >= 0; count-- {
		// To get a chunk's leading zeros, write 1 before it, over the digit there, which is then restored.
		last := mem.Load8(p, at-1)
		at += WriteUint(unsafe.Add(p, at-1), uint64(wideBase+chunks[count])) - 1
		mem.Store8(p, at-WideDigits-1, last)
	}
	return at
}

// AppendWide parses digits, which has only decimal digits, and appends the words to words, which must be empty.
func AppendWide[W ~uint](words []W, digits string) []W {
	for len(digits) > 0 {
		n, scale := WideDigits, uint(wideBase)
		if len(digits) < n {
			n, scale = len(digits), 1
			for range n {
				scale *= 10
			}
		}
		chunk, _ := strconv.ParseUint(digits[:n], 10, bits.UintSize)
		digits = digits[n:]
		more := uint(chunk)
		for i, w := range words {
			high, low := bits.Mul(uint(w), scale)
			low, carry := bits.Add(low, more, 0)
			words[i], more = W(low), high+carry
		}
		if more > 0 {
			words = append(words, W(more))
		}
	}
	return words
}
