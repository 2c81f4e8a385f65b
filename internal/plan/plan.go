package plan

import (
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Meaning is what JSON means under a configuration: its choices.
type Meaning struct {
	Options option.Set
	Shape   shape.Options
	Limits  Limits

	// ValidateFirst says that Options or Limits ask for a look at the whole input before it is decoded.
	ValidateFirst bool
	// Own marks a meaning that is not the toolchain's: it can be asked about single values only.
	Own bool

	// Codecs of types, of fields and of map keys.
	Codecs map[reflect.Type]*Codec
	Chosen *Chosen                                  // codecs of types that Codecs has none for, or nil
	Named  func(name string, t reflect.Type) *Codec // codecs that struct tags name, or nil
	Fields map[FieldKey]*Codec
	Keys   map[reflect.Type]*loan.Key

	// Objects makes what an object is in an interface without methods, or is nil for a map[string]any.
	Objects func(members iter.Seq2[string, any]) any

	// BigInt makes a *big.Int of the digits of an integer, for option.ExactNumbers. Programs without that choice
	// need nothing of package math/big.
	BigInt func(digits string) any

	// Finish makes b[start:], the JSON of a whole value, what is written in its place, or is nil. An error is
	// a *locate.Written with the way to what is wrong.
	Finish func(b []byte, start int) ([]byte, error)
}

// FieldKey names a field by the struct type that declares it.
type FieldKey struct {
	Struct reflect.Type
	Name   string // Go's
}

// Limits bound an input; 0 is no limit of one's own.
type Limits struct {
	Depth    int // arrays and objects within one another
	String   int // bytes of a string, as it stands in the input
	Elements int // elements of an array or members of an object
	Values   int // of the input in all: itself, elements and members' values
	Number   int // bytes of a number
	Digits   int // of an integer that becomes a big.Int; 0 is num.MostDigits
	Bytes    int // of the input
	Memory   int // bytes of the values that the input becomes
}

// MostDigits returns the limit on digits.
func (l *Limits) MostDigits() int {
	if l.Digits > 0 {
		return l.Digits
	}
	return num.MostDigits
}

// Codec is what one of package codec's is made of.
type Codec = loan.Codec
