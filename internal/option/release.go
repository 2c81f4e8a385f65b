package option

// The choices in which releases of encoding/json differ. They say what a value or a document becomes; the words of
// errors are always those of the running toolchain, for package toolchain asks it.
const (
	// Types.
	QuoteNamedPointers Set = 1 << (63 - iota) // the tag option "string" sees through a pointer type that has a name
	DropUnreachable                           // an embedded field whose methods cannot be called is left out
	FoldBreadthFirst                          // of several names that fold alike the one nearest to the root wins
	LenientTags                               // a struct tag is read as far as it can be; it may have "case", "format" and "embed"
	NamelessMethods                           // the methods that a type without a name gets from embedding count wherever it stands

	// Writing.
	MethodsOfInterfaces // methods of a value in an interface are called as the interface's own
	CallAppendText      // AppendText is called, before MarshalText
	AnyMapKey           // keys that are neither strings, integers nor texts may still have a form, which the toolchain finds
	EscapeJSAlways      // U+2028 and U+2029 in raw values are escaped even where HTML is not
	SortValidKeys       // keys with methods are sorted after invalid UTF-8 was replaced
	EscapeReplacement   // a byte that is not UTF-8 becomes the escape of U+FFFD, not the character

	// Reading.
	MethodErrorsGoOn  // the error of an UnmarshalJSON or UnmarshalText method does not end decoding
	TimeByMethod      // time.Time is decoded by its UnmarshalJSON method
	KeepLength        // a decoding that ends inside a slice leaves elements behind it visible
	OutOfRangeAsZero  // a number too large for a float64 leaves 0 in an interface, not nothing
	NullInStrings     // the tag option "string" makes any pointer nil for the string "null"
	ReuseBase64       // base64 text is decoded into the memory that the slice has
	StopAtItself      // a pointer to an interface that holds the pointer itself is the end of the way
	NullKeepsHidden   // an embedded pointer to an unexported struct that has a name of its own stays as it is where null stands
	NamedPointersCall // the methods of what a pointer type with a name leads to are called
	KeysFirst         // a map's key is made before its value, and where it can't be, the value is passed over
	NullIsKey         // the name null is the integer key 0
	NullClearsTexts   // null makes a map or slice nil that is decoded by its UnmarshalText method
	MismatchClears    // an interface with methods is nil behind a value that does not go into it
	InterfacesStay    // an interface whose pointer was decoded into holds that, whatever a method has put there meanwhile
	QuotedLoosely     // the tag option "string": a pointer is made first, numbers are what strconv takes, methods see the string

	// Text.
	IndentTail // Indent takes white space at the end of its input for indentation

	// Streams.
	SmallReads  // reads begin with 64 bytes; a negative count, or an error that came with bytes, is nothing
	WholeTokens // white space and a separator are passed with the token behind them, and More looks at all three
)

// Classic is what encoding/json does in Go 1.26, and OverV2 what it does where it stands on encoding/json/v2, as in
// Go 1.27.
const (
	Classic = MethodsOfInterfaces | EscapeReplacement | TimeByMethod | KeepLength | StopAtItself | NullKeepsHidden |
		NullClearsTexts
	OverV2 = QuoteNamedPointers | DropUnreachable | FoldBreadthFirst | LenientTags | NamelessMethods |
		CallAppendText | AnyMapKey | EscapeJSAlways | SortValidKeys |
		MethodErrorsGoOn | OutOfRangeAsZero | NullInStrings | ReuseBase64 | NamedPointersCall | KeysFirst |
		NullIsKey | MismatchClears | InterfacesStay | QuotedLoosely | IndentTail |
		SmallReads | WholeTokens
)
