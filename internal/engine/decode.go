package engine

import (
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Unmarshal decodes data into what v points to, as c has it, which has encoding/json's meaning.
func Unmarshal(c *plan.Config, data []byte, v any) error {
	if err := decode.Unmarshal(c, data, v); err != nil {
		return toolchain.UnmarshalError(data, v, c.Options, err.(*fault.Fault))
	}
	return nil
}
