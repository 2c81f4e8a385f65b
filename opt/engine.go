package opt

import (
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file is where the package meets the engine.

// Plans read and write values where they lie, if there may be some.
func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// marshal returns *p in JSON. It leaves <, > and & as they are: the encoder that asked escapes them if it wants to.
func marshal(p any) ([]byte, error) { return engine.Marshal(&encode.Call{Config: plan.V1Plain}, p) }

// unmarshal decodes data into *p.
func unmarshal(data []byte, p any) error {
	return engine.Decode(&decode.Call{Config: plan.V1}, data, p)
}

// valid reports whether b is a JSON value.
func valid(b []byte) bool { return wire.Valid(b) }

// appendString appends s as a JSON string.
func appendString(dst []byte, s string, escapeHTML bool) []byte {
	set := &kernel.EscapeMinimal
	if escapeHTML {
		set = &kernel.EscapeHTML
	}
	return kernel.AppendString(dst, s, set)
}

// appendCompact appends the JSON value b without white space. Promise: b is valid.
func appendCompact(dst, b []byte, escapeHTML bool) []byte {
	dst, _ = wire.AppendCompact(dst, b, escapeHTML)
	return dst
}
