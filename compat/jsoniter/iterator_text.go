package jsoniter

import (
	"bytes"
	"fmt"

	"github.com/zetes-json/zetes/internal/wire"
)

// This file finds where values end, by package wire. Within a lease the bitmaps of the window say it.

// skip finds the end of the next value. With keep it returns the value's length and reads nothing; otherwise it reads
// the value while it goes, so that a long one does not have to fit into memory. It returns -1 after an error.
func (iter *Iterator) skip(operation string, keep bool) (n int) {
	first := iter.peek()
	rest := iter.buf[iter.head:]
	if !iter.lent {
		if n, st := wire.ScalarLen(rest); st == wire.Done && (kinds[first] != NumberValue || rest[n]-'0' > 9) {
			if !keep {
				iter.head += n
			}
			return n
		}
		if !keep && len(rest) > short {
			rest = rest[:short]
		}
	} else {
		end := iter.in.Skip(iter.head, maxDepth-iter.depth)
		if end > iter.head && end <= len(iter.buf) {
			if keep {
				return end - iter.head
			}
			iter.head = end
			iter.ended()
			return 0
		}
	}
	iter.scan.ResetWithin(iter.depth)
	for {
		m, st := iter.scan.Scan(rest)
		if keep {
			n += m
		} else {
			iter.head += m
		}
		switch {
		case st == wire.Done && kinds[first] == NumberValue && iter.buf[iter.head+n]-'0' <= 9:
			iter.ReportError(operation, "a digit after a leading zero")
			return -1
		case st == wire.Done:
			return n
		case st == wire.Bad && iter.scan.TooDeep():
			iter.ReportError("incrementDepth", "exceeded max depth")
			return -1
		case st == wire.Bad:
			iter.head += n
			iter.ReportError(operation, fmt.Sprintf("unexpected %q %s", iter.buf[iter.head], iter.scan.Where()))
			return -1
		case iter.head+n < len(iter.buf): // the first bytes were looked through
		case !iter.more():
			if iter.scan.End() {
				return n
			}
			iter.head = len(iter.buf)
			iter.ReportError(operation, "the input ends within a value")
			return -1
		}
		rest = iter.buf[iter.head+n:]
	}
}

// short is the length of values that are looked through without bitmaps, which take longer to begin with.
const short = 63

// text reads the string whose quote is next. The result is valid until the next call.
func (iter *Iterator) text() []byte {
	end := 0
	if iter.lent { // the bitmap shows where the text without escapes ends
		end = iter.in.StringEnd(iter.head + 1)
	} else {
		end = wire.Special(iter.buf, iter.head+1)
	}
	if end < len(iter.buf) && iter.buf[end] == '"' {
		text := iter.buf[iter.head+1 : end : end]
		iter.head = end + 1
		return text
	}
	n, st := wire.String(iter.buf[iter.head:], 0)
	if st != wire.Done {
		if n = iter.skip("ReadString", true); n < 0 {
			return nil
		}
	}
	text := iter.buf[iter.head : iter.head+n : iter.head+n]
	iter.head += n
	if bytes.IndexByte(text, '\\') < 0 {
		return text[1 : n-1 : n-1]
	}
	iter.plain = wire.AppendUnquote(iter.plain[:0], text)
	return iter.plain
}

// ReadString reads a string; null is "".
func (iter *Iterator) ReadString() (ret string) { return string(iter.ReadStringAsSlice()) }

// ReadStringAsSlice reads a string as bytes that are valid until the next call; null is nil.
func (iter *Iterator) ReadStringAsSlice() (ret []byte) {
	switch iter.peek() {
	case '"':
		return iter.text()
	case 'n':
		iter.word("null")
	default:
		iter.ReportError("ReadString", `expects " or n, but found `+string([]byte{iter.next()}))
	}
	return nil
}
