package wire

import (
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// The Scanner over a text that is somewhere in memory, with nothing known of what lies behind it. Its bitmaps are made
// for a window of 32 blocks of 64 bytes and then for the next one in the same place: they stay on the stack, and in the
// processor's first cache. The blockScanner may read 64 bytes behind what it looks at, so all but the end of the text
// is looked at where it lies, and the end in a copy with zeros behind it. Texts under leastMasked bytes take the walk,
// and all do where masks are not made by vector instructions.

const (
	windowBlocks = 32 // a power of 2; 512 bytes of masks stay on the stack
	firstBlocks  = 4

	// Inputs shorter than this are not worth masks.
	leastMasked = 64

	// Inputs shorter than this, and about as much of the end of longer ones, are copied in front of zeros.
	leastInPlace = 256
	tailBlocks   = 4
)

// Valid reports whether b is one JSON value, with white space around it or not.
func Valid(b []byte) bool {
	var s Scanner
	n, st := s.run(b)
	return s.verdict(b, n, st) < 0
}

// run is Scan for a scanner that is not inside a token.
func (s *Scanner) run(b []byte) (n int, st Status) {
	if len(b) < leastMasked || !kernel.Vectors() && s.at.state != inString {
		return s.walk(b)
	}
	return s.blocks(b)
}

// blocks is run by blockScanners.
func (s *Scanner) blocks(b []byte) (n int, st Status) {
	if len(b) >= leastInPlace {
		if n, st = s.inPlace(b); st != More || n == len(b) {
			return n, st
		}
	}
	return s.tail(b, n)
}

// inPlace looks at b itself, and stops before its last bytes.
func (s *Scanner) inPlace(b []byte) (n int, st Status) {
	var mask [2 * windowBlocks]uint64
	whole := len(b) &^ 63
	// The loop may look 64 bytes behind its limit, and masks are made of whole blocks: the limit is a block before the
	// last whole one ends. With leastInPlace bytes there are four.
	var k blockScanner
	limit := whole - 64
	k.p, k.mask, k.wrap, k.end = mem.Data(b), mem.Ptr(&mask), wrapWindow, len(b)
	s.lend(&k)
	k.stage(limit)
	for {
		if k.i >= limit {
			s.take(&k)
			return k.i, More
		}
		switch k.run() {
		case atEnd:
			s.take(&k)
			return k.i, Done
		// The token at k.i goes on behind the masks.
		case atWindow:
			if k.i < k.limit {
				// Up to the end of the window or to where groups are tried, but little at first: small values in a
				// large buffer are frequent.
				lo := k.i &^ 63
				slot := lo / 64 % windowBlocks
				blocks := min(windowBlocks-slot, (min(whole, k.limit+64)-lo)/64)
				if k.hi == 0 {
					blocks = min(blocks, firstBlocks)
				}
				kernel.Masks(mem.Data(b[lo:]), blocks, mem.Ptr(&mask[2*slot]))
				k.hi = lo + blocks*64
			} else if k.limit < limit {
				k.nextStage(limit)
			}
		case atLimit:
			k.nextStage(limit)
		case atOdd:
			s.take(&k)
			// Only the end of b leaves it inside of a token that the blockScanner does not know.
			if n, st = s.slow(b, k.i); st != More || n == len(b) {
				return n, st
			}
			s.lend(&k)
			k.i = n
		}
	}
}

// tail looks at b[from:], which is short.
func (s *Scanner) tail(b []byte, from int) (n int, st Status) {
	var (
		pad  [tailBlocks*64 + 64]byte // the loop may look 64 bytes behind its limit
		mask [2 * tailBlocks]uint64
	)
	end := copy(pad[:], b[from:])
	// The zeros behind the end stop every search.
	blocks := end/64 + 1
	kernel.Masks(mem.Ptr(&pad), blocks, mem.Ptr(&mask))
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

// lend gives the state of s to k.
//
// The blockScanner keeps the state of the Scanner while it runs. What it does not keep, the kinds of containers further
// out than 64 levels, it never needs: it stops before them.
func (s *Scanner) lend(k *blockScanner) {
	k.state, k.name, k.cur, k.depth, k.room = s.at.state, s.name, s.at.cur, s.at.depth, MaxDepth-s.outer
}

// take takes it back.
func (s *Scanner) take(k *blockScanner) {
	s.at.state, s.name, s.at.cur, s.at.depth = k.state, k.name, k.cur, k.depth
}

// slow takes b[i:] byte by byte until the blockScanner can go on.
func (s *Scanner) slow(b []byte, i int) (n int, st Status) {
	for n = i; n < len(b); {
		st, used := s.step(b[n])
		if used {
			n++
		}
		if st != More {
			return n, st
		}
		// Between tokens and within the text of strings the blockScanner is faster.
		if s.at.state <= inString {
			break
		}
	}
	return n, More
}
