package encode

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// These benchmarks are for the kinds of values whose encoding is slowest in comparison with other libraries: maps,
// whose entries are sorted, values with methods, raw messages, and short base64.

type benchRaw struct {
	Name string          `json:"name"`
	Data json.RawMessage `json:"data"`
	More json.RawMessage `json:"more"`
}

type benchCelsius float64

func (c benchCelsius) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `"%.1fC"`, float64(c)), nil
}

type benchFixed struct{ text string }

func (f benchFixed) MarshalJSON() ([]byte, error) { return []byte(f.text), nil }

// benchNames returns count different names, each of one to four words.
func benchNames(count int) []string {
	words := strings.Fields("alpha bridge candle door east flour garden harbour iron journey key lantern market north orchard paper quarry river stone timber under valley water")
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	var names []string
	for len(names) < count {
		name := words[r.IntN(len(words))]
		for range r.IntN(4) {
			name += " " + words[r.IntN(len(words))]
		}
		if r.IntN(4) == 0 {
			name += fmt.Sprint("-", r.IntN(10_000))
		}
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func benchMap[K comparable, V any](count int, key func(name string, i int) K, elem func(i int) V) map[K]V {
	m := map[K]V{}
	for i, name := range benchNames(count) {
		m[key(name, i)] = elem(i)
	}
	return m
}

func BenchmarkKinds(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	name := func(s string, _ int) string { return s }
	number := func(string, int) int { return int(r.Int64() >> r.IntN(63)) }
	number32 := func(string, int) int32 { return int32(r.Uint32()) >> r.IntN(31) }
	integer := func(int) int { return int(r.Int64() >> r.IntN(63)) }
	flag := func(i int) bool { return i&1 == 0 }
	text := func(i int) string { return fmt.Sprint("text ", i) }
	raws := []benchRaw{}
	shorts, fixed := [][]byte{}, []benchFixed{}
	var tree any = map[string]any{"north": 12.25, "door": []any{"east", true, nil, map[string]any{"iron": "harbour"}}, "key": "lantern market"}
	small, _ := json.Marshal(tree)
	medium, _ := json.Marshal([]any{tree, tree, tree, tree, tree, tree})
	large := []byte("[" + strings.Repeat(string(medium)+",", 30) + "1]")
	for i := range 16 {
		raws = append(raws, benchRaw{"name", json.RawMessage(`{"a":1}`), json.RawMessage(`[1,2,3]`)})
		b := make([]byte, r.IntN(9))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		shorts = append(shorts, b)
		fixed = append(fixed, benchFixed{fmt.Sprintf(`{"amount":%d,"currency":"EUR"}`, i)})
	}
	raw, quotedTexts := []json.RawMessage{}, []benchFixed{}
	for range 16 {
		raw = append(raw, small)
		quotedTexts = append(quotedTexts, benchFixed{`"2026-11-23T12:00:00Z"`})
	}
	buf := make([]byte, 0, 1<<20)
	for _, c := range []struct {
		name string
		v    any
	}{
		{"map/bool-1", benchMap(1, name, flag)}, {"map/bool-4", benchMap(4, name, flag)}, {"map/bool-8", benchMap(8, name, flag)},
		{"map/bool-12", benchMap(12, name, flag)},
		{"map/bool-20", benchMap(20, name, flag)}, {"map/int-20", benchMap(20, name, integer)}, {"map/int-60", benchMap(60, name, integer)},
		{"map/string-20", benchMap(20, name, text)}, {"map/string-500", benchMap(500, name, text)},
		{"map/raw-20", benchMap(20, name, func(int) json.RawMessage { return small })},
		{"map/marshaler-20", benchMap(20, name, func(i int) benchCelsius { return benchCelsius(i) })},
		{"map/key-int-20", benchMap(20, number, text)}, {"map/key-int32-20", benchMap(20, number32, text)},
		{"map/key-int-1000", benchMap(1000, number, text)}, {"map/key-int32-1000", benchMap(1000, number32, text)},
		{"raw-members", raws}, {"raw", raw}, {"raw-medium", []json.RawMessage{medium, medium}},
		{"json", fixed}, {"map/number-20", benchMap(20, name, func(i int) json.Number { return json.Number(fmt.Sprint(float64(i) * 12.25)) })},
		{"map/named-string-20", benchMap(20, name, func(i int) benchText { return benchText(fmt.Sprint("text ", i)) })},
		{"json-string", quotedTexts},
		{"raw-large", json.RawMessage(large)}, {"bytes", shorts},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				buf, _ = (&Call{Config: withHTML}).Append(buf[:0], c.v)
			}
			b.SetBytes(int64(len(buf)))
		})
	}
}

// BenchmarkNames writes 32 maps one after another, which all have the same names, or each names of its own.
func BenchmarkNames(b *testing.B) {
	for _, size := range []int{1, 3, 8, 12, 20, 60} {
		for _, same := range []bool{true, false} {
			names := benchNames(32 * size)
			var maps []map[string]int
			for i := range 32 {
				m := map[string]int{}
				for j := range size {
					if same {
						m[names[j]] = i * j
					} else {
						m[names[i*size+j]] = i * j
					}
				}
				maps = append(maps, m)
			}
			b.Run(fmt.Sprintf("same=%v/size=%d", same, size), func(b *testing.B) {
				buf := make([]byte, 0, 1<<20)
				for b.Loop() {
					buf, _ = (&Call{Config: withHTML}).Append(buf[:0], maps)
				}
				b.SetBytes(int64(len(buf)))
			})
		}
	}
}

type benchText string
