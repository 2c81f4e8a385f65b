package partial

import (
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// A document that is cut off is completed with as little text as possible:
//
//	{"a":[1,tr   becomes   {"a":[1,true]}   since tr can only become true
//	{"a":1,"b    becomes   {"a":1}          since more of the name may follow

// Cut says at what place a document is cut off.
type Cut struct {
	Open   int  // number of open arrays and objects
	String bool // the last value is a string, which may go on
	Number bool // the last value is a number, which may go on
}

// Complete completes data, the beginning of a JSON document, to a whole document, and appends the document to dst. A
// language model, for example, sends a document piece by piece. Complete closes open strings, arrays and objects. It
// completes the words true, false and null, and shortens a number such as 1. or 1e+ to the digits that are a number. It
// leaves out a member without a value, and a comma at the end of data. For no text, or white space, it appends nothing.
//
// If no document begins with data, it returns dst unchanged and the error.
func Complete(dst, data []byte) ([]byte, Cut, error) {
	data = scan.Apart(dst, data)
	var at wire.Structure
	var open []byte // the brackets that close the open containers
	keep := 0       // length of the text that is complete, or can be completed
	for i := wire.Space(data); i < len(data); i += wire.Space(data[i:]) {
		next := at
		c := data[i]
		part := next.Next(c)
		if at.Depth() == 0 && at.Past() || part == wire.Wrong || next.Depth() > wire.MaxDepth {
			return dst, Cut{}, document.SyntaxError(data)
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
				return dst, Cut{}, document.SyntaxError(data)
			}
			i += n
			if st == wire.More {
				i = len(data)
			}
		case wire.Scalar:
			n, st := wire.ScalarLen(data[i:])
			switch {
			case st == wire.Bad:
				return dst, Cut{}, document.SyntaxError(data)
			case st == wire.More:
				return completeScalar(dst, data, i, keep, open)
			}
			i += n
			keep = i
		}
	}
	return closeAll(append(dst, data[:keep]...), open), Cut{Open: len(open)}, nil
}

// completeScalar completes data, which ends within the string, number or literal at data[i]. If that can't be
// completed, it completes data[:keep] instead.
func completeScalar(dst, data []byte, i, keep int, open []byte) ([]byte, Cut, error) {
	cut := Cut{Open: len(open)}
	switch token := data[i:]; token[0] {
	case '"':
		cut.String = true
		dst = append(append(dst, data[:i+scan.WholeText(token)]...), '"')
	case 't', 'f', 'n':
		word := map[byte]string{'t': "true", 'f': "false", 'n': "null"}[token[0]]
		dst = append(append(dst, data[:i]...), word...)
	default:
		cut.Number = true
		if token = scan.NumberIn(token); len(token) == 0 { // the number is only a minus sign
			dst = append(dst, data[:keep]...)
		} else {
			dst = append(append(dst, data[:i]...), token...)
		}
	}
	return closeAll(dst, open), cut, nil
}

// closeAll appends the brackets that close open containers, the innermost first.
func closeAll(dst, open []byte) []byte {
	for i := len(open) - 1; i >= 0; i-- {
		dst = append(dst, open[i])
	}
	return dst
}
