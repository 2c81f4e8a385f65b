package cases

import (
	"fmt"
	"strings"
)

func init() {
	val("nil", []int(nil))
	val("empty", []int{})
	val("ints", []int{1, -2, 3})
	val("int8s", []int8{-1, 2})
	val("uint16s", []uint16{1, 2})
	val("uint64s", []uint64{1, 1 << 63})
	val("bools", []bool{true, false})
	val("floats", []float64{1.5, 0, 1e21})
	val("float32s", []float32{1.1, 0})
	val("strings", []string{"a", "", "<"})
	val("anys", []any{1, "a", nil, []any{}})
	val("pointers", []*int{nil, new(int)})
	val("structs", []Point{{1, 2}, {}})
	val("empty-structs", []struct{}{{}, {}})
	val("nested", [][]int{{1}, nil, {}})
	val("nested-floats", [][]float64{{1.5, 2}, nil})
	val("array", [3]int{1, 2, 3})
	val("array/zero", [0]int{})
	val("array/strings", [2]string{"a"})
	val("array/nested", [2][2]int{{1, 2}, {3, 4}})
	val("array/bytes", [3]byte{1, 2, 3})
	val("array/of-one-pointer", [1]*Point{{1, 2}})
	val("array/of-one-any", [1]any{1})
	val("array/marshalers", [2]pointerMarshaler{{S: "a"}, {S: "b"}})
	val("slice/marshalers", []pointerMarshaler{{S: "a"}, {S: "b"}})
	for _, n := range []int{1, 2, 7, 8, 9, 100, 1000, 5000} {
		l := make([]int, n)
		texts := make([]string, n)
		for i := range l {
			l[i] = i * 7919
			texts[i] = fmt.Sprint(i * 31 % 300)
		}
		one("many", func() []int { return l })
		one("many/any", func() any { return []any{l, strings.Repeat("x", n)} })
		text := "[" + strings.Join(texts, ",") + "]"
		alone[[]int]("many", text)
		alone[[]int8]("many/int8", text)
		alone[[]any]("many/any", text)
		alone[[]*int]("many/pointer", text)
		alone[[]Point]("many/mismatch", text)
		alone[[]struct{}]("many/empty-struct", strings.ReplaceAll(text, "0", "{}"))
		alone[[][]string]("many/strings", `[["`+strings.Join(texts, `","`)+`"],["`+strings.Join(texts, `" , "`)+`"]]`)
	}

	texts := []string{`[]`, `null`, `[1]`, `[1,2]`, `[1,2,3,4,5]`, `[null]`, `[1,null,3]`, `[null,null,null,null]`, `["x",2]`, `[1,"x",3,{},[4]]`, `{}`, `"x"`, `1`, `[ ]`, `[1.5]`, `[300,-300]`, `[[1],[2,3]]`, `[{"X":1},{"Y":2}]`, `[{"X":1},null,{"Y":"s"},7]`, `[1,2`, `[1,"x",`, `[{"X":"s"},{"X":}]`}
	dec[[]int]("ints", texts...)
	generics[[]int]("ints", texts...)
	dec[[]int8]("int8s", texts...)
	dec[[]uint64]("uint64s", texts...)
	dec[[]float64]("floats", texts...)
	dec[[]string]("strings", texts...)
	dec[[]bool]("bools", texts...)
	dec[[]any]("anys", texts...)
	dec[[]*int]("pointers", texts...)
	dec[[]Point]("structs", texts...)
	dec[[]struct{}]("empty-structs", texts...)
	dec[[][]int]("nested", texts...)
	dec[[]map[string]int]("maps", texts...)
	dec[[0]int]("array-0", texts...)
	dec[[2]int]("array-2", texts...)
	dec[[2]*Point]("array-pointers", texts...)
	dec[[2][2]int]("array-nested", texts...)
	dec[[3]any]("array-any", texts...)
	dec[[]pointerMarshaler]("marshalers", texts...)
	dec[[2]pointerMarshaler]("array-marshalers", texts...)
	dec[[]textPointer]("texts", texts...)

	into("ints", func() []int { return []int{7, 8, 9} }, texts...)
	into("strings", func() []string { return []string{"a", "b", "c"} }, texts...)
	into("structs", func() []Point { return []Point{{5, 6}, {7, 8}, {9, 10}} }, texts...)
	into("pointers", func() []*Point { return []*Point{{5, 6}, nil, {9, 10}} }, texts...)
	into("anys", func() []any { return []any{&Point{5, 6}, "b", 7, map[string]int{"k": 1}} }, texts...)
	into("maps", func() []map[string]int { return []map[string]int{{"old": 1}, nil} }, `[{"a":1},{"b":2},{"c":3}]`, `[null]`, `[1,{"a":"x"}]`)
	into("nested", func() [][]int { return [][]int{{5, 6}, {7}} }, texts...)
	into("array", func() [3]int { return [3]int{7, 8, 9} }, texts...)
	into("array-structs", func() [2]Point { return [2]Point{{5, 6}, {7, 8}} }, texts...)
	into("array-pointers", func() [2]*Point { return [2]*Point{{5, 6}, {7, 8}} }, texts...)
	into("array-anys", func() [2]any { return [2]any{&Point{5, 6}, 8} }, texts...)
	into("marshalers", func() []pointerMarshaler { return []pointerMarshaler{{S: "old"}, {S: "old2"}} }, texts...)

	// Slices with more capacity than length: the values after the length show through, and memory after the slice must
	// stay.
	for _, text := range append(texts, `[{"X":1},{"X":2},{},{"Y":4}]`, `[{},{},{}]`, `[null,{"X":1}]`, `[{"X":"s"},{"Y":2}]`) {
		target("room/structs", func() any { l := []Point{{1, 2}, {3, 4}, {5, 6}, {7, 8}}; return &struct{ A, B []Point }{l[:1], l} }, `{"A":`+text+`}`)
		target("room/ints", func() any { l := []int{1, 2, 3, 4}; return &struct{ A, B []int }{l[:0], l} }, `{"A":`+text+`}`)
		target("room/pointers", func() any {
			l := []*Point{{1, 2}, {3, 4}, {5, 6}, nil}
			return &struct{ A, B []*Point }{l[:2], l}
		}, `{"A":`+text+`}`)
		target("room/anys", func() any { l := []any{&Point{1, 2}, 2, "c", &Point{3, 4}}; return &struct{ A, B []any }{l[:0], l} }, `{"A":`+text+`}`)
		target("room/maps", func() any {
			l := []map[string]int{{"old": 1}, {"old": 2}, nil}
			return &struct{ A, B []map[string]int }{l[:0], l}
		}, `{"A":`+text+`}`)
		target("room/nested", func() any { l := [][]int{{1, 2}, {3, 4}, {5}}; return &struct{ A, B [][]int }{l[:0], l} }, `{"A":`+text+`}`)
		target("room/none", func() any { l := []int{1, 2, 3, 4}; return &struct{ A, B []int }{l[:2:2], l} }, `{"A":`+text+`}`)
		target("room/both", func() any { l := []int{1, 2, 3, 4}; return &struct{ A, B []int }{l[:2], l[1:]} }, `{"A":`+text+`,"B":`+text+`}`)
		target("room/struct-members", func() any {
			type in struct {
				P *Point
				L []int
				M map[string]int
				S string
			}
			l := []in{{&Point{1, 2}, []int{1, 2}, map[string]int{"a": 1}, "s"}, {&Point{3, 4}, []int{3, 4}, map[string]int{"b": 1}, "t"}}
			return &struct{ A, B []in }{l[:0], l}
		}, `{"A":`+strings.ReplaceAll(text, `"X"`, `"P":{"X":7},"L":[9],"M":{"n":1},"X"`)+`}`)
	}
}
