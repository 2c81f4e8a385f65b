package json

import (
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// scalarToken is the token that raw, a scalar, stands for. raw has been read, and is the last token before d.at.
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

// names are tokens of objects' names, which mostly come again: a string in an interface is two allocations. Each has
// one place, where the last name is that belongs there.
type names [64]Token

const mostName = 32 // bytes of a name that is kept, quotes included

// token is the token of the string raw.
func (t *names) token(raw []byte) Token {
	n := len(raw)
	if n > mostName {
		return wire.Unquote(raw)
	}
	// The first letter, the middle one and the last one, of "" its quotes, tell most names of a document apart.
	at := &t[(uint(raw[1])+3*uint(raw[n/2])+5*uint(raw[n-2])+7*uint(n))%uint(len(t))]
	if s, ok := (*at).(string); ok && s == string(raw[1:n-1]) {
		return *at
	}
	s := wire.Unquote(raw)
	token := Token(s)
	if s == string(raw[1:n-1]) { // what needs no escapes is compared as it stands there
		*at = token
	}
	return token
}
