package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// This file has loops over the elements of slices and arrays, which need no call of machine.run for each element, and
// functions that write strings. The whole margin must be free when a loop begins, which the loop tests for each further
// element. It writes a comma after each element, and the closing bracket overwrites the last comma.

// inside writes the string s, of any length, without quotes. kernel.Escape returns how much of s it has read, and is
// called again for the rest with more space. Since the margin is free, each call reads at least one character.
//
//go:noinline
func (m *machine) inside(s string, n int) int {
	for s != "" {
		// Space for escapes is made when they occur.
		n = m.room(n, len(s))
		c, w := kernel.Escape(unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n, m.rules.set)
		n += w
		if s = s[c:]; s != "" {
			n = m.room(n, 2*len(s)+margin)
		}
	}
	return m.room(n, 0)
}

// list writes an array of count elements, the first of which lies at data. count must not be 0. The loop for float64 is
// here, since many lists have only two or three of these.
func (m *machine) list(pc *op, data unsafe.Pointer, count, n int) int {
	switch {
	case pc.elem == opEnd:
		return m.elements(pc, data, count, n)
	case pc.flags&byPointers != 0:
		return m.scalarsAt(pc, unsafe.Slice((*unsafe.Pointer)(data), count), n)
	case pc.elem == opString:
		return m.strings(unsafe.Slice((*string)(data), count), n)
	case pc.elem != opFloat64:
		return m.scalars(pc, data, count, n)
	}
	n = m.put1(n, '[')
	base, limit := m.base, m.limit
	list := unsafe.Slice((*float64)(data), count)
	for i, f := range list {
		if !finite(f) {
			return m.badValue(pc.value(), unsafe.Pointer(&list[i]))
		}
		if n > limit {
			if n = m.step(n); n < 0 {
				return n
			}
			base, limit = m.base, m.limit
		}
		n += num.WriteFloat64(unsafe.Add(base, n), f)
		*(*byte)(unsafe.Add(base, n)) = ','
		n++
	}
	*(*byte)(unsafe.Add(base, n-1)) = ']'
	return n
}

// elements writes an array of count elements by one call of machine.run, or by one of two faster loops, for elements
// that a single Go function writes (opExit) and for elements of type []byte. count must not be 0.
func (m *machine) elements(pc *op, data unsafe.Pointer, count, n int) int {
	n = m.room(m.put1(n, '['), 0)
	first := pc.block().first
	if x := first.onlyExit(); x != nil && m.depth < maxDepth {
		n = m.exits(x, data, n, count-1, uintptr(pc.size))
	} else if first.code == opBytes && first.lit == 0 && first.next(1).code == opEnd && first.next(1).lit == 0 {
		n = m.byteSlices(unsafe.Slice((*[]byte)(data), count), first.flags&orNull != 0, n)
	} else {
		n = m.run(first, data, n, count-1, uintptr(pc.size))
	}
	if n < 0 {
		return n
	}
	return m.room(m.put1(n, ']'), 0)
}

// byteSlices writes the elements of list as base64, with commas between. For short elements a call would take too long.
func (m *machine) byteSlices(list [][]byte, null bool, n int) int {
	// base and limit are read from m again only after calls that may replace the buffer.
	base, limit := m.base, m.limit
	for _, s := range list {
		switch {
		case s == nil && null:
			n = putNull(base, n)
		case len(s) <= kernel.ShortBase64:
			*(*byte)(unsafe.Add(base, n)) = '"'
			n += 1 + kernel.EncodeShortBase64(unsafe.Add(base, n+1), mem.Data(s), len(s))
			*(*byte)(unsafe.Add(base, n)) = '"'
			n++
		default:
			n = m.base64(s, n)
			base, limit = m.base, m.limit
		}
		*(*byte)(unsafe.Add(base, n)) = ','
		n++
		if n > limit {
			if n = m.step(n); n < 0 {
				return n
			}
			base, limit = m.base, m.limit
		}
	}
	return n - 1
}

// close writes c over the comma after the last element, or after the opening bracket: [1,2, becomes [1,2].
func (m *machine) close(n int, c byte) int {
	if *(*byte)(unsafe.Add(m.base, n-1)) != ',' {
		n++
	}
	*(*byte)(unsafe.Add(m.base, n-1)) = c
	return m.step(n)
}

func (m *machine) strings(list []string, n int) int {
	n = m.put1(n, '[')
	if kernel.WritesStrings() {
		n = m.plainStrings(list, n)
	} else {
		n = m.anyStrings(list, n)
	}
	*(*byte)(unsafe.Add(m.base, n-1)) = ']'
	return n
}

// plainStrings writes the elements of a list of strings, with a comma after each. The kernel writes short strings
// without escapes; anyStrings writes the string at which the kernel stops. If the kernel has written less than four,
// anyStrings writes four times as many as the last time, so that such lists seldom start the kernel.
func (m *machine) plainStrings(list []string, n int) int {
	for others := 1; ; {
		done, k := kernel.WriteStrings(unsafe.Add(m.base, n), list, m.limit-n, m.rules.set)
		n += k
		if list = list[done:]; len(list) == 0 {
			return n
		}
		if done >= 4 {
			others = 1
		} else {
			others *= 4
		}
		some := list[:min(others, len(list))]
		n = m.anyStrings(some, n)
		if list = list[len(some):]; len(list) == 0 || m.isOver() {
			return n
		}
	}
}

// anyStrings writes the elements of a list of strings one by one, with a comma after each.
func (m *machine) anyStrings(list []string, n int) int {
	base, limit := m.base, m.limit
	for _, s := range list {
		*(*byte)(unsafe.Add(base, n)) = '"'
		n++
		if len(s) <= limit-n {
			if len(s) != 0 {
				c, w := kernel.Escape(unsafe.Add(base, n), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n, m.rules.set)
				n += w
				s = s[c:]
			}
		}
		if len(s) != 0 || n > limit {
			if n = m.inside(s, n); m.isOver() {
				*(*[2]byte)(unsafe.Add(m.base, n)) = [2]byte{'"', ','}
				return n + 2
			}
			base, limit = m.base, m.limit
		}
		*(*[2]byte)(unsafe.Add(base, n)) = [2]byte{'"', ','}
		n += 2
	}
	return n
}

// quoted writes s as a string, with quotes and escapes, and U+FFFD for invalid UTF-8. The closing quote may be in the
// margin: the position that it returns is at most m.limit+1.
func (m *machine) quoted(s string, n int) int {
	*(*byte)(unsafe.Add(m.base, n)) = '"'
	if len(s) != 0 && len(s) < m.limit-n {
		c, w := kernel.Escape(unsafe.Add(m.base, n+1), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n-1, m.rules.set)
		if n += w; c == len(s) && n < m.limit {
			return m.put1(n+1, '"')
		}
		s = s[c:]
	}
	return m.put1(m.inside(s, n+1), '"')
}

// QuotedString writes s as a string inside a string, as the tag option "string" does: a"b becomes "\"a\\\"b\"". It
// first writes s to its final place, where s stays if it has no escapes.
func (m *machine) QuotedString(n int, s string) int {
	if len(s) < m.limit-n {
		at := n + len(`"\"`)
		c, w := kernel.Escape(unsafe.Add(m.base, at), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-at, m.rules.set)
		if c == len(s) && w == len(s) {
			*(*[3]byte)(unsafe.Add(m.base, n)) = [3]byte{'"', '\\', '"'}
			*(*[3]byte)(unsafe.Add(m.base, at+w)) = [3]byte{'\\', '"', '"'}
			return at + w + len(`\""`)
		}
	}
	m.scratch = kernel.AppendString(m.scratch[:0], s, m.rules.set)
	return m.quoted(mem.Frozen(m.scratch), n)
}

// badValue fails with the error about the value at p, which has no JSON form. As in encoding/json, the error contains
// the value itself if it has an address, otherwise a copy.
//
//go:noinline
func (m *machine) badValue(info *valueInfo, p unsafe.Pointer) int {
	v := reflect.NewAt(info.typ, p).Elem()
	if !info.addr {
		v = reflect.ValueOf(v.Interface())
	}
	return m.failWithin(info, p, &fault.Fault{Code: fault.UnsupportedValue, Type: info.typ, Value: v})
}

// runTextBytes writes a []byte as a string without its quotes (option.BytesAsText).
func runTextBytes(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int {
	return m.inside(mem.Frozen(*(*[]byte)(p)), n)
}

func runByteArray(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	return m.base64(mem.Slice(p, x.typ.Len()), n)
}

// base64 writes s as base64 in quotes, which needs no escapes. The margin has space for the quotes.
func (m *machine) base64(s []byte, n int) int {
	n = m.put1(n, '"')
	if len(s) <= kernel.ShortBase64 {
		n += kernel.EncodeShortBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
		return m.put1(n, '"')
	}
	n = m.room(n, (len(s)+2)/3*4)
	n += kernel.EncodeBase64(unsafe.Add(m.base, n), mem.Data(s), len(s))
	return m.put1(n, '"')
}
