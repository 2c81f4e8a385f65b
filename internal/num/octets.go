package num

import "unsafe"

// Four bytes as decimal numbers with dots between, the text of an IPv4 address: 192.168.0.1.

// octetTexts has the text of each byte and the dot behind it, the first character lowest.
var octetTexts = func() (texts [256]uint32) {
	for i := range texts {
		x, n := uint32('.'), 0
		for v := uint32(i); v > 0 || n == 0; v /= 10 {
			x = x<<8 | ('0' + v%10)
			n++
		}
		texts[i] = x
	}
	return texts
}()

// WriteOctets writes the text of a at p and returns its length. p has [Room] writable bytes.
func WriteOctets(p unsafe.Pointer, a [4]byte) int {
	n := 0
	for _, v := range a {
		store32(p, n, octetTexts[v])
		switch {
		case v >= 100:
			n += 4
		case v >= 10:
			n += 3
		default:
			n += 2
		}
	}
	return n - 1
}

// ReadOctets reads such a text. ok is false for any other, among them those with leading zeros, which netip refuses.
func ReadOctets(text string) (a [4]byte, ok bool) {
	i := 0
	for k := range a {
		v, from := uint(0), i
		for ; i < len(text) && text[i]-'0' <= 9; i++ {
			v = v*10 + uint(text[i]-'0')
		}
		if n := i - from; n == 0 || n > 3 || v > 255 || n > 1 && text[from] == '0' {
			return a, false
		}
		a[k] = byte(v)
		if k == 3 {
			break
		}
		if i == len(text) || text[i] != '.' {
			return a, false
		}
		i++
	}
	return a, i == len(text)
}
