package option

// Set says how a call reads and writes JSON: one bit for each choice that the JSON standard leaves to Go.
type Set uint64

// The choices. A set bit has the effect that its name says.
const (
	EscapeHTML            Set = 1 << iota // <, > and & (and U+2028, U+2029) are written as \u escapes
	SortMapKeys                           // map entries are written in key order
	FoldNames                             // object names match fields regardless of case
	NilSliceAsNull                        // a nil slice is null, not []
	NilMapAsNull                          // a nil map is null, not {}
	UseNumber                             // numbers decoded into an interface are json.Number
	DisallowUnknownFields                 // an object name without a field is an error

	RejectDuplicateNames // two members of an object with one name are an error
	RejectInvalidUTF8    // text that is not UTF-8, or half of a surrogate pair, is an error
	ExactNumbers         // integers decoded into an interface are int64, uint64 or *big.Int
	InternStrings        // short strings that are equal share memory
	AliasInput           // decoded strings are parts of the input
	FuzzyDecode          // numbers, strings, booleans and empty arrays are decoded as one another
	RequireTagged        // a field with the tag option "required" needs its member
	RequireAll           // a field without "omitempty" and "omitzero" needs its member
	UseDefaults          // an absent member gets the value of the tag "default"

	NonFiniteAsNull   // NaN and the infinities are null
	NonFiniteAsString // NaN and the infinities are strings
	LargeIntAsString  // integers beyond 2^53 are strings
	ShortFloats       // floats have at most six digits after the point
	RawUnchecked      // raw values are written unchanged
	MoreTags          // tag options of other libraries have the meaning that they have there
	DurationAsString  // a time.Duration is a string, written and read
	IntAsString       // integers are strings, together with LargeIntAsString
	MethodsUnchecked  // the results of MarshalJSON methods are written unchanged
	MarkInvalidUTF8   // a byte that is not UTF-8 is written as 0xFF, which a check of the output finds

	AliasTagged // strings of fields with the tag option "nocopy" are parts of the input
	BytesAsText // bytes are written as a string of these bytes, not as base64
	ResetAbsent // a field whose member is absent becomes zero

	ChosenMembers // only the members that a call has chosen are written
)

// The choices of encoding/json/v2, in the upper half of the word. A set bit has the effect that its name says.
const (
	UniqueNames Set = 1 << (32 + iota) // two members of an object with one name are a fault, found while it is decoded
	ExactText                          // text that is not UTF-8, or half of a surrogate pair, is a fault
	ExactArrays                        // an array has as many elements as the Go array
	ExactBase64                        // base64 has no line breaks
	OmitWritten                        // "omitempty" leaves out what is written as null, "", [] or {}
	// With MergeAnew, null sets a value to zero, and elements of arrays and slices are decoded into zero values. With
	// EndAtFault but without MergeAnew, a target that is not zero is a fault.
	MergeAnew
	OmitZeros      // every struct field has the tag option "omitzero"
	EndAtFault     // the first fault ends decoding, and the target is what it was before, apart from decode.Call.Refused
	ExactSpelling  // numbers in strings and names are spelled as in JSON
	ByteArrays     // a Go array of bytes is a string of base64
	PlainLines     // U+2028 and U+2029 are written as they are
	FoldDelimiters // names that are matched by folding may differ in _ and - too
	StringNumbers  // numbers are strings, written and read
	// With Attempt, decoding stops at the first fault, and before it would call a method or codec of the user's. The
	// target then gets back the value that it had before.
	Attempt
)

// OneWay gives the tag options "readonly" and "writeonly" their effect: such fields are only written, or only read.
const OneWay Set = 1 << 47

// The additions to JSON that an input may have. A set bit has the effect that its name says.
const (
	Comments      Set = 1 << (48 + iota) // comments, and a comma after the last element or member
	JSON5                                // comments, commas, and all else that JSON5 adds
	ByteOrderMark                        // a byte order mark at the start
)

// Additions has the choices under which an input is first converted to JSON.
const Additions = Comments | JSON5 | ByteOrderMark

// ValidateFirst has the choices that need a check of the whole input before it is decoded.
const ValidateFirst = RejectDuplicateNames | RejectInvalidUTF8

// MayAlias has the choices under which decoded values may be parts of the input.
const MayAlias = AliasInput | MoreTags

// V1 has the choices of encoding/json. A Release adds the choices in which releases differ.
const V1 = EscapeHTML | SortMapKeys | FoldNames | NilSliceAsNull | NilMapAsNull

// Has reports whether s has every bit of o.
func (s Set) Has(o Set) bool { return s&o == o }

// When returns s if on is true, otherwise the empty Set.
func When(on bool, s Set) Set {
	if on {
		return s
	}
	return 0
}
