package num

import "unsafe"

// Integers of one and two bytes, one behind the other: 12,-3,250]. Where the next one begins shows in the word that the
// digits are loaded in, so that the loop over them waits less than one that calls a reader for each and looks for its
// comma then.

// ReadRun reads integers at p into the n elements at dst, of size bytes each: 1 or 2. It takes those that fit and have
// a comma, with the next one right behind it, or a closing bracket behind their digits. It returns how many these are,
// and the position of the comma or bracket behind the last one. All others are for the caller to look at.
func ReadRun(p, dst unsafe.Pointer, n int, size uintptr, signed bool) (count, end int) {
	least, most := int64(0), int64(1)<<(8*size&63)-1
	if signed {
		most >>= 1
		least = ^most
	}
	at := 0
	for count < n {
		x, sign := load64(p, at), int64(0)
		if byte(x) == '-' {
			if !signed { // where -0 does not fit either
				break
			}
			at++
			x, sign = load64(p, at), -1
		}
		x ^= zeros
		s := index(marks(x) | 1<<63)
		if uint(s-8) > 4*8 || byte(x) == 0 && s != 8 { // no digit, or more than five, or a zero in front
			break
		}
		v := (int64(join(x, s)) ^ sign) - sign
		behind := byte(x>>uint(s&63)) ^ '0'
		if v < least || v > most || behind != ',' && behind != ']' {
			break
		}
		if size == 1 {
			store8(dst, count, byte(v))
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
