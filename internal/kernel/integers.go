package kernel

import (
	"strconv"
	"unsafe"
)

// Lists of integers are written without a branch that depends on the number of digits. If the lengths vary at random, a
// processor mispredicts half of such branches.

// IntegerText is the space for one integer and its comma. They take at most 21 bytes of it.
const IntegerText = 24

// writeIntegersGeneric is WriteIntegers in portable Go. Tests compare the assembly with it.
func writeIntegersGeneric(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	for i := range count {
		var b []byte
		switch p := unsafe.Add(src, i*size); {
		case size == 8 && signed:
			b = strconv.AppendInt(nil, *(*int64)(p), 10)
		case size == 8:
			b = strconv.AppendUint(nil, *(*uint64)(p), 10)
		case size == 4 && signed:
			b = strconv.AppendInt(nil, int64(*(*int32)(p)), 10)
		case size == 4:
			b = strconv.AppendUint(nil, uint64(*(*uint32)(p)), 10)
		case signed:
			b = strconv.AppendInt(nil, int64(*(*int16)(p)), 10)
		default:
			b = strconv.AppendUint(nil, uint64(*(*uint16)(p)), 10)
		}
		b = append(b, ',')
		n += copy(unsafe.Slice((*byte)(unsafe.Add(dst, n)), len(b)), b)
	}
	return n
}
