package scan

import (
	"strconv"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// mostCopied is the length of the longest number that is read here; strconv reads longer ones.
const mostCopied = 40

// padded has a copy of a number, and zeros after it: the readers of package num read up to num.Room bytes after a
// number.
type padded [mostCopied + num.Room]byte

// load copies text to b. It returns false if text is too long.
func (b *padded) load(text []byte) bool { return copy(b[:mostCopied], text) == len(text) }

// Float64 returns the value of text, a JSON number, correctly rounded. ok is false if it is out of range.
func Float64(text []byte) (f float64, ok bool) {
	var b padded
	if !b.load(text) {
		f, err := strconv.ParseFloat(string(text), 64)
		return f, err == nil
	}
	f, _, ok = num.ReadFloat64(mem.Ptr(&b))
	return f, ok
}

// Int64 returns the value of text, a JSON number. ok is false if it has a fraction or an exponent, or does not fit.
func Int64(text []byte) (v int64, ok bool) {
	if b := new(padded); b.load(text) {
		v, _, ok = num.ReadInt(mem.Ptr(b))
	}
	return v, ok
}

// Uint64 returns the value of text, a JSON number. ok is false if it has a sign, a fraction or an exponent, or does
// not fit.
func Uint64(text []byte) (v uint64, ok bool) {
	if b := new(padded); b.load(text) {
		v, _, ok = num.ReadUint(mem.Ptr(b))
	}
	return v, ok
}

// NumberIn returns the longest start of b that is a JSON number, which may be empty.
func NumberIn(b []byte) []byte {
	n, _ := wire.Number(b)
	for n > 0 && !wire.IsNumber(b[:n]) {
		n--
	}
	return b[:n]
}
