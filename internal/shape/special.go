package shape

import (
	"encoding/json"
	"reflect"
)

// Special names a type that plans know by itself, beside its kind and its methods. Each machine has a row for it
// (special.go of both), and a file of its name with the code.
type Special uint8

// The special types.
const (
	Ordinary      Special = iota // none: kind and methods say all
	Time                         // time.Time
	Number                       // json.Number
	RawMessage                   // json.RawMessage
	BigInt                       // big.Int
	Duration                     // time.Duration, where it is no number
	Addr                         // netip.Addr
	AddrPort                     // netip.AddrPort
	Prefix                       // netip.Prefix
	OptionalValue                // opt.Value of any type
	Specials                     // their count
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
