package json

import (
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// scalarToken returns the token for raw, a scalar that has been read. raw is the last token before d.at.
func (d *Decoder) scalarToken(raw []byte) (Token, error) {
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
	var v any
	err := decodeValue(plan.V1, raw, &v)
	return nil, err
}

// names caches the tokens of member names, which mostly come again: a string in an interface is two allocations. Each
// name has one slot, which holds the last name that belongs there.
type names [64]Token

const mostName = 32 // longest name that is cached, with its quotes

// token returns the token for the string raw.
func (t *names) token(raw []byte) Token {
	n := len(raw)
	if n > mostName {
		return wire.Unquote(raw)
	}
	// The first, middle and last letters and the length tell most names of a document apart. For "" the letters are its
	// quotes.
	at := &t[(uint(raw[1])+3*uint(raw[n/2])+5*uint(raw[n-2])+7*uint(n))%uint(len(t))]
	if s, ok := (*at).(string); ok && s == string(raw[1:n-1]) {
		return *at
	}
	s := wire.Unquote(raw)
	token := Token(s)
	if s == string(raw[1:n-1]) { // a name without escapes is compared as it stands in raw
		*at = token
	}
	return token
}
