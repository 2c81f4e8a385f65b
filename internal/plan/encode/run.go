package encode

import (
	"math"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/shape"
)

// The machine's loop. For struct{ID int; Name string} and the value {7, "x"} it runs three ops: the first writes {"ID":
// and 7, the second ,"Name":" and x, the third "}. All ops write at base+n. A called function may replace the buffer,
// so calls pass positions, and an address in the buffer is valid only until the next call.
//
// Only n and pc change from op to op. Go's compiler stores each variable that a loop changes, and that must survive a
// call, in each round, even if the round makes no call. So base and limit are read from the machine when they are
// needed, v and more change outside of the loop over ops, and addresses are computed again after a call. With eleven
// such stores instead of two, documents took 4 to 20 % longer.
//
// m.depth is raised at the start of run, mapping and anySlice, and lowered at their end. A call that fails leaves it as
// it is: code that continues after an error (an opt.Value, generated code) restores it.

// run writes the value at v by the program that begins at first, from position n on, and returns the position after it,
// or -1 after m.fail. The argument more is a number of further values, which it then writes, with commas between: the
// elements of an array, each size bytes after the one before. For three elements of 16 bytes, more is 2 and size 16.
//
// run is long because it is one switch over the codes; rare cases and unbounded loops are calls. Ops of bounded size
// continue at once. The code after the switch tests the space for ops that make calls or write an unbounded amount.
func (m *machine) run(first *op, v unsafe.Pointer, n, more int, size uintptr) int {
	if m.depth++; m.depth > m.rules.levels {
		if n = m.tooDeep(place{unsafe.Pointer(first), v, 0}, n); n < 0 {
			return n
		}
	}
element:
	for pc := first; ; pc = pc.next(1) {
		*(*[textSize]byte)(unsafe.Add(m.base, n)) = pc.text
		n += int(pc.lit)
		p := unsafe.Add(v, pc.offset)
		switch pc.code {
		case opEnd:
			if n > m.limit {
				if n = m.step(n); n < 0 {
					return n
				}
			}
			// Continue with the next element. Its first op writes the text that all elements begin with.
			if more == 0 {
				m.depth--
				return n
			}
			more--
			*(*byte)(unsafe.Add(m.base, n)) = ','
			n++
			v = unsafe.Add(v, size)
			if m.depth > m.rules.levels {
				if n = m.tooDeep(place{unsafe.Pointer(first), v, 0}, n); n < 0 {
					return n
				}
			}
			goto element

		// Ops of bounded size do not test the limit, and call nothing that replaces the buffer.
		case opText:
			continue
		case opComma:
			n = comma(m.base, n)
			continue
		case opBool:
			n += putBool(unsafe.Add(m.base, n), *(*bool)(p))
			continue
		case opInt32:
			n += num.WriteInt(unsafe.Add(m.base, n), int64(*(*int32)(p)))
			continue
		case opInt64:
			n += num.WriteInt(unsafe.Add(m.base, n), *(*int64)(p))
			continue
		case opUint32:
			n += num.WriteUint(unsafe.Add(m.base, n), uint64(*(*uint32)(p)))
			continue
		case opUint64:
			n += num.WriteUint(unsafe.Add(m.base, n), *(*uint64)(p))
			continue

		// A number or time without a JSON form ends the encoding.
		case opFloat64:
			f := *(*float64)(p)
			if !finite(f) {
				return m.badValue(pc.value(), p)
			}
			n += num.WriteFloat64(unsafe.Add(m.base, n), f)
			continue
		case opInt8, opInt16, opUint8, opUint16, opFloat32:
			k := putScalar(pc.code, unsafe.Add(m.base, n), p)
			if k == 0 {
				return m.badValue(pc.value(), pc.at(v))
			}
			n += k
			continue
		case opTime:
			k := date.Write(unsafe.Add(m.base, n), (*time.Time)(p), date.OffsetByType((*time.Time)(p)))
			if k == 0 {
				return m.badTime(pc.value(), (*time.Time)(pc.at(v)))
			}
			n += k
			continue

		// If the opt.Value has a value, the next ops write it.
		case opDefined:
			if *(*shape.State)(p) != shape.Defined {
				n = putNull(m.base, n)
				pc = pc.next(int(pc.jump))
			}
			continue

		// Only the test after the switch is needed.
		case opRoom:

		// The kernel stops if there is too little space for escapes. The method inside writes the rest.
		case opString:
			s := *(*string)(p)
			if len(s) == 0 {
				continue
			}
			if len(s) <= m.limit-n {
				c, w := kernel.Escape(unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n, m.rules.set)
				n += w
				if c == len(s) && n <= m.limit {
					continue
				}
				s = s[c:]
			}
			n = m.inside(s, n)

		// The margin always has space for the closing quote.
		case opStringQ:
			if s := *(*string)(p); len(s) != 0 {
				if len(s) <= m.limit-n {
					c, w := kernel.Escape(unsafe.Add(m.base, n), unsafe.Pointer(unsafe.StringData(s)), len(s), m.size-n, m.rules.set)
					n += w
					s = s[c:]
				}
				if len(s) != 0 || n > m.limit {
					n = m.inside(s, n)
				}
			}
			*(*byte)(unsafe.Add(m.base, n)) = '"'
			n++
			continue

		// The whole margin must be free before a call of run.
		case opPointer:
			q := *(*unsafe.Pointer)(p)
			if q == nil {
				n = putNull(m.base, n)
				break
			}
			n = m.run(pc.block().first, q, m.room(n, 0), 0, 0)
		case opHop:
			q := *(*unsafe.Pointer)(p)
			if q == nil {
				break
			}
			n = m.run(pc.block().first, q, m.room(n, 0), 0, 0)
		case opCall:
			n = m.run(pc.block().first, pc.at(v), m.room(n, 0), 0, 0)

		case opSlice:
			s := (*mem.SliceHeader)(p)
			if s.Len == 0 {
				n = putEmpty(m.base, n, s.Data == nil && pc.flags&orNull != 0)
			} else if pc.elem == opEnd { // list does this too, by one more call
				n = m.elements(pc, s.Data, s.Len, n)
			} else {
				n = m.list(pc, s.Data, s.Len, n)
			}
		case opArray:
			n = m.list(pc, p, int(pc.count), n)
		case opScalarPointer:
			n = m.scalarAt(pc, *(*unsafe.Pointer)(p), n)
		case opMap:
			n = m.room(n, 0)

			n = m.mapping(pc.mapping(), *(*unsafe.Pointer)(p), n)

		case opAny:
			v := *(*any)(p)
			if v == nil {
				n = putNull(m.base, n)
				break
			}
			n = m.any(v, m.room(n, 0))
		case opIface:
			n = m.any(heldAt(p), m.room(n, 0))
		case opBytes:
			s := *(*[]byte)(p)
			if s == nil && pc.flags&orNull != 0 {
				n = putNull(m.base, n)
			} else {
				n = m.base64(s, n)
			}
		// x.run gets x, which may be the beginning of a larger struct.
		case opExit:
			x := pc.exit()
			n = x.run(m, x, pc.at(v), m.room(n, 0))

		// Skip the ops of members that are left out. Otherwise write the comma, unless all members before this one were
		// left out.
		case opTestWord:
			if *(*uintptr)(p) == 0 {
				skip := int(pc.jump)
				if pc.sub != nil {
					skip = m.skip(pc, v)
				}
				pc = pc.next(skip)
			} else if pc.flags&needComma != 0 {
				n = comma(m.base, n)
			}
			continue
		default:
			if k := m.tested(pc, v, n); k >= 0 {
				n = k
			} else {
				pc = pc.next(^k)
			}
			continue
		}
		// A negative position is an error, which is in m.err.
		if n < 0 {
			return n
		}
		if n > m.limit {
			if n = m.step(n); n < 0 {
				return n
			}
		}
	}
}

// The functions below store a fixed number of bytes, for which there is always space before base+size. For example,
// putBool stores eight bytes for false and returns five. The next store overwrites the rest.

// finite reports whether f is neither infinite nor NaN, for which f-f is NaN.
func finite(f float64) bool { return f-f == 0 }

// comma writes a comma unless the last byte opens an object: after {"a":1 but not after {. No member ends in a brace {.
func comma(base unsafe.Pointer, n int) int {
	*(*byte)(unsafe.Add(base, n)) = ','
	if *(*byte)(unsafe.Add(base, n-1)) != '{' {
		n++
	}
	return n
}

// putBool writes true or false at p and returns its length.
func putBool(p unsafe.Pointer, b bool) int {
	if b {
		*(*[4]byte)(p) = [4]byte{'t', 'r', 'u', 'e'}
		return 4
	}
	*(*[8]byte)(p) = [8]byte{'f', 'a', 'l', 's', 'e'}
	return 5
}

func putNull(base unsafe.Pointer, n int) int {
	*(*[4]byte)(unsafe.Add(base, n)) = [4]byte{'n', 'u', 'l', 'l'}
	return n + 4
}

// putEmpty writes [] or null, and returns the position after it.
func putEmpty(base unsafe.Pointer, n int, null bool) int {
	if null {
		return putNull(base, n)
	}
	*(*[2]byte)(unsafe.Add(base, n)) = [2]byte{'[', ']'}
	return n + 2
}

// put1 writes c at n and returns the position after it. For few such bytes the margin always has space.
func (m *machine) put1(n int, c byte) int {
	*(*byte)(unsafe.Add(m.base, n)) = c
	return n + 1
}

// tested runs the tests for which run has no case. If the member is left out, it returns ^k, where k is the number of
// ops to skip. Otherwise it writes the comma, if one is needed, and returns the position after it. A shift removes the
// sign of a float: -0 is zero. All types of maps have the number of entries at the same offset.
func (m *machine) tested(pc *op, v unsafe.Pointer, n int) int {
	var zero bool
	switch p := pc.at(v); pc.code {
	case opTest8:
		zero = *(*uint8)(p) == 0
	case opTest16:
		zero = *(*uint16)(p) == 0
	case opTest32:
		zero = *(*uint32)(p) == 0
	case opTest64:
		zero = *(*uint64)(p) == 0
	case opTestMap:
		zero = len(*(*map[string]struct{})(p)) == 0
	case opTestF32:
		zero = math.Float32bits(*(*float32)(p))<<1 == 0
	case opTestF64:
		zero = math.Float64bits(*(*float64)(p))<<1 == 0
	case opTestTime:
		zero = (*time.Time)(p).IsZero()
	default:
		zero = pc.test().zero(p)
	}
	if zero {
		return ^m.skip(pc, v)
	}
	if pc.flags&needComma != 0 {
		n = comma(m.base, n)
	}
	return n
}
