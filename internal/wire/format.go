package wire

import (
	"math"
	"slices"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Compacting: [1, 2] becomes [1,2]. The text is copied to the place of the result, with zeros after it, and a
// blockScanner walks over the copy. JSON made by programs usually has no white space between tokens: then the copy is
// the result. Otherwise, at the first white space, the rest of the text is moved [ahead] bytes forward, and then the
// pieces between white space are copied back. A piece of up to [short] bytes never overwrites text that is still to
// be read:
//
//	[1, 2]\0\0                 the copy; the walk meets white space at 3
//	[1, 2]\0\0 ...   2]\0\0     the rest is moved ahead, from the white space on
//	[1,2]                      copied back
//
// The masks are those of [kernel.MasksHTML], which also reports whether any byte may have to be escaped. Texts of 192
// bytes and more without white space are checked by groups of tokens, if the processor has instructions that compress
// bytes. Literals and short numbers, which many methods return, are compared and copied as words.

// ahead is the distance by which a text with white space is moved: a block of masks, so that the masks stay valid.
const ahead = 64

// Spare is the space that AppendCompact needs after the text: for zeros to the end of the last block, one more block,
// and the distance by which the text is moved.
const Spare = InputPadding + ahead

// stopAtSpace, as blockScanner.start, makes any piece seem too long, so the loop stops at the first white space.
const stopAtSpace = math.MinInt / 2

// leastWindowed is the length from which the text gets masks for one window after another, and not all at once.
// leastGrouped is the length from which groups of tokens are tried: starting them takes as long as some fifteen tokens.
const (
	leastWindowed = windowBlocks * 64
	leastGrouped  = 192
)

// AppendCompact appends the JSON value in src without white space around tokens. With escapeHTML it escapes <, >, &,
// U+2028 and U+2029 in strings; bytes that are not UTF-8 stay unchanged. If src is one value, the offset is -1.
// Otherwise dst is returned unchanged, with the offset of the first wrong byte, or len(src) if src is cut.
//
// Bytes between the length and the capacity of the result may be overwritten, so src must not lie there. It needs
// [Spare] bytes in dst in addition to the length of src.
func AppendCompact(dst, src []byte, escapeHTML bool) ([]byte, int) {
	return (*Compactor)(nil).Append(dst, src, escapeHTML)
}

// Compactor has memory for compacting, which need not be cleared before it is used again.
type Compactor struct {
	group kernel.TokenGroup
	masks [2 * windowBlocks]uint64
}

// Append appends src compacted to dst, like [AppendCompact]. c may be nil.
func (c *Compactor) Append(dst, src []byte, escapeHTML bool) ([]byte, int) {
	out := slices.Grow(dst, len(src)+Spare)
	n, html := c.Put(mem.Add(mem.Data(out), uintptr(len(dst))), src)
	if n < 0 {
		// src is not one value. The Scanner finds the first wrong byte.
		var s Scanner
		n, st := s.run(src)
		return dst, s.verdict(src, n, st)
	}
	out = out[:len(dst)+n]
	if html && escapeHTML {
		out = EscapeCompact(out, len(dst))
	}
	return out, -1
}

// Put writes src to at, as [AppendCompact] does without escapeHTML. n is the number of bytes written, or -1 if src is
// not one value. html reports whether there may be characters that [EscapeCompact] must escape. The caller guarantees
// that at has len(src)+[Spare] writable bytes, and that src is not in them.
func (c *Compactor) Put(at mem.Ptr, src []byte) (n int, html bool) {
	switch p, n := mem.Data(src), len(src); {
	case n >= leastWindowed || c == nil && n < leastGrouped:
		return compactLong(at, src)
	case n > 0 && src[0] <= '9' && src[0] != '"' && (kernel.CopyNumber(at, p, n) || num.CopyText(at, p, n)):
		return n, false
	}
	switch string(src) {
	case "true", "false", "null":
		return copy(mem.Slice(at, len(src)), src), false
	}
	return c.grouped(at, src)
}

// EscapeCompact escapes the same characters as [AppendCompact], in the JSON in b from start on.
func EscapeCompact(b []byte, start int) []byte {
	if i := indexHTML(b, start); i < len(b) {
		// This is rare: append the rest, escaped, after b, and move it to its place.
		end := len(b)
		b = AppendHTMLEscape(b, b[i:])
		b = b[:i+copy(b[i:], b[end:])]
	}
	return b
}

// grouped is the part of Put for texts of less than leastWindowed bytes. If the first block has no white space between
// tokens, most of an array or object is checked by groups of tokens. In this test a backslash counts as a quote, so
// white space in a string may count as white space between tokens; that only costs time.
func (c *Compactor) grouped(at mem.Ptr, src []byte) (n int, html bool) {
	if c == nil {
		c = new(Compactor)
	}
	mask := mem.Ptr(&c.masks)
	html = kernel.LoadHTML(at, mem.Data(src), len(src), mask)
	end := (len(src)>>6 + 1) << 6
	var k blockScanner
	k.p, k.mask, k.wrap, k.hi, k.limit, k.end, k.room = at, mask, wrapWhole, end, end, end, MaxDepth
	k.dst, k.start, k.group = at, stopAtSpace, &c.group
	if len(src) >= leastGrouped && fast.Groups && kernel.CompressesTokens() && ^(c.masks[1]|within(c.masks[0])) == 0 {
		k.groups(end, nil)
	}
	if k.run() == atEnd && k.i == len(src) {
		return len(src), html
	}
	n, _ = compact(at, mask, wrapWhole, end, src)
	return n, html
}

// within returns a word with the bits of the bytes in strings. quotes has the bits of the quotes. Each string begins
// with the bit of its first quote and ends before the bit of its second. For 0b10010 the result is 0b01110.
func within(quotes uint64) uint64 {
	for shift := 1; shift < 64; shift *= 2 {
		quotes ^= quotes << shift
	}
	return quotes
}

// compactLong writes src to at, like Put. It is for texts of any length.
func compactLong(at mem.Ptr, src []byte) (n int, html bool) {
	var mask [2 * windowBlocks]uint64
	end := (len(src)>>6 + 1) << 6
	copied := mem.Slice(at, end+64)
	clear(copied[copy(copied, src):])
	return compact(at, mem.Ptr(&mask), wrapWindow, 0, src)
}

// compact walks over the copy of src at p, which becomes the result. mask has the bits of the bytes before hi. html
// reports whether a character may have to be escaped. Groups are faster only if the processor can compress bytes.
func compact(p, mask mem.Ptr, wrap, hi int, src []byte) (n int, html bool) {
	var (
		moved bool
		outer []uint64 // the kinds of the arrays and objects around the innermost 64 levels
	)
	var k blockScanner
	k.p, k.mask, k.wrap, k.hi, k.dst = p, mask, wrap, hi, p
	limit := (len(src)>>6 + 1) << 6
	k.end, k.room = limit, MaxDepth
	k.start = stopAtSpace
	k.limit = limit
	if fast.Groups && kernel.CompressesTokens() {
		k.stage(limit)
	}
	for {
		ev := k.run()
		if ev == atWindow && k.i >= k.limit {
			ev = atLimit
		}
		switch ev {
		case atEnd:
			if k.i < len(src) && k.i+spaceSlow(src[k.i:]) < len(src) {
				return -1, false
			}
			if !moved {
				return k.i, k.html
			}
			k.put()
			return k.dn, k.html
		case atWindow:
			// mask is a ring with the words of windowBlocks blocks. Make the words of the block that contains k.i
			// again. Its bytes before k.i may have been overwritten, but their bits are not used. The bytes from k.i on
			// are unchanged, since a copied piece ends at least 32 bytes before them.
			lo := k.i &^ 63
			slot := lo / 64 % windowBlocks
			blocks := min(windowBlocks-slot, (min(limit, k.limit+64)-lo)/64)
			if kernel.MasksHTML(mem.Add(k.p, uintptr(lo)), blocks, mem.Add(k.mask, uintptr(slot*16))) {
				k.html = true
			}
			k.hi = lo + blocks*64
		case atCopy:
			if moved {
				k.put()
				continue
			}
			// The first white space is at k.i. The rest moves ahead, with the zeros after it.
			moved = true
			k.p = mem.Add(k.dst, ahead)
			k.limit = limit
			rest := limit + 64 - k.i
			copy(mem.Slice(mem.Add(k.p, uintptr(k.i)), rest), mem.Slice(mem.Add(k.dst, uintptr(k.i)), rest))
			k.dn, k.start = k.i, k.i
		default:
			switch {
			case k.deeper(&outer):
			case k.limit == limit:
				return -1, false
			case k.i+64 < k.limit:
				k.limit = limit
			default:
				k.nextStage(limit)
				k.hi = k.i &^ 63
			}
		}
	}
}

// put copies the bytes from k.start to the position k.i to the output.
func (k *blockScanner) put() {
	n := k.i - k.start
	copy(mem.Slice(mem.Add(k.dst, uintptr(k.dn)), n), mem.Slice(mem.Add(k.p, uintptr(k.start)), n))
	k.dn += n
	k.start = k.i
}

// verdict returns the offset of the first wrong byte of src, or len(src) if src is cut, or -1 if it is one value. n
// and st are the results of Scan for src. Only white space may follow the value.
func (s *Scanner) verdict(src []byte, n int, st Status) int {
	switch {
	case st == Done:
		if i := n + spaceSlow(src[n:]); i < len(src) {
			return i
		}
		return -1
	case st == More && s.End():
		return -1
	}
	return n
}
