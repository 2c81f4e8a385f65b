package codec

import (
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Prepared names are escaped once. A short name is written together with its punctuation as one block of 32 bytes, with
// or without the comma before it. The value then overwrites the rest of the block.

// nameRoom is the size of a block, without the space for a comma. writeName also needs that space.
const nameRoom = 32

// Name is a prepared name of a member, for a [Writer]. [NewName] makes it. It never changes, and is safe for concurrent
// use.
type Name struct {
	block         [nameRoom + 1]byte // a comma, the name, a colon, and the quote that opens a string
	size          int                // length of block's text without the last quote; 0 if the name is too long, or is escaped for HTML
	minimal, html string             // a comma, the name and a colon
	inexact       string             // a name that is not UTF-8 or has U+2028 or U+2029; no other field is set then
}

// NewName prepares a name. Most programs make their Names once, as package variables.
func NewName(name string) *Name {
	if !utf8.ValidString(name) || strings.ContainsAny(name, "\u2028\u2029") {
		return &Name{inexact: name} // the Writer decides how such a name is written
	}
	text := func(set *kernel.EscapeSet) string { return "," + string(kernel.AppendString(nil, name, set)) + ":" }
	n := &Name{minimal: text(kernel.EscapeMinimal), html: text(kernel.EscapeHTML)}
	if len(n.minimal) < nameRoom && n.minimal == n.html {
		n.size = copy(n.block[:], n.minimal+`"`) - 1
	}
	return n
}

// memberFits reports whether name is short enough to be written as a block, a name may come next, and there is space
// for the block and a value of up to size bytes.
func (w *Writer) memberFits(name *Name, size int) bool {
	return w.nameFits(nameRoom+size) && name.size != 0
}

// putMember writes the block of name after the output (see tail) and returns its length without the quote.
func (w *Writer) putMember(name *Name) int {
	next := int(w.place & 1)
	mem.Copy32(w.tail(0), 0, mem.Ptr(&name.block), 1-next)
	return name.size - 1 + next
}

// doneMember ends a member whose n bytes have been written after the output.
func (w *Writer) doneMember(n int) {
	w.buf = w.buf[:len(w.buf)+n]
	w.place = writeNextName
	if w.out != nil {
		w.sent()
	}
}

// Member writes the name of a member. Its value comes next.
func (w *Writer) Member(name *Name) {
	if !w.memberFits(name, 0) {
		w.memberSlow(name)
		return
	}
	n := w.putMember(name)
	w.buf = w.buf[:len(w.buf)+n]
	w.place = writeValue
}

//go:noinline
func (w *Writer) memberSlow(name *Name) {
	text := name.minimal
	if w.set.HTML() {
		text = name.html
	}
	switch {
	case text == "": // the zero Name has this text too
		w.Name(name.inexact)
	case w.nameFits(len(text)) || w.startName(len(text)):
		w.buf = append(w.buf, text[1-int(w.place&1):]...)
		w.place = writeValue
	}
}

// MemberInt writes a member with v as a number.
func (w *Writer) MemberInt(name *Name, v int64) {
	if !w.memberFits(name, num.Room) {
		w.memberSlow(name)
		w.Int(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteInt(w.tail(n), v))
}

// MemberUint writes a member with v as a number.
func (w *Writer) MemberUint(name *Name, v uint64) {
	if !w.memberFits(name, num.Room) {
		w.memberSlow(name)
		w.Uint(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteUint(w.tail(n), v))
}

// MemberFloat64 writes a member with v as a number, as [Writer.Float64] does.
func (w *Writer) MemberFloat64(name *Name, v float64) {
	if !w.memberFits(name, num.Room) || v-v != 0 {
		w.memberSlow(name)
		w.Float64(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteFloat64(w.tail(n), v))
}

// MemberBool writes a member with v, true or false.
func (w *Writer) MemberBool(name *Name, v bool) {
	if !w.memberFits(name, 5) {
		w.memberSlow(name)
		w.Bool(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + putBool(w.tail(n), v))
}

// MemberString writes a member with s as a string, as [Writer.String] does.
func (w *Writer) MemberString(name *Name, s string) {
	if !w.memberFits(name, len(s)+1+kernel.Room) {
		w.memberSlow(name)
		w.String(s)
		return
	}
	n := w.putMember(name) + 1
	if len(s) > 0 {
		consumed, written := kernel.Escape(w.tail(n), mem.Data(mem.View(s)), len(s), cap(w.buf)-len(w.buf)-n, w.set)
		if consumed < len(s) {
			w.long(n-1, s)
			return
		}
		n += written
	}
	mem.Store8(w.tail(n), 0, '"')
	w.doneMember(n + 1)
}
