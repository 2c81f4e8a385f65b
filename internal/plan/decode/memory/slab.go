package memory

import "unsafe"

// Memory for elements of slices and for pointees comes from slabs: blocks for many values of one type. For
// [{"a":[1,2]},{"a":[3]}] the two arrays of ints lie in one block, one after the other. The first block is as large as
// the last decoding needed, if the budget for guesses (mem.Budget) allows it. The blocks of a slab serve one decoding
// only, so that a value which is kept does not keep the values of others alive.

// SlabMost is the size in bytes of the largest block of a slab. Only blocks for one long slice are larger.
const SlabMost = 4096

// Slab has the unused parts (rests) of the blocks of one type. Their memory is zero. If [[1,2],[3]] is decoded into
// [][]int, and a rest has space for 8 ints, the first array uses 2 and gives back 6, and the second gives back 5.
type Slab struct {
	owner  *Layout  // the type whose values the slab has, or had in an earlier decoding
	live   bool     // the slab was used in this decoding
	shared bool     // several types have used the slab in this decoding
	count  uint8    // number of rests
	rests  [4]Spare // unused parts of blocks; an open slice takes one, and slices inside it need others
	made   int      // number of elements of all blocks made in this decoding
	used   int      // number of these elements that values use
	filled int      // number of the used elements that were given back to the budget by Fill
}

// Spare is memory for N elements.
type Spare struct {
	P unsafe.Pointer
	N int
}

// First reports whether b has made no block in this decoding yet, for any type.
func (b *Slab) First() bool { return b.made == 0 && !b.shared }

// Take removes the unused part of a block from the slab, or makes a block. The caller gives back what it does not use.
func (m *Supply) Take(b *Slab) Spare {
	if b.count > 0 {
		b.count--
		r := b.rests[b.count]
		b.rests[b.count].P = nil
		return r
	}
	return m.Block(b, 1)
}

// Give returns the memory r, whose first i elements are used, to the slab. A full slab drops its smallest rest.
func (b *Slab) Give(r Spare, i int) {
	b.used += i
	if r.N == i {
		return // keep no empty rest: its address, after the last element, may be another object's
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

// SlabOf returns the slab for l's values. Unused memory for another type with the same Slot is dropped.
func (m *Supply) SlabOf(l *Layout) *Slab {
	b := &m.slabs[l.Slot&uint8(len(m.slabs)-1)]
	if b.owner != l || !b.live {
		m.claim(b, l)
	}
	return b
}

// claim makes b the slab for l's values, if it was not used in this decoding or has values of another type.
//
//go:noinline
func (m *Supply) claim(b *Slab, l *Layout) {
	if !b.live {
		b.live = true
		m.used = append(m.used, l.Slot&uint8(len(m.slabs)-1))
	} else {
		m.Fill(b) // another type with the same slot has used b
		b.drop()
		b.shared = true
	}
	if b.owner != l {
		b.owner = l
	}
}

// Block returns zeroed memory for at least n elements. It also guesses how many elements will be needed later: as many
// as the last decoding used, less those made so far, or half of those used so far. Memory for guesses is drawn from a
// budget. Without it, a few bytes of input with many types could make a block of 4 KB for each type.
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

// Long returns memory for a slice that will probably get n elements, which is more than a block has. The memory after
// the first element is drawn from the budget for guesses, so there may be less memory than for n elements.
func (m *Supply) Long(b *Slab, n int) Spare {
	p, n := b.owner.Alloc(1 + m.Guesses.Draw(n-1, b.owner.Size))
	b.made = n
	return Spare{p, n}
}

// Fill gives the bytes of all used elements back to the budget for guesses, since the guesses about them were right.
func (m *Supply) Fill(b *Slab) {
	m.Guesses.Fill(b.used-b.filled, b.owner.Size)
	b.filled = b.used
}

// drop forgets the blocks of the slab. It stores in the layout how many elements were used, for the next decoding.
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

// Pointee returns the address of a new zero value of l's type, in memory from the slab for l.
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
