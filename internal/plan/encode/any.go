package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

var float64Info = valueInfo{typ: reflect.TypeFor[float64](), named: reflect.TypeFor[float64]()}

// any writes the value v of an interface. The types that decoding into an interface makes come first: many documents
// consist of these types, and a switch over types is faster than looking up a program. The closing quote of a string
// may be in the margin: the returned position is at most m.limit+1.
func (m *machine) any(v any, n int) int {
	switch x := v.(type) {
	case nil:
		return m.null(n)
	case string:
		return m.quoted(x, n)
	case float64:
		if !finite(x) {
			return m.badValue(&float64Info, mem.DataWord(v))
		}
		return m.room(n+num.WriteFloat64(unsafe.Add(m.base, n), x), 0)
	case bool:
		return m.room(n+putBool(unsafe.Add(m.base, n), x), 0)
	case int:
		return m.room(n+num.WriteInt(unsafe.Add(m.base, n), int64(x)), 0)
	case map[string]any:
		return m.mapping(&m.rules.anyMap, mem.DataWord(v), n)
	case []any:
		return m.anySlice(x, n)
	}
	return m.root(lookup(m.cfg, v), mem.DataWord(v), n)
}

func (m *machine) anySlice(list []any, n int) int {
	if len(list) == 0 {
		n = putEmpty(m.base, n, list == nil && m.rules.nullSlices)
		return m.room(n, 0)
	}
	if m.depth++; m.depth > m.rules.levels {
		if n = m.tooDeep(place{nil, unsafe.Pointer(unsafe.SliceData(list)), len(list)}, n); n < 0 {
			return n
		}
	}
	n = m.room(m.put1(n, '['), 0) // without this test nested lists could write after the buffer
	for _, v := range list {
		if n = m.any(v, n); n < 0 {
			return n
		}
		if n = m.put1(n, ','); n > m.limit {
			if n = m.step(n); n < 0 {
				return n
			}
		}
	}
	m.depth--
	return m.close(n, ']')
}
