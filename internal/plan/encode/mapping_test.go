package encode

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"testing"
	"time"
)

func TestMaps(t *testing.T) {
	agree(t, "nil", map[string]string(nil))
	agree(t, "empty", map[int]int{})
	agree(t, "strings", map[string]string{"b": "<", "a": "", "": "x", "aaaaaaaab": "1", "aaaaaaaaa": "2", "a\x00": "0"})
	agree(t, "named", map[key]*int{"z": nil, "a": ptr(1)})
	agree(t, "int", map[int]string{10: "a", 9: "b", -1: "c", 100: "d"})
	agree(t, "int16", map[intKey]bool{10: true, -9: false})
	agree(t, "named ints", map[time.Duration]any{1: map[int]any{3: map[int]int{30: 1, 4: 2}, 20: nil}, 2: "x", -30: map[uint]string{5: "5", 44: "4"}})
	agree(t, "uint", map[uint64][]int{math.MaxUint64: nil, 1: {}})
	agree(t, "uint8", map[uint8]struct{}{1: {}, 200: {}})
	agree(t, "text", map[textKey]int{{1, 2}: 1, {0, 5}: 2})
	agree(t, "text ints", map[intText]int{5: 1, 10: 2})
	agree(t, "text strings", map[strText]int{"a": 1, "b": 2, "\xff": 3, "\uffff": 4})
	agree(t, "text pointers", map[*textKey]int{nil: 1, {1, 1}: 2})
	agree(t, "pointer texts", map[pointerText]int{{"a"}: 1})
	agree(t, "iface keys", map[encoding.TextMarshaler]int{textKey{1, 1}: 2})
	agree(t, "any keys", map[any]int{"a": 1})
	agree(t, "float keys", map[float64]int{1.5: 1, 2: 2})
	agree(t, "bool keys", map[bool]int{true: 1})
	agree(t, "struct keys", map[inner]int{{}: 1})
	agree(t, "failing keys", map[valueText]int{{"fail"}: 1})
	agree(t, "append keys", map[appendText]int{{"b"}: 1})
	agree(t, "failing append keys", map[appendText]int{{"fail"}: 1})
	agree(t, "netip", map[netip.Addr]int{netip.MustParseAddr("10.0.0.1"): 1, netip.MustParseAddr("::1"): 2})
	agree(t, "slices", map[string][]int{"b": nil, "a": {1}})
	agree(t, "maps", map[string]map[string]map[string]int{"b": {"y": {"q": 1, "p": 2}, "x": nil}, "a": nil})
	agree(t, "ifaces", map[string]fmt.Stringer{"b": nil, "a": time.Second, "c": &url.URL{Host: "h"}})
	agree(t, "marshalers", map[string]json.Marshaler{"b": nil, "a": valueJSON{"1"}, "c": &pointerJSON{"2"}})
	agree(t, "structs", map[string]inner{"b": {}, "a": {1, "x"}})
	agree(t, "big", map[string][40]int{"b": {1}, "a": {2}})
	agree(t, "times", map[string]time.Time{"b": time.Unix(1, 2), "a": {}})
	agree(t, "bools", map[string]bool{"b": true, "a": false})
	agree(t, "floats", map[string]float64{"b": 1, "a": math.NaN()})
	agree(t, "uint16s", map[string]uint16{"b": 1, "a": 2})
	agree(t, "zero size", map[string]struct{}{"b": {}, "a": {}})
	agree(t, "texts", map[string]valueText{"b": {"x"}, "a": {"y"}})
	agree(t, "pointer receivers", map[string]pointerText{"b": {"x"}})
	for _, n := range []int{15, 16, 17, 100, 5000} {
		strings, anys, ints, floats := map[string]string{}, map[string]any{}, map[int]int{}, map[string]float64{}
		for i := range n {
			k := fmt.Sprintf("key%x", i*7919%n)
			strings[k], anys[k], ints[i*i], floats[k+"suffix"] = k, i, i, float64(i)
		}
		agree(t, fmt.Sprint("strings ", n), strings)
		agree(t, fmt.Sprint("anys ", n), anys)
		agree(t, fmt.Sprint("ints ", n), ints)
		agree(t, fmt.Sprint("floats ", n), floats)
	}
}
