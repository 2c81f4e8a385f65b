package document

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/wire"
)

// Additions to JSON that are allowed become white space: a copy of the text has blanks in place of comments, commas
// after the last element, and a byte order mark. All offsets stay the same, and the readers of the copy know plain JSON
// only.

var byteOrderMark = []byte("\xef\xbb\xbf")

// strict returns data with blanks in place of the additions to JSON that o allows.
func (o Options) strict(data []byte) []byte {
	mark := o.ByteOrderMark && bytes.HasPrefix(data, byteOrderMark)
	if !mark && !o.Comments {
		return data
	}
	data = bytes.Clone(data)
	if mark {
		copy(data, "   ")
	}
	if o.Comments {
		blankComments(data)
	}
	return data
}

// blankComments replaces the comments of data by blanks, and so the commas between a value and a closing bracket.
func blankComments(data []byte) {
	var before byte // the last byte of the token before
	comma := -1     // position of a comma that no token follows yet
	for i := 0; i < len(data); {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n':
			i++
			continue
		case '"':
			comma = -1
			n, st := wire.String(data[i:], 0)
			if st != wire.Done {
				return // the reader of data reports what is wrong
			}
			i += n
			before = c
			continue
		case '/':
			n := commentLen(data[i:])
			if n == 0 {
				return
			}
			for j := range data[i : i+n] {
				if c := data[i+j]; c != '\n' && c != '\r' {
					data[i+j] = ' '
				}
			}
			i += n
			continue
		case ',':
			comma = -1
			if before != 0 && before != ',' && before != '[' && before != '{' && before != ':' {
				comma = i
			}
			before = c
		case ']', '}':
			if comma >= 0 {
				data[comma] = ' '
			}
			comma = -1
			before = c
		default:
			comma = -1
			before = c
		}
		i++
	}
}

// commentLen returns the length of the comment at the start of b, or 0 if there is none.
func commentLen(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("//")):
		if n := bytes.IndexByte(b, '\n'); n >= 0 {
			return n
		}
		return len(b)
	case bytes.HasPrefix(b, []byte("/*")):
		if n := bytes.Index(b[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	}
	return 0
}
