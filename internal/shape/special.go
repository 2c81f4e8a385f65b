package shape

import (
	"encoding/json"
	"reflect"
)

// Special names a type that plans handle specially, apart from its kind and its methods. Encoder and decoder each have
// a row for it (special.go of both), and a file with its name.
type Special uint8

// The special types.
const (
	Ordinary      Special = iota // none: kind and methods decide
	Time                         // time.Time
	Number                       // json.Number
	RawMessage                   // json.RawMessage
	BigInt                       // big.Int
	Duration                     // time.Duration, if an option makes it a string
	Addr                         // netip.Addr
	AddrPort                     // netip.AddrPort
	Prefix                       // netip.Prefix
	OptionalValue                // opt.Value of any type
	Specials                     // number of special types
)

// SpecialOf returns which special type t is. Types defined from one are ordinary: they lack its methods.
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
		return addressOf(t)
	case optPackage:
		if OptionalOf(t) != nil {
			return OptionalValue
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
