//go:build goexperiment.jsonv2

package toolchain

// What differs between the toolchains' ways of decoding.
const (
	// MethodErrorsGoOn: the error of an UnmarshalJSON or UnmarshalText method does not end decoding.
	MethodErrorsGoOn = true
	// NamelessMethods: the methods that a type without a name gets from embedding are called even where it is not
	// reached through a pointer.
	NamelessMethods = true
	// TimeByMethod: time.Time is decoded by its UnmarshalJSON method.
	TimeByMethod = false
	// KeepsLength: a decoding that ends inside a slice leaves elements behind it visible.
	KeepsLength = false
	// OutOfRangeIsZero: a number too large for a float64 leaves 0 in an interface, not nothing.
	OutOfRangeIsZero = true
	// NullableStrings: the tag option "string" makes any pointer nil for the string "null".
	NullableStrings = true
	// Base64Reuses: base64 text is decoded into the memory that the slice has.
	Base64Reuses = true
	// PathsByInput: errors name members as the input does, not as the fields.
	PathsByInput = true
	// StopsAtItself: a pointer to an interface that holds the pointer itself is the end of the way.
	StopsAtItself = false
	// KeysFirst: a map's key is made before its value, and where it can't be, the value is passed over.
	KeysFirst = true
	// OddKeys: maps may have keys of other kinds than strings and integers.
	OddKeys = true
)
