package codec

import (
	"iter"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// For member names that are known in advance, a Reader returns the number of the name instead of its text. Members
// usually have the order in which the names were given. So the Reader first compares the name in the input with the
// next name in the list, after the name that it found last, and then with the name after that, since members are often
// left out. All other names are found by their hash.

// Names are member names that a [Reader] reports by number. [NewNames] makes them. They never change, and are safe for
// concurrent use. The zero Names, and nil, contain no name.
type Names struct {
	list  []knownName // the last two entries match no name
	index wire.NameIndex
}

type knownName struct {
	head mem.Pattern // the first bytes of the text and the closing quote
	size int         // the length of text and quote
	name string
}

// NewNames prepares names, best in the order in which they are expected. The number of a name is its index in names, or
// its first index if it is given twice. Most programs make their Names once, as package variables.
func NewNames(names ...string) *Names {
	known := &Names{list: make([]knownName, len(names)+2), index: wire.IndexNames(names)}
	for i := range known.list {
		k := &known.list[i]
		k.head = mem.NoPattern
		if i < len(names) && known.index.Find(names[i]) == i {
			k.name = names[i]
			k.head, k.size = wire.NamePattern(k.name)
		}
	}
	return known
}

// noNamesKnown replaces the zero Names and nil.
var noNamesKnown = NewNames()

func (n *Names) orNone() *Names {
	if n == nil || len(n.list) == 0 {
		return noNamesKnown
	}
	return n
}

// Unknown is the number of a member whose name is not in the Names.
const Unknown = -1

// NextMemberOf does what [Reader.NextMember] does, but returns the number of the member's name in names, or [Unknown].
func (r *Reader) NextMemberOf(names *Names) (index int, ok bool) {
	return r.nextOf(names.orNone(), len(r.stack), false)
}

// ObjectOf does what [Reader.Object] does, but yields the number of each member's name in names, or [Unknown].
func (r *Reader) ObjectOf(names *Names) iter.Seq[int] {
	return func(yield func(int) bool) {
		if !r.BeginObject() {
			return
		}
		depth, names := len(r.stack), names.orNone()
		for {
			if i, ok := r.nextOf(names, depth, true); !ok || !yield(i) {
				return
			}
		}
	}
}

// MemberName returns the name of the current member as a view, for example if ObjectOf has yielded [Unknown]. Between
// members it returns nil.
func (r *Reader) MemberName() []byte {
	if !r.at(atValue) || r.after != atNextMember {
		return nil
	}
	if p := r.member + 1; p > 0 {
		if e := r.win.StringEnd(p); r.win.At(e) == '"' && !r.win.Dirty {
			return r.win.Text[p:e:e]
		}
	}
	return r.openName(len(r.stack), r.member)
}

// nextOf moves to the next member of the object at that depth. If loop is true, the body of a range loop may have left
// the previous value unread.
func (r *Reader) nextOf(names *Names, depth int, loop bool) (index int, ok bool) {
	p := r.toName(depth)
	if p < 0 {
		if p == atClosed {
			return Unknown, false
		}
		return r.nextOfSlow(names, depth, loop)
	}
	list := names.list
	if index = int(r.expected); index >= len(list)-1 {
		index = len(list) - 2
	}
	w0, w1 := mem.Load64(r.win.In, p), mem.Load64(r.win.In, p+8)
	k := &list[index]
	differs := k.head.Differs(w0, w1)
	if differs {
		index++
		k = &list[index]
		differs = k.head.Differs(w0, w1)
	}
	q := p + k.size
	if differs || k.size > 16 && !r.isLong(k, p) || k.size-1 > r.bounds.longest {
		if index, q = r.knownAt(names, p); q < 0 {
			return r.nextOfSlow(names, depth, false)
		}
	}
	if q = r.win.Token(q); r.win.At(q) != ':' {
		return r.nextOfSlow(names, depth, false)
	}
	if q++; r.win.At(q) == ' ' {
		q++ // in most indented documents there is one space
	}
	if q = r.win.Token(q); q >= len(r.win.Text) {
		return r.nextOfSlow(names, depth, false)
	}
	if r.index++; index >= 0 {
		r.expected = int32(index + 1)
	}
	r.member = p - 1
	r.win.Pos, r.place = q, atValue
	return index, true
}

// isLong reports whether the whole name at p is k.name. It is for names of 16 bytes or more, of which k.head has only
// the first 16.
func (r *Reader) isLong(k *knownName, p int) bool {
	e := p + k.size
	return e <= len(r.win.Text) && string(r.win.Text[p:e-1]) == k.name && r.win.Text[e-1] == '"'
}

// knownAt finds the name whose text starts at p by its hash. It returns the number of the name, or Unknown, and the
// position after the closing quote. If nextOfSlow must handle the name, end is -1.
func (r *Reader) knownAt(names *Names, p int) (index, end int) {
	e := r.win.StringEnd(p)
	if r.win.At(e) != '"' || r.win.Dirty || e-p > r.bounds.longest {
		return 0, -1
	}
	return names.index.Find(mem.Frozen(r.win.Text[p:e])), e + 1
}

func (r *Reader) nextOfSlow(names *Names, depth int, loop bool) (index int, ok bool) {
	name, ok := r.memberSlow(depth, loop)
	if !ok {
		return Unknown, false
	}
	if index = names.index.Find(name); index >= 0 {
		r.expected = int32(index + 1)
	}
	return index, true
}
