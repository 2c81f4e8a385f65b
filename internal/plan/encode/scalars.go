package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Slices and arrays of booleans and numbers are written by a loop for each type, with a comma after each element. The
// closing bracket overwrites the last comma.

// scalarsAtOnce elements are written between two tests of the space. With its comma each takes at most
// kernel.IntegerText bytes, and the stores of the last one reach num.Room bytes further, into the margin.
const scalarsAtOnce = 32

const _ uint = margin - scalarsAtOnce*kernel.IntegerText - num.Room

// The vector kernels are not used for fewer integers, or pointers to strings.
const leastIntegers, leastStrings = 4, 4

// scalars writes an array of count booleans or numbers; count is not 0.
func (m *machine) scalars(pc *op, data unsafe.Pointer, count, n int) int {
	n = m.put1(n, '[')
	for done := 0; done < count; {
		if n > m.limit {
			if n = m.step(n); n < 0 {
				return n
			}
		}
		at, out := unsafe.Add(data, done*int(pc.size)), unsafe.Add(m.base, n)
		some := min(count-done, scalarsAtOnce)
		done += some
		switch pc.elem {
		case opBool:
			n += putBools(out, unsafe.Slice((*bool)(at), some))
		case opInt8:
			n += putIntegers(out, unsafe.Slice((*int8)(at), some))
		case opInt16:
			n += putIntegers(out, unsafe.Slice((*int16)(at), some))
		case opInt32:
			n += putIntegers(out, unsafe.Slice((*int32)(at), some))
		case opInt64:
			n += putIntegers(out, unsafe.Slice((*int64)(at), some))
		case opUint8:
			n += putIntegers(out, unsafe.Slice((*uint8)(at), some))
		case opUint16:
			n += putIntegers(out, unsafe.Slice((*uint16)(at), some))
		case opUint32:
			n += putIntegers(out, unsafe.Slice((*uint32)(at), some))
		case opUint64:
			n += putIntegers(out, unsafe.Slice((*uint64)(at), some))
		default:
			// opFloat32: list has the loop for opFloat64
			list := unsafe.Slice((*float32)(at), some)
			for i, f := range list {
				if !finite(float64(f)) {
					return m.badValue(pc.value(), unsafe.Pointer(&list[i]))
				}
				n += num.WriteFloat32(unsafe.Add(m.base, n), f)
				n = m.put1(n, ',')
			}
		}
	}
	*(*byte)(unsafe.Add(m.base, n-1)) = ']'
	return n
}

// The words of a boolean and the comma, with the first character in the lowest byte.
const (
	wordTrue  = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24 | ','<<32
	wordFalse = 'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32 | ','<<40
)

// putBools writes booleans, with a comma after each, and returns the number of bytes.
func putBools(p unsafe.Pointer, list []bool) (n int) {
	for _, b := range list {
		// a branch would often be predicted wrongly
		var truth int
		if b {
			truth = 1
		}
		mem.Store64(p, n, wordFalse^(uint64(-truth)&(wordFalse^wordTrue)))
		n += 6 - truth
	}
	return n
}

func putIntegers[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](p unsafe.Pointer, list []T) (n int) {
	signed := ^T(0) < 0
	if size := int(unsafe.Sizeof(T(0))); size >= 2 && len(list) >= leastIntegers && kernel.WritesIntegers() {
		return kernel.WriteIntegers(p, unsafe.Pointer(unsafe.SliceData(list)), len(list), size, signed)
	}
	for _, i := range list {
		if signed {
			n += num.WriteInt(unsafe.Add(p, n), int64(i))
		} else {
			n += num.WriteUint(unsafe.Add(p, n), uint64(i))
		}
		mem.Store8(p, n, ',')
		n++
	}
	return n
}

// scalarAt writes the boolean, number or string at p, or null if p is nil. First it follows p through pc.count more
// pointers: for **int count is 1 if p is the outer pointer. Except for strings it writes a bounded number of bytes.
func (m *machine) scalarAt(pc *op, p unsafe.Pointer, n int) int {
	for hops := pc.count; hops > 0 && p != nil; hops-- {
		p = *(*unsafe.Pointer)(p)
	}
	switch {
	case p == nil:
		return putNull(m.base, n)
	case pc.elem == opString:
		return m.quoted(*(*string)(p), n)
	}
	if k := putScalar(pc.elem, unsafe.Add(m.base, n), p); k > 0 {
		return n + k
	}
	return m.badValue(pc.value(), p)
}

// putScalar writes the boolean or number at p to out, which has num.Room writable bytes. It returns the number of
// bytes, or 0 for a float without a JSON form.
func putScalar(c code, out, p unsafe.Pointer) int {
	switch c {
	case opBool:
		return putBool(out, *(*bool)(p))
	case opInt8:
		return num.WriteInt(out, int64(*(*int8)(p)))
	case opInt16:
		return num.WriteInt(out, int64(*(*int16)(p)))
	case opInt32:
		return num.WriteInt(out, int64(*(*int32)(p)))
	case opInt64:
		return num.WriteInt(out, *(*int64)(p))
	case opUint8:
		return num.WriteUint(out, uint64(*(*uint8)(p)))
	case opUint16:
		return num.WriteUint(out, uint64(*(*uint16)(p)))
	case opUint32:
		return num.WriteUint(out, uint64(*(*uint32)(p)))
	case opUint64:
		return num.WriteUint(out, *(*uint64)(p))
	case opFloat32:
		if f := *(*float32)(p); finite(float64(f)) {
			return num.WriteFloat32(out, f)
		}
	case opFloat64:
		if f := *(*float64)(p); finite(f) {
			return num.WriteFloat64(out, f)
		}
	}
	return 0
}

// scalarsAt writes an array of the values that the pointers in list lead to. list must not be empty.
func (m *machine) scalarsAt(pc *op, list []unsafe.Pointer, n int) int {
	n = m.put1(n, '[')
	base, limit := m.base, m.limit
	elem := pc.elem
	if pc.count > 0 {
		elem = opEnd // scalarAt follows the further pointers
	}
	if elem == opString && len(list) >= leastStrings && kernel.WritesStrings() {
		return m.stringsAt(list, n)
	}
	for _, p := range list {
		if n > limit {
			if n = m.step(n); n < 0 {
				return n
			}
			base, limit = m.base, m.limit
		}
		switch {
		case elem == opBool && p != nil:
			k := putBools(unsafe.Add(base, n), unsafe.Slice((*bool)(p), 1))
			n += k
			continue
		case elem == opInt64 && p != nil:
			n += num.WriteInt(unsafe.Add(base, n), *(*int64)(p))
		default:
			if n = m.scalarAt(pc, p, n); n < 0 {
				return n
			}
			base, limit = m.base, m.limit
		}
		*(*byte)(unsafe.Add(base, n)) = ','
		n++
	}
	*(*byte)(unsafe.Add(base, n-1)) = ']'
	return n
}

// stringsAt writes the strings that the pointers in list lead to as the elements of an array, and the closing bracket.
// It collects some strings at a time, and writes them like the elements of a []string.
func (m *machine) stringsAt(list []unsafe.Pointer, n int) int {
	const most = 16
	var some [most]string
	for len(list) > 0 {
		if n > m.limit {
			if n = m.step(n); n < 0 {
				return n
			}
		}
		k := 0
		for ; k < most && k < len(list) && list[k] != nil; k++ {
			some[k] = *(*string)(list[k])
		}
		if n = m.plainStrings(some[:k], n); k < most && k < len(list) {
			n = m.put1(putNull(m.base, n), ',')
			k++
		}
		list = list[k:]
	}
	*(*byte)(unsafe.Add(m.base, n-1)) = ']'
	return n
}
