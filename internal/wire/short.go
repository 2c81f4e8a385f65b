package wire

import (
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Compacting values of less than leastGrouped bytes, which most results of methods are. The first byte decides:
// literals and numbers are compared and copied as words, a string is checked by its bitmap. Any other value goes token
// by token.

// shortMemory is the memory for such values, one after the other.
type shortMemory struct {
	masks [2 * (leastGrouped/64 + 1)]uint64
}

// compact is [Compactor.Put] for a text of less than leastGrouped bytes.
func (s *shortMemory) compact(at mem.Ptr, src []byte) (n int, html bool) {
	p, n := mem.Data(src), len(src)
	if n == 0 {
		return -1, false
	}
	switch c := src[0]; {
	case c == '"' || c|0x20 == '{':
	case c <= '9':
		if kernel.CopyNumber(at, p, n) || num.WritePlain(at, p, n) {
			return n, false
		}
	case isLiteral(src):
		return copy(mem.Slice(at, n), src), false
	}
	html = kernel.LoadHTML(at, p, n, mem.Ptr(&s.masks))
	if isPlainString(src, s.masks[0]) {
		return n, html
	}
	return s.walk(at, src), html
}

// walk scans the copy of src at at, whose masks are made, token by token. Most such texts have neither white space nor
// faults: the first stop is after the value.
func (s *shortMemory) walk(at mem.Ptr, src []byte) int {
	end := (len(src)>>6 + 1) << 6
	var k blockScanner
	k.p, k.mask, k.wrap, k.hi, k.limit, k.end, k.room = at, mem.Ptr(&s.masks), wrapWhole, end, end, end, MaxDepth
	k.dst, k.start = at, stopAtSpace
	if k.run() == atEnd && k.i == len(src) {
		return len(src)
	}
	n, _ := compact(at, mem.Ptr(&s.masks), wrapWhole, end, src)
	return n
}

// isLiteral reports whether src is true, false or null.
func isLiteral(src []byte) bool {
	switch string(src) {
	case "true", "false", "null":
		return true
	}
	return false
}

// isPlainString reports whether src is a string of at most 64 bytes without escapes, such as the texts of times,
// decimals and enumerations: then its quotes are the only special bytes in it. special has a bit for each special byte,
// the first lowest.
func isPlainString(src []byte, special uint64) bool {
	n := uint(len(src))
	return n >= 2 && n <= 64 && special<<((64-n)&63) == 1<<63|1<<((64-n)&63) && src[0] == '"' && src[n-1] == '"'
}
