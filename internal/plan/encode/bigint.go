package encode

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// writeBigInt adds a big.Int: a number, as by its MarshalJSON, or by choice a string if it is large.
func writeBigInt(w *builder, key blockKey, offset uintptr) {
	x := exitInfo{run: runBigInt, typ: key.typ, word: mem.PointerWordOf(key.typ)}
	if w.cfg.Options.Has(option.LargeIntAsString) {
		x.run = runLargeBigInt
	}
	w.exit(&x, offset)
}

// The margin has room for all that WriteWide writes, and a sign: an exit begins at or before the limit.
const _ uint = margin - num.WideRoom - 1

// runBigInt writes a big.Int as a number: those of up to num.MostWide words here, longer ones by math/big.
func runBigInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := (*shape.WideInt)(p)
	if len(v.Words) > num.MostWide {
		return m.adopt(appendBigInt(m.bytes(n), x, p))
	}
	if v.Negative && len(v.Words) > 0 { // a failed Scan may leave a sign at zero
		n = m.put1(n, '-')
	}
	switch len(v.Words) {
	case 0:
		return n + num.WriteUint(unsafe.Add(m.base, n), 0)
	case 1:
		return n + num.WriteUint(unsafe.Add(m.base, n), uint64(v.Words[0]))
	}
	return n + num.WriteWide(unsafe.Add(m.base, n), v.Words)
}

// appendBigInt calls Append of the big.Int at p.
func appendBigInt(b []byte, x *exitInfo, p unsafe.Pointer) []byte {
	return mem.Interface(x.word, p).(interface {
		Append(b []byte, base int) []byte
	}).Append(b, 10)
}

// runLargeBigInt writes a big.Int as a string, unless it is no larger than exactInt and the configuration has those as
// numbers.
func runLargeBigInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if !m.cfg.Options.Has(option.IntAsString) && isExact((*shape.WideInt)(p)) {
		return runBigInt(m, x, p, n)
	}
	b := appendBigInt(append(m.bytes(n), '"'), x, p)
	return m.adopt(append(b, '"'))
}

// isExact reports whether v is no larger than exactInt.
func isExact(v *shape.WideInt) bool {
	size := uint64(0)
	for i, w := range v.Words {
		if i >= 64/bits.UintSize {
			return false
		}
		size |= uint64(w) << (i * bits.UintSize)
	}
	return size <= exactInt
}
