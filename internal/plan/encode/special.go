package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// The table of special types: those that are written neither by their kind nor by a call of their methods, though the
// result is the same unless an option says otherwise. All that the compiler asks about such a type is in its row. The
// code is in the file of the type's name; the decoder has a table and a file of the same names.

// special is a row.
type special struct {
	only       option.Set // the choice under which the type is special; 0: always
	byMethod   bool       // it is special where its methods are called, or under regardless
	regardless option.Set

	// write adds the ops of a value.
	write func(w *builder, key blockKey, offset uintptr)
	// simple: values fail by ops that know the opt.Value around them, or not at all.
	simple bool
	// quotes: write knows of the tag option "string". A struct with such a field is left to the toolchain where the
	// type has a MarshalJSONTo method and no such row.
	quotes bool
	// key appends the name that a key has; nil: kind and methods say it.
	key func(b []byte, p unsafe.Pointer) []byte
	// zero is the test of the option "omitzero"; nil: kind and methods say it.
	zero func(t reflect.Type, offset uintptr) op
}

// specials has a row for each special type. init fills it, for the rows lead back to it.
var specials [shape.Specials]special

func init() {
	specials = [...]special{
		shape.Time:          {write: writeTime, simple: true, zero: zeroTime},
		shape.Number:        {write: writeNumber, quotes: true},
		shape.RawMessage:    {write: writeRaw},
		shape.BigInt:        {write: writeBigInt, simple: true, byMethod: true, regardless: option.LargeIntAsString},
		shape.Duration:      {write: writeDuration, only: option.DurationAsString, simple: true, quotes: true, key: appendDuration},
		shape.Addr:          {write: writeAddr, simple: true, key: appendAddr},
		shape.AddrPort:      {write: writeAddrPort, simple: true, key: appendAddrPort},
		shape.Prefix:        {write: writePrefix, simple: true, key: appendPrefix},
		shape.OptionalValue: {write: writeOptional, zero: zeroOptional},
	}
}

// specialOf returns the row of t, or nil if values of t, with an address or not, are written as those of ordinary
// types.
func (c *compiler) specialOf(t reflect.Type, addr bool) *special {
	row := &specials[shape.SpecialOf(t)]
	switch o := c.cfg.Options; {
	case row.write == nil || !o.Has(row.only):
		return nil
	case row.byMethod && o&row.regardless == 0 && c.methodOf(t, addr) == none:
		return nil
	}
	return row
}
