package encode

import (
	"math/big"
	"unsafe"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
)

// writeBigInt adds a big.Int: a number, as by its MarshalJSON, or by choice a string if it is large.
func writeBigInt(w *builder, key blockKey, offset uintptr) {
	x := exitInfo{run: runBigInt, typ: key.typ}
	if w.cfg.Options.Has(option.LargeIntAsString) {
		x.run = runLargeBigInt
	}
	w.exit(x, offset)
}

// The margin has room for all that WriteWide writes, and a sign: an exit begins at or before the limit.
const _ uint = margin - num.WideRoom - 1

// runBigInt writes a big.Int as a number: short ones as integers are, those of up to num.MostWide words by chunks of
// digits, longer ones by math/big.
func runBigInt(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	v := (*big.Int)(p)
	if v.IsInt64() {
		return n + num.WriteInt(unsafe.Add(m.base, n), v.Int64())
	}
	if words := v.Bits(); len(words) <= num.MostWide {
		if v.Sign() < 0 {
			n = m.put1(n, '-')
		}
		return n + num.WriteWide(unsafe.Add(m.base, n), words)
	}
	return m.adopt(v.Append(m.bytes(n), 10))
}

// runLargeBigInt writes a big.Int as a string, unless it is no larger than exactInt and the configuration has those as
// numbers.
func runLargeBigInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	v := (*big.Int)(p)
	if !m.cfg.Options.Has(option.IntAsString) && v.IsInt64() && v.Int64() <= exactInt && v.Int64() >= -exactInt {
		return runBigInt(m, x, p, n)
	}
	// The buffer is a slice meanwhile, which math/big may move: adopt takes what it returns for the machine's own.
	b := v.Append(append(m.bytes(n), '"'), 10)
	return m.adopt(append(b, '"'))
}
