package memory

import (
	"math"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Boxes are slabs for values in interfaces: an interface with a float64 is a type word and the address of the number.
// Go allocates each such number by itself. Here it is one of a block, p = &floats[0], and floats is the rest of the
// block.
type Boxes struct {
	floats  []float64
	strings []string
	slices  [][]any
	count   int // values boxed in this run, which decides the size of blocks
}

// mostBoxes is the largest number of values in a block.
const mostBoxes = 64

// more returns the size of the next block, which grows with the number of values in the run. A document of three
// numbers gets a block of 4, one of a thousand soon gets blocks of 64. A block lives as long as any value in it: 64
// bounds what one number that is kept can keep alive.
func (b *Boxes) more() int { return min(b.count/2+4, mostBoxes) }

// Forget gives up the blocks, which must not serve another run.
func (b *Boxes) Forget() {
	if b.count != 0 {
		*b = Boxes{}
	}
}

var (
	floatWord  = mem.TypeWord(float64(0))
	stringWord = mem.TypeWord("")
	sliceWord  = mem.TypeWord([]any(nil))
)

// small has the integers that take one byte, which share their memory in all results, as Go's own interfaces do for
// integers of one byte.
var small = func() (list [256]float64) {
	for i := range list {
		list[i] = float64(i)
	}
	return list
}()

// Float returns f as an interface whose value lies in a block of floats, so one allocation serves up to mostBoxes
// numbers. The number -0 is not one of the small ones.
func (b *Boxes) Float(f float64) any {
	if i := uint8(int64(f)); math.Float64bits(small[i]) == math.Float64bits(f) {
		return mem.Interface(floatWord, unsafe.Pointer(&small[i]))
	}
	return box(b, &b.floats, floatWord, f)
}

// String is Float for strings. A block holds their headers; the text is the arena's.
func (b *Boxes) String(s string) any { return box(b, &b.strings, stringWord, s) }

// Slice is Float for slices of interfaces. A block holds their headers.
func (b *Boxes) Slice(v []any) any { return box(b, &b.slices, sliceWord, v) }

// box returns v, whose type has that word, as an interface whose value lies in a block, of which rest is free.
func box[T any](b *Boxes, rest *[]T, word unsafe.Pointer, v T) any {
	if len(*rest) == 0 {
		*rest = make([]T, b.more())
	}
	p := &(*rest)[0]
	*rest = (*rest)[1:]
	b.count++
	*p = v
	return mem.Interface(word, unsafe.Pointer(p))
}
