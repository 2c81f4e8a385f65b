package encode

import (
	"math/bits"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// writeBigInt adds an op for a big.Int, which is a number, or a string if it is large under LargeIntAsString.
func writeBigInt(w *builder, key blockKey, offset uintptr) {
	x := exitInfo{run: runBigInt, typ: key.typ, word: mem.PointerWordOf(key.typ)}
	if w.cfg.Options.Has(option.LargeIntAsString) {
		x.run = runLargeBigInt
	}
	w.exit(&x, offset)
}

// This compiles only if the margin has space for the longest text of WriteWide and a sign.
const _ uint = margin - num.WideRoom - 1

// runBigInt writes a big.Int as a number. Numbers of more than num.MostWide words are written by math/big.
func runBigInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := (*shape.WideInt)(p)
	if len(v.Words) > num.MostWide {
		return m.adopt(appendBigInt(m.bytes(n), x, p))
	}
	if v.Negative && len(v.Words) > 0 { // zero may have a sign after a failed Scan
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

// appendBigInt calls Append of the big.Int at p by an interface, since not all programs link package math/big.
func appendBigInt(b []byte, x *exitInfo, p unsafe.Pointer) []byte {
	return mem.Interface(x.word, p).(interface {
		Append(b []byte, base int) []byte
	}).Append(b, 10)
}

// runLargeBigInt writes a big.Int as a string, or without the option IntAsString as a number if a float64 can hold it.
func runLargeBigInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	if !m.cfg.Options.Has(option.IntAsString) && isExact((*shape.WideInt)(p)) {
		return runBigInt(m, x, p, n)
	}
	b := appendBigInt(append(m.bytes(n), '"'), x, p)
	return m.adopt(append(b, '"'))
}

// isExact reports whether the absolute value of v is at most exactInt. A word may have 32 bits.
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
