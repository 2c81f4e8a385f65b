package report

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// ErrorForm is the JSON form of the root package's Error.
type ErrorForm struct {
	Detail  string `json:"detail"`
	Reason  string `json:"reason"`
	Pointer string `json:"pointer,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Offset  *int64 `json:"offset,omitempty"`
	Value   int    `json:"value,omitempty"`

	at int64 // Offset may point here
}

// Forms has the forms of several errors in little memory: most take 15 to 30 bytes. It holds no reference to the
// document or its type.
//
// Forms begins with the number of forms. Each form has four numbers (offset, line, column and value), and then three
// texts (pointer, reason and detail). An offset from 0 on is stored plus 1, and 0 means that there is none. A text is
// its length plus 1, followed by its bytes. A 0 alone stands for an empty pointer, or for the same reason or detail as
// in the form before.
type Forms string

// StartForms begins the Forms of n errors at the end of b.
func StartForms(b []byte, n int) []byte { return binary.AppendVarint(b, int64(n)) }

// AppendTo appends f to b, to which Forms are written. last is the form before f, or a zero ErrorForm. The text
// last.Pointer is not read, so it may be no longer valid.
func (f *ErrorForm) AppendTo(b []byte, last *ErrorForm) []byte {
	offset := int64(0)
	if f.Offset != nil {
		if offset = *f.Offset; offset >= 0 {
			offset++
		}
	}
	for _, n := range [...]int64{offset, int64(f.Line), int64(f.Column), int64(f.Value)} {
		b = binary.AppendVarint(b, n)
	}
	for _, text := range [...][2]string{{f.Pointer, ""}, {f.Reason, last.Reason}, {f.Detail, last.Detail}} {
		if text[0] == text[1] {
			b = append(b, 0)
			continue
		}
		b = append(binary.AppendVarint(b, int64(len(text[0]))+1), text[0]...)
	}
	return b
}

// Len returns the number of forms in l.
func (l Forms) Len() int {
	n, _ := binary.ReadVarint(strings.NewReader(string(l))) // n is 0 if l is empty
	return int(n)
}

// AppendTo appends the forms in l to forms. Their texts are parts of l.
func (l Forms) AppendTo(forms []ErrorForm) []ErrorForm {
	r := strings.NewReader(string(l))
	number := func() int64 {
		n, _ := binary.ReadVarint(r)
		return n
	}
	var last ErrorForm
	text := func(same string) string {
		n := number()
		if n == 0 {
			return same
		}
		start := len(l) - r.Len()
		_, _ = r.Seek(n-1, io.SeekCurrent)
		return string(l[start : len(l)-r.Len()])
	}
	n := int(number()) // 0 if l is empty
	forms = slices.Grow(forms, n)
	for range n {
		forms = append(forms, ErrorForm{at: number(), Line: int(number()), Column: int(number()), Value: int(number())})
		f := &forms[len(forms)-1]
		if f.at != 0 {
			f.Offset = &f.at
		}
		if f.at > 0 {
			f.at--
		}
		f.Pointer, f.Reason, f.Detail = text(""), text(last.Reason), text(last.Detail)
		last = *f
	}
	return forms
}
