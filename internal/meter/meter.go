package meter

// Count, which only tests set, is called with the number of bytes of the input, or of a target, that are about to be
// read. Code that may read the same bytes several times calls it, so that tests find work that grows faster than the
// input. Loops over tokens do not call it. No other goroutine may use the module while Count is set.
var Count func(n int)

// Look counts n bytes.
func Look(n int) {
	if Count != nil {
		Count(n)
	}
}

// Forget, which only tests set, turns off that the decoder of a type remembers that the last input was not JSON.
// Otherwise it would check the next input as a whole first, and a test with many broken documents would test the
// decoding of the first one only. It must be set before the module is used.
var Forget bool
