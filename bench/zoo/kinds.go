package zoo

import (
	stdjson "encoding/json"
	"time"
)

// of returns a kind of type T.
func of[T any](name string, c contents) *kind {
	return &kind{name: name, fresh: func() any { return new(T) }, fill: c}
}

func onlyOut(k *kind) *kind {
	k.out = true
	return k
}

func scalarKinds() []*kind {
	return []*kind{
		of[bool]("alone/bool", contents{}), of[int]("alone/int", contents{}), of[uint8]("alone/uint8", contents{}),
		of[float64]("alone/float64", contents{floats: "full"}), of[string]("alone/string", contents{}),
		of[string]("alone/string-long", contents{text: "long"}), of[struct{}]("alone/struct{}", contents{}),
		of[time.Time]("alone/time", contents{}), of[any]("alone/any", contents{}),
		of[record]("alone/record", contents{}),
	}
}

func sliceKinds() []*kind {
	hundred, fifty, twenty := contents{length: 100}, contents{length: 50}, contents{length: 20}
	return []*kind{
		of[[]bool]("slice/bool", hundred), of[[]int]("slice/int", hundred), of[[]int8]("slice/int8", hundred),
		of[[]int16]("slice/int16", hundred), of[[]int32]("slice/int32", hundred), of[[]int64]("slice/int64", hundred),
		of[[]int]("slice/int-small", contents{length: 100, small: true}), of[[]uint]("slice/uint", hundred),
		of[[]uint16]("slice/uint16", hundred), of[[]uint32]("slice/uint32", hundred),
		of[[]uint64]("slice/uint64", hundred),
		of[[]uintptr]("slice/uintptr", hundred), of[[]level]("slice/named-int", hundred),
		of[[]float32]("slice/float32", hundred), of[[]float64]("slice/float64", hundred),
		of[[]float64]("slice/float64-full", contents{length: 100, floats: "full"}),
		of[[]float64]("slice/float64-exp", contents{length: 100, floats: "exp"}),
		of[[]string]("slice/string", fifty), of[[]label]("slice/named-string", fifty),
		of[[]string]("slice/string-long", contents{length: 20, text: "long"}),
		of[[]string]("slice/string-html", contents{length: 50, text: "html"}),
		of[[]string]("slice/string-escapes", contents{length: 50, text: "escapes"}),
		of[[]string]("slice/string-unicode", contents{length: 50, text: "unicode"}),
		of[[]string]("slice/string-empty", contents{length: 50, text: "empty"}),
		of[[]byte]("slice/byte-20", twenty), of[[]byte]("slice/byte-1000", contents{length: 1000}),
		of[[][]byte]("slice/bytes", fifty),
		of[[]time.Duration]("slice/duration", fifty), of[[]time.Time]("slice/time", fifty),
		of[[][]int]("slice/slice-int", twenty), of[[][]string]("slice/slice-string", twenty),
		of[[]any]("slice/any", fifty),
		of[[]map[string]int]("slice/map", twenty), of[[]map[string]any]("slice/map-any", twenty),
		of[[]record]("slice/struct", fifty), of[[]*record]("slice/pointer-struct", fifty),
		of[[]struct{}]("slice/struct{}", fifty),
		of[[]stdjson.Number]("slice/number", fifty), of[[]stdjson.RawMessage]("slice/raw", fifty),
	}
}

func arrayKinds() []*kind {
	twenty := contents{length: 20}
	return []*kind{
		of[[100]bool]("array/bool", contents{}), of[[100]int]("array/int", contents{}),
		of[[100]uint16]("array/uint16", contents{}),
		of[[100]float32]("array/float32", contents{}), of[[50]string]("array/string", contents{}),
		of[[20]record]("array/struct", contents{}),
		of[[][16]byte]("array/byte-16", twenty), of[[][32]byte]("array/byte-32", twenty),
		of[[][4]int]("array/4-int", twenty), of[[][2]float64]("array/2-float64", twenty),
		of[[][3]string]("array/3-string", twenty), of[[0]int]("array/none", contents{}),
	}
}

func pointerKinds() []*kind {
	fifty := contents{length: 50}
	return []*kind{
		of[[]*int]("pointer/int", fifty), of[[]*bool]("pointer/bool", fifty), of[[]*float64]("pointer/float64", fifty),
		of[[]*string]("pointer/string", fifty), of[[]**int]("pointer/pointer-int", fifty),
		of[[]*[]int]("pointer/slice", fifty),
		of[***record]("pointer/of-pointers", contents{}), of[[]optional]("pointer/members", fifty),
	}
}

func mapKinds() []*kind {
	twenty := contents{length: 20}
	return []*kind{
		of[map[string]bool]("map/bool", twenty), of[map[string]int]("map/int", twenty),
		of[map[string]int8]("map/int8", twenty),
		of[map[string]int32]("map/int32", twenty), of[map[string]uint16]("map/uint16", twenty),
		of[map[string]uint64]("map/uint64", twenty),
		of[map[string]float32]("map/float32", twenty), of[map[string]float64]("map/float64", twenty),
		of[map[string]string]("map/string", twenty),
		of[map[string]label]("map/named-string", twenty), of[map[string]any]("map/any", twenty),
		of[map[string][]byte]("map/bytes", twenty),
		of[map[string][]string]("map/slice-string", twenty), of[map[string][]int]("map/slice-int", twenty),
		of[map[string]*int]("map/pointer-int", twenty),
		of[map[string]record]("map/struct", twenty), of[map[string]*record]("map/pointer-struct", twenty),
		of[map[string]struct{}]("map/struct{}", twenty),
		of[map[string][2]int]("map/array", twenty), of[map[string]map[string]int]("map/map", twenty),
		of[map[string]map[string]record]("map/map-struct", twenty),
		of[map[string]time.Time]("map/time", twenty), of[map[string]stdjson.RawMessage]("map/raw", twenty),
		of[map[string]stdjson.Number]("map/number", twenty),
		of[map[string]celsius]("map/marshaler", twenty), of[map[string]colour]("map/text", twenty),
		of[map[string]wide]("map/wide", twenty),
		of[map[label]int]("map/key-named", twenty), of[map[int]string]("map/key-int", twenty),
		of[map[int8]int]("map/key-int8", twenty), of[map[int16]int]("map/key-int16", twenty),
		of[map[int32]int]("map/key-int32", twenty), of[map[int64]record]("map/key-int64", twenty),
		of[map[uint]int]("map/key-uint", twenty),
		of[map[uint8]bool]("map/key-uint8", twenty), of[map[uint16]string]("map/key-uint16", twenty),
		of[map[uint32]float64]("map/key-uint32", twenty),
		of[map[uint64]int]("map/key-uint64", twenty), of[map[colour]int]("map/key-text", twenty),
		of[map[string]string]("map/none", contents{length: -1}), of[map[string]int]("map/1", contents{length: 1}),
		of[map[string]int]("map/2", contents{length: 2}), of[map[string]int]("map/4", contents{length: 4}),
		of[map[string]int]("map/8", contents{length: 8}),
		of[map[string]record]("map/struct-2", contents{length: 2}),
		of[map[string]record]("map/struct-6", contents{length: 6}),
		of[map[string]int]("map/500", contents{length: 500}),
		of[map[string]record]("map/struct-500", contents{length: 500}),
		of[[]profile]("map/profiles", twenty),
	}
}

// profile is an object as services send it: some thirty members, many of whose names begin with the same word. Each one
// lacks other members, so that names can't be learned from the profile before.
type profile map[string]any

func (p *profile) fillFrom(g *gen) {
	*p = profile{}
	for _, word := range []string{"profile_", "default_profile_", "follow_", "contributors_", "geo_", "is_"} {
		for _, rest := range []string{"background_color", "image_url", "count", "enabled", "id_str", "translator", "text"} {
			if g.IntN(4) > 0 {
				(*p)[word+rest] = float64(g.IntN(1000))
			}
		}
	}
}
