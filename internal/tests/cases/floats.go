package cases

import (
	"fmt"
	"math"
	"strconv"
)

// floats are odd as values; printed in several ways they are odd as texts.
var floats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.1, 0.5, 1.5, 100, 1e20, 1e21, 1e-6, 1e-7, 9.99999e-7, 123456789, 1234567890123456, 12345678901234567, 1e15, 1e16, 1e17, 999999999999999900000, 1e22, 1e23,
	math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, 2.2250738585072014e-308, 2.225073858507201e-308, 4.9406564584124654e-324,
	1 << 53, 1<<53 + 2, -(1 << 53), 1 << 62, 1 << 63, 1 << 64, 0.3, 2.0 / 3, 1e-5, 1e5, 5e-324, 1.7976931348623157e308, 3.4028234663852886e38, 3.4028235677973366e38, 1.401298464324817e-45, 7.006492321624085e-46,
	123.456, 1e100, 1e-100, 8.41, 5e22, 4.35, 0.000001, 0.0000011, 16777216, 16777217, 33554433, 9007199254740993, 0.1 + 0.2, 1.0000001, 99999999.5,
}

func init() {
	for _, f := range floats {
		one("64", func() float64 { return f })
		one("64/in", func() any {
			return []any{f, -f, []float64{f, -f}, map[string]float64{"f": f}, struct {
				F float64
				G float64 `json:",string"`
				H float64 `json:",omitempty"`
				P *float64
			}{f, f, f, &f}}
		})
		one("32", func() float32 { return float32(f) })
		one("32/in", func() any {
			return []any{float32(f), []float32{float32(f), 1}, struct {
				F float32
				G float32 `json:",string"`
				H float32 `json:",omitempty"`
				P *float32
			}{float32(f), float32(f), float32(f), new(float32)}}
		})
		var texts []string
		for _, form := range "efgEG" {
			for _, prec := range []int{-1, 0, 3, 17, 25} {
				texts = append(texts, strconv.FormatFloat(f, byte(form), prec, 64))
			}
		}
		alone[float64]("64/text", texts...)
		alone[float32]("32/text", texts...)
		alone[any]("any/text", texts...)
		alone[[]float64]("64/texts", fmt.Sprintf("[%s, %s ,%s]", texts[0], texts[1], texts[2]))
		alone[int64]("int/text", texts[0], texts[5], texts[6])
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		val("unsupported", f)
		val("unsupported-32", float32(f))
		val("unsupported-named", myFloat(f))
		one("unsupported/any", func() any { return map[string]any{"b": []any{1, f}, "a": "first"} })
		one("unsupported/key-order", func() any { return map[string]float64{"a": f, "b": -f} })
		one("unsupported/second", func() any { return []any{f, make(chan int)} })
	}
	val("named", myFloat(1.25))
	val("named-32", myFloat32(1.1))
	// Half way between two floats, and a hair beside it; many digits; long exponents.
	hard := []string{
		`9007199254740993`, `9007199254740992.99999999999999999999`, `9007199254740993.00000000000000000001`, `1.00000000000000011102230246251565404236316680908203125`,
		`1.00000000000000011102230246251565404236316680908203124`, `1.00000000000000011102230246251565404236316680908203126`, `2.2250738585072011e-308`, `2.2250738585072012e-308`,
		`0.000000000000000000000000000000000000000000000000000000000000000000001`, `123456789012345678901234567890123456789012345678901234567890e-40`, `1e00000000000000000001`, `1e-00000000000000000001`,
		`1e+0`, `0e0`, `0e999999999999`, `-0e-999999999999`, `0.0000e+5`, `1e999999999999999999999`, `1e-999999999999999999999`, `1.7976931348623158e308`, `1.7976931348623159e308`, `179769313486231580793728971405301e276`,
		`2.4703282292062327e-324`, `2.4703282292062328e-324`, `4.9e-324`, `16777217`, `16777217.0000001`, `1.1754943508222875e-38`, `1.1754942106924411e-38`, `3.4028235677973366e+38`, `3.4028235677973367e+38`, `3.40282356779733661637539395458142568448e38`,
		`3.4028235677973362e38`, `7.006492321624085e-46`, `7.006492321624086e-46`, `7.0064923216240853e-46`, `100000000000000008388608`, `1.000000059604644775390625`, `1.000000059604644775390626`, `1.000000059604644775390624`,
		`0.1000000000000000055511151231257827021181583404541015625`, `8.0e-1`, `12345678`, `123456789`, `1234567812345678`, `12345678123456781`, `0.12345678`, `0.123456789`, `0.1234567812345678`, `0.12345678123456781234`, `9.5367431640625e-07`,
	}
	alone[float64]("hard/64", hard...)
	alone[float32]("hard/32", hard...)
	alone[any]("hard/any", hard...)
	alone[[]any]("hard/slice", "["+hard[0]+","+hard[8]+"]")
}
