package doc

import (
	"bytes"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/wire"
)

// A cut document is completed by its shortest end. Of {"a":[1,tr the number is whole, the literal is not: what is
// there of it says what it will be. Of {"a":1,"b the name says nothing yet, and is left out.

// Cut says where a document ends that is cut.
type Cut struct {
	Open   int  // arrays and objects that are open
	String bool // the last value is a string, of which more may come
	Number bool // the last value is a number, which may go on
}

// Complete appends to dst the beginning of a JSON document, completed to a document that has what is there: as a
// language model sends it, piece by piece. Strings, arrays and objects that are open are closed; numbers and the
// words true, false and null, cut in their middle, become what they have to become, and 1. and 1e+ the number before.
// A member without a value is left out, and so is a comma behind which nothing comes. Of nothing at all, or white
// space, nothing is left.
//
// The error is that about text that no document begins with, and dst comes back as it was.
func Complete(dst, data []byte) ([]byte, Cut, error) {
	var at wire.Structure
	var open []byte // the brackets that close what is open
	var cut Cut
	keep := 0 // what is complete, or will be
	for i := wire.Space(data); i < len(data); i += wire.Space(data[i:]) {
		next := at
		c := data[i]
		part := next.Next(c)
		if at.Depth() == 0 && at.Past() || part == wire.Wrong || next.Depth() > wire.MaxDepth {
			return dst, Cut{}, syntaxError(data)
		}
		at = next
		switch part {
		case wire.Open:
			open = append(open, c+2)
			i++
			keep = i
		case wire.Close:
			open = open[:len(open)-1]
			i++
			keep = i
		case wire.Separator:
			i++
		case wire.Name:
			n, st := wire.String(data[i:], 0)
			if st == wire.Bad {
				return dst, Cut{}, syntaxError(data)
			}
			i += n
			if st == wire.More {
				i = len(data)
			}
		case wire.Scalar:
			n, st := wire.ScalarLen(data[i:])
			switch {
			case st == wire.Bad:
				return dst, Cut{}, syntaxError(data)
			case st == wire.More:
				return completeScalar(dst, data, i, keep, open)
			}
			i += n
			keep = i
		}
	}
	cut.Open = len(open)
	return closeAll(append(dst, data[:keep]...), open), cut, nil
}

// completeScalar completes data, which ends within the string, number or literal at i. Without it, data[:keep] is
// kept.
func completeScalar(dst, data []byte, i, keep int, open []byte) ([]byte, Cut, error) {
	cut := Cut{Open: len(open)}
	token := data[i:]
	switch token[0] {
	case '"':
		cut.String = true
		n, _ := wire.String(token, 0) // up to a cut escape sequence
		dst = append(append(dst, data[:i+wholeText(token, n)]...), '"')
	case 't', 'f', 'n':
		word := map[byte]string{'t': "true", 'f': "false", 'n': "null"}[token[0]]
		dst = append(append(dst, data[:i]...), word...)
	default:
		cut.Number = true
		for len(token) > 0 && !wire.IsNumber(token) {
			token = token[:len(token)-1]
		}
		if len(token) == 0 { // a sign alone
			dst = append(dst, data[:keep]...)
		} else {
			dst = append(append(dst, data[:i]...), token...)
		}
	}
	return closeAll(dst, open), cut, nil
}

// wholeText returns the length of a cut string without the part of a character that it ends with. n is its length up to
// a cut escape sequence.
func wholeText(token []byte, n int) int {
	if k := n - 6; k > 0 && token[k] == '\\' && token[k+1] == 'u' && token[k+2]|0x20 == 'd' && bytes.IndexByte([]byte("89abAB"), token[k+3]) >= 0 {
		// The first half of a surrogate pair is text only with the second. A backslash before it may take its own
		// away.
		before := 0
		for before < k && token[k-1-before] == '\\' {
			before++
		}
		if before%2 == 0 {
			return k
		}
	}
	for k := 1; k < utf8.UTFMax && k < n; k++ {
		if b := token[n-k : n]; utf8.RuneStart(b[0]) {
			if !utf8.FullRune(b) {
				return n - k
			}
			break
		}
	}
	return n
}

// closeAll appends the brackets of what is open, from the innermost on.
func closeAll(dst, open []byte) []byte {
	for i := len(open) - 1; i >= 0; i-- {
		dst = append(dst, open[i])
	}
	return dst
}
