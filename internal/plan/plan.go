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
	Release option.Release // of encoding/json whose meaning this is; 0: the running toolchain's
	Shape   shape.Options
	Limits  option.Limits

	// ValidateFirst says that Options or Limits need a check of the whole input before it is decoded.
	ValidateFirst bool
	// Own marks a meaning that is not the toolchain's: the toolchain can only be asked about single values.
	Own bool

	// Codecs of types, of fields and of map keys.
	Codecs map[reflect.Type]*Codec
	Chosen *Chosen                                  // for types that Codecs has no codec for, or nil
	Named  func(name string, t reflect.Type) *Codec // the codecs that struct tags name, or nil
	Fields map[FieldKey]*Codec
	Keys   map[reflect.Type]*loan.Key

	// Unread makes the codec that reads the members of fields of type t that are only written; nil if there are none.
	Unread func(t reflect.Type) *Codec

	// Objects makes the value for an object in an interface without methods. It is nil for a map[string]any.
	Objects func(members iter.Seq2[string, any]) any

	// BigInt makes a *big.Int from the digits of an integer, for option.ExactNumbers. Programs without that option need
	// no part of package math/big.
	BigInt func(digits string) any

	// Refuses reports whether values of a type must not be encoded or decoded, because this meaning is not built for
	// it. It is asked about whole types when they are compiled, and may be nil.
	Refuses func(t reflect.Type) bool

	// Reformat appends JSON that a method has returned to dst, in the form that encoding/json/v2 gives it. Accepts
	// reports whether the output of a run that has called methods is without a fault. If both are nil, the meaning is
	// that of encoding/json.
	Reformat func(dst, src []byte) ([]byte, error)
	Accepts  func(out []byte) bool

	// Levels is how many calls of the encoder may be open at a time, or 0 for any number. A value that needs more is a
	// fault. Each is for at most 17 levels of arrays and objects.
	Levels int

	// Finish replaces b[start:], the JSON of a whole value, by its final form, or is nil. An error is a *locate.Written
	// with the path to the fault.
	Finish func(b []byte, start int) ([]byte, error)
}

// FieldKey names a field by the struct type that declares it.
type FieldKey struct {
	Struct reflect.Type
	Name   string // the Go name
}

// MostDigits returns the limit on digits of integers that become a big.Int.
func (m *Meaning) MostDigits() int {
	if n := m.Limits.Digits; n > 0 {
		return n
	}
	return num.MostDigits
}

// Codec is the plan's form of a codec of package codec.
type Codec = loan.Codec
