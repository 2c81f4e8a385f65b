package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Special types, such as time.Time, are written by code of their own, with the result of their methods, unless an
// option changes it. All that the compiler needs to know about such a type is in its row of a table, as in the decoder.

type special struct {
	only       option.Set // the option under which the type is special; 0: always
	byMethod   bool       // special only if its methods would be called, or under an option in regardless
	regardless option.Set
	write      func(w *builder, key blockKey, offset uintptr)
	// simple says that a value of the special type in an opt.Value needs no call of runOptional: writing it never
	// fails, or its op makes the error that MarshalJSON of the opt.Value would return.
	simple bool
	// quotes says that write obeys the tag option "string". If it does not, and the type has a method MarshalJSONTo,
	// encoding/json writes structs that have a field of the type with this tag option.
	quotes bool
	// key appends the name for a map key of the special type, which lies at p; word is the type word of pointers to the
	// key. If key is nil, the kind and the methods of the type make the name.
	key func(b []byte, word, p unsafe.Pointer) []byte
	// zero returns the test for the tag option "omitzero". If it is nil, the kind and the methods decide.
	zero func(t reflect.Type, offset uintptr) op
}

// rowFor returns the row of a special type, or an empty row for an ordinary type. It is a function because the linker
// keeps all that a package variable refers to, even in programs that only decode.
func rowFor(s shape.Special) special {
	switch s {
	case shape.Time:
		zero := func(_ reflect.Type, offset uintptr) op { return op{code: opTestTime, offset: offset} }
		return special{write: writeTime, simple: true, zero: zero}
	case shape.Number:
		return special{write: writeNumber, quotes: true}
	case shape.RawMessage:
		return special{write: writeRaw}
	case shape.BigInt:
		return special{write: writeBigInt, simple: true, byMethod: true, regardless: option.LargeIntAsString}
	case shape.Duration:
		return extra().duration
	case shape.Address:
		write := func(w *builder, key blockKey, offset uintptr) { w.text(runAddress, key.typ, offset) }
		return special{write: write, simple: true, key: appendAddress}
	case shape.OptionalValue:
		return extra().optional
	}
	return special{}
}

// specialOf returns the row of t, and whether it applies. addr says whether the values have an address.
func (c *compiler) specialOf(t reflect.Type, addr bool) (special, bool) {
	row := rowFor(shape.SpecialOf(t))
	switch o := c.cfg.Options; {
	case row.write == nil || !o.Has(row.only):
		return row, false
	case row.byMethod && o&row.regardless == 0 && c.methodOf(t, addr) == none:
		return row, false
	}
	return row, true
}

func (c *compiler) isSpecial(t reflect.Type, addr bool) bool {
	_, ok := c.specialOf(t, addr)
	return ok
}
