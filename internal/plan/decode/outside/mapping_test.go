package outside

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/json"
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

// TestAllocGathered: what short members of a map become, which holds some already, does not wait for the input's end
// where it is large.
func TestAllocGathered(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	type large struct {
		N int
		A [400]int
	}
	for _, again := range []string{`"a":{},`, `"1":{"N":2},`, `"a":{},"b":{"N":3},`} {
		text := []byte("{" + strings.Repeat(again, 5000) + `"2":{"N":4}}`)
		names, want := map[string]large{"a": {N: 1}, "x": {}}, map[string]large{"a": {N: 1}, "x": {}}
		took := guard.Allocated(func() {
			if err := json.Unmarshal(text, &names); err != nil {
				t.Fatal(err)
			}
		})
		if most := 100*len(text) + 100_000; took > most {
			t.Errorf("%s: %d bytes for %d of input, more than %d", again, took, len(text), most)
		}
		if err := stdjson.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(names, want) {
			t.Errorf("%s: not what encoding/json has: %v", again, err)
		}
		// What is cut leaves the members as they were, wherever they were stored.
		before := fmt.Sprint(names)
		for _, n := range []int{1, 100, 1000, len(text) - 10, len(text) - 1} {
			if err := json.Unmarshal(text[:n], &names); err == nil || fmt.Sprint(names) != before {
				t.Errorf("%s: %d bytes: %v, changed: %v", again, n, err, fmt.Sprint(names) != before)
			}
			_ = json.Unmarshal([]byte("{}"), new(map[string]large)) // the next broken document would be looked at first
		}
	}
}
