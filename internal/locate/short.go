package locate

import "unicode/utf8"

// mostShown is the largest number of bytes of a path that the text of an error shows. Paths may be much longer, since
// nesting may be 10,000 deep.
const mostShown = 400

// Short returns path for the text of an error. A long path is reduced to its beginning and its end.
func Short(path string) string {
	if len(path) <= mostShown {
		return path
	}
	head, tail := mostShown/2, len(path)-mostShown/2
	for !utf8.RuneStart(path[head]) {
		head--
	}
	for tail < len(path) && !utf8.RuneStart(path[tail]) {
		tail++
	}
	return path[:head] + "…" + path[tail:]
}
