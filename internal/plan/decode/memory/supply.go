package memory

import "github.com/zetes-json/zetes/internal/mem"

// Supply has the memory for the values of one decoding, and of an Unmarshal in a method that the decoder calls.
type Supply struct {
	*Blocks
	Arena   mem.Arena  // memory for strings
	Guesses mem.Budget // how much memory may be allocated in advance, for guessed lengths
}

// Blocks has slabs, whose contents serve one decoding only, and the cache of keys.
type Blocks struct {
	keys  *keys // nil until the first key of a map
	slabs []Slab
	used  []uint8 // slots of the slabs that were used in this decoding
}

const (
	// Slots is the usual number of slabs. Layout.Slot says which of them a type uses.
	Slots = 64
	// FewSlots is the number of slabs for a decoding that runs inside another one and can't use the memory of that one.
	// It is small because there may be such a decoding for each level of nesting.
	FewSlots = 4
)

// NewBlocks returns Blocks with slabs, which are unused. Their number is a power of two.
func NewBlocks(slabs []Slab) *Blocks { return &Blocks{slabs: slabs} }

func (b *Blocks) IsSmall() bool { return len(b.slabs) <= FewSlots }

// Forget drops the blocks with the values of this decoding, so that later values do not keep them alive.
func (m *Supply) Forget() {
	for _, i := range m.used {
		b := &m.slabs[i]
		b.drop()
		b.live, b.shared = false, false
	}
	m.used = m.used[:0]
}
