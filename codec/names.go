package codec

import (
	"math/bits"

	"github.com/zetes-json/zetes/internal/mem"
)

// Names of members come again and again, and mostly in the same order. A Reader keeps those that it has met, with the one that
// came next each time, and compares that first: two words, as the compiled plans do with the next field.

const (
	nameSlots = 128
	maxName   = 32 // the longest name that is kept
)

// keptName is a name that was met.
type keptName struct {
	// Its text and the closing quote as they stand in the input: the first 16 bytes as two words under masks.
	word0, mask0 uint64
	word1, mask1 uint64
	name         string
	size         int32 // of text and quote; 0: the slot is free
	next         uint8 // the slot of the name that came behind it last
}

type nameTable [nameSlots]keptName

// noNames is the table of readers that have met none. Under its empty masks no word is right.
var noNames = func() (t nameTable) {
	for i := range t {
		t[i].word0 = 1
	}
	return t
}()

// nameOf returns the name from p to e in the window.
func (r *Reader) nameOf(p, e int) string {
	n := e - p
	if n == 0 || n > maxName {
		return r.arena.Text(mem.Add(r.input.In, uintptr(p)), n)
	}
	w0, w1 := mem.Load64(r.input.In, p), mem.Load64(r.input.In, p+8)
	mask0, mask1 := mem.LowBytes(n+1), mem.LowBytes(n+1-8)
	w0, w1 = w0&mask0, w1&mask1
	h := (w0 ^ bits.RotateLeft64(w1, 29) ^ uint64(n)) * 0x9E3779B97F4A7C15
	slot := uint8(h >> (64 - 7))
	if r.names == &noNames {
		r.names = new(nameTable)
		*r.names = noNames
	}
	k := &r.names[slot%nameSlots]
	if !k.is(r, w0, w1, p, n) {
		// Two slots for each name: the other one, or the place of what was there.
		other := slot ^ 1
		if o := &r.names[other%nameSlots]; o.is(r, w0, w1, p, n) || k.size != 0 && o.size == 0 {
			k, slot = o, other
		}
		if !k.is(r, w0, w1, p, n) {
			*k = keptName{w0, mask0, w1, mask1, r.arena.Text(mem.Add(r.input.In, uintptr(p)), n), int32(n + 1), slot}
		}
	}
	r.names[r.last%nameSlots].next = slot
	r.last, r.expect = slot, k.next
	return k.name
}

// is reports whether k is the name of n bytes at p.
func (k *keptName) is(r *Reader, w0, w1 uint64, p, n int) bool {
	return k.size == int32(n+1) && k.word0 == w0 && k.word1 == w1 && (n < 16 || string(r.buf[p:p+n]) == k.name)
}
