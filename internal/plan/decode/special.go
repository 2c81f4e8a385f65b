package decode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// The table of special types. They are decoded neither by their kind nor by calling their methods. The result is
// still the same as the result of their methods, unless an option changes it. All that the compiler needs to know
// about such a type is in its row; the code is in the file named after the type. The encoder has a table and files
// with the same names.

// special is a row of the table. The row of netip.Addr says that decodeAddress decodes it, that the type is
// special only where its methods would be called, and that addressKey parses its text as the key of a map.
type special struct {
	only     option.Set // the option under which the type is special; 0: always
	byMethod bool       // the type is special only where its methods would be called
	holds    bool       // its values contain a value of another type, which may have methods of the user's

	run       decoder // decodes the values
	text      bool    // a method reads the values from strings: see node.text
	nullKeeps bool    // null leaves the value as it is
	// compile, if it is not nil, sets what else the node t of the type needs.
	compile func(c *compiler, t *node)
	// parse reads the text of a string or name into the value at dst, and keeps no part of it. It returns errByMethod
	// if UnmarshalText must be called. parse is nil if the type has no text form.
	parse func(text string, dst unsafe.Pointer) error
	// unquoted says that the tag option "string" changes nothing.
	unquoted bool
}

// errByMethod is returned by a parser if the caller must call the UnmarshalText method. It is compared by identity,
// and never leaves the package.
var errByMethod = errors.New("decode: the method has to be called")

// rowFor returns the row of a special type, or an empty row for an ordinary type. It is a function because the linker
// keeps all that a package variable refers to, even in programs that only encode.
func rowFor(s shape.Special) special {
	switch s {
	case shape.Time:
		return special{run: decodeTime, compile: compileTime, byMethod: true}
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

// special completes t if its type is special. Otherwise it returns false. methods says whether the type's own methods
// would be called for an ordinary type.
func (c *compiler) special(t *node, methods bool) bool {
	row, ok := c.rowOf(t.Type)
	if !ok || row.byMethod && !methods {
		return false
	}
	t.special, t.run, t.text, t.nullKeeps, t.parse = shape.SpecialOf(t.Type), row.run, row.text, row.nullKeeps, row.parse
	if row.compile != nil {
		row.compile(c, t)
	}
	return true
}

// rowOf returns the row of t. The bool is false if t is ordinary under the configuration.
func (c *compiler) rowOf(t reflect.Type) (special, bool) {
	row := rowFor(shape.SpecialOf(t))
	return row, row.run != nil && c.cfg.Options.Has(row.only)
}

// parserOf returns the function that parses the names of a map whose keys have the special type t, or nil.
func (c *compiler) parserOf(t reflect.Type) func(text string, dst unsafe.Pointer) error {
	if row, ok := c.rowOf(t); ok {
		return row.parse
	}
	return nil
}

// unquoted reports whether the tag option "string" changes nothing for a field of type t, since t, or the type that it
// points to, is special.
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
