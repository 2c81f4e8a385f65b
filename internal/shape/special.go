package shape

import (
	"encoding/json"
	"reflect"
)

// Special identifies a type that encoder and decoder handle in a way of its own, and not by its kind or methods. Both
// have a row for each such type (in their special.go), and a file with its name.
type Special uint8

// The special types.
const (
	Ordinary      Special = iota // not special: the kind and the methods decide
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

// SpecialOf returns which special type t is. Types that are defined from one are ordinary, since they do not have its
// methods.
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
