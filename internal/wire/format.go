package wire

import (
	"bytes"
	"math"
	"slices"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// Compacting: [1, 2] becomes [1,2]. The text is copied to where the result goes, zeros behind it, and a blockScanner
// walks over the copy. JSON from programs has no white space between tokens: then the copy is the result. Where the
// first white space comes, what follows is moved on by [ahead] bytes, and from there on copied back in runs between
// gaps, which the pieces of [short] bytes never overtake:
//
//	[1, 2]\0\0                 the copy; the walk meets a gap at 3
//	[1, 2]\0\0 ...  , 2]\0\0    moved on, from the gap on
//	[1,2]                      copied back
//
// Masks are those of [kernel.MasksHTML], which says along the way whether anything may have to be escaped. Texts of 192
// bytes and more without white space are taken by groups of tokens where instructions compress bytes, shorter ones by
// the ways of short.go.

// ahead is how far the text is moved on where it has white space: a block of masks, so that they stay as they are.
const ahead = 64

// Spare is the room beyond the text that lets AppendCompact work in place: for zeros to the end of the last block, a
// block more, and as much as the text is moved on.
const Spare = InputPadding + ahead

// stopAtSpace is so far in front of all positions that the first white space stops the loop: too much is to be copied.
const stopAtSpace = math.MinInt / 2

// leastWindowed is the length from which on masks are made by windows: shorter texts have all of theirs at once.
// leastGrouped is that from which on groups of tokens are tried: their beginning takes as long as some fifteen tokens.
const (
	leastWindowed = windowBlocks * 64
	leastGrouped  = 192
)

// AppendCompact appends the JSON value in src without white space around tokens. With escapeHTML it escapes <, >,
// &, U+2028 and U+2029 in strings; bytes that are not UTF-8 stay as they are. If src is not one value, it returns
// dst as it was and the offset of the first byte that is wrong, len(src) where src is cut short; else the offset is
// -1. Bytes between the length and the capacity of the result may have been written: src must not lie there. It asks
// dst for [Spare] bytes more than src has.
func AppendCompact(dst, src []byte, escapeHTML bool) ([]byte, int) {
	return (*Compactor)(nil).Append(dst, src, escapeHTML)
}

// Apart returns src, or a copy where src lies in the memory behind the length of dst, in which something is going to be
// written.
func Apart(dst, src []byte) []byte {
	if mem.Overlap(dst[len(dst):cap(dst)], 0, src) {
		return bytes.Clone(src)
	}
	return src
}

// Compactor is memory for compacting, which need not be cleared where it is used again and again.
type Compactor struct {
	short shortMemory
	group kernel.TokenGroup
	masks [2 * windowBlocks]uint64
}

// Append does what [AppendCompact] does. Without a Compactor it takes memory of its own.
func (c *Compactor) Append(dst, src []byte, escapeHTML bool) ([]byte, int) {
	out := slices.Grow(dst, len(src)+Spare)
	n, html := c.Put(mem.Add(mem.Data(out), uintptr(len(dst))), src)
	if n < 0 {
		// The walk only says that something is wrong. What and where, the Scanner finds.
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

// Put writes src to where at is, as [AppendCompact] appends it without escapeHTML. It returns how many bytes those are,
// or -1 where src is not one value, and whether there may be something for [EscapeCompact].
//
// Promise: at has len(src)+[Spare] writable bytes, and src lies elsewhere.
func (c *Compactor) Put(at mem.Ptr, src []byte) (n int, html bool) {
	switch {
	case len(src) >= leastWindowed, !fast.Short && len(src) < leastGrouped:
		return compactLong(at, src)
	case len(src) >= leastGrouped:
		return c.grouped(at, src)
	case c == nil:
		return new(shortMemory).compact(at, src)
	}
	return c.short.compact(at, src)
}

// EscapeCompact escapes HTML's characters in the JSON that b has from start on, as [AppendCompact] does.
func EscapeCompact(b []byte, start int) []byte {
	if i := indexHTML(b, start); i < len(b) {
		// Rare: the rest is written again, behind itself, and moved.
		end := len(b)
		b = AppendHTMLEscape(b, b[i:])
		b = b[:i+copy(b[i:], b[end:])]
	}
	return b
}

// grouped is Put for texts of less than leastWindowed bytes. Most of an array or object is taken by groups of tokens if
// the first block has no white space between tokens. With a backslash in a string there may seem to be some.
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
	if fast.Groups && kernel.CompressesTokens() && ^(c.masks[1]|within(c.masks[0])) == 0 {
		k.groups(end, nil)
	}
	if k.run() == atEnd && k.i == len(src) {
		return len(src), html
	}
	n, _ = compact(at, mask, wrapWhole, end, src)
	return n, html
}

// within returns the bits from each odd one of quotes to the bit in front of the next one: of 0b10010 it is 0b01110.
func within(quotes uint64) uint64 {
	for shift := 1; shift < 64; shift *= 2 {
		quotes ^= quotes << shift
	}
	return quotes
}

// compactLong is Put for texts of any length.
func compactLong(at mem.Ptr, src []byte) (n int, html bool) {
	var mask [2 * windowBlocks]uint64
	end := (len(src)>>6 + 1) << 6
	copied := mem.Slice(at, end+64)
	clear(copied[copy(copied, src):])
	return compact(at, mem.Ptr(&mask), wrapWindow, 0, src)
}

// compact walks over the copy of src at p, which becomes the result. mask is filled for the bytes before hi. html is
// whether the masks that it has made saw something to escape. Long text without white space is taken by groups where
// instructions compress bytes: without them the loop is as fast.
func compact(p, mask mem.Ptr, wrap, hi int, src []byte) (n int, html bool) {
	var (
		moved bool
		outer []uint64 // the kinds of the containers around the innermost 64 at most
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
			// Masks are a ring of blocks. The block at the position is masked again; it may have been written over
			// before the position, of which no bits are looked at, but not behind it: a piece ends 32 bytes before it
			// at the latest.
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
			// The first white space is at k.i. The zeros behind the text go with it.
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

// put copies what is still to be copied up to the position.
func (k *blockScanner) put() {
	n := k.i - k.start
	copy(mem.Slice(mem.Add(k.dst, uintptr(k.dn)), n), mem.Slice(mem.Add(k.p, uintptr(k.start)), n))
	k.dn += n
	k.start = k.i
}

// verdict returns the offset of the first wrong byte of src, of which Scan said n and st, or -1. Behind a value only
// white space is right.
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
