// Package meter counts the bytes that are looked at, for tests which hold that work is in proportion to the input.
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
