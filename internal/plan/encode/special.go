package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// The table of special types: those that are written neither by their kind nor by a call of their methods, although the
// result is the same unless an option changes it. All that the compiler needs to know about such a type is in its row.
// The code is in the file with the type's name. The decoder has a table and files with the same names.

// special is a row.
type special struct {
	only       option.Set // the option under which the type is special; 0: always
	byMethod   bool       // it is special where its methods would be called, or under the option regardless
	regardless option.Set

	// write adds the ops of a value.
	write func(w *builder, key blockKey, offset uintptr)
	// simple says that values fail only in ops that know the opt.Value around them, or not at all.
	simple bool
	// quotes says that write handles the tag option "string". If a struct has such a field and its type has a
	// MarshalJSONTo method and no such row, the toolchain writes the struct.
	quotes bool
	// key appends the name for the key at p; word is the type word of pointers to it. If key is nil, kind and methods
	// decide.
	key func(b []byte, word, p unsafe.Pointer) []byte
	// zero returns the test for the option "omitzero". If it is nil, kind and methods decide.
	zero func(t reflect.Type, offset uintptr) op
}

// rowFor returns the row of a special type, or an empty one for an ordinary type. It is a function: a variable would
// keep the encoder, and all that it calls, in programs that only decode.
func rowFor(s shape.Special) special {
	switch s {
	case shape.Time:
		return special{write: writeTime, simple: true, zero: zeroTime}
	case shape.Number:
		return special{write: writeNumber, quotes: true}
	case shape.RawMessage:
		return special{write: writeRaw}
	case shape.BigInt:
		return special{write: writeBigInt, simple: true, byMethod: true, regardless: option.LargeIntAsString}
	case shape.Duration:
		return extra().duration
	case shape.Addr:
		return special{write: writeAddr, simple: true, key: appendAddr}
	case shape.AddrPort:
		return special{write: writeAddrPort, simple: true, key: appendAddrPort}
	case shape.Prefix:
		return special{write: writePrefix, simple: true, key: appendPrefix}
	case shape.OptionalValue:
		return extra().optional
	}
	return special{}
}

// specialOf returns the row of t, and false if values of t, with or without an address, are written like those of
// ordinary types.
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

// isSpecial reports whether specialOf has a row for t.
func (c *compiler) isSpecial(t reflect.Type, addr bool) bool {
	_, ok := c.specialOf(t, addr)
	return ok
}
