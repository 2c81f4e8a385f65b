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

// blankComments replaces the comments of data by blanks, and so the commas between a value and a closing bracket. It
// stops at a token that is not allowed, which the reader of data reports.
func blankComments(data []byte) {
	var at, before wire.Structure // before the token at i, and before the last separator
	separator := -1               // its position, or -1 if it is not the last token
	for i := wire.Space(data); i < len(data); i += wire.Space(data[i:]) {
		if n := commentLen(data[i:]); n > 0 {
			for j, c := range data[i : i+n] {
				if c != '\n' && c != '\r' {
					data[i+j] = ' '
				}
			}
			i += n
			continue
		}
		on, n := at, 1
		part := on.Next(data[i])
		if part == wire.Wrong && separator >= 0 {
			if on = before; on.Next(data[i]) != wire.Close {
				return
			}
			data[separator] = ' '
			part = wire.Close
		}
		separator = -1
		switch part {
		case wire.Wrong:
			return
		case wire.Separator:
			before, separator = at, i
		case wire.Name, wire.Scalar:
			var st wire.Status
			if n, st = wire.ScalarLen(data[i:]); st != wire.Done {
				return
			}
		}
		at = on
		i += n
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
