package zetes

import (
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// Fuzzy makes a codec that reads values of type T as [Config].Fuzzy does, with all that T is made of, and writes
// them as ever. It is for the types that come from loosely typed languages, where others should be read strictly:
// an entry of Config.Codecs, of [Register], or, by codec.ForField, a single field.
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

// fuzzyStandard stands in for encoding/json's meaning, whose errors know of no other.
var fuzzyStandard = sync.OnceValue(Config{Fuzzy: true}.Freeze)

// ReadFuzzy reads the next value from r into *v as [ReadDefault] does, and accepts what Config.Fuzzy accepts.
func ReadFuzzy[T any](r *codec.Reader, v *T) {
	c, t, lent := atWork(r)
	if !c.Own {
		c = fuzzyStandard().c
	}
	readValue(&decode.Call{Config: c.With(c.Options | option.FuzzyDecode), Bare: true}, r, v, t, lent)
}
