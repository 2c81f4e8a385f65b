//go:build !goexperiment.jsonv2

package toolchain

// What differs between the toolchains' ways of decoding.
const (
	// MethodErrorsGoOn: the error of an UnmarshalJSON or UnmarshalText method does not end decoding.
	MethodErrorsGoOn = false
	// NamelessMethods: the methods that a type without a name gets from embedding are called even where it is not
	// reached through a pointer.
	NamelessMethods = false
	// TimeByMethod: time.Time is decoded by its UnmarshalJSON method.
	TimeByMethod = true
	// KeepsLength: a decoding that ends inside a slice leaves elements behind it visible.
	KeepsLength = true
	// OutOfRangeIsZero: a number too large for a float64 leaves 0 in an interface, not nothing.
	OutOfRangeIsZero = false
	// NullableStrings: the tag option "string" makes any pointer nil for the string "null".
	NullableStrings = false
	// Base64Reuses: base64 text is decoded into the memory that the slice has.
	Base64Reuses = false
	// PathsByInput: errors name members as the input does, not as the fields.
	PathsByInput = false
	// StopsAtItself: a pointer to an interface that holds the pointer itself is the end of the way.
	StopsAtItself = true
	// KeysFirst: a map's key is made before its value, and where it can't be, the value is passed over.
	KeysFirst = false
	// OddKeys: maps may have keys of other kinds than strings and integers.
	OddKeys = false
)
