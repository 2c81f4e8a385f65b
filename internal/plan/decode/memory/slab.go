package memory

import "unsafe"

// Elements of slices and pointees are cut from slabs: blocks of one element type. For [{"a":[1,2]},{"a":[3]}] the two
// arrays of ints lie in one block, one after the other. The first block of a run is as large as the last run needed,
// within the budget, so a hundred small slices cost a few allocations. The part of a block that a slice does not use is
// for the next slice.
//
// A slab serves one run only: a value that is kept must not keep values of other runs alive.

// SlabMost is the largest number of bytes of a block that is not for one long slice.
const SlabMost = 4096

// Slab is the unused rest of the blocks of one type. Its memory is zero.
//
// For [[1,2],[3]] into [][]int the slab of the ints has a rest of, say, 8. The first array takes it, uses 2 and gives
// back 6; the second one takes these 6 and gives back 5. So [1,2] and [3] lie one after the other, in one allocation.
//
// Made elements are values (used), or lie in rests, or were lost by slices that grew.
type Slab struct {
	owner  *Layout  // of the last run that used the slot
	live   bool     // in this run
	shared bool     // several types have used the slot in this run
	count  uint8    // of rests
	rests  [4]Spare // of several blocks: a slice whose end is open has one to itself, and the values inside it need another
	made   int      // elements of all blocks of this run
	used   int      // of these handed out
	filled int      // of these given back to the budget
}

// Spare is memory for N elements.
type Spare struct {
	P unsafe.Pointer
	N int
}

// First reports whether b has made no memory in this run, for any type.
func (b *Slab) First() bool { return b.made == 0 && !b.shared }

// Take removes a rest from the slab, or makes a new block. The caller uses the first elements, and gives back the
// others.
func (m *Supply) Take(b *Slab) Spare {
	if b.count > 0 {
		b.count--
		r := b.rests[b.count]
		b.rests[b.count].P = nil
		return r
	}
	return m.Block(b, 1)
}

// Give puts back the rest of r after i elements. If there are too many rests the smallest one is dropped.
func (b *Slab) Give(r Spare, i int) {
	b.used += i
	if r.N == i {
		// The address after the last element is never formed: it belongs to another object.
		return
	}
	r = Spare{unsafe.Add(r.P, uintptr(i)*b.owner.Size), r.N - i}
	if int(b.count) < len(b.rests) {
		b.rests[b.count] = r
		b.count++
		return
	}
	least := 0
	for k := range b.rests {
		if b.rests[k].N < b.rests[least].N {
			least = k
		}
	}
	if b.rests[least].N < r.N {
		b.rests[least] = r
	}
}

// SlabOf returns the slab of l's values. Types with the same slot displace each other: the rests are then dropped,
// which only costs memory.
func (m *Supply) SlabOf(l *Layout) *Slab {
	b := &m.slabs[l.Slot&uint8(len(m.slabs)-1)]
	if b.owner != l || !b.live {
		m.claim(b, l)
	}
	return b
}

// claim makes b the slab of l's values, if it is another type's or was not used in this run.
//
//go:noinline
func (m *Supply) claim(b *Slab, l *Layout) {
	if !b.live {
		b.live = true
		m.used = append(m.used, l.Slot&uint8(len(m.slabs)-1))
	} else {
		m.Fill(b) // of another type in the same slot
		b.drop()
		b.shared = true
	}
	if b.owner != l {
		b.owner = l
	}
}

// Block returns zeroed memory for at least n elements: as many as the last run would still take, or half of those that
// this one has handed out, within the budget. The n elements that are needed are not guesses. The others are drawn from
// the budget, so that a run of many types can't have a block of 4 KB for each on a few bytes of input.
func (m *Supply) Block(b *Slab, n int) Spare {
	l := b.owner
	most := max(SlabMost/int(max(l.Size, 1)), 1)
	more := max(int(l.wanted.Load())-b.made, b.used/2)
	if more = min(more, most); more > n {
		m.Fill(b)
		n += m.Guesses.Draw(more-n, l.Size)
	}
	p, n := l.Alloc(n)
	b.made += n
	return Spare{p, n}
}

// Long returns memory for one slice that needs about n elements, more than a block has.
func (m *Supply) Long(b *Slab, n int) Spare {
	p, n := b.owner.Alloc(1 + m.Guesses.Draw(n-1, b.owner.Size))
	b.made = n
	return Spare{p, n}
}

// Fill gives the memory that the slab has handed out back to the budget.
func (m *Supply) Fill(b *Slab) {
	m.Guesses.Fill(b.used-b.filled, b.owner.Size)
	b.filled = b.used
}

// drop forgets the blocks of the slab, and remembers how much of them was used.
func (b *Slab) drop() {
	l := b.owner
	if n := uint32(min(b.used, 1<<16)); n != l.wanted.Load() {
		l.wanted.Store(n)
	}
	for i := range b.count {
		b.rests[i].P = nil
	}
	b.count, b.made, b.used, b.filled = 0, 0, 0, 0
}

// Pointee returns a zero value of l from its slab.
func (m *Supply) Pointee(l *Layout) unsafe.Pointer {
	b := m.SlabOf(l)
	if b.count == 0 {
		r := m.Take(b)
		b.Give(r, 1)
		return r.P
	}
	r := &b.rests[b.count-1]
	at := r.P
	b.used++
	if r.N--; r.N > 0 {
		r.P = unsafe.Add(at, l.Size)
	} else {
		r.P = nil
		b.count--
	}
	return at
}
