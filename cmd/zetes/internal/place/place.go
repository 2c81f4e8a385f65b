// Package place says where in a text an offset is: line, column, and an excerpt with a caret under the place.
package place

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place is a place in a text, as editors count: from 1, columns in characters.
type Place struct {
	Line, Column int
	// Excerpt is the line (its surroundings, if it is long) and below it a caret, without a final newline.
	Excerpt string
}

// reach is how many characters an excerpt shows on each side.
const reach = 36

// Of returns the place of the byte at offset in text. An offset outside of the text means its start or its end.
func Of(text []byte, offset int) Place {
	offset = min(max(offset, 0), len(text))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	before, after := text[start:offset], bytes.TrimSuffix(text[offset:end], []byte{'\r'})
	p := Place{Line: 1 + bytes.Count(text[:start], []byte{'\n'}), Column: 1 + utf8.RuneCount(before)}

	left, cutLeft := last(before, reach)
	right, cutRight := first(after, reach)
	var line, pad strings.Builder
	if cutLeft {
		line.WriteString("…")
		pad.WriteByte(' ')
	}
	show(&line, &pad, left)
	show(&line, nil, right)
	if cutRight {
		line.WriteString("…")
	}
	p.Excerpt = line.String() + "\n" + pad.String() + "^"
	return p
}

// last returns the last n characters of b, and whether there were more.
func last(b []byte, n int) ([]byte, bool) {
	i := len(b)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRune(b[:i])
		i -= size
	}
	return b[i:], i > 0
}

// first returns the first n characters of b, and whether there are more.
func first(b []byte, n int) ([]byte, bool) {
	i := 0
	for ; n > 0 && i < len(b); n-- {
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return b[:i], i < len(b)
}

// show writes b so that a terminal displays one cell for each character, and the same width in blanks to pad.
// Input may hold anything: control characters must not reach the terminal.
func show(line, pad *strings.Builder, b []byte) {
	for _, r := range string(b) {
		width := 1
		switch {
		case r == '\t':
			r = ' '
		case r == utf8.RuneError || !unicode.IsPrint(r):
			r = '�'
		case wide(r):
			width = 2
		case unicode.Is(unicode.Mn, r):
			width = 0
		}
		line.WriteRune(r)
		if pad != nil {
			pad.WriteString("  "[:width])
		}
	}
}

// wide reports whether terminals give r two cells: Han, kana, Hangul, full-width forms and most pictures.
func wide(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff ||
		r >= 0x20000 && r <= 0x3fffd
}
