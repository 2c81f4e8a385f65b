package kernel

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// mostListed is the length of the longest string that WriteStrings writes. roomForString is the number of bytes that
// must be free before it writes a string.
const (
	mostListed    = 63
	roomForString = 64 + 3
)

// writeStringsGeneric is WriteStrings in portable Go. Tests compare the assembly with it.
func writeStringsGeneric(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	for _, s := range list {
		if len(s) > mostListed || room-n < roomForString {
			break
		}
		var b [roomPerBlock + 6*mostListed]byte
		_, k := escapeGeneric(unsafe.Pointer(&b), unsafe.Pointer(unsafe.StringData(s)), len(s), len(b), set)
		if string(b[:k]) != s || !utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029") {
			break
		}
		text := mem.Slice(unsafe.Add(dst, n), len(s)+3)
		text[0] = '"'
		copy(text[1:], s)
		text[len(s)+1], text[len(s)+2] = '"', ','
		n += len(text)
		done++
	}
	return done, n
}
