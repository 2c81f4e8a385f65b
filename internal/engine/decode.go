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

// UnmarshalBorrowed is Unmarshal without choices for data that will be overwritten afterwards: whoever asks for a part of it gets a copy.
func UnmarshalBorrowed(data []byte, v any) error {
	_, err := UnmarshalBy(plan.V1, option.V1, data, v, true)
	return err
}
