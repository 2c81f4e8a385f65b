package num

import "unsafe"

// Bytes as decimal numbers: four separated by dots, as in the IPv4 address 192.168.0.1, or a list separated by commas.

// octetTexts has the text of each byte in the three lower bytes, with the first character lowest, and the length in the
// highest byte.
var octetTexts = func() (texts [256]uint32) {
	for i := range texts {
		x, n := uint32(0), uint32(0)
		for v := uint32(i); v > 0 || n == 0; v /= 10 {
			x = x<<8 | ('0' + v%10)
			n++
		}
		texts[i] = x | n<<24
	}
	return texts
}()

// writeOctet writes the text of v at p, followed by separator, and returns the number of bytes. It always overwrites
// four bytes.
func writeOctet(p unsafe.Pointer, v, separator byte) int {
	x := octetTexts[v]
	n := x >> 24
	store32(p, 0, (x&(1<<24-1))|uint32(separator)<<(n*8&31))
	return int(n) + 1
}

// WriteUint8s writes the numbers of list at p, each followed by a comma, and returns the length of the text. p must
// have four writable bytes for each number. No branch depends on the number of digits, since a processor can't
// predict such branches.
func WriteUint8s(p unsafe.Pointer, list []byte) (n int) {
	for _, v := range list {
		n += writeOctet(unsafe.Add(p, n), v, ',')
	}
	return n
}

// WriteOctets writes the four numbers of a, separated by dots, at p and returns the length. p has [Room] writable
// bytes.
func WriteOctets(p unsafe.Pointer, a [4]byte) int {
	n := 0
	for _, v := range a {
		n += writeOctet(unsafe.Add(p, n), v, '.')
	}
	return n - 1
}

// ReadOctets parses four numbers separated by dots. ok is false for any other text, and for leading zeros, which netip
// refuses too.
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
