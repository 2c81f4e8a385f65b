package tag

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parseLenient parses a tag by the rules of the encoding/json that is built on version 2. It reports no error for a
// malformed tag: it reads what it can and continues after the next comma.
func parseLenient(tag string) (t Tag) {
	if tag != "" && tag[0] != ',' {
		n := strings.IndexAny(tag, ",\\'\"`")
		switch {
		case n < 0:
			t.Name, t.Named, n = tag, true, len(tag)
		case tag[n] == ',':
			t.Name, t.Named = tag[:n], true
		default:
			// If the name contains a reserved byte, the name is invalid. Then the identifier at its start is the name,
			// if there is one.
			t.Name, n, t.Named = word(tag)
		}
		t.Name = string([]rune(t.Name)) // each invalid byte becomes U+FFFD
		tag = tag[n:]
	}
	ignore, strict := false, false
	for tag != "" {
		if tag[0] == ',' {
			if tag = tag[1:]; tag == "" {
				break
			}
		}
		option, n, _ := word(tag)
		tag = tag[n:]
		switch option {
		case "case", "format":
			if !strings.HasPrefix(tag, ":") {
				break
			}
			tag = tag[1:]
			value, n, ok := word(tag)
			if option == "format" && strings.HasPrefix(tag, "'") {
				value, n, ok = quoted(tag)
			}
			if !ok || value == "" {
				break
			}
			tag = tag[n:]
			ignore = ignore || option == "case" && value == "ignore"
			strict = strict || option == "case" && value == "strict"
			t.Format = t.Format || option == "format"
		default:
			t.option(option)
		}
	}
	t.Exact, t.Fold = strict && !ignore, ignore && !strict
	return t
}

// word returns the identifier at the start of s and its length. If there is none, ok is false, and n is the position of
// the next comma, or len(s).
func word(s string) (w string, n int, ok bool) {
	if r, _ := utf8.DecodeRuneInString(s); r == '_' || unicode.IsLetter(r) {
		rest := strings.TrimLeftFunc(s, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) })
		w = s[:len(s)-len(rest)]
		return w, len(w), true
	}
	if n = strings.IndexByte(s, ','); n < 0 {
		n = len(s)
	}
	return "", n, false
}

// quoted returns the text of the string literal in single quotes at the start of s, and the literal's length. ok is
// false if there is no valid literal.
func quoted(s string) (text string, n int, ok bool) {
	double := []byte{'"'}
	for n = 1; n < len(s); n++ {
		switch c := s[n]; {
		case c == '\'':
			text, err := strconv.Unquote(string(append(double, '"')))
			return text, n + 1, err == nil
		case c == '"':
			double = append(double, '\\', '"')
		case c == '\\' && n+1 < len(s):
			if n++; s[n] != '\'' {
				double = append(double, '\\')
			}
			double = append(double, s[n])
		default:
			double = append(double, c)
		}
	}
	return "", n, false
}
