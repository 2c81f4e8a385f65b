package cases

import (
	"math"
	"strings"
)

type (
	myBool    bool
	myInt     int
	myInt8    int8
	myUint    uint
	myUint8   uint8
	myFloat   float64
	myFloat32 float32
	myString  string
	myAny     any
)

// tokens is one text of each kind and more: every type meets them all.
var tokens = []string{
	`null`, `true`, `false`, `0`, `-0`, `1`, `-1`, `12`, `1.5`, `1e2`, `1.0`, `-1.5e-3`, `""`, `"a"`, `"1"`, `"-12"`, `"true"`, `"null"`, `"1.5"`,
	`" 1"`, `"\""`, `"\"a\""`, `"\u0031"`, `[]`, `[1]`, `[1,2,3]`, `["a"]`, `[null]`, `{}`, `{"a":1}`, `{"F":null}`, `{"1":"x"}`, `[[],{}]`,
	`127`, `128`, `-128`, `-129`, `255`, `256`, `32768`, `65536`, `-32769`, `2147483648`, `-2147483649`, `4294967296`, `9223372036854775807`,
	`9223372036854775808`, `-9223372036854775808`, `-9223372036854775809`, `18446744073709551615`, `18446744073709551616`,
	`123456789012345678901234567890`, `1e400`, `-1e400`, `1e-400`, `3.5e38`, `1e19`, `"\ud800"`, `"MQ=="`, `"2006-01-02T15:04:05Z"`,
}

// broken has texts that are not JSON, each in its own way.
var broken = []string{
	``, ` `, "\n", `n`, `nul`, `nulll`, `nulL`, `tru`, `truee`, `True`, `fals`, `falsy`, `-`, `+1`, `01`, `-01`, `00`, `1.`, `.5`, `1.e1`, `1e`, `1e+`, `1E-`, `0x10`, `1_000`,
	`1a`, `--1`, `-a`, `Infinity`, `NaN`, `-Infinity`, `"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u"`, `"\u12"`, `"\u123g"`, `"\u123`, "\"\x00\"", "\"a\x1fb\"", "\"\n\"", "\"\t\"", `'a'`, `a`,
	`[`, `]`, `[1`, `[1,`, `[,]`, `[1,]`, `[1 2]`, `[1}`, `[,1]`, `[1,,2]`, `{`, `}`, `{]`, `{"a"`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{1:2}`, `{a:1}`, `{"a" 1}`,
	`{"a":1 "b":2}`, `{"a"::1}`, `{"a":1]`, `{null:1}`, `{"a":1,,}`, `{"a":1,"b"}`, `1 2`, `{}{}`, `[] x`, `null,`, `"a""b"`, `/**/1`, `1//`, "\ufeff1", "\ufeff{}", "1\x00", "\x00", "[1]\x00", "\u00a01",
	"\v1", "\f1", "1\v", "[1,\v2]", "\x80", "\"\x80", `{"a":nul}`, `[true,fals]`, `[1.]`, `{"A":01}`, `{"F":"\q"}`, `{"F":[1,2}`, `{"A":1,"F":`, `{"A":"x","F":tru}`, `[1,"x",`, `{"\u00zz":1}`, "{\"a\x01\":1}",
}

func init() {
	val("bool/true", true)
	val("bool/false", false)
	val("bool/named", myBool(true))
	val("int/zero", 0)
	val("int/named", myInt(-7))
	val("int8/min", int8(math.MinInt8))
	val("int8/named", myInt8(math.MaxInt8))
	val("int16/min", int16(math.MinInt16))
	val("int32/min", int32(math.MinInt32))
	val("int64/min", int64(math.MinInt64))
	val("int64/max", int64(math.MaxInt64))
	val("uint/named", myUint(7))
	val("uint8/max", uint8(255))
	val("uint8/named", myUint8(200))
	val("uint16/max", uint16(math.MaxUint16))
	val("uint32/max", uint32(math.MaxUint32))
	val("uint64/max", uint64(math.MaxUint64))
	val("uintptr", uintptr(12345))
	val("rune", 'x')
	for u, n := uint64(1), 0; n < 20; u, n = u*10, n+1 {
		one("uint64/power-of-ten", func() []uint64 { return []uint64{u - 1, u, u + 1} })
		one("int64/power-of-ten", func() []int64 { return []int64{-int64(u / 2), int64(u / 2), int64(u/2) - 1} })
	}
	one("ints/all-widths", func() any {
		return struct {
			A int8
			B int16
			C int32
			D int64
			E uint8
			F uint16
			G uint32
			H uint64
			I uintptr
			J bool
			K float32
			L float64
		}{-1, -2, -3, -4, 5, 6, 7, 8, 9, true, 1.5, -2.5}
	})

	dec[bool]("bool", tokens...)
	dec[myBool]("named-bool", tokens[:20]...)
	dec[int]("int", tokens...)
	generics[int]("int", tokens...)
	dec[myInt]("named-int", tokens[:20]...)
	dec[int8]("int8", tokens...)
	dec[int16]("int16", tokens...)
	dec[int32]("int32", tokens...)
	dec[int64]("int64", tokens...)
	dec[uint]("uint", tokens...)
	dec[uint8]("uint8", tokens...)
	dec[uint16]("uint16", tokens...)
	dec[uint32]("uint32", tokens...)
	dec[uint64]("uint64", tokens...)
	dec[uintptr]("uintptr", tokens...)
	dec[float32]("float32", tokens...)
	dec[float64]("float64", tokens...)
	dec[myFloat]("named-float", tokens[:20]...)
	dec[string]("string", tokens...)
	generics[string]("string", tokens...)
	dec[myString]("named-string", tokens[:20]...)
	dec[any]("any", tokens...)
	generics[any]("any", tokens...)
	dec[myAny]("named-any", tokens[:30]...)
	dec[struct{}]("empty-struct", tokens...)

	into("bool", func() bool { return true }, tokens...)
	into("int", func() int { return 42 }, tokens...)
	into("uint8", func() uint8 { return 42 }, tokens...)
	into("float64", func() float64 { return 4.5 }, tokens...)
	into("string", func() string { return "old" }, tokens...)
	into("named-string", func() myString { return "old" }, tokens[:20]...)

	alone[any]("broken/any", broken...)
	alone[int]("broken/int", broken...)
	alone[string]("broken/string", broken...)
	alone[bool]("broken/bool", broken...)
	alone[[]int]("broken/slice", broken...)
	alone[map[string]int]("broken/map", broken...)
	alone[around[[]string]]("broken/struct", broken...)
	alone[struct{}]("broken/empty-struct", broken...)
	alone[float64]("broken/float", broken...)
	alone[*int]("broken/pointer", broken...)
	for _, text := range broken {
		for _, in := range []string{`{"A":1,"F":[` + text + `],"B":"x"}`, `{"X":{"y":[` + text + `]}}`, strings.Repeat(" ", 61) + text, `[1,` + text, `{"A":"wrong","F":7,` + text} {
			target("broken/filled/"+short(in), func() any { return &around[[]any]{1, []any{"old"}, "b"} }, in)
			target("broken/any-filled/"+short(in), func() any { v := any("old"); return &v }, in)
			target("broken/map-filled/"+short(in), func() any { return &map[string]any{"A": 7} }, in)
			target("broken/slice-filled/"+short(in), func() any { return &[]int{7, 8, 9} }, in)
			target("broken/array-filled/"+short(in), func() any { return &[3]int{7, 8, 9} }, in)
		}
	}

	space := " \t\r\n"
	for n := range 70 {
		pad := strings.Repeat(space, n/4+1)[:n]
		text := pad + "{" + pad + `"A"` + pad + ":" + pad + "1" + pad + "," + pad + `"F"` + pad + ":" + pad + "[" + pad + "1" + pad + "," + pad + "2" + pad + "]" + pad + "}" + pad
		alone[any]("space/any", text, text+"x", "["+pad+"]", "{"+pad+"}", pad+"null"+pad)
		alone[around[[]int]]("space/struct", text, text+"1")
		alone[around[struct{}]]("space/skip", `{"X":`+text+pad+`,"A":1}`)
	}
}
