package decode

import (
	"reflect"
	"unsafe"
)

// Slices and pointees are cut from slabs: blocks of one element type, sized by what the last run needed. A slab serves one
// run only: a value that is kept must not keep values of other runs alive.
const (
	slabSlots = 64
	slabMost  = 4096 // bytes of a block that is not for one long slice
)

// slab is the rest of the current block of one type. Its memory is zero.
type slab struct {
	owner *typ
	free  unsafe.Pointer
	left  int // elements
	next  int // elements of the next block
	used  int // elements handed out in this run
}

// slabOf returns the slab of t's values.
func (s *state) slabOf(t *typ) *slab {
	b := &s.slabs[t.slot]
	if b.owner != t {
		if b.owner == nil {
			s.dirtied = append(s.dirtied, t.slot)
		}
		*b = slab{owner: t, next: int(t.wanted.Load())}
	}
	return b
}

// block returns zeroed memory for at least n elements, and how many fit.
func (b *slab) block(t *typ, n int) (unsafe.Pointer, int) {
	most := max(slabMost/int(max(t.size, 1)), 1)
	want := max(n, min(b.next, most))
	b.next = 2 * want
	return t.alloc(want)
}

// drop ends the run of a slab.
func (b *slab) drop() {
	if t := b.owner; t != nil {
		if n := uint32(min(b.used, 1<<16)); n != t.wanted.Load() {
			t.wanted.Store(n)
		}
	}
	*b = slab{}
}

// pointee returns a zero value of t.
func (s *state) pointee(t *typ) unsafe.Pointer {
	if t.size == 0 || t.size > slabMost/4 {
		return reflect.New(t.rtype).UnsafePointer()
	}
	b := s.slabOf(t)
	if b.left == 0 {
		b.free, b.left = b.block(t, 1)
	}
	p := b.free
	b.used++
	// The address behind the last element is never formed: it belongs to another object.
	if b.left--; b.left > 0 {
		b.free = unsafe.Add(p, t.size)
	} else {
		b.free = nil
	}
	return p
}

// alloc returns zeroed memory for n or a few more elements of t, and how many.
func (t *typ) alloc(n int) (unsafe.Pointer, int) {
	if t.pointerFree && t.size > 0 {
		words := (uintptr(n)*t.size + 7) / 8
		b := make([]uint64, words)
		return unsafe.Pointer(unsafe.SliceData(b)), int(words * 8 / t.size)
	}
	k := 0
	for 1<<k < n {
		k++
	}
	if k < len(t.arrays) {
		at := t.arrays[k].Load()
		if at == nil {
			made := reflect.ArrayOf(1<<k, t.rtype)
			at = &made
			t.arrays[k].Store(at)
		}
		return reflect.New(*at).UnsafePointer(), 1 << k
	}
	return reflect.MakeSlice(t.sliceType(), n, n).UnsafePointer(), n
}

// move copies n elements of t from src to dst with the write barriers that their type needs.
func (t *typ) move(dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0 || t.size == 0:
	case t.pointerFree:
		copy(unsafe.Slice((*byte)(dst), uintptr(n)*t.size), unsafe.Slice((*byte)(src), uintptr(n)*t.size))
	case t.op == opString:
		copy(unsafe.Slice((*string)(dst), n), unsafe.Slice((*string)(src), n))
	case t.op == opAny:
		copy(unsafe.Slice((*any)(dst), n), unsafe.Slice((*any)(src), n))
	case t.op == opPointer:
		copy(unsafe.Slice((*unsafe.Pointer)(dst), n), unsafe.Slice((*unsafe.Pointer)(src), n))
	default:
		d, f := sliceHeader{dst, n, n}, sliceHeader{src, n, n}
		st := t.sliceType()
		reflect.Copy(reflect.NewAt(st, unsafe.Pointer(&d)).Elem(), reflect.NewAt(st, unsafe.Pointer(&f)).Elem())
	}
}

// zero clears the value of t at p.
func (t *typ) zero(p unsafe.Pointer) {
	if t.pointerFree {
		clear(unsafe.Slice((*byte)(p), t.size))
		return
	}
	reflect.NewAt(t.rtype, p).Elem().SetZero()
}
