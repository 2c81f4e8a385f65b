package engine

import (
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// configOf returns the meaning that bits ask for: of them only EscapeHTML matters to encoders.
func configOf(bits option.Set) *plan.Config {
	if bits.Has(option.EscapeHTML) {
		return plan.V1
	}
	return plan.V1Plain
}

// Append appends the JSON of v to dst as encoding/json writes it, with EscapeHTML or without. On an error dst is
// returned as it came.
func Append(dst []byte, v any, bits option.Set) ([]byte, error) {
	b, err := encode.Append(configOf(bits), dst, v)
	if err == nil {
		return b, nil
	}
	said, err := toolchain.MarshalError(v, bits.Has(option.EscapeHTML), err)
	if err != nil {
		return dst, err
	}
	return append(dst, said...), nil
}

// AppendIndent appends the JSON value in src to dst as wire.AppendIndent does. Where src is not JSON, or too deep,
// it returns encoding/json's error, and dst as it came.
func AppendIndent(dst, src []byte, prefix, indent string) ([]byte, error) {
	out, bad := wire.AppendIndent(dst, src, prefix, indent)
	if bad >= 0 {
		return dst, toolchain.IndentError(src)
	}
	return out, nil
}

// Marshal returns the JSON of v in memory of its own.
func Marshal(v any, bits option.Set) ([]byte, error) {
	b, err := encode.Marshal(configOf(bits), v)
	if err != nil {
		return toolchain.MarshalError(v, bits.Has(option.EscapeHTML), err)
	}
	return b, nil
}
