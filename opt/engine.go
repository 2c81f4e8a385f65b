package opt

import (
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file calls the engine.

// A program that imports this package has plans that recognize types of Value, and read and write them in place.
func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// marshal returns the JSON of *p. It does not escape <, > and &: the encoder that called MarshalJSON escapes these
// characters if its options say so.
func marshal(p any) ([]byte, error) { return engine.Marshal(&encode.Call{Config: plan.V1Plain}, p) }

// unmarshal decodes data into *p.
func unmarshal(data []byte, p any) error {
	return engine.Decode(&decode.Call{Config: plan.V1}, data, p)
}

// valid reports whether b is a JSON value.
func valid(b []byte) bool { return wire.Valid(b) }

// appendString appends s as a JSON string.
func appendString(dst []byte, s string, escapeHTML bool) []byte {
	set := kernel.EscapeMinimal
	if escapeHTML {
		set = kernel.EscapeHTML
	}
	return kernel.AppendString(dst, s, set)
}

// appendCompact appends the JSON value b without white space. b must be valid.
func appendCompact(dst, b []byte, escapeHTML bool) []byte {
	dst, _ = wire.AppendCompact(dst, b, escapeHTML)
	return dst
}
