package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

var float64Info = valueInfo{typ: reflect.TypeFor[float64](), named: reflect.TypeFor[float64]()}

// any writes what an interface holds. The types that decoding into an interface makes come first: a switch over types
// is faster than the look-up of a program, and documents without types consist of nothing else.
//
// Behind it n may lie one byte behind the limit: the closing quote of a string. A comma may come on top before the next
// value, which looks at the room itself or writes less than the margin.
func (m *machine) any(v any, n int) int {
	switch x := v.(type) {
	case nil:
		return m.null(n)
	case string:
		n = m.put1(n, '"')
		n = m.text(x, n)
		return m.put1(n, '"')
	case float64:
		if !finite(x) {
			return m.badValue(&float64Info, mem.DataWord(v))
		}
		return m.room(n+num.WriteFloat64(unsafe.Add(m.base, n), x), 0)
	case bool:
		return m.room(n+putBool(unsafe.Add(m.base, n), x), 0)
	case int:
		return m.room(n+num.WriteInt(unsafe.Add(m.base, n), int64(x)), 0)
	// The map and the list are the machine's own, for they need no look-up of a program and hold more of the same.
	case map[string]any:
		return m.mapping(&m.anyMap, mem.DataWord(v), n)
	case []any:
		return m.anySlice(x, n)
	}
	// A value of another type has a program, which is found by the type's word and runs on this machine.
	typ := mem.TypeWord(v)
	return m.root(lookup(m.cfg, typ, v), mem.DataWord(v), n)
}

// anySlice writes a []any, and looks at its depth: a list may hold itself.
func (m *machine) anySlice(list []any, n int) int {
	if len(list) == 0 {
		n = putEmpty(m.base, n, list == nil && m.nullSlices)
		return m.room(n, 0)
	}
	if m.depth++; m.depth > maxDepth {
		if n = m.tooDeep(place{nil, unsafe.Pointer(unsafe.SliceData(list)), len(list)}, n); n < 0 {
			return n
		}
	}
	n = m.room(m.put1(n, '['), 0) // what is within may begin with nothing but brackets
	// The comma behind each element gives way to the bracket behind the last, in close.
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
