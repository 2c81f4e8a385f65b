package decode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/meter"
)

// A target gets back what it held, if its input turns out not to be JSON, in those places alone that the input names:
// of {"a":1,"b" into struct{A, B, c int} that is A. What others write meanwhile to B, to c or to a mutex beside them
// stays, as it does where encoding/json looks at the input first.
//
// So the input is walked through once more, as far as it goes, beside what was put by. Both are in the order in which
// the decoder came to them. The walk makes a list of what has to be put back, for the same place may be in it twice:
// the list is then followed from its end.

// Of [{"a":1},{"b":2 over []T{{A: 7}, {B: 8}} the slice's header was put by first, for the position 0, then both
// structs at once, for 1. The walk starts at the header, whose value [ leads into the elements: a in the first
// struct and b in the second one are listed, each with the words that it had. Then b, a and the header are written
// back, in that order.
//
// The decoder has ended at the fault in the input, and so does the walk.

// undoing is a walk that looks for what has to be put back.
// next is its place beside the input: entries before it have been gone through.
type undoing struct {
	*state
	next int // of the places that were put by
	list []written
}

// written are n values of t, one behind the other, that the decoder may have written, and what they were before: zero,
// or what lies at old. The rest of a Go array is one of them: [] names all of a [4000]int8.
type written struct {
	t       *node
	at, old unsafe.Pointer
	n       int
}

// restore puts back what was put by, and clears what the decoder has written to the t at dst, which with zero was zero.
// Entries that the walk does not come by, for the text around them is cut or is no JSON, are gone through behind
// it, each from its own start.
func (s *state) restore(t *node, dst unsafe.Pointer, zero bool) {
	u := undoing{state: s}
	if zero {
		u.value(t, s.Space(s.first), dst, nil)
	}
	for u.next < len(s.kept) {
		u.place()
	}
	// From the end: of a place that is listed twice the older value is written last.
	for i := len(u.list) - 1; i >= 0; i-- {
		switch w := &u.list[i]; {
		case w.old != nil:
			w.t.move(w.at, w.old, w.n)
		case w.t.pointerFree:
			clear(unsafe.Slice((*byte)(w.at), uintptr(w.n)*w.t.size))
		default:
			for k := range w.n {
				w.t.zero(unsafe.Add(w.at, uintptr(k)*w.t.size))
			}
		}
	}
}

// place goes through the values of the next place that was put by, and returns the position behind the last one, or -1.
// Bytes that are overwritten, and pointers to embedded structs, have no start: they are listed as a whole. An
// array that has fewer than n values leaves the others as they are, for they were not written.
func (u *undoing) place() int {
	k := &u.kept[u.next]
	u.next++
	p := k.start
	if p < 0 {
		u.list = append(u.list, written{k.t, k.at, unsafe.Pointer(&u.old[k.first]), k.n})
		return p
	}
	for i := range k.n {
		offset := uintptr(i) * k.t.size
		at, old := unsafe.Add(k.at, offset), unsafe.Add(unsafe.Pointer(&u.old[k.first]), offset)
		if i > 0 {
			if p = u.Token(p); u.At(p) != ',' {
				break
			}
			p = u.Token(p + 1)
		}
		if k.led {
			p = u.led(k, i, p, at, old)
		} else {
			p = u.value(k.t, p, at, old)
		}
		if p < 0 {
			break
		}
	}
	return p
}

// led is value for pointer i of a place that has what its pointers lead to as well. Where that pointer was nil, or
// becomes it, nothing was written to what it leads to.
func (u *undoing) led(k *saved, i, p int, at, old unsafe.Pointer) int {
	in := *(*unsafe.Pointer)(old)
	if in == nil || u.IsNull(p) {
		return u.value(k.t, p, at, old)
	}
	each, head := int(k.t.elem.size+7)>>3, (k.n*int(k.t.size)+7)>>3
	return u.value(k.t.elem, p, in, unsafe.Pointer(&u.old[k.first+head+i*each]))
}

// value goes through the value at p, which was decoded into the t at dst that was what old is. It returns the position
// behind the value, or -1 where the input is not JSON.
// Structs and Go arrays are gone into, so that only what is named is listed. Everything else is one place,
// whatever lies within it: a pointer or a slice's header, and what it leads to was put by itself.
func (u *undoing) value(t *node, p int, dst, old unsafe.Pointer) int {
	c := u.At(p)
	switch {
	case p >= u.N && t.rtype.Kind() != pointerKind: // a pointer is made before the value is looked at
		return -1
	case c == '{' && t.fields != nil && t.fields.rules == nil:
		return u.object(t, p, dst, old)
	case c == '[' && t.len > 0:
		return u.array(t, p, dst, old)
	case (t.fields != nil || t.len > 0) && !u.cfg.Own: // what does not fit is passed over
		return u.pass(p)
	}
	u.list = append(u.list, written{t, dst, old, 1})
	return u.pass(p)
}

// object is value for the object at p and a struct.
// It finds fields as decodeStruct does, so that a name leads to the same one.
func (u *undoing) object(t *node, p int, dst, old unsafe.Pointer) int {
	p, more := u.Enter(p)
	for more {
		if u.At(p) != '"' {
			return -1
		}
		name, e := u.view(p + 1)
		if e < 0 {
			return -1
		}
		f := t.fields.find(unsafe.String(unsafe.SliceData(name), len(name)))
		if p = u.Colon(e); p < 0 {
			return -1
		}
		switch {
		case f == nil:
			p = u.pass(p)
		case len(f.hops) > 0: // what the pointer leads to was put by itself
			u.list = append(u.list, written{nodesPutBy().pointer, unsafe.Add(dst, f.offset), within(old, f.offset), 1})
			p = u.pass(p)
		default:
			p = u.value(f.node, p, unsafe.Add(dst, f.offset), within(old, f.offset))
		}
		if p < 0 {
			return -1
		}
		if p, more = u.Next(p, '}'); p < 0 {
			return -1
		}
	}
	return p
}

// array is value for the array at p and an array of Go's, the rest of which is cleared at the end.
func (u *undoing) array(t *node, p int, dst, old unsafe.Pointer) int {
	p, more := u.Enter(p)
	i := 0
	for ; more; i++ {
		if i < t.len {
			offset := uintptr(i) * t.elem.size
			p = u.value(t.elem, p, unsafe.Add(dst, offset), within(old, offset))
		} else {
			p = u.pass(p)
		}
		if p < 0 {
			return -1
		}
		if p, more = u.Next(p, ']'); p < 0 {
			return -1
		}
	}
	if i < t.len {
		offset := uintptr(i) * t.elem.size
		u.list = append(u.list, written{t.elem, unsafe.Add(dst, offset), within(old, offset), t.len - i})
	}
	return p
}

// pass returns the position behind the value at p, or -1. Places within it that were put by are gone through.
// The walk can't jump over a value whose inside was put by. Such a place starts at p itself, where p stands for a
// pointer, or behind the bracket at p and the empty objects there, where it stands for a slice; in both cases place
// goes through it and comes out at its end.
func (u *undoing) pass(p int) int {
	e, q := p, -1
	for u.next < len(u.kept) {
		if q = u.kept[u.next].start; q >= 0 {
			break
		}
		u.place() // bytes of this value, or of one before it
	}
	switch {
	case q == p: // behind a pointer
		e = u.place()
	case u.At(p) == '[' && u.leadsTo(p, q): // the elements of a slice
		if e = u.place(); e >= 0 {
			e = u.elements(e)
		}
	default:
		if e = u.Skip(p, maxDepth); e < 0 {
			meter.Look(u.N - p)
		} else {
			meter.Look(e - p)
		}
	}
	return e
}

// leadsTo reports whether the first element of the array at p that is not an empty object is at q: nothing was put by
// for those in front.
func (u *undoing) leadsTo(p, q int) bool {
	r := u.Token(p + 1)
	for r < q && u.emptyObject(r) {
		if r = u.Token(r + 2); u.At(r) != ',' {
			return false
		}
		r = u.Token(r + 1)
	}
	meter.Look(r - p)
	return r == q
}

// elements returns the position behind the array of which e is the end of an element, or -1.
func (u *undoing) elements(e int) int {
	for {
		p, more := u.Next(e, ']')
		if p < 0 || !more {
			return p
		}
		if e = u.pass(p); e < 0 {
			return -1
		}
	}
}

// within returns the address offset bytes behind old, if there is any.
func within(old unsafe.Pointer, offset uintptr) unsafe.Pointer {
	if old == nil {
		return nil
	}
	return unsafe.Add(old, offset)
}
