package tag // go1.26 only: this file

import (
	"strings"
	"unicode"
)

// parseClassic parses a tag by the rules of the encoding/json that is not built on version 2. It ignores a malformed
// name.
func parseClassic(tag string) Tag {
	name, options, _ := strings.Cut(tag, ",")
	t := Tag{Name: name, Named: validName(name)}
	if !t.Named {
		t.Name = ""
	}
	for option := range strings.SplitSeq(options, ",") {
		t.option(option)
	}
	return t
}

// validName reports whether a name consists of letters, digits and the punctuation that needs no quotes in a tag.
func validName(name string) bool {
	for _, r := range name {
		if uint32(r|0x20)-'a' < 26 {
			continue // most characters are such letters
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) {
			return false
		}
	}
	return name != ""
}
