package guard

import (
	"fmt"
	"iter"
	"strings"
)

// Near returns an iterator over texts that differ from name by little: in one bit, in one byte, or by one byte more
// or less, at every place. Some are not UTF-8, some hold what JSON escapes.
func Near(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		change := func(i int, c byte) bool {
			return c == name[i] || yield(name[:i]+string([]byte{c})+name[i+1:])
		}
		for i := range len(name) {
			for bit := range 8 {
				if !change(i, name[i]^1<<bit) {
					return
				}
			}
			for _, c := range []byte("\x00 !~_09\"\\\xff") {
				if !change(i, c) {
					return
				}
			}
			if !yield(name[:i]+name[i+1:]) || !yield(name[:i]+name[i:i+1]+name[i:]) {
				return
			}
		}
		for _, more := range []string{" ", "_", "\"", "\x00"} {
			if !yield(name+more) || !yield(more+name) {
				return
			}
		}
	}
}

// Quote returns text as a string of JSON that escapes only what it must. What is not UTF-8 stands there as it is.
func Quote(text string) string {
	b := []byte{'"'}
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// Names returns a name of each length from 1 to n, of letters, digits and underscores.
func Names(n int) (names []string) {
	const text = "kV3_xQzLmN8aTbY2_wPcJdR7uSeHfG0gIoXvKyBqWZt5_nMjUhC4iEsDrFlAOp9_"
	all := strings.Repeat(text, n/len(text)+1)
	for i := 1; i <= n; i++ {
		names = append(names, all[:i])
	}
	return names
}
