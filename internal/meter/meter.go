package meter

// Count, where a test sets it, is told how many bytes of the input, or of the memory of a target, are about to be
// looked at. It is told so by what may look at the same bytes several times, not by loops over tokens. No other
// goroutine may use the module while it is set or changed.
var Count func(n int)

// Look counts n bytes.
func Look(n int) {
	if Count != nil {
		Count(n)
	}
}

// Forget, where a test sets it before anything else uses the module, makes a type's decoder forget that the last input
// was broken. It would have the next one looked at as a whole first: of broken documents in a row the machine would
// only ever see the first.
var Forget bool
