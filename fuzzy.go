package zetes

import (
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// Fuzzy makes a codec that reads values of type T, and all values in them, as under [Config].Fuzzy, and writes them as
// usual. It is for types that loosely typed languages write, if other types are to be read strictly: an entry of
// Config.Codecs, of [Register], or, with codec.ForField, for a single field.
func Fuzzy[T any]() codec.Codec { return codec.For(nil, ReadFuzzy[T]) }

// FuzzyScalars returns the codecs that [Fuzzy] makes for string, bool, and all types of integers and floats that Go
// declares.
func FuzzyScalars() []codec.Codec {
	return []codec.Codec{
		Fuzzy[string](), Fuzzy[bool](),
		Fuzzy[int](), Fuzzy[int8](), Fuzzy[int16](), Fuzzy[int32](), Fuzzy[int64](),
		Fuzzy[uint](), Fuzzy[uint8](), Fuzzy[uint16](), Fuzzy[uint32](), Fuzzy[uint64](),
		Fuzzy[float32](), Fuzzy[float64](),
	}
}

// fuzzyStandard is the API with encoding/json's meaning and Fuzzy. It is needed since errors of the plan for
// encoding/json's meaning know no other rules.
var fuzzyStandard = sync.OnceValue(Config{Fuzzy: true}.Freeze)

// ReadFuzzy reads the next value from r into *v as [ReadDefault] does, and accepts the same as Config.Fuzzy.
func ReadFuzzy[T any](r *codec.Reader, v *T) {
	c, t, lent := atWork(r)
	if !c.Own {
		c = fuzzyStandard().c
	}
	readValue(&decode.Call{Config: c.With(c.Options | option.FuzzyDecode), Bare: true}, r, v, t, lent)
}
