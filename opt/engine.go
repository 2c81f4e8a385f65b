package opt

import (
	"bytes"
	"encoding/json"

	"github.com/zetes-json/zetes/internal/kernel"
)

// This file is where the package meets the engine.

// marshal returns *p in JSON. It leaves <, > and & as they are: the encoder that asked escapes them if it wants to.
func marshal(p any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// unmarshal decodes data into *p.
func unmarshal(data []byte, p any) error { return json.Unmarshal(data, p) }

// valid reports whether b is a JSON value.
func valid(b []byte) bool { return json.Valid(b) }

// appendString appends s as a JSON string.
func appendString(dst []byte, s string, escapeHTML bool) []byte {
	set := &kernel.EscapeMinimal
	if escapeHTML {
		set = &kernel.EscapeHTML
	}
	return kernel.AppendString(dst, s, set)
}

// appendCompact appends the valid JSON value b without white space.
func appendCompact(dst, b []byte, escapeHTML bool) []byte {
	var buf bytes.Buffer
	if json.Compact(&buf, b) != nil {
		return dst
	}
	if !escapeHTML {
		return append(dst, buf.Bytes()...)
	}
	var esc bytes.Buffer
	json.HTMLEscape(&esc, buf.Bytes())
	return append(dst, esc.Bytes()...)
}
