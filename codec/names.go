package codec

import "github.com/zetes-json/zetes/internal/mem"

// Names of members are repeated, usually in the same order. A Reader stores each name that it has read, with the name
// that followed it last time, and compares the next name in the input with that successor first.

const (
	nameSlots = 128
	maxName   = 32 // the length of the longest name that is stored

	// The first fewNames names that a lent Reader reads are copied. Then the Reader makes a table of 4 KB. There may be
	// such a Reader for every few bytes of the input, so that a table for each would take too much memory.
	fewNames = 16
)

// keptName is a name that the Reader has read.
type keptName struct {
	head mem.Pattern // the first bytes of the text and the closing quote
	name string
	size int32 // the length of text and quote; 0 means that the slot is free
	next uint8 // the slot of the name that followed it last time
}

type nameTable [nameSlots]keptName

// noNames is the table of readers that have stored no name yet.
var noNames = func() (t nameTable) {
	for i := range t {
		t[i].head = mem.NoPattern
	}
	return t
}()

// nameOf returns the name from p to e in the window.
func (r *Reader) nameOf(p, e int) string {
	n, at := e-p, mem.Add(r.win.In, uintptr(p))
	if n == 0 || n > maxName {
		return r.work.arena.Text(at, n)
	}
	if r.names == &noNames {
		if r.hold == lent && r.met < fewNames {
			r.met++
			return r.work.arena.Text(at, n)
		}
		r.names = new(nameTable)
		*r.names = noNames
	}
	head := mem.PatternAt(at, n+1)
	h := (head.Mix() ^ uint64(n)) * 0x9E3779B97F4A7C15
	slot := uint8(h >> (64 - 7))
	k := &r.names[slot%nameSlots]
	if !k.is(at, n) {
		// A name may be in one of two neighbouring slots.
		other := slot ^ 1
		if o := &r.names[other%nameSlots]; o.is(at, n) || k.size != 0 && o.size == 0 {
			k, slot = o, other
		}
		if !k.is(at, n) {
			*k = keptName{head, r.work.arena.Text(at, n), int32(n + 1), slot}
		}
	}
	r.names[r.last%nameSlots].next = slot
	r.last, r.expect = slot, k.next
	return k.name
}

// is reports whether the name at p, which has n bytes and is followed by a quote, is k.name.
func (k *keptName) is(p mem.Ptr, n int) bool {
	return k.size == int32(n+1) && !k.head.DiffersAt(p) && (n < 16 || mem.Frozen(mem.Slice(p, n)) == k.name)
}
