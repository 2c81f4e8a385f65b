package option

import "strings"

// Release says how a release of encoding/json behaves: one bit for each choice in which releases differ.
type Release uint64

// Has reports whether r has every bit of o.
func (r Release) Has(o Release) bool { return r&o == o }

// The choices in which releases of encoding/json differ. They are about the results of encoding and decoding. The texts
// of errors are always those of the running toolchain, since package toolchain calls its encoding/json for them.
const (
	// Choices about types.
	QuoteNamedPointers Release = 1 << iota // the tag option "string" also holds for a defined pointer type, as for *T
	DropUnreachable                        // an embedded field whose methods cannot be called is left out
	FoldBreadthFirst                       // if several names match by folding, the least deeply embedded field wins
	LenientTags                            // a struct tag is read as far as it can be; it may have "case", "format" and "embed"
	NamelessMethods                        // methods that an unnamed struct type has by embedding are always called

	// Choices about writing.
	MethodsOfInterfaces // the MarshalJSON or MarshalText of an interface type is called, whatever value the interface holds
	CallAppendText      // AppendText is called, before MarshalText
	AnyMapKey           // map keys that are no strings, integers or TextMarshalers are written by the toolchain
	EscapeJSAlways      // U+2028 and U+2029 in raw values are escaped even where HTML is not
	SortValidKeys       // keys with methods are sorted after invalid UTF-8 was replaced
	ZeroFirst           // for omitzero, IsZero is called before omitempty is tested
	EscapeReplacement   // a byte that is not UTF-8 becomes the escape of U+FFFD, not the character

	// Choices about reading.
	MethodErrorsGoOn  // the error of an UnmarshalJSON or UnmarshalText method does not end decoding
	TimeByMethod      // time.Time is decoded by its UnmarshalJSON method
	KeepLength        // if decoding ends inside a slice, the slice keeps its old length
	OutOfRangeAsZero  // a number too large for a float64 becomes 0 in an interface
	NullInStrings     // the tag option "string" makes any pointer nil for the string "null"
	ReuseBase64       // base64 text is decoded into the memory that the slice has
	StopAtItself      // a pointer to an interface that holds the pointer itself is not followed further
	NullKeepsHidden   // null leaves an embedded pointer to an unexported struct unchanged, if its tag has a name
	NamedPointersCall // the methods of the value that a defined pointer type points to are called
	KeysFirst         // a map's key is decoded before its value, and if that fails the value is skipped
	NullIsKey         // the name null is the integer key 0
	NullClearsTexts   // null makes a map or slice nil that is decoded by its UnmarshalText method
	MismatchClears    // an interface with methods is set to nil by a value that can't be decoded into it
	InterfacesStay    // an interface keeps the pointer that was decoded into, even if a method has set the interface meanwhile
	QuotedLoosely     // the tag option "string": pointers are set before the string is parsed, strconv parses numbers, and methods get the string itself

	// Choices about formatting text.
	IndentTail // Indent writes prefix and indent over the spaces of blank lines at the end, unless both are white space

	// Choices about streams.
	SmallReads  // reads begin with 64 bytes; negative counts, and errors that come with bytes, are ignored
	WholeTokens // white space and a separator are read together with the token after them, and More looks at all three

	// Choices of the first releases of Go 1.27.
	// The tag option "string" leaves a Go string unchanged for "\"null\"". Token treats io.ErrUnexpectedEOF from a
	// source as the end of the text.
	BeforeGo1271
	// A number too large for a float stores an infinity. Map keys of a string kind are written by their AppendText or
	// MarshalText method.
	BeforeGo1272
)

// Classic has the choices of encoding/json in Go 1.26. OverV2 has the choices of the encoding/json that is built on
// encoding/json/v2, as in Go 1.27.
const (
	Classic = MethodsOfInterfaces | EscapeReplacement | TimeByMethod | KeepLength | StopAtItself | NullKeepsHidden |
		NullClearsTexts // go1.26 only: these bits, and what asks for them
	OverV2 = QuoteNamedPointers | DropUnreachable | FoldBreadthFirst | LenientTags | NamelessMethods |
		CallAppendText | AnyMapKey | EscapeJSAlways | SortValidKeys | ZeroFirst |
		MethodErrorsGoOn | OutOfRangeAsZero | NullInStrings | ReuseBase64 | NamedPointersCall | KeysFirst |
		NullIsKey | MismatchClears | InterfacesStay | QuotedLoosely | IndentTail |
		SmallReads | WholeTokens
)

// early returns the choices in which a patch release, such as "go1.27.1", differs from OverV2. The version is that of
// the toolchain that builds the program. Comparing it takes no time; calling encoding/json to find the choices would.
func early(version string) Release {
	rest, ok := strings.CutPrefix(version, "go1.27")
	patch, isPatch := strings.CutPrefix(rest, ".")
	switch digits := patch[:len(patch)-len(strings.TrimLeft(patch, "0123456789"))]; {
	case !ok || !isPatch && strings.HasPrefix(rest, "-"): // another release, or a version that is in development
		return 0
	case !isPatch || digits == "0": // go1.27rc1 has the choices of go1.27.0
		return BeforeGo1271 | BeforeGo1272
	case digits == "1":
		return BeforeGo1272
	}
	return 0
}
