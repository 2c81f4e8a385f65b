package json

import (
	"bytes"
	stdjson "encoding/json"
	"strings"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Valid reports whether data is a valid JSON encoding.
func Valid(data []byte) bool { return wire.Valid(data) }

// overlap reports whether src lies in the memory of dst. The result then depends on the order of reads and writes, so
// the toolchain does the work.
func overlap(dst *bytes.Buffer, src []byte) bool {
	b := dst.Bytes()
	b = b[:cap(b)]
	if len(b) == 0 {
		return dst.Cap() > 0 // dst has been read to its end: its memory is not known
	}
	return mem.Overlap(b, dst.Cap()-len(b), src)
}

// Compact appends to dst the JSON-encoded src with insignificant space characters elided.
func Compact(dst *bytes.Buffer, src []byte) error {
	if overlap(dst, src) {
		return stdjson.Compact(dst, src)
	}
	dst.Grow(len(src) + wire.Spare)
	b, bad := wire.AppendCompact(dst.AvailableBuffer(), src, false)
	if bad >= 0 {
		return stdjson.Compact(new(bytes.Buffer), src)
	}
	dst.Write(b)
	return nil
}

// Indent appends to dst an indented form of the JSON-encoded src.
//
// Each element in a JSON object or array begins on a new, indented line beginning with prefix followed by one or
// more copies of indent according to the nesting. The data appended to dst does not begin with the prefix nor any
// indentation, to make it easier to embed inside other formatted JSON data. White space at the beginning of src is
// dropped, white space at its end is kept.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	if overlap(dst, src) {
		return stdjson.Indent(dst, src, prefix, indent)
	}
	dst.Grow(2*len(src) + wire.Spare)
	old := dst.Len()
	b, err := engine.AppendIndent(dst.AvailableBuffer(), src, prefix, indent)
	if err != nil {
		return err
	}
	dst.Write(b)
	if option.Toolchain.Has(option.IndentTail) && strings.Trim(prefix+indent, " \t") != "" {
		indentTail(dst.Bytes()[old:], prefix, indent)
	}
	return nil
}

// indentTail writes prefix and indents over the spaces that follow line breaks in the white space at the end of b. The
// toolchain does so too if prefix or indent is not white space.
func indentTail(b []byte, prefix, indent string) {
	tail := b[len(bytes.TrimRight(b, " \n\r\t")):]
	for i := bytes.IndexByte(tail, '\n'); i >= 0; i = bytes.IndexByte(tail, '\n') {
		tail = tail[i+1:]
		n := len(tail) - len(bytes.TrimLeft(tail, " "))
		spaces := tail[:n]
		spaces = spaces[copy(spaces, prefix):]
		for len(spaces) > 0 && indent != "" {
			spaces = spaces[copy(spaces, indent):]
		}
		tail = tail[n:]
	}
}

// HTMLEscape appends to dst the JSON-encoded src with <, >, &, U+2028 and U+2029 changed to \u003c, \u003e, \u0026,
// \u2028 and \u2029, so that the JSON is safe to embed inside HTML <script> tags.
func HTMLEscape(dst *bytes.Buffer, src []byte) {
	if overlap(dst, src) {
		stdjson.HTMLEscape(dst, src)
		return
	}
	dst.Grow(len(src))
	dst.Write(wire.AppendHTMLEscape(dst.AvailableBuffer(), src))
}
