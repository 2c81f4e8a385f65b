package decode_test

import (
	"errors"
	"strings"
	"testing"
)

// mapKey is a key that is made by a method, which refuses some names.
type mapKey struct{ name string }

func (k *mapKey) UnmarshalText(text []byte) error {
	if strings.HasPrefix(string(text), "bad") {
		return errors.New("no key: " + string(text))
	}
	k.name = string(text)
	return nil
}

// TestMaps decodes every text into maps of every kind of key and element: into no map, an empty one, and one that has
// members already.
func TestMaps(t *testing.T) {
	type in struct{ X, Y int }
	for _, text := range []string{
		`null`, `{}`, ` { } `, `{"a":1}`, `{"1":1,"2":2,"1":3}`, `{"1":{"X":5},"1":{"Y":6}}`, `{"-1":-1,"300":300}`, `{"007":1,"+1":2,"1.5":3,"1e2":4}`,
		`{"1":"x","2":2}`, `{"x":1,"2":2}`, `{"x":"y","2":2}`, `{"1":null,"2":[]}`, `{"\u0031":1,"é\n":2,"":3}`, "{\"\xff\":1,\"\xfe\":2}",
		`{"bad":1,"2":2}`, `{"1":1,"bad":"x"}`, `{"1":[1,2],"2":{"X":1}}`, `{"true":true,"false":false}`,
		`{"1x":1}`, `{"1 ":1}`, `{"1\u0031":2,"3":4}`, `{"-0":1,"-1":2}`, `{"-":1}`, `{"1\":2}`, `{"256":1,"2":3}`, `{"-129":1}`, `{"9223372036854775808":1}`, `{"null":1}`, `[]`, `"x"`, `1`, `{"1":1`, `{"1":1,}`, `{"1" 1}`, `{1:1}`, `{"1":1 "2":2}`, `{"1":}`,
		`{"1::1}`, `{"1x:1,"2":2}`, `{"1::2,"":""}`, `{"1::"",":""}`, // no quote ends the name
	} {
		same(t, text, func() any { return new(map[string]any) })
		same(t, text, func() any { return &map[string]any{"1": 7, "old": "x"} })
		same(t, text, func() any { return new(map[string]int) })
		same(t, text, func() any { return &map[string]float64{"1": 7, "old": 8} })
		same(t, text, func() any { return &map[string]string{"1": "7"} })
		same(t, text, func() any { return new(map[string]bool) })
		same(t, text, func() any { return &map[string]in{"1": {X: 7}} })
		same(t, text, func() any { return &map[string]*in{"1": {X: 7}} })
		same(t, text, func() any { return new(map[string][]int) })
		same(t, text, func() any { return new(map[string]map[string]int) })
		same(t, text, func() any { return new(map[int]any) })
		same(t, text, func() any { return &map[int8]int8{1: 7} })
		same(t, text, func() any { return new(map[uint8]string) })
		same(t, text, func() any { return &map[uint64]in{1: {Y: 7}} })
		same(t, text, func() any { return &map[mapKey]int{{"1"}: 7} })
		same(t, text, func() any { return new(map[mapKey]in) })
		same(t, text, func() any { return new(map[float64]int) })
		same(t, text, func() any { return new(map[bool]int) })
	}
}
