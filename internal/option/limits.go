package option

// Limits has the limits of an input and of the output; 0 means no limit.
type Limits struct {
	Bytes    int // bytes of the input
	Depth    int // levels of arrays and objects
	Elements int // elements of an array or members of an object
	String   int // bytes of a string, as written in the input
	Number   int // bytes of a number
	Values   int // values of the whole input: itself, and all elements and members
	Memory   int // bytes of the values that are decoded
	Digits   int // digits of an integer that becomes a big.Int; 0 means num.MostDigits

	OutputBytes int // bytes of the compact output
	OutputDepth int // levels of arrays and objects in the output
}
