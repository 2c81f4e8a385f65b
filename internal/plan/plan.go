package plan

import (
	"reflect"
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Config is one meaning of JSON together with the programs compiled for it. Its exported choices are set before first
// use and never changed afterwards; from then on it is safe for concurrent use. It must not be copied.
type Config struct {
	Options option.Set
	Shape   shape.Options
	Limits  Limits

	// Audit says that Options or Limits ask for a look at the whole input before it is decoded.
	Audit bool
	// Own marks a meaning that is not the toolchain's: it can be asked about single values only.
	Own bool

	// Codecs of types, of fields and of map keys.
	Codecs map[reflect.Type]*Codec
	Fields map[FieldKey]*Codec
	Keys   map[reflect.Type]*loan.Key

	// Encoders and Decoders belong to the two machines, which alone know what lies behind a Program.
	Encoders Table[Program]
	Decoders Table[Program]

	// EncoderLock guards Codes, what the encoder's compiler has made so far.
	EncoderLock sync.Mutex
	Codes       any

	// BareEncoders and BareDecoders are the programs of types whose own codec is left out: what it calls the default.
	BareEncoders, BareDecoders sync.Map

	// Owner is the door's object that codecs find in their Writer or Reader.
	Owner any
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

// Program is an entry of Encoders or Decoders before its machine looks at it: the address of the machine's own type.
type Program struct{ _ byte }

// Codec is what one of package codec's is made of.
type Codec = loan.Codec[codec.Reader, codec.Writer]

// Desk lends the readers and writers of package codec.
var Desk = *loan.Get[loan.Desk[codec.Reader, codec.Writer, codec.Codec, codec.Key, codec.Field]]()
