package kernel

import (
	"encoding/base64"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Base64 with the standard alphabet and padding. The vector kernels work on whole vectors: 24 bytes are 32 characters.
// For the rest, the encoder turns twelve bits at a time into two characters by a table. The decoder takes groups of
// four characters, and leaves a text with line ends or errors to package encoding/base64.

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// base64Pairs has the two characters for each number of twelve bits, with the first one in the low byte.
var base64Pairs [1 << 12]uint16

// LoadBase64 makes the table for EncodeBase64. A program does not make it when it starts, since many write no bytes.
var LoadBase64 = sync.OnceFunc(func() {
	for i := range base64Pairs {
		base64Pairs[i] = uint16(base64Alphabet[i>>6]) | uint16(base64Alphabet[i&63])<<8
	}
})

// EncodeBase64 writes the base64 text of the n bytes at src to dst and returns its length.
//
// The caller guarantees that src has n readable bytes, that dst has as many writable bytes as the text needs, that
// they do not overlap, and that LoadBase64 was called.
func EncodeBase64(dst, src unsafe.Pointer, n int) (written int) {
	done := 0
	if n >= 28 && Vectors() {
		done = encodeBase64(dst, src, n)
	}
	if done == n { // no pointer may point after the last byte
		return n / 3 * 4
	}
	return done/3*4 + encodeBase64Generic(unsafe.Add(dst, done/3*4), unsafe.Add(src, done), n-done)
}

// ShortBase64 is the largest number of bytes for EncodeShortBase64.
const ShortBase64 = 6

// EncodeShortBase64 is EncodeBase64 for at most ShortBase64 bytes, without a branch on n. It always overwrites 8 bytes.
//
// The caller guarantees that dst has 8 writable bytes, that src has n readable ones, and that LoadBase64 was called.
func EncodeShortBase64(dst, src unsafe.Pointer, n int) (written int) {
	x, keep := sixBytes(mem.LoadShort(src, n)), base64Keeps[n&7]
	mem.Store64(dst, 0, (x&keep)|(lows*'='&^keep))
	return (n + 2) / 3 * 4
}

// sixBytes returns the eight characters of the six lowest bytes of x, as a word.
func sixBytes(x uint64) uint64 {
	pairs := &base64Pairs
	x = bits.ReverseBytes64(x)
	a, b := uint64(pairs[x>>52])|uint64(pairs[x>>40&0xfff])<<16, uint64(pairs[x>>28&0xfff])|uint64(pairs[x>>16&0xfff])<<16
	return a | b<<32
}

// base64Keeps[n] is a mask over eight characters: ones where n bytes have their characters, and zeros for padding.
var base64Keeps = [8]uint64{1: 1<<16 - 1, 2: 1<<24 - 1, 3: 1<<32 - 1, 4: 1<<48 - 1, 5: 1<<56 - 1, 6: 1<<64 - 1}

// encodeBase64Generic is EncodeBase64 in portable Go. Tests compare the assembly with it.
func encodeBase64Generic(dst, src unsafe.Pointer, n int) (written int) {
	at := 0 // an index, since no pointer may point after the last byte
	for ; n-at >= 8; at += 6 {
		mem.Store64(dst, written, sixBytes(mem.Load64(src, at)))
		written += 8
	}
	for ; at < n; at += 6 { // seven bytes are left at most
		left := min(n-at, 6)
		if left > 3 {
			written += EncodeShortBase64(unsafe.Add(dst, written), unsafe.Add(src, at), left)
			continue
		}
		var four [8]byte
		written += copy(unsafe.Slice((*byte)(unsafe.Add(dst, written)), 4), four[:EncodeShortBase64(unsafe.Pointer(&four), unsafe.Add(src, at), left)])
	}
	return written
}

// AppendDecodeBase64 does what base64.StdEncoding.AppendDecode does, with the same results and errors.
func AppendDecodeBase64(dst, src []byte) ([]byte, error) {
	done := 0
	if len(src) >= 32 && Vectors() {
		dst = slices.Grow(dst, base64.StdEncoding.DecodedLen(len(src)))
		done = decodeBase64(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), len(dst)), unsafe.Pointer(unsafe.SliceData(src)), len(src))
		dst = dst[:len(dst)+done/4*3]
	}
	dst, ok := appendGroups(dst, src[done:])
	if ok {
		return dst, nil
	}
	dst, err := base64.StdEncoding.AppendDecode(dst, src[done:])
	if at, ok := err.(base64.CorruptInputError); ok {
		err = at + base64.CorruptInputError(done)
	}
	return dst, err
}

// letters has the value of each character of the alphabet, and 0xFF for all other bytes.
var letters = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(strings.IndexByte(base64Alphabet, byte(i))) // -1 becomes 0xFF
	}
	return t
}()

// appendGroups decodes text that consists of groups of four characters, and appends the bytes to dst. The last group
// may have padding. For any other text, such as text with line breaks or errors, ok is false and nothing is appended.
//
// It saves time: package base64 takes as long for the last group, and each one with padding, as for a hundred others.
func appendGroups(dst, src []byte) (_ []byte, ok bool) {
	n := len(src)
	if n == 0 || n&3 != 0 {
		return dst, n == 0
	}
	size := n / 4 * 3
	for i := n - 1; i > n-3 && src[i] == '='; i-- {
		size--
	}
	b := slices.Grow(dst, size)[:len(dst)+size]
	out := b[len(dst):]
	for len(src) > 4 {
		a, b, c, d := letters[src[0]], letters[src[1]], letters[src[2]], letters[src[3]]
		if a|b|c|d > 63 || len(out) < 3 {
			return dst, false
		}
		out[0], out[1], out[2] = a<<2|b>>4, b<<4|c>>2, c<<6|d
		src, out = src[4:], out[3:]
	}
	last := [4]byte{letters[src[0]], letters[src[1]], letters[src[2]], letters[src[3]]}
	for i := len(out) + 1; i < 4; i++ {
		last[i] = 0 // padding
	}
	if last[0]|last[1]|last[2]|last[3] > 63 {
		return dst, false
	}
	three := [3]byte{last[0]<<2 | last[1]>>4, last[1]<<4 | last[2]>>2, last[2]<<6 | last[3]}
	copy(out, three[:])
	return b, true
}
