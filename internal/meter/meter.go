package meter

import "sync/atomic"

// Count, which only tests set, is called with the number of bytes of the input, or of a target, that are about to be
// read. Code that may read the same bytes several times calls it, so that tests find work that grows faster than the
// input. Loops over tokens do not call it. No other goroutine may use the module while Count is set.
var Count func(n int)

// Look calls Count with n, the number of bytes that the caller is about to read. It does nothing if Count is nil.
func Look(n int) {
	if Count != nil {
		Count(n)
	}
}

// Asked counts the calls of encoding/json that decode or encode a value. Tests compare its values before and after a
// call of this module, which usually needs none.
var Asked atomic.Int64

// Forget, which only tests set, makes decoders forget whether the last input was JSON. Otherwise, after input that is
// not JSON, the decoder of a type checks the next input as a whole before it decodes. A test with many broken
// documents would then test decoding with the first document only. Forget must be set before the module is used.
var Forget bool
