package codec

import (
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// Names that are known beforehand are escaped once. Short ones are written as one block of 32 bytes with all that
// stands around them, from the comma or from behind it, and the value goes over what is too much.

// nameRoom is what a block takes, besides what stands in for a comma.
const nameRoom = 32

// Name is a member's name that a [Writer] writes as it has been prepared. It is made by [NewName], never changes,
// and is safe for concurrent use.
type Name struct {
	block         [nameRoom + 1]byte // a comma, the name, a colon, and the quote that opens a string
	size          int                // of the block without the last quote; 0: the name is too long for it, or HTML makes a difference
	minimal, html string             // a comma, the name and a colon
	inexact       string             // in their place: a name that is not UTF-8
}

// NewName prepares a name. Most programs make theirs once, as package variables.
func NewName(name string) *Name {
	if !utf8.ValidString(name) {
		return &Name{inexact: name} // what is written depends on the Writer
	}
	text := func(set *kernel.EscapeSet) string {
		return "," + string(kernel.AppendString(nil, name, set)) + ":"
	}
	n := &Name{minimal: text(&kernel.EscapeMinimal), html: text(&kernel.EscapeHTML)}
	if len(n.minimal) < nameRoom && n.minimal == n.html {
		n.size = copy(n.block[:], n.minimal+`"`) - 1
	}
	return n
}

// memberFits reports whether the block of name may stand here with a value that takes up to size bytes behind it,
// and there is room for both.
func (w *Writer) memberFits(name *Name, size int) bool {
	return w.nameFits(nameRoom+size) && name.size != 0
}

// putMember writes the block of name to the tail and returns the length, without the quote.
func (w *Writer) putMember(name *Name) int {
	next := int(w.place & 1)
	mem.Copy32(w.tail(0), 0, mem.Ptr(&name.block), 1-next)
	return name.size - 1 + next
}

// doneMember ends a member, of which n bytes have been written to the tail.
func (w *Writer) doneMember(n int) {
	w.buf = w.buf[:len(w.buf)+n]
	w.place = writeNextName
	if w.out != nil {
		w.sent()
	}
}

// Member writes the name of a member, whose value comes next.
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
	case text == "": // also of a Name that nobody has made
		w.Name(name.inexact)
	case w.nameFits(len(text)) || w.startName(len(text)):
		w.buf = append(w.buf, text[1-int(w.place&1):]...)
		w.place = writeValue
	}
}

// MemberInt writes a member that is a number.
func (w *Writer) MemberInt(name *Name, v int64) {
	if !w.memberFits(name, num.Room) {
		w.memberSlow(name)
		w.Int(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteInt(w.tail(n), v))
}

// MemberUint writes a member that is a number.
func (w *Writer) MemberUint(name *Name, v uint64) {
	if !w.memberFits(name, num.Room) {
		w.memberSlow(name)
		w.Uint(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteUint(w.tail(n), v))
}

// MemberFloat64 writes a member that is a number, as [Writer.Float64] does.
func (w *Writer) MemberFloat64(name *Name, v float64) {
	if !w.memberFits(name, num.Room) || v-v != 0 {
		w.memberSlow(name)
		w.Float64(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + num.WriteFloat64(w.tail(n), v))
}

// MemberBool writes a member that is true or false.
func (w *Writer) MemberBool(name *Name, v bool) {
	if !w.memberFits(name, 5) {
		w.memberSlow(name)
		w.Bool(v)
		return
	}
	n := w.putMember(name)
	w.doneMember(n + putBool(w.tail(n), v))
}

// MemberNull writes a member that is null.
func (w *Writer) MemberNull(name *Name) {
	if !w.memberFits(name, 4) {
		w.memberSlow(name)
		w.Null()
		return
	}
	n := w.putMember(name)
	mem.Store32(w.tail(n), 0, wire.WordNull)
	w.doneMember(n + 4)
}

// MemberString writes a member that is a string, as [Writer.String] does.
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
