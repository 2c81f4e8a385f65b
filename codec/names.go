package codec

import "github.com/zetes-json/zetes/internal/mem"

// The names of members come again and again, mostly in the same order. A Reader keeps the names that it has met, each
// with the name that followed it last time, and compares that one first, as compiled plans do with the next field.

const (
	nameSlots = 128
	maxName   = 32 // the longest name that is kept

	// A borrowed Reader copies so many names before it makes a table of 4 KB: there may be such a Reader for every few
	// bytes of the input.
	fewNames = 16
)

// keptName is a name that was met.
type keptName struct {
	head mem.Pattern // the text and the closing quote, as they stand in the input
	name string
	size int32 // of text and quote; 0 means that the slot is free
	next uint8 // the slot of the name that followed it last time
}

type nameTable [nameSlots]keptName

// noNames is the table of readers that have met no name.
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
		// Each name has two slots: the other one is next to it.
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

// is reports whether the n bytes at p, which a quote follows, are k's name.
func (k *keptName) is(p mem.Ptr, n int) bool {
	return k.size == int32(n+1) && !k.head.DiffersAt(p) && (n < 16 || mem.Frozen(mem.Slice(p, n)) == k.name)
}
