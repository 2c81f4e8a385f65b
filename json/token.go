package json

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// took, bracket and scalar mark the token that ends at n as read. on is the state of the grammar after the token.
func (d *Decoder) took(n int, on wire.Structure) {
	d.r.Discard(n)
	d.at, d.peeked, d.eof = on, false, false
}

func (d *Decoder) bracket(c byte, n int, on wire.Structure) Token {
	if d.took(n, on); on.Depth() == 0 {
		d.r.leave()
	}
	return Delim(c)
}

func (d *Decoder) scalar(i, n int, on wire.Structure) (Token, error) {
	raw := d.r.Buffered()[i:n:n]
	d.took(n, on)
	switch raw[0] {
	case '"':
		if d.at.WantsColon() && d.r.b != nil {
			return d.r.b.names.token(raw), nil
		}
		return wire.Unquote(raw), nil
	case 't':
		return true, nil
	case 'f':
		return false, nil
	case 'n':
		return nil, nil
	}
	if d.c.Options.Has(option.UseNumber) {
		return Number(raw), nil
	}
	if d.r.b != nil {
		d.r.b.Pos = d.r.at
		if f, ok := d.r.b.LastFloat64(len(raw)); ok {
			return f, nil
		}
	}
	var f float64
	if decodeValue(plan.V1, raw, &f) == nil {
		return f, nil
	}
	if d.whole {
		return nil, &UnmarshalTypeError{Value: "number " + string(raw), Type: reflect.TypeFor[float64](), Offset: d.InputOffset()}
	}
	return nil, decodeValue(plan.V1, raw, new(any))
}

// names caches the Tokens of member names, since most names occur again and a string in an interface takes two
// allocations. A hash of the name selects its slot, which holds the last name with that hash.
type names [64]Token

const mostName = 32 // the length of the longest name that is cached, with its quotes

func (t *names) token(raw []byte) Token {
	n := len(raw)
	if n > mostName {
		return wire.Unquote(raw)
	}
	// The first, middle and last letters and the length distinguish most names. For "" the letters are the quotes.
	at := &t[(uint(raw[1])+3*uint(raw[n/2])+5*uint(raw[n-2])+7*uint(n))%uint(len(t))]
	if s, ok := (*at).(string); ok && s == string(raw[1:n-1]) {
		return *at
	}
	s := wire.Unquote(raw)
	token := Token(s)
	if s == string(raw[1:n-1]) { // only names without escapes can be compared with raw
		*at = token
	}
	return token
}
