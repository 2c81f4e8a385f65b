package proportion

import (
	"bytes"
	"math/big"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// Long numbers. Package math/big takes time in proportion to the square of their length.

// by returns how api decodes into a fresh T.
func by[T any](api *zetes.API) func(text []byte) {
	return func(text []byte) { api.Unmarshal(text, new(T)) }
}

func init() {
	digits := func(n int) []byte { return bytes.Repeat([]byte{'7'}, n) }
	fraction := func(n int) []byte { return append([]byte("0."), digits(n)...) }
	many := func(length int) func(n int) []byte {
		return func(n int) []byte {
			length := min(length, n-2)
			return []byte(list(n/(length+1), strings.Repeat("7", length)))
		}
	}
	exact, strict := zetes.Config{ExactInts: true}.Freeze(), zetes.Strict().Freeze()
	_, theirs := into[any]()
	add(row{name: "number/one integer, ExactInts", text: digits, ours: by[any](exact), theirs: theirs})
	add(row{name: "number/one integer, Strict", text: digits, ours: by[any](strict), theirs: theirs})
	add(row{name: "number/integers of 10,000 digits, ExactInts", text: many(10_000), ours: by[any](exact), theirs: theirs})
	add(row{name: "number/integers of 20 digits, ExactInts", text: many(20), ours: by[any](exact), theirs: theirs})
	bigs := zetes.Config{Codecs: []codec.Codec{
		codec.For(nil, func(r *codec.Reader, v *big.Int) { *v = *r.BigInt() }),
		codec.For(nil, func(r *codec.Reader, v *big.Float) { *v = *r.BigFloat(0) }),
	}}.Freeze()
	add(row{name: "number/codec, BigInt", text: digits, ours: by[big.Int](bigs), theirs: theirs})
	add(row{name: "number/codec, BigFloat", text: fraction, ours: by[big.Float](bigs), theirs: theirs})
	ours, theirs := into[float64]()
	add(row{name: "number/one integer into float64", text: digits, ours: ours, theirs: theirs})
	add(row{name: "number/one fraction into float64", text: fraction, ours: ours, theirs: theirs})
	add(row{name: "number/one number by Strict", text: fraction, ours: by[float64](strict), theirs: theirs})
}
