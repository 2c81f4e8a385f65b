package cases

import "strings"

type (
	myBytes   []byte
	myByte    byte
	byteSlice []myByte
	runes     []rune
)

func init() {
	val("nil", []byte(nil))
	val("empty", []byte{})
	val("one", []byte{0})
	val("two", []byte{0xff, 0xfe})
	val("three", []byte("abc"))
	val("slash", []byte{0xff, 0xff, 0xff, 0xfb, 0xf0})
	val("named", myBytes("named"))
	val("named-elements", byteSlice{1, 2, 255})
	val("named-elements/8", []myUint8{1, 2, 3})
	val("int8s", []int8{1, -1})
	val("runes", runes("é"))
	val("array", [4]byte{1, 2, 3, 4})
	val("array/pointer", &[4]byte{1, 2, 3, 4})
	val("array/named", [2]myByte{1, 2})
	val("array/zero", [0]byte{})
	val("slice-of-slices", [][]byte{nil, {}, {1}})
	for _, n := range []int{47, 48, 49, 100, 1000, 1023, 1024, 1025, 5000, 100000} {
		one("many", func() []byte { return []byte(strings.Repeat("z", n)) })
	}
	texts := []string{`null`, `""`, `"AA=="`, `"AA"`, `"AA="`, `"AAA="`, `"AAAA"`, `"AAAA===="`, `"A"`, `"A==="`, `"AAAAA"`, `"!!!!"`, `"AA!="`, `"__--"`, `"//++"`, `"AA\n=="`, `"AA\r\n=="`, `"\n\r\n"`, `" AA=="`, `"AA==AA=="`, `"\u0041A=="`, `"A\/8="`, "\"AA\xff=\"", `"é==="`,
		`[]`, `[1,2,3]`, `[256]`, `[-1]`, `[1.5]`, `["a"]`, `[null,1]`, `[1,`, `{}`, `1`, `true`, `"YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo="`, `"` + strings.Repeat("QUJD", 400) + `"`, `"` + strings.Repeat("QUJD", 400) + `Q"`, `"AB=="`, `"AAB="`, `"=="`, `"="`, `"AAAA="`, `"QQ==\n"`}
	dec[[]byte]("bytes", texts...)
	dec[myBytes]("named", texts...)
	dec[byteSlice]("named-elements", texts...)
	dec[[]int8]("int8s", texts...)
	dec[[4]byte]("array", texts...)
	dec[[]*byte]("pointers", texts...)
	dec[[][]byte]("slices", `["AA==",null,[1]]`)
	into("bytes", func() []byte { return []byte("old value") }, texts...)
	into("named", func() myBytes { return myBytes("old value")[:3] }, texts...)
	into("array", func() [4]byte { return [4]byte{9, 8, 7, 6} }, texts...)
	for _, text := range texts {
		target("room", func() any { l := []byte("old value"); return &struct{ A, B []byte }{l[:2], l} }, `{"A":`+text+`}`)
	}
}
