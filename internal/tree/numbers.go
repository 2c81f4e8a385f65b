package tree

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
)

// Numbers are compared by their exact value, whatever their length: 1, 1.0 and 10e-1 are equal, 0.1 and
// 0.1000000000000000055511151231257827 are not. Only if an exponent has 1,000 digits or more, numbers that are written
// in different ways may come in the wrong order, for example the equal numbers 10e9...9 and 1e10...0.

// decimal is the number 0.Digits times ten to the power of Exp. Digits has no zeros at the beginning and at the end; it
// is empty for zero.
type decimal struct {
	negative bool
	Digits   string
	Exp      int
	Far      *big.Int // the exponent in place of Exp, if the text has more than mostExponent digits for it
}

// mostExponent is the largest number of digits of an exponent that is stored in Exp.
const mostExponent = 8

// DecimalOf returns the value of the JSON number text.
func DecimalOf(text string) (d decimal) {
	if d.negative = text[0] == '-'; d.negative {
		text = text[1:]
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	d.Digits = strings.TrimLeft(all, "0")
	d.Exp = len(whole) - (len(all) - len(d.Digits))
	if d.Digits = strings.TrimRight(d.Digits, "0"); d.Digits == "" {
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
	if len(a) < 16 && len(b) < 16 && !strings.ContainsAny(a, "eE") && !strings.ContainsAny(b, "eE") {
		// Numbers of up to 15 digits that differ are different float64s, in the same order.
		x, _ := scan.Float64(mem.View(a))
		y, _ := scan.Float64(mem.View(b))
		return cmp.Compare(x, y)
	}
	x, y := DecimalOf(a), DecimalOf(b)
	left.Take(len(a) + len(b))
	if x.Far != nil || y.Far != nil {
		left.Take(bytesPerFar * (bytesPerFar + len(a) + len(b)))
	}
	if sign := x.Sign(); sign == 0 || sign != y.Sign() {
		return cmp.Compare(sign, y.Sign())
	}
	c := cmp.Compare(x.Exp, y.Exp)
	if x.Far != nil || y.Far != nil {
		c = x.exponent().Cmp(y.exponent())
	}
	return cmp.Or(c, strings.Compare(x.Digits, y.Digits)) * x.Sign()
}

// Sign returns -1, 0 or 1.
func (d *decimal) Sign() int {
	switch {
	case d.Digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func (d *decimal) exponent() *big.Int {
	if d.Far != nil {
		return d.Far
	}
	return big.NewInt(int64(d.Exp))
}
