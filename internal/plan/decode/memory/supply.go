package memory

import "github.com/zetes-json/zetes/internal/mem"

// Supply makes the values of one run. A run that calls a method offers its Supply to the decoding in the method, as a
// whole.
type Supply struct {
	*Blocks
	Arena   mem.Arena  // for strings
	Guesses mem.Budget // bytes that may still be guessed
}

// Blocks are the slabs of a run, with the cache of keys. The slabs serve one run only; the cache, and what the slabs
// have learned about their types, serve the next one too.
type Blocks struct {
	keys  *keys // nil until a map has a key
	slabs []Slab
	used  []uint8 // slots of the slabs that were used in this run
}

const (
	// Slots is the number of slabs of a run. Types share them by their Slot.
	Slots = 64
	// FewSlots is the number of slabs of a run within another run whose memory it can't have: there may be one for each
	// level of nesting.
	FewSlots = 4
)

// NewBlocks returns Blocks with so many slabs, a power of two.
func NewBlocks(slots int) *Blocks { return &Blocks{slabs: make([]Slab, slots)} }

// IsSmall reports whether b has few slabs.
func (b *Blocks) IsSmall() bool { return len(b.slabs) <= FewSlots }

// Forget drops the memory of a run's values, and remembers how much each type has used. Values of this run lie in
// blocks of its slabs: if a slab served the next run too, a value of that run would keep them alive.
func (m *Supply) Forget() {
	if len(m.used) > 0 {
		m.forget()
	}
}

func (m *Supply) forget() {
	for _, i := range m.used {
		b := &m.slabs[i]
		b.drop()
		b.live, b.shared = false, false
	}
	m.used = m.used[:0]
}
