package relax

import (
	"bytes"
	"math/big"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/option"
)

// A converter turns JSON with comments, or JSON5, into JSON, token by token. The only grammar that it knows is where a
// name stands, and whether a comma follows a value. Other mistakes stay in the output, for the reader of the output to
// find. The text may come in pieces, which end anywhere. A piece may end within a comment or a string, which the field
// "in" records. Any other token that the end of a piece cuts waits until it is complete.

// converter is the state of a conversion after a part of a text.
type converter struct {
	form option.Set // the additions to JSON that the text may have, a part of option.Additions

	open     []byte // the open brackets
	last     byte   // the last token: an opening bracket, a comma, a colon, 'v' after a value, 'n' after a Mender's name; or 0
	comma    int    // position in the output of a comma that is removed if a closing bracket follows, or -1
	in       byte   // '/' and '*' within a comment, '"' and '\'' within a string, 'w' within a long word; or 0
	begun    int    // where the last comment of the form /* */ starts in the text that convert gets
	unclosed bool   // a comment of a Text has no end: its slash and all later slashes are copied, as errors for the output's reader

	shifts []shift // places at which the distance between input and output changes; nil for a stream
	by     int     // input offset minus output offset, since the last shift
	keeps  bool    // shifts are recorded
}

// newConverter returns a converter of text that may have the additions in form. JSON5 has the additions of JSONC too.
func newConverter(form option.Set) converter {
	if form.Has(option.JSON5) {
		form |= option.Comments
	}
	return converter{form: form, comma: -1}
}

// mostWaiting is the length from which a number, word or name no longer waits for its end, but is copied as it is. So
// long numbers of JSON stay the same, and for any other long word the reader of the output reports an error.
const mostWaiting = 1 << 12

// convert appends the JSON of src to dst and returns how much of src it converted. If final is false, more text may
// follow.
func (c *converter) convert(dst, src []byte, final bool) (out []byte, n int) {
	i := 0
	for {
		if c.keeps && i-len(dst) != c.by {
			c.by = i - len(dst)
			c.shifts = append(c.shifts, shift{len(dst), c.by})
		}
		if i == len(src) {
			break
		}
		used := 0
		switch c.in {
		case '/', '*':
			dst, used = c.comment(dst, src[i:], final)
		case '"', '\'':
			dst, used = c.text(dst, src[i:], final)
		case 'w':
			dst, used = c.rest(dst, src[i:], final)
		default:
			if dst, used = c.token(dst, src[i:], final); c.in == '*' {
				c.begun = i
			}
		}
		if used == 0 {
			break
		}
		i += used
	}
	return dst, i
}

// blanks appends a blank for each byte of b, but keeps line ends.
func blanks(dst, b []byte) []byte {
	for _, x := range b {
		if x != '\n' && x != '\r' {
			x = ' '
		}
		dst = append(dst, x)
	}
	return dst
}

// comment converts the part of a comment at the start of b, and returns its length. The comment began before b; c.in
// says how.
func (c *converter) comment(dst, b []byte, final bool) ([]byte, int) {
	n := 0
	if c.in == '/' {
		ends := "\n\r"
		if c.form.Has(option.JSON5) {
			ends = "\n\r\u2028\u2029"
		}
		if n = bytes.IndexAny(b, ends); n < 0 {
			n = len(b)
			for _, start := range []string{"\xe2", "\xe2\x80"} {
				if !final && len(ends) > 2 && bytes.HasSuffix(b, []byte(start)) {
					n -= len(start) // the rest of U+2028 may follow
				}
			}
			return blanks(dst, b[:n]), n
		}
	} else if n = bytes.Index(b, []byte("*/")); n < 0 {
		if n = len(b); !final && b[n-1] == '*' {
			n-- // the slash that ends the comment may follow
		}
		return blanks(dst, b[:n]), n
	} else {
		n += len("*/")
	}
	c.in = 0
	if n == 0 { // b starts with the line end
		_, n = utf8.DecodeRune(b)
	}
	return blanks(dst, b[:n]), n
}

// token converts the token at the start of b, or the start of a comment or string, and returns its length. It returns 0
// if it needs the text after b.
func (c *converter) token(dst, b []byte, final bool) ([]byte, int) {
	switch x := b[0]; x {
	case ' ', '\t', '\n', '\r':
		return append(dst, x), 1
	case '/':
		if !c.form.Has(option.Comments) || c.unclosed {
			break
		}
		if len(b) == 1 && !final {
			return dst, 0
		}
		if bytes.HasPrefix(b, []byte("//")) {
			c.in = '/'
			return append(dst, "  "...), 2
		}
		if bytes.HasPrefix(b, []byte("/*")) {
			if c.unclosed = c.keeps && final && !bytes.Contains(b[2:], []byte("*/")); c.unclosed {
				break
			}
			c.in = '*'
			return append(dst, "  "...), 2
		}
	case ',':
		c.comma = -1
		if c.last == 'v' && c.form.Has(option.Comments) {
			c.comma = len(dst)
		}
		c.last = ','
		return append(dst, x), 1
	case ':':
		c.last, c.comma = ':', -1
		return append(dst, x), 1
	case '{', '[':
		c.open = append(c.open, x)
		c.last, c.comma = x, -1
		return append(dst, x), 1
	case '}', ']':
		if n := len(c.open); n > 0 {
			if c.comma >= 0 && c.open[n-1] == x-2 {
				dst[c.comma] = ' '
			}
			c.open = c.open[:n-1]
		}
		c.last, c.comma = 'v', -1
		return append(dst, x), 1
	case '"':
		c.in = '"'
		return append(dst, x), 1
	case '\'':
		if c.form.Has(option.JSON5) {
			c.in = '\''
			return append(dst, '"'), 1
		}
	default:
		if n, ok := c.space(b, final); n > 0 || !ok {
			return blanks(dst, b[:n]), n
		}
		if c.form.Has(option.JSON5) {
			return c.word(dst, b, final)
		}
	}
	c.last, c.comma = 'v', -1
	return append(dst, b[0]), 1
}

// space returns the length of the character at the start of b if it is white space by the additions to JSON, but not in
// JSON, otherwise 0. ok is false if that depends on the text after b.
func (c *converter) space(b []byte, final bool) (n int, ok bool) {
	json5 := c.form.Has(option.JSON5)
	switch {
	case b[0] == '\v' || b[0] == '\f':
		if json5 {
			n = 1
		}
	case b[0] < utf8.RuneSelf || !json5 && (c.last != 0 || !c.form.Has(option.ByteOrderMark)):
	case !final && !utf8.FullRune(b):
		return 0, false
	default:
		r, size := utf8.DecodeRune(b)
		if r == '\ufeff' || json5 && isSpace(r) {
			n = size
		}
	}
	return n, true
}

func isSpace(r rune) bool { return r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Zs, r) }

// text converts the part of a string at the start of b, and returns its length. The string began before b; c.in is its
// quote.
func (c *converter) text(dst, b []byte, final bool) ([]byte, int) {
	json5 := c.form.Has(option.JSON5)
	n := 0
	for n < len(b) && b[n] != c.in && b[n] != '\\' && b[n] != '"' && (b[n] >= ' ' || !json5) {
		n++
	}
	if n > 0 {
		return append(dst, b[:n]...), n
	}
	switch x := b[0]; {
	case x == c.in:
		c.in, c.last, c.comma = 0, 'v', -1
		return append(dst, '"'), 1
	case x == '"':
		return append(dst, '\\', '"'), 1
	case x == '\n' || x == '\r':
		return append(dst, x), 1 // the reader of the output reports it as an error
	case x != '\\':
		return appendEscape(dst, rune(x)), 1
	case len(b) == 1:
		if !final {
			return dst, 0
		}
		return append(dst, x), 1
	case !json5:
		return append(dst, b[:2]...), 2
	}
	return escape(dst, b, final)
}

// escape converts the escape sequence of JSON5 at the start of b, which has two bytes at least, and returns its length.
func escape(dst, b []byte, final bool) ([]byte, int) {
	switch x := b[1]; x {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return append(dst, b[:2]...), 2
	case '\n':
		return dst, 2
	case '\r':
		if len(b) == 2 && !final {
			return dst, 0
		}
		if len(b) > 2 && b[2] == '\n' {
			return dst, 3
		}
		return dst, 2
	case 'v':
		return append(dst, `\u000b`...), 2
	case '0':
		return append(dst, `\u0000`...), 2
	case 'x':
		if len(b) < 4 && !final {
			return dst, 0
		}
		if len(b) < 4 {
			return append(dst, b[:2]...), 2
		}
		return append(append(dst, `\u00`...), b[2:4]...), 4
	}
	if !final && !utf8.FullRune(b[1:]) {
		return dst, 0
	}
	r, size := utf8.DecodeRune(b[1:])
	switch {
	case r == '\u2028' || r == '\u2029':
		return dst, 1 + size
	case r < ' ':
		return appendEscape(dst, r), 1 + size
	}
	return append(dst, b[1:1+size]...), 1 + size
}

func appendEscape(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[r>>4&15], hex[r&15])
}

// wordEnd returns the length of the number, word or name at the start of b. For a word that is longer than the limit
// most, it returns the limit or a little more. If the result is the length of b, the word may go on.
func wordEnd(b []byte, most int, final bool) (n int) {
	for n < len(b) && n < most {
		if x := b[n]; x < utf8.RuneSelf {
			if bytes.IndexByte([]byte(" \t\n\r\v\f,:[]{}\"'/"), x) >= 0 {
				break
			}
			n++
			continue
		}
		if !final && !utf8.FullRune(b[n:]) {
			break
		}
		r, size := utf8.DecodeRune(b[n:])
		if r == '\ufeff' || isSpace(r) {
			break
		}
		n += size
	}
	return n
}

// word converts the number, word or name at the start of b, and returns its length. It returns 0 if it needs the text
// after b.
func (c *converter) word(dst, b []byte, final bool) ([]byte, int) {
	n := wordEnd(b, mostWaiting, final)
	if !final && (n == len(b) && n < mostWaiting || n < len(b) && !utf8.FullRune(b[n:])) {
		return dst, 0
	}
	token := b[:max(n, 1)]
	name := len(c.open) > 0 && c.open[len(c.open)-1] == '{' && (c.last == '{' || c.last == ',')
	c.last, c.comma = 'v', -1
	switch {
	case n >= mostWaiting:
		c.in = 'w'
		dst = append(dst, token...)
	case name && isIdentifier(token):
		dst = append(append(append(dst, '"'), token...), '"')
	case name:
		dst = append(dst, token...)
	default:
		dst = appendNumber(dst, token)
	}
	return dst, len(token)
}

// rest copies a part of a word that is too long to be converted. If the word has ended, rest converts the token after
// the word.
func (c *converter) rest(dst, b []byte, final bool) ([]byte, int) {
	n := wordEnd(b, len(b), final)
	if n == 0 && (final || utf8.FullRune(b)) {
		c.in = 0
		return c.token(dst, b, final)
	}
	return append(dst, b[:n]...), n
}

// isIdentifier reports whether b is a name that JSON5 allows without quotes. It may have escapes of the form \u0061,
// each of which stands for a letter or another character that a name may have.
func isIdentifier(b []byte) bool {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == '\\' && len(b)-i >= 6 && b[i+1] == 'u' && isHex(b[i+2:i+6]) {
			u, _ := strconv.ParseUint(string(b[i+2:i+6]), 16, 16)
			r, n = rune(u), 6
		}
		switch {
		case r == '$', r == '_', unicode.IsLetter(r), unicode.Is(unicode.Nl, r):
		case i > 0 && (unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Pc) || r == '\u200c' || r == '\u200d'):
		default:
			return false
		}
		i += n
	}
	return true
}

// mostHex is the largest length of a hexadecimal number: the time to write it in decimal grows faster than its length.
const mostHex = 1000

// appendNumber appends token, a number of JSON5, as JSON spells it. NaN and the infinities become strings. Any other
// word is appended unchanged.
func appendNumber(dst, token []byte) []byte {
	sign, digits := "", token
	if token[0] == '+' || token[0] == '-' {
		if digits = token[1:]; token[0] == '-' {
			sign = "-"
		}
	}
	switch {
	case string(digits) == "NaN":
		return append(dst, `"NaN"`...)
	case string(digits) == "Infinity":
		return append(append(append(dst, '"'), sign...), `Infinity"`...)
	case len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x':
		if u, err := strconv.ParseUint(string(digits[2:]), 16, 64); err == nil {
			return strconv.AppendUint(append(dst, sign...), u, 10)
		}
		if u, ok := new(big.Int).SetString(string(digits[2:]), 16); ok && len(digits) <= mostHex && isHex(digits[2:]) {
			return u.Append(append(dst, sign...), 10)
		}
		return append(dst, token...)
	case len(digits) == 0 || digits[0] != '.' && (digits[0] < '0' || '9' < digits[0]):
		return append(dst, token...)
	}
	dst = append(dst, sign...)
	if digits[0] == '.' && len(digits) > 1 && '0' <= digits[1] && digits[1] <= '9' {
		dst = append(dst, '0')
	}
	if i := bytes.IndexByte(digits, '.'); i > 0 && (i+1 == len(digits) || digits[i+1]|0x20 == 'e') {
		return append(append(dst, digits[:i]...), digits[i+1:]...)
	}
	return append(dst, digits...)
}
