package decode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// special is a row of the table of special types (rowFor). They are decoded neither by their kind nor by calling their
// methods, but with the same result as by their methods, unless an option changes it.
type special struct {
	only     option.Set // the option under which the type is special; 0: always
	byMethod bool       // the type is special only where its methods would be called
	holds    bool       // its values contain a value of another type, which may have methods of the user's

	run       decoder                    // decodes the values
	text      bool                       // UnmarshalText reads the values
	nullKeeps bool                       // null leaves the value as it is
	compile   func(c *compiler, t *node) // sets further fields of the node; or nil
	// parse reads the text of a string or name into the value at dst, and keeps no part of it. It returns errByMethod
	// if UnmarshalText must be called. parse is nil if the type has no text form.
	parse    func(text string, dst unsafe.Pointer) error
	unquoted bool // the tag option "string" changes nothing
}

// errByMethod is returned by a parser if the caller must call the UnmarshalText method. It never leaves the package.
var errByMethod = errors.New("decode: the method has to be called")

// rowFor returns the row of a special type, or an empty row for an ordinary type. It is a function because the linker
// keeps all that a package variable refers to, even in programs that only encode.
func rowFor(s shape.Special) special {
	switch s {
	case shape.Time:
		return special{run: decodeTime, byMethod: true, compile: func(_ *compiler, t *node) { date.Known(mem.TypeWordOf(reflect.PointerTo(t.Type))) }}
	case shape.Number:
		return special{run: decodeNumber, nullKeeps: true}
	case shape.RawMessage:
		return special{run: decodeRaw, byMethod: true}
	case shape.BigInt:
		return special{run: decodeBigInt, byMethod: true}
	case shape.Duration:
		return extra().duration
	case shape.Address:
		return special{run: decodeAddress, text: true, byMethod: true, parse: addressKey}
	case shape.OptionalValue:
		return extra().optional
	case shape.DocumentValue:
		return special{run: decodeDocument, byMethod: true}
	}
	return special{}
}

// special completes t if its type is special, or returns false. methods says whether its methods may be called.
func (c *compiler) special(t *node, methods bool) bool {
	row := c.rowOf(t.Type)
	if row.run == nil || row.byMethod && !methods {
		return false
	}
	t.special, t.run, t.text, t.nullKeeps, t.parse = shape.SpecialOf(t.Type), row.run, row.text, row.nullKeeps, row.parse
	if row.compile != nil {
		row.compile(c, t)
	}
	return true
}

// rowOf returns the row of t, or an empty row if t is ordinary under the configuration.
func (c *compiler) rowOf(t reflect.Type) special {
	if row := rowFor(shape.SpecialOf(t)); c.cfg.Options.Has(row.only) {
		return row
	}
	return special{}
}
