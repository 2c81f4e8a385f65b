package encode

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
)

// runQuotedString writes a string as the JSON of a string within a string.
func runQuotedString(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	m.scratch = kernel.AppendString(m.scratch[:0], *(*string)(p), m.set)
	return m.quoted(m.scratch, n)
}

// runNumber writes a json.Number, within a string if flag is set. The empty one is 0.
func runNumber(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	s := *(*string)(p)
	if s == "" {
		s = "0"
	}
	if !isNumber(s) {
		var v any = json.Number(s)
		if x.flag {
			v = struct {
				N json.Number `json:",string"`
			}{json.Number(s)}
		}
		return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ, Value: reflect.ValueOf(v)})
	}
	m.room(n, len(s)+2)
	if x.flag {
		n = m.put1(n, '"')
	}
	n += copy(mem.Slice(unsafe.Add(m.base, n), len(s)), s)
	if x.flag {
		n = m.put1(n, '"')
	}
	return n
}

// isNumber reports whether s is a number by the grammar of JSON.
func isNumber(s string) bool {
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	if s != "" && s[0] == '0' {
		s = s[1:]
	} else if s = digits(s); s == bad {
		return false
	}
	if s != "" && s[0] == '.' {
		if s = digits(s[1:]); s == bad {
			return false
		}
	}
	if s != "" && s[0]|0x20 == 'e' {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if s = digits(s); s == bad {
			return false
		}
	}
	return s == ""
}

// bad is what digits returns where there are none; no number goes on with it.
const bad = "bad"

// digits cuts one or more digits off s.
func digits(s string) string {
	i := 0
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	if i == 0 {
		return bad
	}
	return s[i:]
}

//go:noinline
func (m *machine) badValue(info *valueInfo, p unsafe.Pointer) int {
	v := reflect.NewAt(info.typ, p).Elem()
	if !info.addr {
		v = reflect.ValueOf(v.Interface())
	}
	return m.failWithin(info, p, &fault.Fault{Code: fault.UnsupportedValue, Type: info.typ, Value: v})
}
