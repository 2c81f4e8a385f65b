package decode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// The table of special types: those that are read neither by their kind nor by a call of their methods, though the
// result is the same unless an option says otherwise. All that the compiler asks about such a type is in its row. The
// code is in the file of the type's name; the encoder has a table and a file of the same names.

// special is a row. The row of netip.Addr says that its node is made by compileText, that the type is special as long
// as its methods are called, and that parseAddr parses its text, as a value and as the key of a map.
type special struct {
	only     option.Set // the choice under which the type is special; 0: always
	byMethod bool       // it is special where its methods are called
	holds    bool       // it holds a value of another type, whose methods may be the caller's; others call nobody's

	// compile makes t the node of values.
	compile func(c *compiler, t *node)
	// parse reads the text of a string or name into the value at dst, and keeps no part of it. It returns errByMethod
	// where UnmarshalText has to be called. nil: the type is no text.
	parse func(text string, dst unsafe.Pointer) error
	// unquoted: the tag option "string" changes nothing.
	unquoted bool
}

// errByMethod is told from other errors by its identity, and never leaves the package.
var errByMethod = errors.New("decode: the method has to be called")

// rowFor returns the row of a special type; that of an ordinary one is empty. It is a function, for a variable would
// keep the decoder, and all that it calls, in programs that only encode.
func rowFor(s shape.Special) special {
	switch s {
	case shape.Time:
		return special{compile: compileTime, byMethod: true}
	case shape.Number:
		return special{compile: compileNumber}
	case shape.RawMessage:
		return special{compile: compileRaw, byMethod: true}
	case shape.BigInt:
		return special{compile: compileBigInt, byMethod: true}
	case shape.Duration:
		return extra().duration
	case shape.Addr:
		return special{compile: compileText, byMethod: true, parse: parseAddr}
	case shape.AddrPort:
		return special{compile: compileText, byMethod: true, parse: parseAddrPort}
	case shape.Prefix:
		return special{compile: compileText, byMethod: true, parse: parsePrefix}
	case shape.OptionalValue:
		return extra().optional
	}
	return special{}
}

// special fills in t if its type is special. With methods, the type's own methods are called.
func (c *compiler) special(t *node, methods bool) bool {
	row, ok := c.rowOf(t.rtype)
	if !ok || row.byMethod && !methods {
		return false
	}
	t.special, t.parse = shape.SpecialOf(t.rtype), row.parse
	row.compile(c, t)
	return true
}

// rowOf returns the row of t, and false if t is ordinary under the configuration.
func (c *compiler) rowOf(t reflect.Type) (special, bool) {
	row := rowFor(shape.SpecialOf(t))
	return row, row.compile != nil && c.cfg.Options.Has(row.only)
}

// parserOf returns what parses the names of a map whose keys are of the special type t, or nil.
func (c *compiler) parserOf(t reflect.Type) func(text string, dst unsafe.Pointer) error {
	if row, ok := c.rowOf(t); ok {
		return row.parse
	}
	return nil
}

// unquoted reports whether the tag option "string" changes nothing for a field of type t.
func (c *compiler) unquoted(t reflect.Type) bool {
	for range maxPointers {
		if t.Kind() != pointerKind {
			break
		}
		t = t.Elem()
	}
	row, ok := c.rowOf(t)
	return ok && row.unquoted
}

// compileText makes t a node of texts that its row parses.
func compileText(_ *compiler, t *node) { t.run, t.text = decodeSpecialText, true }

// decodeSpecialText decodes a string as the node's row parses it, or by the type's UnmarshalText method.
func decodeSpecialText(s *state, t *node, p int, dst unsafe.Pointer) int {
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
