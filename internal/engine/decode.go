package engine

import (
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Unmarshal decodes data into what v points to, as encoding/json does with the choices UseNumber and
// DisallowUnknownFields of bits.
func Unmarshal(data []byte, v any, bits option.Set) error {
	if err := decode.Unmarshal(plan.V1, bits, data, v); err != nil {
		return toolchain.UnmarshalError(data, v, bits, err.(*fault.Fault))
	}
	return nil
}
