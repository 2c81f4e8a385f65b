package toolchain // go1.26 only: this file

// Differences between releases in the texts of errors.
const (
	// NamesPointers says that errors of encoding name the pointer type if a method was found through a pointer.
	NamesPointers = !overV2
	// AlwaysNamesPointers says that errors of encoding name the pointer type, however the method was found.
	AlwaysNamesPointers = overV2
	// TimesByMethod says that time.Time's own method makes the error's text for a time without a JSON form.
	TimesByMethod = !overV2
	// PathsByInput says that errors of decoding have the names of members from the input, not from the Go fields.
	PathsByInput = overV2
	// NamesOutermost says that the error about an element of a []*T with UnmarshalText names *T, and not T.
	NamesOutermost = !overV2
	// valuesAsFound says that an UnsupportedValueError has the value itself, not a copy.
	valuesAsFound = !overV2
	// overlooksPointers says that encoding/json follows a cycle of nothing but pointers until the stack overflows.
	overlooksPointers = overV2
	// namesCharacters says that errors about bad syntax name a whole character or escape sequence, not only a byte.
	namesCharacters = overV2
	// CountsWhole says that the offset in the error about a method's bad output counts from the start of all output.
	CountsWhole = overV2
)
