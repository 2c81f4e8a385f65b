package wire

import (
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/mem"
)

// Decoding strings. The text between escapes is copied in one piece: for "say \u201chi\u201d\n" the pieces are "say "
// and "hi". Invalid UTF-8 is looked for only if the field Dirty of the Input is set, which is found out when the masks
// are made.

// AppendText appends the text of the string whose first character is at p, and returns the position after its closing
// quote, or -1 if the string is wrong or cut. It decodes escapes. Invalid UTF-8 and halves of surrogate pairs are
// replaced by U+FFFD, and set Inexact.
func (t *Input) AppendText(b []byte, p int) ([]byte, int) {
	for {
		e := t.StringEnd(p)
		if e > p {
			run := mem.Slice(mem.Add(t.In, uintptr(p)), e-p)
			if t.Dirty && !utf8.Valid(run) {
				b, t.Inexact = appendValid(b, run), true
			} else {
				b = append(b, run...)
			}
		}
		switch t.At(e) {
		case '"':
			return b, e + 1
		case '\\':
			for p = e; t.At(p) == '\\'; {
				if r := unescaped[t.At(p+1)]; r != 0 {
					b = append(b, r)
					p += 2
					continue
				}
				// Most escaped texts have characters that take three bytes in UTF-8: write these here.
				if x := mem.Load64(t.In, p); x&0xFFFF == '\\'|'u'<<8 {
					if r := Hex4(uint32(x >> 16)); r >= 0x800 && r < 0xD800 {
						b = append(b, 0xE0|byte(r>>12), 0x80|(byte(r>>6)&0xBF), 0x80|(byte(r)&0xBF))
						p += 6
						continue
					}
				}
				r, n, exact := t.UnicodeEscape(p)
				if n == 0 {
					return nil, -1
				}
				if !exact {
					t.Inexact = true
				}
				p += n
				switch {
				case r < 0x80:
					b = append(b, byte(r))
				case r < 0x800:
					b = append(b, 0xC0|byte(r>>6), 0x80|(byte(r)&0xBF))
				case r < 0x10000:
					b = append(b, 0xE0|byte(r>>12), 0x80|(byte(r>>6)&0xBF), 0x80|(byte(r)&0xBF))
				default:
					b = utf8.AppendRune(b, r)
				}
			}
		default:
			return nil, -1
		}
	}
}

// appendValid appends b with each invalid byte replaced by U+FFFD, as encoding/json does.
func appendValid(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		dst = utf8.AppendRune(dst, r)
		b = b[n:]
	}
	return dst
}

// hexValue has the value of each hexadecimal digit. Other bytes have -1, all of whose bits are set: the sign of several
// joined values shows whether one of them is not a digit. A table is as fast as arithmetic here.
var hexValue = func() (t [256]int32) {
	for i := range t {
		t[i] = -1
	}
	for i := range 10 {
		t['0'+i] = int32(i)
	}
	for i := range 6 {
		t['a'+i], t['A'+i] = int32(10+i), int32(10+i)
	}
	return t
}()

// Hex4 returns the number with the four hexadecimal digits in x, the first one in the lowest byte, or a negative number
// if one is not a digit. For \u00e9 the four bytes are loaded as the word 0x39653030, and the number is 0xE9.
func Hex4(x uint32) rune {
	return hexValue[byte(x)]<<12 | hexValue[byte(x>>8)]<<8 | hexValue[byte(x>>16)]<<4 | hexValue[byte(x>>24)]
}

// UnicodeEscape returns the character for the \u escape at p, and the length of the escape: 6, or 12 for a pair of
// surrogates, such as \ud83d\ude00. For half of a pair it returns U+FFFD and 6. n is 0 if there is no valid escape.
func UnicodeEscape(in mem.Ptr, p int) (r rune, n int) {
	if mem.Load8(in, p+1) != 'u' {
		return 0, 0
	}
	r = Hex4(mem.Load32(in, p+2))
	if r < 0 {
		return 0, 0
	}
	// The top five of the 16 bits of a surrogate are 11011. Most characters are not surrogates.
	if r&^0x7FF != 0xD800 {
		return r, 6
	}
	// A high surrogate and a low surrogate after it are one character. In any other order they are not.
	if r < 0xDC00 && mem.Load8(in, p+6) == '\\' && mem.Load8(in, p+7) == 'u' {
		if low := Hex4(mem.Load32(in, p+8)); low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 12
		}
	}
	return utf8.RuneError, 6
}

// UnicodeEscape returns the character for the \u escape at p and the escape's length, like the function
// [UnicodeEscape]. exact is false if the escape is half of a surrogate pair, for which r is U+FFFD.
func (t *Input) UnicodeEscape(p int) (r rune, n int, exact bool) {
	r, n = UnicodeEscape(t.In, p)
	return r, n, r != utf8.RuneError || Hex4(mem.Load32(t.In, p+2)) == utf8.RuneError
}
