package shape

import (
	"unicode"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/option"
)

// FoldFor returns a form of name that is equal for all names that match regardless of case, in the sense of
// strings.EqualFold: each rune becomes the smallest rune that it folds to, and each invalid byte U+FFFD. If meaning has
// option.FoldDelimiters, the form has no _ and no -.
func FoldFor(meaning option.Set, name string) string {
	return string(AppendFold(make([]byte, 0, len(name)+8), meaning, name))
}

// AppendFold appends FoldFor(meaning, name) to dst.
func AppendFold(dst []byte, meaning option.Set, name string) []byte {
	delimiters := meaning.Has(option.FoldDelimiters)
	for i := 0; i < len(name); {
		if c := name[i]; c < utf8.RuneSelf {
			i++
			if delimiters && (c == '_' || c == '-') {
				continue
			}
			if 'a' <= c && c <= 'z' {
				c -= 'a' - 'A'
			}
			dst = append(dst, c)
			continue
		}
		r, n := utf8.DecodeRuneInString(name[i:])
		// SimpleFold returns the next larger rune of the same letter. For the largest it returns the smallest.
		next := unicode.SimpleFold(r)
		for next > r {
			r, next = next, unicode.SimpleFold(next)
		}
		dst = utf8.AppendRune(dst, next)
		i += n
	}
	return dst
}

// FoldOrder returns the indices of the fields whose names match regardless of case, in order of precedence. If
// several names have the same folded form, the first of these fields gets the member. If breadthFirst is true, less
// deeply embedded fields come first; otherwise the order of fields is kept.
func FoldOrder(fields []Field, breadthFirst bool) []int {
	order := make([]int, 0, len(fields))
	for i := range fields {
		if !fields[i].Exact {
			order = append(order, i)
		}
	}
	if breadthFirst {
		sortInts(order, func(a, b int) int { return fields[a].order - fields[b].order })
	}
	return order
}

// Find returns the field for a member with this name, or nil.
func (s Struct) Find(name string, o *Options) *Field {
	fields, _ := Names(s.Fields)
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	folded := FoldFor(o.Meaning, name)
	for _, i := range FoldOrder(fields, o.Release.Has(option.FoldBreadthFirst)) {
		if FoldFor(o.Meaning, fields[i].Name) == folded {
			return &fields[i]
		}
	}
	return nil
}
