package num

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// Reading lists of integers of one and two bytes: 12,-3,250]. The word with the digits of one integer also shows where
// the next one begins, so this loop is faster than calling a reader for each integer and then looking for the comma.

// ReadRun reads up to n integers at p into the elements at dst, each of size bytes: 1 or 2. Each integer must be
// followed directly by a comma and the next integer, or by a closing bracket. ReadRun stops before the first integer
// that is followed by anything else, or that does not fit in an element; the caller reads that integer. count is the
// number of integers read. end is the position of the comma or bracket after the last one, or 0 if count is 0.
func ReadRun(p, dst unsafe.Pointer, n int, size uintptr, signed bool) (count, end int) {
	least, most := int64(0), int64(1)<<(8*size&63)-1
	if signed {
		most >>= 1
		least = ^most
	}
	at := 0
	for count < n {
		x, sign := mem.Load64(p, at), int64(0)
		if byte(x) == '-' {
			if !signed { // a minus: even -0 does not fit in an unsigned type
				break
			}
			at++
			x, sign = mem.Load64(p, at), -1
		}
		x ^= zeros
		s := index(marks(x) | 1<<63)
		if uint(s-8) > 4*8 || byte(x) == 0 && s != 8 { // no digit, more than five digits, or a leading zero
			break
		}
		v := (int64(join(x, s)) ^ sign) - sign
		behind := byte(x>>uint(s&63)) ^ '0'
		if v < least || v > most || behind != ',' && behind != ']' {
			break
		}
		if size == 1 {
			mem.Store8(dst, count, byte(v))
		} else {
			*(*uint16)(unsafe.Add(dst, 2*count)) = uint16(v)
		}
		count++
		end = at + s>>3
		if behind == ']' {
			break
		}
		at = end + 1
	}
	return count, end
}
