package wire

import (
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// The Scanner over a text in the caller's memory; no byte after the text may be read. Bitmaps are made for a window of
// 32 blocks of 64 bytes, and then for the next window in the same memory, so that they stay on the stack and in the
// processor's first cache. The blockScanner may read 64 bytes beyond its limit. So it scans most of the text in place,
// and the end of the text in a copy with zeros after it. The method Walk scans texts of less than leastMasked bytes.
// Without vector instructions for the masks it scans all texts, except those that continue a string.

const (
	windowBlocks = 32 // a power of 2; 512 bytes of masks fit on the stack
	firstBlocks  = 4  // number of blocks that get masks at first, since small values in a large buffer are frequent

	// leastMasked is the length in bytes from which a text gets masks.
	leastMasked = 64

	// leastInPlace is the length in bytes from which a text is scanned in place. Shorter texts, and the last bytes of
	// longer ones, are copied, with zeros after them.
	leastInPlace = 256
	tailBlocks   = leastInPlace / 64 // the most blocks that are copied
)

// Valid reports whether b is one JSON value, perhaps with white space around it.
func Valid(b []byte) bool {
	var s Scanner
	n, st := s.run(b)
	return s.verdict(b, n, st) < 0
}

// run scans b as Scan does, but the scanner must not be inside a token, unless the token is a string.
func (s *Scanner) run(b []byte) (n int, st Status) {
	if len(b) < leastMasked || !kernel.Vectors() && s.at.state != inString {
		return s.Walk(b)
	}
	return s.blocks(b)
}

// blocks scans b with a blockScanner. Its results are those of Scan.
func (s *Scanner) blocks(b []byte) (n int, st Status) {
	if len(b) >= leastInPlace {
		if n, st = s.inPlace(b); st != More || n == len(b) {
			return n, st
		}
	}
	return s.tail(b, n)
}

// inPlace scans b where it is, and stops before its last bytes.
func (s *Scanner) inPlace(b []byte) (n int, st Status) {
	var mask [2 * windowBlocks]uint64
	whole := len(b) &^ 63
	// The loop may read 64 bytes beyond its limit, so the limit is one block before the end of the last whole block.
	var k blockScanner
	limit := whole - 64
	k.p, k.mask, k.wrap, k.end = mem.Data(b), mem.Ptr(&mask), wrapWindow, len(b)
	s.lend(&k)
	if k.stage(limit); k.step > 0 && k.depth > 0 {
		k.limit = k.i // a value that has not ended in an earlier part is probably long
	}
	for {
		if k.i >= limit {
			s.take(&k)
			return k.i, More
		}
		switch k.run() {
		case atEnd:
			s.take(&k)
			return k.i, Done
		// The token at k.i continues after the bytes that have masks.
		case atWindow:
			if k.i < k.limit {
				// Make masks up to the end of the window, or to the position where groups of tokens are tried, but only
				// a few the first time.
				lo := k.i &^ 63
				slot := lo / 64 % windowBlocks
				blocks := min(windowBlocks-slot, (min(whole, k.limit+64)-lo)/64)
				if k.hi == 0 {
					blocks = min(blocks, firstBlocks)
				}
				kernel.MasksHTML(mem.Data(b[lo:]), blocks, mem.Ptr(&mask[2*slot]))
				k.hi = lo + blocks*64
			} else if k.limit < limit {
				k.nextStage(limit)
			}
		case atLimit:
			k.nextStage(limit)
		case atUnhandled:
			s.take(&k)
			// The token at k.i is rare or wrong, or the end of b cuts it.
			if n, st = s.slow(b, k.i); st != More || n == len(b) {
				return n, st
			}
			s.lend(&k)
			k.i = n
		}
	}
}

// tail scans the short rest b[from:] in a copy with zeros after it.
func (s *Scanner) tail(b []byte, from int) (n int, st Status) {
	var (
		pad  [tailBlocks*64 + 64]byte // the loop may read 64 bytes beyond its limit
		mask [2 * tailBlocks]uint64
	)
	end := copy(pad[:], b[from:])
	// Every search ends at the zeros after the text. The block with the first zero has masks too, hence the 1.
	blocks := end/64 + 1
	kernel.MasksHTML(mem.Ptr(&pad), blocks, mem.Ptr(&mask))
	var k blockScanner
	k.p, k.mask, k.wrap, k.hi, k.limit, k.end = mem.Ptr(&pad), mem.Ptr(&mask), wrapWindow, blocks*64, tailBlocks*64, end
	s.lend(&k)
	for {
		if k.run() == atEnd {
			s.take(&k)
			return from + k.i, Done
		}
		s.take(&k)
		if n, st = s.slow(b, from+k.i); st != More || n == len(b) {
			return n, st
		}
		s.lend(&k)
		k.i = n - from
	}
}

// lend copies the state of s to k. k gets the kinds of the innermost 64 levels of containers; the kinds of the other
// levels stay in s, and the loop of k stops before it needs them.
func (s *Scanner) lend(k *blockScanner) {
	k.state, k.name, k.cur, k.depth, k.room = s.at.state, s.name, s.at.cur, s.at.depth, MaxDepth-s.outer
}

// take copies the state of k back to s.
func (s *Scanner) take(k *blockScanner) {
	s.at.state, s.name, s.at.cur, s.at.depth = k.state, k.name, k.cur, k.depth
}

// slow scans b[i:] byte by byte until the blockScanner can continue.
func (s *Scanner) slow(b []byte, i int) (n int, st Status) {
	for n = i; n < len(b); {
		st, used := s.step(b[n])
		if used {
			n++
		}
		if st != More {
			return n, st
		}
		// Between tokens and inside strings the blockScanner is faster.
		if s.at.state <= inString {
			break
		}
	}
	return n, More
}
