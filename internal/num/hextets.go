package num

import (
	"math/bits"
	"unsafe"
)

// IPv6 addresses as text: eight groups of up to four hexadecimal digits, of which the longest run of zeros is written
// as "::", as in 2001:db8::8a2e:370:7334. The last two groups may also be an IPv4 address, and are written so in
// ::ffff:1.2.3.4. A zone is not part of the text here: the caller writes and reads it.

// HextetsRoom is the number of bytes that WriteHextets may write.
const HextetsRoom = 48

// WriteHextets writes an IPv6 address at p, in the form of package netip, and returns the length of the text. high
// and low are the upper and lower 64 bits of the address. p must have [HextetsRoom] writable bytes.
func WriteHextets(p unsafe.Pointer, high, low uint64) int {
	if high == 0 && low>>32 == 0xffff {
		n := copy(unsafe.Slice((*byte)(p), 7), "::ffff:")
		return n + WriteOctets(unsafe.Add(p, n), [4]byte{byte(low >> 24), byte(low >> 16), byte(low >> 8), byte(low)})
	}
	group := func(i int) uint64 {
		if i < 4 {
			return high >> (48 - 16*i) & 0xffff
		}
		return low >> (48 - 16*(i-4)) & 0xffff
	}
	from, to := -1, -1 // the first of the longest runs of at least two groups of zeros
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && group(j) == 0 {
			j++
		}
		if j-i >= 2 && j-i > to-from {
			from, to = i, j
		}
		i = j
	}
	n := 0
	for i := 0; i < 8; i++ {
		if i == from {
			store8(p, n, ':')
			store8(p, n+1, ':')
			n += 2
			if i = to; i == 8 {
				break
			}
		} else if i > 0 {
			store8(p, n, ':')
			n++
		}
		g := group(i)
		for digits := max(1, (bits.Len64(g)+3)/4); digits > 0; digits-- {
			store8(p, n, "0123456789abcdef"[g>>(4*digits-4)&15])
			n++
		}
	}
	return n
}

// ReadHextets parses an IPv6 address without a zone. high and low are its upper and lower 64 bits. ok is false for
// any other text, including IPv4 addresses.
func ReadHextets(text string) (high, low uint64, ok bool) {
	var groups [8]uint16
	n, gap, i := 0, -1, 0 // number of groups so far, number of groups before "::", position in text
	if len(text) >= 2 && text[:2] == "::" {
		if gap, i = 0, 2; i == len(text) {
			return 0, 0, true
		}
	}
	for {
		from, g := i, uint(0)
		for ; i < len(text) && i-from < 5; i++ {
			d := hexDigit(text[i])
			if d > 15 {
				break
			}
			g = g<<4 | d
		}
		if i == from || i-from > 4 || n == 8 {
			return 0, 0, false
		}
		if i < len(text) && text[i] == '.' {
			a, four := ReadOctets(text[from:])
			if !four || n > 6 {
				return 0, 0, false
			}
			groups[n], groups[n+1] = uint16(a[0])<<8|uint16(a[1]), uint16(a[2])<<8|uint16(a[3])
			n += 2
			break
		}
		groups[n] = uint16(g)
		if n++; i == len(text) {
			break
		}
		if text[i] != ':' {
			return 0, 0, false
		}
		if i++; i < len(text) && text[i] == ':' {
			if gap >= 0 {
				return 0, 0, false
			}
			if gap, i = n, i+1; i == len(text) {
				break
			}
		}
	}
	if (gap < 0) != (n == 8) {
		return 0, 0, false
	}
	if gap >= 0 {
		copy(groups[8-(n-gap):], groups[gap:n])
		clear(groups[gap : 8-(n-gap)])
	}
	for k := range 4 {
		high, low = high<<16|uint64(groups[k]), low<<16|uint64(groups[k+4])
	}
	return high, low, true
}

// hexDigit returns the value of a hexadecimal digit, and more than 15 for any other byte.
func hexDigit(c byte) uint {
	if d := uint(c) - '0'; d <= 9 {
		return d
	}
	if d := uint(c|0x20) - 'a'; d <= 5 {
		return d + 10
	}
	return 16
}
