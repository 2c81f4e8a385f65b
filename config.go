package zetes

import (
	"iter"
	"reflect"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tag"
)

// Config is a set of choices about JSON. The zero Config reads and writes JSON exactly as encoding/json does. Each
// field changes what its name says. [Config.Freeze] makes an [API] of it.
type Config struct {
	// Output.

	Prefix, Indent     string    // as for json.MarshalIndent; empty for compact output
	NoEscapeHTML       bool      // <, > and & are written as they are, as by SetEscapeHTML(false)
	UnsortedMaps       bool      // map entries are written in any order, which is faster
	EmptySlices        bool      // a nil slice is written as [], nil bytes as ""
	EmptyMaps          bool      // a nil map is written as {}
	NonFinite          NonFinite // how NaN and the infinities are written
	LargeIntsAsStrings bool      // integers beyond ±2^53, which float64 can't hold, are written as strings, and read from strings too
	IntsAsStrings      bool      // all integers are written as strings, and read from strings and numbers
	ShortFloats        bool      // floats have at most six digits after the point
	// StrictUTF8 makes text that is not UTF-8 an error, a [*RuleError]; encoding/json writes U+FFFD. It holds for
	// strings and names, for text that methods return, and for raw JSON, where half of a surrogate pair is an error
	// too.
	StrictUTF8 bool
	// Canonical writes the canonical form (RFC 8785): members, also those of structs, sorted by the UTF-16 code units
	// of their names, numbers as ECMAScript writes them, the shortest escapes. Two members with one name, and text that
	// is not UTF-8, are a [*RuleError].
	//
	// Numbers are float64s: integers beyond ±2^53 lose digits. Integers from 10^21 on, which only a big.Int can hold,
	// get an exponent, and no big.Int is read from such a number. With LargeIntsAsStrings they are strings.
	// NoEscapeHTML, UnsortedMaps, UncheckedRaw and UncheckedMethods have no effect with Canonical, and Prefix and
	// Indent must be empty.
	Canonical bool
	// ASCII writes all characters that are not ASCII as \u escapes in strings and names, also in raw JSON and the
	// output of methods, for readers that may not take UTF-8. NoEscapeLines writes the characters U+2028 and U+2029 as
	// they are, which encoding/json escapes for the sake of old JavaScript.
	ASCII, NoEscapeLines bool
	UncheckedRaw         bool // a json.RawMessage is written unchecked: faster, and correct only if the program fills it with JSON
	UncheckedMethods     bool // the same for what MarshalJSON methods return: its white space stays, and HTML is not escaped

	// Values, in both directions.

	// BytesAsText writes the bytes of a []byte as a string, in place of base64. A nil []byte is "".
	BytesAsText bool

	// DurationsAsStrings writes each time.Duration as a string such as "1h30m0s", the result of its String method, also
	// as the key of a map. Strings that [time.ParseDuration] reads are accepted, such as "90m". Numbers are refused, so
	// that a document of nanoseconds is not misread. Types defined from time.Duration stay numbers.
	DurationsAsStrings bool

	// Struct fields, in both directions.

	TagKey     string // the key of struct tags, empty for "json"; "a,b" takes the first key that a field has
	Naming     Naming // names fields whose tag has no name; nil keeps the Go name
	TaggedOnly bool   // fields without a tag are left out
	Unexported bool   // unexported fields whose tag names them are members too; generated code does not know them
	OmitEmpty  bool   // every field has the tag option "omitempty"
	OmitZero   bool   // every field has the tag option "omitzero"
	// MoreTags gives tag options of easyjson and jingo, which encoding/json ignores, the meaning that they have in
	// those libraries:
	//
	//   - required: the same as under Required;
	//   - !omitempty, !omitzero: OmitEmpty and OmitZero do not hold for this field;
	//   - intern, nocopy: the same as Intern and Alias, for this string, or for the strings of a slice, an array or a
	//     pointer;
	//   - raw: the string or bytes hold JSON, which is written as a json.RawMessage is; empty ones are written as null;
	//   - stringer: the result of the String method is written as a string. It is read as without the option. A
	//     json.RawMessage can't have it;
	//   - encoder: a type that has no codec and no method that writes it, such as MarshalZetes, is an error;
	//   - escape: no effect, since every string is escaped;
	//   - case:strict, case:ignore: the field's name matches as under ExactCase, or as without it. encoding/json has
	//     these from Go 1.27 on.
	//
	// Options that don't suit a field's type are a [*TypeError].
	MoreTags bool
	// Members is called for each struct type t, with its members in their order, including those of embedded structs.
	// It returns the members that t is to have: some or all of these, in any order, with other names or options. It
	// must always return the same result, and must not use the API. A returned member that t does not have, and two
	// members with one name, are a [*TypeError].
	Members func(t reflect.Type, members []Member) []Member

	// Input.

	ExactCase bool // names match fields only if they are equal
	UseNumber bool // numbers in interfaces are json.Number
	ExactInts bool // integers in interfaces are int64, else uint64, else *big.Int; other numbers float64
	// Objects makes the value that a JSON object becomes in an interface without methods, in place of a map[string]any.
	// It gets the members in their order, inner objects before outer ones, and all members of one name. The sequence is
	// valid during the call, and empty afterwards. [jsondoc.Ordered] is such a function, for objects that keep their
	// order.
	//
	// It is called from any goroutine, also for objects of an input that later turns out not to be JSON.
	//
	// [jsondoc.Ordered]: https://pkg.go.dev/github.com/zetes-json/zetes/jsondoc#Ordered
	Objects       func(members iter.Seq2[string, any]) any
	RejectUnknown bool // a name without a field is an error, as by DisallowUnknownFields
	// KeepUnknown keeps members without a field, with RejectUnknown too. They go to the opt.Unknown that the struct
	// embeds, or to a map or json.RawMessage with the tag option "embed", and are written after the other members.
	KeepUnknown bool
	// RejectDuplicates makes it an error if an object, any object, has two members with one name, or two for one field,
	// such as "id" and "ID" without ExactCase.
	RejectDuplicates  bool
	RejectInvalidUTF8 bool // text that is not UTF-8, or half of a surrogate pair, is an error
	Required          bool // a field with the tag option "required" needs its member
	RequireAll        bool // every field without "omitempty" and "omitzero" needs its member, also fields of embedded pointers
	ResetAbsent       bool // a field whose member is absent becomes zero; encoding/json leaves it unchanged
	Defaults          bool // a field that is zero and whose member is absent gets the JSON in its struct tag "default"; for strings, quotes may be left out
	Intern            bool // equal short strings, such as repeated values of fields and in interfaces, share memory
	// Alias makes decoded strings without escapes parts of the input. The input must then not change as long as any of
	// them is used, and each keeps the whole input in memory. Keys of maps are copies.
	Alias bool
	// OneWay gives the tag options "readonly" and "writeonly" a meaning. A read-only member, such as an ID that the
	// server gives, is written and not read: in the input it is skipped, and its field stays as it is; with
	// RefuseReadOnly it is an error about [ErrReadOnly]. A write-only member, such as a password, is read and never
	// written. Both are for members of structs under this Config only; encoding/json and package json read and write
	// them. RefuseReadOnly requires OneWay, or Members, which can make members read-only.
	OneWay, RefuseReadOnly bool
	// Comments accepts JSONC, as people write it in tsconfig.json: comments from // to the end of the line and from /*
	// to */, and a comma after the last element or member. JSON5 accepts all that JSON5 adds to that: names without
	// quotes, strings in single quotes, more escapes and line ends in strings, hexadecimal numbers, signs and points at
	// the ends of numbers. NaN and Infinity become the strings that [NonFiniteString] writes and reads. ByteOrderMark
	// accepts the bytes EF BB BF at the start. Limits and rules hold for the JSON without the additions.
	//
	// Offsets, lines and columns in errors are those of the input. For streams of JSON5 they are those in the JSON that
	// the input becomes. stream.LinesAt reads no JSON5, and codec.Reader reads JSON only.
	Comments, JSON5, ByteOrderMark bool
	// Fuzzy accepts the output of loosely typed languages: "1" and true for numbers, 1 and "true" for booleans, numbers
	// and booleans for strings, "" for zero, [] for an empty struct or map, {} for an empty slice. [Fuzzy] makes codecs
	// that do so for some types only.
	Fuzzy  bool
	Limits Limits

	// Codecs write and read their types, wherever these occur. Codecs for fields take precedence over those for types.
	// Codecs for keys are for maps.
	Codecs []codec.Codec
	Fields []codec.Field
	Keys   []codec.Key

	// CodecsFor are called, in order, for each type that Codecs has no codec for: once for each type that occurs.
	// Pointers and the types that they point to are different types. [codec.ForType] makes a codec for a type that is
	// known at run time, and [ready.ForImplementers] such a function for all types that implement an interface. The
	// functions must not use the API.
	//
	// [ready.ForImplementers]: https://pkg.go.dev/github.com/zetes-json/zetes/codec/ready#ForImplementers
	CodecsFor []func(t reflect.Type) (codec.Codec, bool)

	// CodecNamed gives meaning to the struct tag "codec", as in
	//
	//	Created time.Time `json:"created" codec:"unixmilli"`
	//
	// It returns the codec of that name for fields of type t, or for the type that t points to. If there is none, the
	// field is a [*TypeError]. These codecs take precedence over those of types, not over those of fields.
	// [ready.Named] is such a function, for times, durations and bytes. The function must not use the API.
	//
	// [ready.Named]: https://pkg.go.dev/github.com/zetes-json/zetes/codec/ready#Named
	CodecNamed func(name string, t reflect.Type) (codec.Codec, bool)

	// CodecsSkipNull leaves a value that has a codec unchanged if the input is null, without calling the codec.
	// Otherwise each codec treats null itself.
	CodecsSkipNull bool

	// second changes m to the behaviour of encoding/json/v2, or is nil.
	second func(c *Config, m *plan.Meaning)
}

// Member is a member of a struct type's JSON object, for [Config].Members to see and change.
type Member struct {
	Name                string              // the JSON name
	Aliases             []string            // further names that are read; if several are in the input, the last one counts
	OmitEmpty, OmitZero bool                // the tag options, or the choices of Config
	ReadOnly, WriteOnly bool                // the member is only written, or only read, as under Config.OneWay
	Field               reflect.StructField // as reflect's FieldByIndex returns it, with its full Index; not to be changed
}

// NonFinite says how floats are written that JSON has no numbers for.
type NonFinite uint8

// The choices of [NonFinite].
const (
	NonFiniteError  NonFinite = iota // they can't be encoded: encoding/json's choice
	NonFiniteNull                    // null
	NonFiniteString                  // "NaN", "Infinity", "-Infinity", which are read too
)

// Naming returns the JSON name for the Go name of a struct field. It must always return the same result.
type Naming = func(goName string) string

// SnakeCase is a [Naming]: UserID becomes user_id, HTTPServer http_server, OAuthTokens oauth_tokens.
func SnakeCase(goName string) string { return tag.SnakeCase(goName) }

// KebabCase is a [Naming]: UserID becomes user-id.
func KebabCase(goName string) string { return tag.KebabCase(goName) }

// LowerCamelCase is a [Naming]: UserID becomes userID, HTTPServer httpServer.
func LowerCamelCase(goName string) string { return tag.LowerCamel(goName) }

// Limits bound the input of a call, and its output. All but Digits and Memory are checked before anything is decoded.
// Zero is no limit, with two exceptions: the nesting of an input is always bounded by 10,000, and Digits by 10,000
// unless set. The fields are
//
//	Bytes    int // bytes of the input
//	Depth    int // levels of arrays and objects
//	Elements int // elements of an array, or members of an object
//	String   int // bytes of a string or name, as written in the input
//	Number   int // bytes of a number
//	Values   int // values of the whole input: itself, and all elements and members at every level
//	Memory   int // bytes of the values that the decoder makes
//	Digits   int // digits of an integer that becomes a *big.Int
//
//	OutputBytes int // bytes of the output, or of each value of a stream, without indentation and the form of Canonical
//	OutputDepth int // levels of arrays and objects in the output
//
// Memory counts elements of slices, members of maps, and values that pointers and interfaces lead to, each with its
// size in Go. It does not count the texts of strings, which the input's length bounds, nor memory that methods and
// codecs of the caller's make. The limit is met while decoding, so a target that was not zero may then have been
// written over.
//
// Digits holds under ExactInts and in methods of [codec.Reader]. Making a *big.Int takes time proportional to the
// square of its digits. An integer with more digits is treated as a value that does not fit its type: it is skipped,
// and reported at the end.
//
// Encoding ends soon after OutputBytes, and nothing is written then. It takes memory for a few times as many bytes, or
// for the longest string and for what a method or codec writes, if these are longer. A [codec.Reader] ignores the
// limits on output, and a [codec.Writer] that the program makes has no limits. Canonical and NoEscapeLines change the
// text; OutputBytes holds for the text before and after the change.
type Limits = option.Limits

// Exact returns the zero Config: the meaning, results and errors of encoding/json.
func Exact() Config { return Config{} }

// Strict returns a Config for input that is not trusted. It sets
//
//   - ExactCase, RejectUnknown and RejectDuplicates: names are those of fields, exactly, and come once;
//   - RejectInvalidUTF8;
//   - ExactInts: integers in interfaces stay exact;
//   - Required: members whose field has the tag option "required" must be there;
//   - Limits.Depth, to 1,000;
//   - Limits.Number, to 1,000;
//   - Limits.Values, to 1,000,000;
//   - Limits.Memory, to 256 MB.
func Strict() Config {
	return Config{
		ExactCase: true, RejectUnknown: true, RejectDuplicates: true, RejectInvalidUTF8: true, ExactInts: true, Required: true,
		Limits: Limits{Depth: 1000, Number: 1000, Values: 1_000_000, Memory: 256 << 20},
	}
}
