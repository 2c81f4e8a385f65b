package shape

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"time"
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

var specials = map[reflect.Type]Special{
	reflect.TypeFor[time.Time]():       Time,
	reflect.TypeFor[json.Number]():     Number,
	reflect.TypeFor[json.RawMessage](): RawMessage,
	reflect.TypeFor[big.Int]():         BigInt,
	reflect.TypeFor[time.Duration]():   Duration,
	reflect.TypeFor[netip.Addr]():      Addr,
	reflect.TypeFor[netip.AddrPort]():  AddrPort,
	reflect.TypeFor[netip.Prefix]():    Prefix,
}

// SpecialOf returns which special type t is. Types defined from one are ordinary: they lack its methods.
func SpecialOf(t reflect.Type) Special {
	if s, ok := specials[t]; ok {
		return s
	}
	if OptionalOf(t) != nil {
		return OptionalValue
	}
	return Ordinary
}
