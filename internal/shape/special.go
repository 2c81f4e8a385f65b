package shape

import (
	"encoding/json"
	"reflect"
)

// Special identifies a type that encoder and decoder handle by code for this type alone, whatever its kind and methods
// are, by a row in their special.go. The encoder has none for DocumentValue.
type Special uint8

// The special types.
const (
	Ordinary      Special = iota // not a special type: the kind and the methods decide
	Time                         // time.Time
	Number                       // json.Number
	RawMessage                   // json.RawMessage
	BigInt                       // big.Int
	Duration                     // time.Duration, if an option makes it a string
	Address                      // netip.Addr, netip.AddrPort or netip.Prefix
	OptionalValue                // opt.Value of any type
	DocumentValue                // jsondoc.Value, which the encoder writes by its method
)

// SpecialOf returns which special type t is, or Ordinary. A type that is defined from a special type is ordinary,
// since it does not have the methods of the special type.
func SpecialOf(t reflect.Type) Special {
	switch t.PkgPath() {
	case "":
		return Ordinary
	case "time":
		switch t.Name() {
		case "Time":
			return Time
		case "Duration":
			return Duration
		}
		return Ordinary
	case "math/big":
		if t.Name() == "Int" && isWideInt(t) {
			return BigInt
		}
	case "net/netip":
		switch t.Name() {
		case "Addr", "AddrPort", "Prefix":
			return Address
		}
		return Ordinary
	case optPackage:
		if OptionalOf(t) != nil {
			return OptionalValue
		}
	case documentPackage:
		if isDocument(t) {
			return DocumentValue
		}
	}
	switch t {
	case numberType:
		return Number
	case rawType:
		return RawMessage
	}
	return Ordinary
}

var numberType, rawType = reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage]()
