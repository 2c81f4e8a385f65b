//go:build goexperiment.jsonv2

package toolchain

// In what the words of the toolchains' errors differ.
const (
	// NamesPointers: errors of encoding name the pointer type where a method was found through a pointer.
	NamesPointers = false
	// AlwaysNamesPointers: errors of encoding name the pointer type whatever the method was found by.
	AlwaysNamesPointers = true
	// TimesByMethod: time.Time's own method finds the words for a time that has no JSON form.
	TimesByMethod = false
	// PathsByInput: errors of decoding name members as the input does, not as the fields.
	PathsByInput = true
	// NamesOutermost: the error about a value that is no text, where UnmarshalText is to be called, names the type
	// that stands at the value's place, not the one behind its pointers and interfaces that has the method.
	NamesOutermost = false
	// valuesAsFound: the value in an UnsupportedValueError is the one found, not a copy.
	valuesAsFound = false
	// overlooksPointers: a cycle of pointers alone is not found but overflows the stack, which no program survives.
	overlooksPointers = true
	// namesCharacters: errors about bad syntax name a character or an escape sequence as a whole, not its first byte
	// that is wrong.
	namesCharacters = true
	// CountsWhole: the offset in the error of a method's bad output counts from the beginning of the whole output.
	CountsWhole = true
)
