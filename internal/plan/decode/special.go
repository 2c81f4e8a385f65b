package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// The table of special types: those that are read neither by their kind nor by a call of their methods, though the
// result is the same unless an option says otherwise. All that the compiler asks about such a type is in its row. The
// code is in the file of the type's name; the encoder has a table and a file of the same names.

// special is a row.
type special struct {
	only     option.Set // the choice under which the type is special; 0: always
	byMethod bool       // it is special where its methods are called
	holds    bool       // it holds a value of another type, whose methods may be the caller's; others call nobody's

	// compile makes x the typ of values.
	compile func(c *compiler, x *typ)
	// parse reads the text of a string or name into the value at dst, and keeps no part of it. Where the type is
	// special by its methods, an error means that UnmarshalText has to be called. nil: the type is no text.
	parse func(text string, dst unsafe.Pointer) error
}

// specials has a row for each special type. init fills it, for the rows lead back to it.
var specials [shape.Specials]special

func init() {
	specials = [...]special{
		shape.Time:          {compile: compileTime, byMethod: true},
		shape.Number:        {compile: compileNumber},
		shape.RawMessage:    {compile: compileRaw, byMethod: true},
		shape.BigInt:        {compile: compileBigInt, byMethod: true},
		shape.Addr:          {compile: compileText, byMethod: true, parse: parseAddr},
		shape.AddrPort:      {compile: compileText, byMethod: true, parse: parseAddrPort},
		shape.Prefix:        {compile: compileText, byMethod: true, parse: parsePrefix},
		shape.OptionalValue: {compile: compileOptional, byMethod: true, holds: true},
	}
}

// special fills in x if its type is special. With methods, the type's own methods are called.
func (c *compiler) special(x *typ, methods bool) bool {
	which := shape.SpecialOf(x.rtype)
	row := &specials[which]
	if row.compile == nil || !c.cfg.Options.Has(row.only) || row.byMethod && !methods {
		return false
	}
	x.special, x.parse = which, row.parse
	row.compile(c, x)
	return true
}

// keyOf returns the typ of a map's keys of type t if that is a special type and a text, or nil.
func (c *compiler) keyOf(t reflect.Type) *typ {
	if row := &specials[shape.SpecialOf(t)]; row.parse == nil || !c.cfg.Options.Has(row.only) {
		return nil
	}
	return c.typeOf(t)
}

// compileText makes x a typ of texts that its row parses.
func compileText(_ *compiler, x *typ) { x.run, x.text = decodeSpecialText, true }

// decodeSpecialText decodes a string as the typ's row parses it, or by the type's UnmarshalText method.
func decodeSpecialText(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.At(p) != '"' {
		return s.noText(t, p, dst)
	}
	text, e := s.view(p + 1)
	if e < 0 {
		return -1
	}
	if t.parse(mem.Frozen(text), dst) == nil {
		return e
	}
	return decodeText(s, t, p, dst)
}
