//go:build goexperiment.jsonv2

package toolchain

// Differences between releases in the texts of errors.
const (
	// NamesPointers says that errors of encoding name the pointer type if a method was found through a pointer.
	NamesPointers = false
	// AlwaysNamesPointers says that errors of encoding name the pointer type, however the method was found.
	AlwaysNamesPointers = true
	// TimesByMethod says that time.Time's own method makes the error's text for a time without a JSON form.
	TimesByMethod = false
	// PathsByInput says that errors of decoding have the names of members from the input, not from the Go fields.
	PathsByInput = true
	// NamesOutermost is about a Go type T with an UnmarshalText method, and a JSON value for it that is not a string.
	// If it is true, the error names the type of the target, such as *T for an element of a []*T. If it is false, the
	// error names T, to which the pointers and interfaces of the target lead.
	NamesOutermost = false
	// valuesAsFound says that an UnsupportedValueError has the value itself, not a copy.
	valuesAsFound = false
	// overlooksPointers says that encoding/json does not notice a cycle that consists of nothing but pointers: it
	// follows the cycle until the stack overflows, which ends the program.
	overlooksPointers = true
	// namesCharacters says that errors about bad syntax name a whole character or escape sequence, not only its first
	// wrong byte.
	namesCharacters = true
	// CountsWhole says that the offset in the error about a method's bad output counts from the beginning of the whole
	// output.
	CountsWhole = true
)
