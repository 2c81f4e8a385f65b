package locate

import (
	"slices"
	"unicode/utf8"
)

// Written is an error in writing a value, with the path to it.
type Written struct {
	Err   error
	Steps []Step
}

func (w *Written) Error() string { return w.Err.Error() }
func (w *Written) Unwrap() error { return w.Err }

// Bare returns the cause of err if err is a *Written, otherwise err.
func Bare(err error) error {
	if w, ok := err.(*Written); ok {
		return w.Err
	}
	return err
}

// WrittenAt makes the error for a value whose encoding failed with err. out is the JSON that was written before, and
// out[from:] the part of it that belongs to the value. The path of the error leads to the part of the value that was to
// be written next, and from there on it follows the steps in deeper.
func WrittenAt(err error, out []byte, from int, deeper []Step) *Written {
	w := &Written{err, Find(out, from).Steps()}
	if all := Find(out, len(out)).Steps(); len(all) > len(w.Steps) && slices.Equal(all[:len(w.Steps)], w.Steps) {
		w.Steps = all
	}
	w.Steps = append(w.Steps, deeper...)
	return w
}

// mostShown is the largest number of bytes of a path that the text of an error shows.
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
