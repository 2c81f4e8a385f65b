package wire

import (
	"encoding/binary"
	"slices"
)

// sink takes the text of a value as run passes over it. Bytes are copied late: those from start on are still to come.
type sink struct {
	dst    []byte
	start  int
	html   bool   // escape what HTML and JavaScript would misread
	pretty bool   // break lines and indent
	nl     []byte // a line break, the prefix and as many indents as were needed so far
	head   int    // the length of the line break and the prefix in nl
	indent string
}

// gap drops b[i:j].
func (o *sink) gap(b []byte, i, j int) {
	if o.start < i {
		o.put(b, o.start, i)
	}
	o.start = j
}

// short is the size of the pieces that are copied without a call.
const short = 32

// put appends b[i:j].
func (o *sink) put(b []byte, i, j int) {
	n := len(o.dst)
	if j-i <= short && len(b)-i >= short && cap(o.dst)-n >= short {
		*(*[short]byte)(o.dst[n : n+short]) = *(*[short]byte)(b[i:])
		o.dst = o.dst[:n+j-i]
		return
	}
	o.dst = append(o.dst, b[i:j]...)
}

// line puts a line break before b[i], and indents.
func (o *sink) line(b []byte, i, depth int) {
	o.gap(b, i, i)
	n := o.head + depth*len(o.indent)
	for len(o.nl) < n {
		o.nl = append(o.nl, o.indent...)
	}
	o.put(o.nl[:cap(o.nl)], 0, n)
}

// space puts a space before b[i].
func (o *sink) space(b []byte, i int) {
	o.gap(b, i, i)
	o.dst = append(o.dst, ' ')
}

const hexDigits = "0123456789abcdef"

// escape escapes <, >, &, U+2028 and U+2029 in b[i:j].
func (o *sink) escape(b []byte, i, j int) {
	for i < j {
		for i+8 <= j {
			x := binary.LittleEndian.Uint64(b[i:])
			angle := x | lows*2 ^ lows*'>' // < and > differ in bit 1 only
			amp := x ^ lows*'&'
			wide := x ^ lows*0xE2
			// Each has its zero bytes marked; marks above the first may be wrong, the loop below looks.
			m := (angle-lows)&^angle | (amp-lows)&^amp | (wide-lows)&^wide
			if m&highs != 0 {
				break
			}
			i += 8
		}
		for k := 0; k < 8 && i < j; k++ {
			switch c := b[i]; {
			case c == '<' || c == '>' || c == '&':
				o.gap(b, i, i+1)
				o.dst = append(o.dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			case c == 0xE2 && i+2 < j && b[i+1] == 0x80 && b[i+2]&^1 == 0xA8:
				o.gap(b, i, i+3)
				o.dst = append(o.dst, '\\', 'u', '2', '0', '2', hexDigits[b[i+2]&15])
				i += 2
			}
			i++
		}
	}
}

// AppendCompact appends the JSON value in src without white space around tokens. With escapeHTML it escapes <, >, &, U+2028 and
// U+2029 in strings; bytes that are not UTF-8 stay as they are. If src is not one value, it returns dst as it was and the offset
// of the first byte that is wrong, len(src) where src is cut short; else the offset is -1.
func AppendCompact(dst, src []byte, escapeHTML bool) ([]byte, int) {
	o := sink{dst: slices.Grow(dst, len(src)), html: escapeHTML}
	n, bad := o.value(src)
	if bad >= 0 {
		return dst, bad
	}
	o.gap(src, n, n)
	return o.dst, -1
}

// AppendIndent appends the JSON value in src with each element and member on a line of its own, which begins with prefix and as
// many indents as it is deep. White space behind the value is kept. Errors are as with AppendCompact.
func AppendIndent(dst, src []byte, prefix, indent string) ([]byte, int) {
	o := sink{dst: slices.Grow(dst, len(src)), pretty: true, indent: indent}
	var room [4 * short]byte
	o.nl = append(append(room[:0], '\n'), prefix...)
	o.head = len(o.nl)
	_, bad := o.value(src)
	if bad >= 0 {
		return dst, bad
	}
	o.gap(src, len(src), len(src))
	return o.dst, -1
}

// AppendHTMLEscape appends src with <, >, &, U+2028 and U+2029 escaped wherever they are: in JSON that is in strings only.
func AppendHTMLEscape(dst, src []byte) []byte {
	o := sink{dst: slices.Grow(dst, len(src))}
	o.escape(src, 0, len(src))
	o.gap(src, len(src), len(src))
	return o.dst
}

// value passes the one value of src through o, and returns where it ends and the offset of the first wrong byte or -1.
func (o *sink) value(src []byte) (n, bad int) {
	var s Scanner
	n, st := s.run(src, o)
	switch {
	case st == Done:
		if i := n + spaceSlow(src[n:]); i < len(src) {
			return n, i
		}
		return n, -1
	case st == More && s.End():
		return n, -1
	}
	return n, n
}
