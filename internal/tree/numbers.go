package tree

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// Numbers are compared by their exact value, whatever their length: 1, 1.0 and 10e-1 are equal, 0.1 and
// 0.1000000000000000055511151231257827 are not. Only if an exponent has 1,000 digits or more, numbers that are written
// in different ways may come in the wrong order, for example the equal numbers 10e9...9 and 1e10...0.

// decimal is the number 0.digits times ten to the power of Exp. Its digits are those of Whole and then those of
// Fraction, without zeros at the beginning and at the end.
type decimal struct {
	negative        bool
	Whole, Fraction string // parts of the number's text
	Exp             int
	Far             *big.Int // the exponent if it is too large for Exp
}

// mostExponent is the largest number of digits of an exponent that is stored in Exp.
const mostExponent = 8

func DecimalOf(text string) (d decimal) {
	if d.negative = text[0] == '-'; d.negative {
		text = text[1:]
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	d.Whole, d.Fraction, _ = strings.Cut(mantissa, ".")
	d.Whole, d.Fraction = strings.TrimLeft(d.Whole, "0"), strings.TrimRight(d.Fraction, "0")
	if d.Exp = len(d.Whole); d.Fraction == "" {
		d.Whole = strings.TrimRight(d.Whole, "0")
	} else if d.Whole == "" {
		n := len(d.Fraction)
		d.Fraction = strings.TrimLeft(d.Fraction, "0")
		d.Exp = len(d.Fraction) - n
	}
	if d.isZero() {
		return decimal{}
	}
	if exponent == "" {
		return d
	}
	digits := strings.TrimLeft(exponent, "+-0")
	if len(digits) <= mostExponent {
		e, _ := strconv.Atoi(exponent)
		d.Exp += e
		return d
	}
	d.Far = new(big.Int)
	if len(digits) < 1000 {
		d.Far.SetString(digits, 10)
	} else {
		d.Far.SetBytes([]byte(digits)) // another number, but in the same order, and made in linear time
	}
	if exponent[0] == '-' {
		d.Far.Neg(d.Far)
	}
	d.Far.Add(d.Far, big.NewInt(int64(d.Exp)))
	return d
}

// Compare returns -1, 0 or 1 if the JSON number a is less than, equal to or greater than b.
func (left *Budget) Compare(a, b string) int {
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
	x, y := DecimalOf(a), DecimalOf(b)
	if x.Far != nil || y.Far != nil {
		left.Take(bytesPerFar * (bytesPerFar + len(a) + len(b)))
	}
	switch {
	case x.isZero() || y.isZero() || x.negative != y.negative:
		return cmp.Compare(x.Sign(), y.Sign())
	case x.negative:
		return y.compareAbs(&x)
	}
	return x.compareAbs(&y)
}

func (d *decimal) isZero() bool { return d.Whole == "" && d.Fraction == "" }

func (d *decimal) Sign() int {
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func (d *decimal) compareAbs(e *decimal) int {
	c := cmp.Compare(d.Exp, e.Exp)
	if d.Far != nil || e.Far != nil {
		c = d.exponent().Cmp(e.exponent())
	}
	if c != 0 {
		return c
	}
	a, b, x, y := d.Whole, e.Whole, d.Fraction, e.Fraction
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
	if d.Far != nil {
		return d.Far
	}
	return big.NewInt(int64(d.Exp))
}
