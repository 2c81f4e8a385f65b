package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/option"
)

// If the input turns out not to be JSON, the target gets its old values back, but only in the parts that the input
// names: for {"a":1,"b" into struct{A, B, c int} only A. Other goroutines may have written to B, to c or to a mutex
// beside them. These writes stay, as in encoding/json, which checks the input first.
//
// So the input is walked once more, up to its fault, together with the saved values. Both are in the order in which the
// decoder reached them. The walk makes a list of the words to put back, which is then followed from its end.
//
// If [{"a":1},{"b":2 was decoded into []T{{A: 7}, {B: 8}}, the slice header was saved first, for position 0, then both
// structs at once, for position 1. The walk starts at the header, whose value [ leads to the elements. There a of the
// first struct and b of the second one are listed, with their old words. Then b, a and the header are written back.

// undoing is a second walk over the input. The entries of undo.kept before index next are done.
type undoing struct {
	*state
	next int // index of the next entry in undo.kept
	list []written
}

// written records n values of t at address at, and where their old words are. If old is nil, the values were zero.
type written struct {
	t       *node
	at, old unsafe.Pointer
	n       int
}

// restore puts back saved values. If the t at dst was zero, it clears the parts that the decoder has written. Entries
// that this walk does not reach, since the text around them is not JSON, get a walk of their own.
func (s *state) restore(t *node, dst unsafe.Pointer, zero bool) {
	u := undoing{state: s}
	if zero {
		u.value(t, s.Space(s.first), dst, nil)
	}
	for u.next < len(s.undo.kept) {
		u.nextEntry()
	}
	for i := range s.undo.kept {
		if k := &s.undo.kept[i]; k.n == 0 { // a map that was empty: see keepEmpty
			reflect.NewAt(k.t.Type, unsafe.Pointer(&k.at)).Elem().Clear()
		}
	}
	// The loop starts at the end: if a word is listed twice, its older value is written last.
	for i := len(u.list) - 1; i >= 0; i-- {
		w := &u.list[i]
		w.t.Move(w.at, w.old, w.n)
	}
}

// put lists w. If w.old is nil, the whole target was zero: the order of writing does not matter, so put clears at once.
func (u *undoing) put(w written) {
	switch {
	case w.old != nil:
		u.list = append(u.list, w)
	case w.t.PointerFree:
		clear(unsafe.Slice((*byte)(w.at), uintptr(w.n)*w.t.Size))
	default:
		for k := range w.n {
			w.t.Zero(unsafe.Add(w.at, uintptr(k)*w.t.Size))
		}
	}
}

// nextEntry walks over the input of the values of the next entry in kept, and lists what to put back. It returns the
// position after the last value, or -1 where the input is not JSON. An entry with a negative start is listed as a
// whole. If the array in the input has fewer values than the entry, the other values are left alone.
func (u *undoing) nextEntry() int {
	k := &u.undo.kept[u.next]
	u.next++
	p := k.start
	if k.n == 0 {
		return p
	}
	if p < 0 {
		u.put(written{k.t, k.at, unsafe.Pointer(&u.undo.old[k.first]), k.n})
		return p
	}
	for i := range k.n {
		offset := uintptr(i) * k.t.Size
		at, old := unsafe.Add(k.at, offset), unsafe.Add(unsafe.Pointer(&u.undo.old[k.first]), offset)
		if i > 0 {
			if p = u.Token(p); u.At(p) != ',' {
				break
			}
			p = u.Token(p + 1)
		}
		if k.anew {
			p = u.entire(k.t, p, at, old)
		} else {
			p = u.value(k.t, p, at, old)
		}
		if p < 0 {
			break
		}
	}
	return p
}

// value walks over the value at p, which was decoded into the t at dst, whose old words are at old. It goes into
// structs and Go arrays, so that only the parts named in the input are listed. Values of all other types are listed as
// a whole; the pointees of pointers and the elements of slices were saved as entries of their own.
func (u *undoing) value(t *node, p int, dst, old unsafe.Pointer) int {
	c := u.At(p)
	switch {
	case p >= u.N && t.Type.Kind() != pointerKind: // a pointer is made before the value is read
		return -1
	case c == '{' && t.fields != nil && t.fields.rules == nil && !t.fields.keeps:
		return u.object(t, p, dst, old)
	case c == '[' && t.len > 0:
		return u.array(t, p, dst, old)
	// The decoder has skipped a value of the wrong kind, so it has written nothing.
	case (t.fields != nil || t.len > 0) && !u.cfg.Own && !(u.options.Has(option.MergeAnew) && u.IsNull(p)):
		return u.pass(p)
	}
	return u.entire(t, p, dst, old)
}

// entire lists the whole t at dst as written, and returns the position after its value at p.
func (u *undoing) entire(t *node, p int, dst, old unsafe.Pointer) int {
	u.put(written{t, dst, old, 1})
	return u.pass(p)
}

// object is undoing.value for the object at p, which was decoded into the struct at dst.
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
		if f == nil {
			f = t.fields.rest
		}
		if p = u.Colon(e); p < 0 {
			return -1
		}
		switch {
		case f == nil:
			p = u.pass(p)
		case len(f.hops) > 0: // the pointee was saved as an entry of its own
			u.put(written{nodesOfMemory().pointer, unsafe.Add(dst, f.offset), within(old, f.offset), 1})
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

// array is undoing.value for the array at p, which was decoded into the Go array at dst.
func (u *undoing) array(t *node, p int, dst, old unsafe.Pointer) int {
	p, more := u.Enter(p)
	i := 0
	for ; more; i++ {
		if i < t.len {
			offset, walk := uintptr(i)*t.elem.Size, u.value
			if u.options.Has(option.MergeAnew) {
				walk = u.entire
			}
			p = walk(t.elem, p, unsafe.Add(dst, offset), within(old, offset))
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
		offset := uintptr(i) * t.elem.Size
		u.put(written{t.elem, unsafe.Add(dst, offset), within(old, offset), t.len - i})
	}
	return p
}

// pass returns the position after the value at p, or -1 where the input is not JSON. If there are saved entries for
// parts of the value, it calls undoing.nextEntry for them. The input of such an entry starts at p itself if the value
// is decoded through a pointer. It starts after the bracket at p if the entry is for the elements of a slice.
func (u *undoing) pass(p int) int {
	e, q := p, -1
	for u.next < len(u.undo.kept) {
		if q = u.undo.kept[u.next].start; q >= 0 || ^q > p {
			break
		}
		u.nextEntry() // this is an entry for bytes of this value, or of an earlier one
	}
	switch {
	case q == p: // the pointee of a pointer
		e = u.nextEntry()
	case u.At(p) == '[' && u.Token(p+1) == q: // the elements of a slice
		for e = u.nextEntry(); e >= 0; e = u.pass(e) {
			more := false
			if e, more = u.Next(e, ']'); e < 0 || !more {
				break
			}
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

func within(old unsafe.Pointer, offset uintptr) unsafe.Pointer {
	if old == nil {
		return nil
	}
	return unsafe.Add(old, offset)
}
