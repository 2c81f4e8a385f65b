package cases

import (
	"encoding/json"
	"strings"
	"time"
)

const generatedNestsDeeper = "generated code writes what is nested deeper than encoding/json of Go 1.27 does, which that of 1.26 writes too"

const piecesNestDeeper = "what is written in pieces may be nested deeper than what encoding/json of Go 1.27 writes, as that of 1.26 has it"

type ptrCycle struct {
	V int
	P *ptrCycle
	L []ptrCycle
	M map[string]*ptrCycle
	I any
}

// nest makes text with n levels of brackets around in.
func nest(open, in, shut string, n int) string {
	return strings.Repeat(open, n) + in + strings.Repeat(shut, n)
}

func init() {
	for _, n := range []int{1, 2, 33, 64, 65, 128, 999, 1000, 1001, 1002, 9999, 10000, 10001, 10002, 20000} {
		for _, text := range []string{nest("[", "", "]", n), nest(`{"a":`, "1", "}", n), nest(`{"Next":`, "null", "}", n), nest(`[{"a":`, "1", "}]", n/2), nest(`{"Kids":[`, "", "]}", n/2), nest("[", "", "", n), nest("[", "x", "]", n), nest(`{"P":`, `{"V":"bad"}`, `}`, n), nest(" [ ", "1", " ] ", n)} {
			alone[any]("any", text)
			alone[struct{ A int }]("skip", `{"x":`+text+`,"A":1}`)
			if n < 5000 || n%1000 < 3 {
				alone[recursive]("recursive", text)
				alone[recursiveSlice]("slice", text)
				alone[recursiveMap]("map", text)
				alone[ptrCycle]("pointer", text)
				alone[json.RawMessage]("raw", text)
				alone[map[string]any]("map-any", `{"k":`+text+`}`)
				alone[pointerMarshaler]("marshaler", text)
			}
		}
		if n > 10002 {
			continue
		}
		if n >= 9999 {
			oddDepths(n)
		}
		rows := len(table)
		pointers := func() *ptrCycle {
			p := &ptrCycle{}
			for range n {
				p = &ptrCycle{P: p}
			}
			return p
		}
		deep := len(table)
		one("encode/pointers", pointers)
		not(deep, "generated", generatedNestsDeeper)
		if n <= 1002 {
			made("encode/pointers", pointers)
		}
		one("encode/slices", func() recursiveSlice {
			var s recursiveSlice
			for range n {
				s = recursiveSlice{s}
			}
			return s
		})
		one("encode/any", func() any {
			var v any
			for i := range n {
				if i%2 == 0 {
					v = []any{v}
				} else {
					v = map[string]any{"k": v}
				}
			}
			return v
		})
		one("encode/map", func() recursiveMap {
			var m recursiveMap
			for range n {
				m = recursiveMap{"k": m}
			}
			return m
		})
		one("encode/any-pointer", func() any {
			var v any
			for range n {
				w := v
				v = &w
			}
			return v
		})
		if n < 5000 {
			one("encode/raw", func() json.RawMessage { return json.RawMessage(nest("[", "", "]", n)) })
			one("encode/nesting", func() any { return saying(nest(`{"a":[`, "", "]}", n)) })
		}
		if n >= 9999 {
			not(rows, "pieces", piecesNestDeeper)
			not(rows, "generated", generatedNestsDeeper)
		}
		if n > 1002 {
			not(rows, "v1 indent", "indentation grows with the square of the depth: hundreds of MB")
			not(rows, "v1 stream, indent", "indentation grows with the square of the depth: hundreds of MB")
		}
	}
	rows := len(table)
	one("encode/any-brackets-only", func() any {
		v := any([]any{})
		for range 3000 {
			v = []any{v}
		}
		return v
	})
	raw := len(table)
	one("encode/raw-too-deep", func() json.RawMessage { return json.RawMessage(nest("[", "", "]", 10001)) })
	one("encode/raw-just-deep", func() json.RawMessage { return json.RawMessage(nest("[", "", "]", 10000)) })
	not(raw, "pieces", piecesNestDeeper)

	not(rows, "v1 indent", "indentation grows with the square of the depth: hundreds of MB")
	not(rows, "v1 stream, indent", "indentation grows with the square of the depth: hundreds of MB")

	one("cycle/pointer", func() any { p := &ptrCycle{V: 1}; p.P = p; return p })
	one("cycle/two", func() any { p := &ptrCycle{V: 1}; p.P = &ptrCycle{V: 2, P: p}; return p })
	one("cycle/slice", func() any { p := &ptrCycle{L: make([]ptrCycle, 1)}; p.L[0].L = p.L; return p })
	one("cycle/slice-itself", func() any { s := make(recursiveSlice, 1); s[0] = s; return s })
	one("cycle/map", func() any { m := recursiveMap{}; m["a"] = m; return m })
	one("cycle/map-in-struct", func() any { p := &ptrCycle{M: map[string]*ptrCycle{}}; p.M["k"] = p; return p })
	one("cycle/any-slice", func() any { s := make([]any, 2); s[1] = s; return s })
	one("cycle/any-map", func() any { m := map[string]any{"z": 1}; m["a"] = m; return m })
	one("cycle/any-in-struct", func() any { p := &ptrCycle{}; p.I = p; return p })
	one("cycle/slice-shorter", func() any { s := make([]any, 3); s[0] = s[:2]; return s })
	one("shared/no-cycle", func() any { p := &ptrCycle{V: 1}; return []any{p, p, []*ptrCycle{p, p}} })
	one("cycle/marshaler", func() any { n := nesting{}; n.In.Sub = &n; return failing{"plain"} })
}

// oddDepths adds rows of n levels that decode into types for which the toolchain may be asked, which must not
// change how deep is too deep.
func oddDepths(n int) {
	for _, text := range []string{
		nest("[", "", "]", n), `{"1":` + nest("[", "", "]", n-1) + `}`, `{"a":` + nest("[", "", "]", n-1) + `}`, `{"01":` + nest("[", "", "]", n-1) + `,"2":"x"}`,
		`{"x":` + nest("[", "", "]", n-1) + `,"2":"x"}`, `[` + nest(`{"1":`, "2", "}", n-1) + `,1]`, `[[1],` + nest("[", "x", "]", n-1) + `]`,
	} {
		row := "odd/" + short(text)
		target(row, func() any { return new(textPointer) }, text)
		target(row, func() any { return new(*textPointer) }, text)
		target(row, func() any { return new([]textPointer) }, text)
		target(row, func() any { return new([2]textPointer) }, text)
		target(row, func() any { return new(map[bool]any) }, text)
		target(row, func() any { return new(map[float64]any) }, text)
		target(row, func() any { return new(map[*textPointer]any) }, text)
		target(row, func() any { return new(map[int]any) }, text)
		target(row, func() any { return new(map[uint8]json.RawMessage) }, text)
		target(row, func() any { return new(map[bothMarshaler]any) }, text)
		target(row, func() any { return new(map[string]map[int]any) }, text)
		target(row, func() any { return new(struct{ textPointer }) }, text)
		target(row, func() any { return namedText(new(textPointer)) }, text)
		target(row, func() any { return new(complex128) }, text)
		target(row, func() any { return new(time.Time) }, text)
		target(row, func() any { return new([]byte) }, text)
		target(row, func() any { return new(string) }, text)
		target(row, func() any { m := map[string]int{"old": 1}; var v any = &m; return &v }, text)
		target(row, func() any { l := []any{1}; p := &l; var v any = &p; return &v }, text)
		target(row, func() any { var v any = new(textPointer); return &v }, text)
		target(row, func() any { var v any = new(int); return &around[any]{F: v} }, `{"F":`+text+`}`)
		target(row, func() any { return new(around[*textPointer]) }, `{"F":`+text+`}`)
		target(row, func() any { return new(quoted[[]int]) }, `{"F":`+text+`}`)
	}
}
