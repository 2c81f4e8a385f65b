package memory

import (
	"math"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Boxes has blocks for values in interfaces. An interface with a float64 is a type word and the address of the number.
// Go makes an allocation for each such number; here it is the address of the next free number in a block.
type Boxes struct {
	floats  []float64
	strings []string
	slices  [][]any
	count   int // number of values so far in this decoding
}

const mostBoxes = 64 // the largest number of values in a block

// more returns the number of values for the next block, which grows with the number of values so far. A block lives as
// long as any value in it, so mostBoxes limits how much memory one number can keep alive.
func (b *Boxes) more() int { return min(b.count/2+4, mostBoxes) }

// Forget drops the blocks. A later decoding must not use them: its values would keep the earlier values alive.
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

// small has the numbers 0 to 255. All results share them, as Go's own interfaces share integers below 256.
var small = func() (list [256]float64) {
	for i := range list {
		list[i] = float64(i)
	}
	return list
}()

// Float returns f as an interface whose value is in a block, or in small. -0 is not small, since its bits differ.
func (b *Boxes) Float(f float64) any {
	if i := uint8(int64(f)); math.Float64bits(small[i]) == math.Float64bits(f) {
		return mem.Interface(floatWord, unsafe.Pointer(&small[i]))
	}
	return box(b, &b.floats, floatWord, f)
}

// String returns s as an interface whose value, the string header, is in a block.
func (b *Boxes) String(s string) any { return box(b, &b.strings, stringWord, s) }

// Slice returns v as an interface whose value, the slice header, is in a block.
func (b *Boxes) Slice(v []any) any { return box(b, &b.slices, sliceWord, v) }

// box returns v as an interface. It stores v in the block rest, or in a new block. word is the type word of T.
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
