package tag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Naming returns the JSON name for a field whose tag has no name. It must be a pure function.
type Naming func(goName string) string

// acronyms are words that stay together although they mix cases or end with a plural s.
var acronyms = []string{"IDs", "URLs", "URIs", "IPv4", "IPv6", "OAuth2", "OAuth", "APIs", "JSONs"}

// SnakeCase turns HTTPServerID into http_server_id.
func SnakeCase(goName string) string { return join(goName, "_") }

// KebabCase turns HTTPServerID into http-server-id.
func KebabCase(goName string) string { return join(goName, "-") }

// LowerCamel turns HTTPServerID into httpServerID: only the first word changes.
func LowerCamel(goName string) string {
	first, rest := cutWord(goName)
	return strings.ToLower(first) + rest
}

func join(goName, separator string) string {
	var b strings.Builder
	for goName != "" {
		var w string
		w, goName = cutWord(goName)
		if b.Len() > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strings.ToLower(w))
		// An underscore in the Go name ends a word, as the separator does.
		goName = strings.TrimLeft(goName, "_")
	}
	return b.String()
}

// cutWord cuts a Go name after its first word. A word is a known acronym; or capitals, up to the capital that begins a
// lower-case word; or a capital and the lower-case letters after it. Digits belong to the word before them.
func cutWord(s string) (word, rest string) {
	for _, a := range acronyms {
		if strings.HasPrefix(s, a) && !startsLower(s[len(a):]) {
			return a, s[len(a):]
		}
	}
	var previous rune
	for i, r := range s {
		if i > 0 {
			switch {
			case r == '_':
				return s[:i], s[i:]
			case unicode.IsUpper(r) && !unicode.IsUpper(previous):
				return s[:i], s[i:]
			case unicode.IsUpper(r) && startsLower(s[i+utf8.RuneLen(r):]) && !startsAcronym(s[i:]):
				return s[:i], s[i:]
			}
		}
		previous = r
	}
	return s, ""
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

func startsAcronym(s string) bool {
	return slices.ContainsFunc(acronyms, func(a string) bool { return strings.HasPrefix(s, a) })
}
