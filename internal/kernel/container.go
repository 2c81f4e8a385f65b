package kernel

import (
	"strings"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// MostContainer is the longest text that CopyContainer handles, and ContainerRoom the number of bytes that it may
// write.
const (
	MostContainer = 63
	ContainerRoom = 64
)

// copyContainerGeneric is the specification of CopyContainer, for texts of 2 to MostContainer bytes.
func copyContainerGeneric(dst, src unsafe.Pointer, n int) (plain, html bool) {
	text := string(mem.Slice(src, n))
	copy(mem.Slice(dst, n), text)
	for i := range n {
		c := text[i]
		html = html || c == '<' || c == '>' || c == '&' || c == 0xe2
	}
	rest, ok := plainValue(text)
	return ok && rest == "", html
}

// plainValue reports whether text begins with a JSON value without white space, escape sequences and exponents, and
// returns the text after it.
func plainValue(text string) (rest string, ok bool) {
	if text == "" {
		return text, false
	}
	switch c := text[0]; c {
	case '{', '[':
		return plainContainer(text)
	case '"':
		return plainString(text)
	case 't', 'f', 'n':
		for _, word := range []string{"true", "false", "null"} {
			if rest, ok := strings.CutPrefix(text, word); ok {
				return rest, true
			}
		}
		return text, false
	}
	text = strings.TrimPrefix(text, "-")
	whole := digitsOf([]byte(text))
	if whole == 0 || text[0] == '0' && whole > 1 {
		return text, false
	}
	if text = text[whole:]; strings.HasPrefix(text, ".") {
		fraction := digitsOf([]byte(text[1:]))
		return text[1+fraction:], fraction > 0
	}
	return text, true
}

// plainContainer is plainValue for an array or object. In ASCII its closing bracket is two after its opening bracket.
func plainContainer(text string) (rest string, ok bool) {
	object, last := text[0] == '{', string([]byte{text[0] + 2})
	text = text[1:]
	if rest, ok := strings.CutPrefix(text, last); ok {
		return rest, true
	}
	for {
		if object {
			if text, ok = plainString(text); !ok || !strings.HasPrefix(text, ":") {
				return text, false
			}
			text = text[1:]
		}
		if text, ok = plainValue(text); !ok || text == "" {
			return text, false
		}
		if rest, ok := strings.CutPrefix(text, last); ok {
			return rest, true
		}
		if text[0] != ',' {
			return text, false
		}
		text = text[1:]
	}
}

// plainString is plainValue for a string.
func plainString(text string) (rest string, ok bool) {
	for i := 1; i < len(text) && text[0] == '"'; i++ {
		switch c := text[i]; {
		case c == '"':
			return text[i+1:], true
		case c == '\\' || c < ' ':
			return text, false
		}
	}
	return text, false
}
