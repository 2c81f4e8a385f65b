package doc

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are compared by their exact value, whatever their length: 1, 1.0 and 10e-1 are equal, 0.1 and
// 0.1000000000000000055511151231257827 are not.

// decimal is a number as 0.digits times ten to the power exp. Its digits, those of whole and then those of fraction,
// have no zeros at their ends.
type decimal struct {
	negative        bool
	whole, fraction string // parts of the number's text
	exp             int
	far             *big.Int // the exponent if it is too large for exp
}

// mostExponent is the largest number of digits of an exponent that fits into exp.
const mostExponent = 8

func decimalOf(text string) (d decimal) {
	if d.negative = text[0] == '-'; d.negative {
		text = text[1:]
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	d.whole, d.fraction, _ = strings.Cut(mantissa, ".")
	d.whole, d.fraction = strings.TrimLeft(d.whole, "0"), strings.TrimRight(d.fraction, "0")
	if d.exp = len(d.whole); d.fraction == "" {
		d.whole = strings.TrimRight(d.whole, "0")
	} else if d.whole == "" {
		n := len(d.fraction)
		d.fraction = strings.TrimLeft(d.fraction, "0")
		d.exp = len(d.fraction) - n
	}
	if d.isZero() {
		return decimal{}
	}
	if exponent == "" {
		return d
	}
	if len(strings.TrimLeft(exponent, "+-0")) <= mostExponent {
		e, _ := strconv.Atoi(exponent)
		d.exp += e
		return d
	}
	d.far = new(big.Int)
	if len(exponent) < 1000 {
		d.far.SetString(strings.TrimPrefix(exponent, "+"), 10)
	} else {
		d.far.Lsh(big.NewInt(1), 4000) // no comparison can tell such exponents apart
		if exponent[0] == '-' {
			d.far.Neg(d.far)
		}
	}
	d.far.Add(d.far, big.NewInt(int64(d.exp)))
	return d
}

// compareNumbers returns -1, 0 or 1 if the JSON number a is less than, equal to or greater than b.
func (left *budget) compareNumbers(a, b string) int {
	if a == b {
		return 0
	}
	if len(a) < 16 && len(b) < 16 {
		x, err := strconv.ParseInt(a, 10, 64)
		y, err2 := strconv.ParseInt(b, 10, 64)
		if err == nil && err2 == nil {
			return cmp.Compare(x, y)
		}
	}
	x, y := decimalOf(a), decimalOf(b)
	if x.far != nil || y.far != nil {
		left.take(bytesPerFar * (bytesPerFar + len(a) + len(b)))
	}
	switch {
	case x.isZero() || y.isZero() || x.negative != y.negative:
		return cmp.Compare(x.sign(), y.sign())
	case x.negative:
		return y.compareAbs(&x)
	}
	return x.compareAbs(&y)
}

func (d *decimal) isZero() bool { return d.whole == "" && d.fraction == "" }

func (d *decimal) sign() int {
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func (d *decimal) compareAbs(e *decimal) int {
	c := cmp.Compare(d.exp, e.exp)
	if d.far != nil || e.far != nil {
		c = d.exponent().Cmp(e.exponent())
	}
	if c != 0 {
		return c
	}
	a, b, x, y := d.whole, e.whole, d.fraction, e.fraction
	for {
		n := min(len(a), len(b))
		if c := strings.Compare(a[:n], b[:n]); c != 0 {
			return c
		}
		if a, b = a[n:], b[n:]; a == "" {
			a, x = x, ""
		}
		if b == "" {
			b, y = y, ""
		}
		if a == "" || b == "" {
			return cmp.Compare(len(a), len(b))
		}
	}
}

func (d *decimal) exponent() *big.Int {
	if d.far != nil {
		return d.far
	}
	return big.NewInt(int64(d.exp))
}
