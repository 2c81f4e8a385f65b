package plan

import (
	"iter"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Meaning says how JSON is written and read under a configuration.
type Meaning struct {
	Options option.Set
	Release option.Release // the release of encoding/json whose rules apply; 0 means the running toolchain
	Shape   shape.Options
	Limits  option.Limits

	// ValidateFirst says that the whole input must be checked before it is decoded, because of Options or Limits.
	ValidateFirst bool
	// Own says that this is not the meaning of encoding/json. If a value does not fit, encoding/json then makes the
	// error from that value alone, since it may read the whole document in another way.
	Own bool

	Codecs map[reflect.Type]*Codec                  // the codecs for types
	Chosen *Chosen                                  // finds codecs for types that are not in Codecs, or nil
	Named  func(name string, t reflect.Type) *Codec // finds the codec that a struct tag names, or nil
	Fields map[FieldKey]*Codec                      // the codecs for fields
	Keys   map[reflect.Type]*loan.Key               // the codecs for keys of maps

	// Unread makes codecs for fields that are written and never read: the codec for a field of type t reads a member
	// and ignores it. Unread is nil if there are no such fields.
	Unread func(t reflect.Type) *Codec

	// Objects makes the value for an object in an interface without methods. If it is nil, that is a map[string]any.
	Objects func(members iter.Seq2[string, any]) any

	// BigInt makes a *big.Int from the digits of an integer, for option.ExactNumbers. It is a function value, so that
	// programs without that option do not link package math/big.
	BigInt func(digits string) any

	// Refuses, if not nil, reports whether this meaning does not support a type of whole values, when it is compiled.
	Refuses func(t reflect.Type) bool

	// Reformat appends JSON that a method has returned to dst, in the form in which encoding/json/v2 writes it. Accepts
	// is called with the output of a value if the encoder has called methods for it, and returns false if the output
	// has a fault. Both are nil under the meaning of encoding/json.
	Reformat func(dst, src []byte) ([]byte, error)
	Accepts  func(out []byte) bool

	// Levels limits how many calls of the encoder may be nested in one another; 0 means no limit. A value that needs
	// more is a fault. One call may write up to 17 levels of arrays and objects.
	Levels int

	// Foreign is set to true when the encoder compiles a type whose values other code may write, or meets a value that
	// is nested deeper than most are. While it is false, Finish knows two things about the output: arrays and objects
	// have no more levels than an input may have, and the byte 0xFF stands for all text that is not UTF-8. Foreign is
	// nil if Finish does not need it.
	Foreign *atomic.Bool

	// Finish replaces b[start:], the JSON of a whole value, by its final form. It may be nil. Its error is a
	// *locate.Written with the path to the fault.
	Finish func(b []byte, start int) ([]byte, error)
}

// MemberSet is the set of members that a call chooses, such as an index.Members. A branch is a number that says which
// parts of a value are chosen: AsNamed for the whole output, and 0 if all parts of the value are chosen.
type MemberSet interface {
	// Of returns the branch of a member's value. name is the name of the member, and in is the branch of the object
	// that has the member. ok is false if the member is left out.
	Of(in uint32, name string) (branch uint32, ok bool)

	// Finish returns a function for Meaning.Finish, which keeps the chosen members, and then calls next if not nil.
	Finish(next func(b []byte, start int) ([]byte, error)) func(b []byte, start int) ([]byte, error)
}

// AsNamed is the branch of the whole output.
const AsNamed = 1

// FieldKey names a field by the struct type that declares it.
type FieldKey struct {
	Struct reflect.Type
	Name   string // the Go name of the field
}

// MostDigits returns the limit on the digits of integers that become a big.Int.
func (m *Meaning) MostDigits() int {
	if n := m.Limits.Digits; n > 0 {
		return n
	}
	return num.MostDigits
}

// Codec is a codec in the form that encoder and decoder use.
type Codec = loan.Codec

// Chosen finds codecs for types by calling a function, and remembers the results.
type Chosen struct {
	ask   func(reflect.Type) *Codec
	known sync.Map // reflect.Type -> *Codec, which may be nil
}

// Choose returns a Chosen that calls ask for the codec of a type, which may be nil.
func Choose(ask func(reflect.Type) *Codec) *Chosen { return &Chosen{ask: ask} }

func (c *Chosen) Of(t reflect.Type) *Codec {
	cd, ok := c.known.Load(t)
	if !ok {
		cd, _ = c.known.LoadOrStore(t, c.ask(t))
	}
	return cd.(*Codec)
}

// CodecOf returns the codec for values of t, or nil.
func (m *Meaning) CodecOf(t reflect.Type) *Codec {
	if cd := m.Codecs[t]; cd != nil || m.Chosen == nil {
		return cd
	}
	return m.Chosen.Of(t)
}

// FieldCodec returns the codec for a field, or nil. The configuration's codec comes before the one in the struct tag.
func (m *Meaning) FieldCodec(f *shape.Field) *Codec {
	if cd := m.Fields[FieldKey{Struct: f.Owner, Name: f.GoName}]; cd != nil || f.Codec == "" || m.Named == nil {
		return cd
	}
	return m.Named(f.Codec, f.Type)
}

// HasCodecs reports whether there may be codecs for values. It ignores codecs for keys of maps.
func (m *Meaning) HasCodecs() bool {
	return len(m.Codecs)+len(m.Fields) > 0 || m.Chosen != nil || m.Named != nil || m.Unread != nil
}
