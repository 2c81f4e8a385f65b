package locate

import "slices"

// Written is an error in writing a value, with the path to it.
type Written struct {
	Err   error
	Steps []Step
}

// Error returns the text of the cause.
func (w *Written) Error() string { return w.Err.Error() }

// Unwrap returns the cause.
func (w *Written) Unwrap() error { return w.Err }

// Bare returns err without the path that it may have.
func Bare(err error) error {
	if w, ok := err.(*Written); ok {
		return w.Err
	}
	return err
}

// WrittenAt makes an error about a value that was being written when it failed: out[from:] is the part of it that is
// written. The path leads to the part that was to be written next, and ends with deeper.
func WrittenAt(err error, out []byte, from int, deeper []Step) *Written {
	w := &Written{err, Find(out, from).Steps()}
	if all := Find(out, len(out)).Steps(); len(all) > len(w.Steps) && slices.Equal(all[:len(w.Steps)], w.Steps) {
		w.Steps = all
	}
	w.Steps = append(w.Steps, deeper...)
	return w
}
