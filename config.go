package zetes

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"reflect"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Config is a choice of meaning for JSON. The zero Config is exactly encoding/json; each field departs from it in
// the way that its name says. [Config.Freeze] makes an [API] of it.
type Config struct {
	// Output.

	Prefix, Indent     string    // as for json.MarshalIndent; empty for compact output
	NoEscapeHTML       bool      // <, > and & are written as they are, as by SetEscapeHTML(false)
	UnsortedMaps       bool      // map entries are written in any order, which is faster
	EmptySlices        bool      // a nil slice is [], and nil bytes are ""
	EmptyMaps          bool      // a nil map is {}
	NonFinite          NonFinite // what NaN and the infinities are
	LargeIntsAsStrings bool      // integers beyond ±2^53, which float64 can't hold, are strings; such strings are read too
	IntsAsStrings      bool      // all integers are strings, and read as such and as numbers
	ShortFloats        bool      // floats have six digits behind the point at most
	// StrictUTF8 makes text that is not UTF-8 an error, a [*RuleError], where encoding/json writes U+FFFD: in strings
	// and names, in what methods return as text, and in raw JSON, where half of a surrogate pair is one too.
	StrictUTF8 bool
	// Canonical writes the canonical form (RFC 8785): members sorted by the UTF-16 code units of their names, those of
	// structs too, numbers as ECMAScript writes them, the shortest escapes. Two members of one name, and text that is
	// not UTF-8, are a [*RuleError]. Numbers are float64s: integers beyond ±2^53 lose digits, and those from 10^21 on,
	// which only a big.Int has, get an exponent, with which a big.Int is not read, unless LargeIntsAsStrings has them
	// as strings. NoEscapeHTML, UnsortedMaps, UncheckedRaw and UncheckedMethods change nothing then, and Prefix and
	// Indent must be empty.
	Canonical        bool
	UncheckedRaw     bool // a json.RawMessage is written as it is: faster, and as right as its maker
	UncheckedMethods bool // so is what MarshalJSON methods return, with its white space, and without escapes for HTML

	// Values, in both directions.

	// BytesAsText makes a []byte a string of its bytes as they are, in place of base64 text; a nil one is "".
	BytesAsText bool

	// DurationsAsStrings makes each time.Duration a string such as "1h30m0s", as by its String method, also as the key
	// of a map. What [time.ParseDuration] reads is accepted, as "90m"; numbers are refused, so that no document is
	// taken for another meaning. Types defined from time.Duration stay numbers.
	DurationsAsStrings bool

	// Struct fields, in both directions.

	TagKey     string // the key of struct tags; several with commas between them: the first that a field has counts; empty for "json"
	Naming     Naming // names fields whose tag has no name; nil keeps the Go name
	TaggedOnly bool   // fields without a tag are left out
	Unexported bool   // unexported fields whose tag has a name for them are members too; generated code knows none
	OmitEmpty  bool   // every field has the tag option "omitempty"
	OmitZero   bool   // every field has the tag option "omitzero"
	// MoreTags gives tag options of easyjson and jingo, which encoding/json passes over, the meaning that they have in
	// those libraries:
	//
	//   - required: as under Required;
	//   - !omitempty, !omitzero: not this field, under OmitEmpty and OmitZero;
	//   - intern, nocopy: what Intern and Alias do for all strings, for a string, and for those in a slice or an array,
	//     or behind a pointer;
	//   - raw: a string or bytes that hold JSON, which is written as a json.RawMessage is; none is null;
	//   - stringer: the string that the String method returns. It is read as the type is without the option;
	//   - encoder: a type without a codec and methods to be written by, such as MarshalZetes, is an error;
	//   - escape: nothing, for every string is escaped;
	//   - case:strict, case:ignore: the field's name matches as under ExactCase, or as without it. encoding/json knows
	//     these from Go 1.27 on.
	//
	// Options that don't suit a field's type are a [*TypeError].
	MoreTags bool
	// Members is asked about each struct type t, with the members that it has in their order, those of embedded structs
	// among them: what it returns, some or all of them in any order, with other names or options, is what t has. It
	// must always give the same answer, and not use the API. A member that t has not, and names that are twice, are a
	// [*TypeError].
	Members func(t reflect.Type, members []Member) []Member

	// Input.

	ExactCase bool // names match fields only if they are equal
	UseNumber bool // numbers in interfaces are json.Number
	ExactInts bool // integers in interfaces are int64, else uint64, else *big.Int; other numbers float64
	// Objects makes what a JSON object becomes in an interface without methods, in place of a map[string]any, from its
	// members in their order: inner objects before outer ones. Of members with one name all are there. The sequence is
	// for the call alone, and empty afterwards. [doc.Ordered] is such a function, for objects that keep their order.
	//
	// It is called from any goroutine, also for objects of an input that turns out not to be JSON behind them.
	//
	// [doc.Ordered]: https://pkg.go.dev/github.com/zetes-json/zetes/doc#Ordered
	Objects           func(members iter.Seq2[string, any]) any
	RejectUnknown     bool // a name without a field is an error, as by DisallowUnknownFields
	KeepUnknown       bool // members without a field go to the opt.Unknown that the struct embeds, RejectUnknown or not, and are written from there, at the end
	RejectDuplicates  bool // two members of an object with one name are an error, wherever they are, and so are two for one field, such as "id" and "ID" without ExactCase
	RejectInvalidUTF8 bool // text that is not UTF-8, or half of a surrogate pair, is an error
	Required          bool // a field with the tag option "required" needs its member
	RequireAll        bool // every field without "omitempty" and "omitzero" needs its member, those behind embedded pointers too
	ResetAbsent       bool // a field whose member is absent becomes zero, where encoding/json leaves it as it is
	Defaults          bool // a field whose member is absent gets the JSON in its struct tag "default", if it is zero; a string also text without quotes
	Intern            bool // equal short strings, such as repeated values of fields and in interfaces, share memory
	// Alias makes decoded strings parts of the input, where they have no escapes. The input must then not change as
	// long as any of them lives, and each keeps all of it in memory. Names in maps are copies.
	Alias bool
	// Fuzzy accepts what loosely typed languages write: "1" and true for numbers, 1 and "true" for booleans,
	// numbers and booleans for strings, "" for zero, [] for an empty struct or map, {} for an empty slice. [Fuzzy]
	// makes codecs that do so for some types only.
	Fuzzy  bool
	Limits Limits

	// Codecs write and read their types, wherever these occur. Fields come before types. Keys are for maps.
	Codecs []codec.Codec
	Fields []codec.Field
	Keys   []codec.Key

	// CodecsFor are asked, in their order, for the codecs of types that Codecs has none for: once about each type that
	// occurs, pointers and what they lead to each by itself. [codec.ForType] makes the codec for a type that is known
	// at run time, [ready.ForImplementers] such a function for all types that implement an interface. They must not
	// use the API.
	//
	// [ready.ForImplementers]: https://pkg.go.dev/github.com/zetes-json/zetes/codec/ready#ForImplementers
	CodecsFor []func(t reflect.Type) (codec.Codec, bool)

	// CodecNamed gives meaning to the struct tag "codec", as in
	//
	//	Created time.Time `json:"created" codec:"unixmilli"`
	//
	// It returns the codec of that name for fields of type t, or for what t points to; where it has none the field is
	// a [*TypeError]. Such codecs come behind those of Fields and before those of types. [ready.Named] is one, for
	// times, durations and bytes. It must not use the API.
	//
	// [ready.Named]: https://pkg.go.dev/github.com/zetes-json/zetes/codec/ready#Named
	CodecNamed func(name string, t reflect.Type) (codec.Codec, bool)

	// CodecsSkipNull leaves a value that has a codec as it is where null stands, without a call of the codec. Without
	// it null is each codec's own to treat.
	CodecsSkipNull bool
}

// NonFinite is what becomes of floats that JSON has no numbers for.
type NonFinite uint8

// The choices.
const (
	NonFiniteError  NonFinite = iota // they can't be encoded: encoding/json's choice
	NonFiniteNull                    // null
	NonFiniteString                  // "NaN", "Infinity", "-Infinity", which are read too
)

// Naming makes the JSON name of a struct field of its Go name. It must always give the same answer.
type Naming = func(goName string) string

// SnakeCase is a [Naming]: UserID becomes user_id, HTTPServer http_server, OAuthTokens oauth_tokens.
func SnakeCase(goName string) string { return tag.SnakeCase(goName) }

// KebabCase is a [Naming]: UserID becomes user-id.
func KebabCase(goName string) string { return tag.KebabCase(goName) }

// LowerCamelCase is a [Naming]: UserID becomes userID, HTTPServer httpServer.
func LowerCamelCase(goName string) string { return tag.LowerCamel(goName) }

// Limits bound the input of a call. All but Digits and Memory are checked before anything is decoded. Zero is no
// limit, except that nesting is bounded by 10,000 always, and Digits by 10,000 where nothing else is said.
type Limits struct {
	Bytes    int // of the input
	Depth    int // arrays and objects within one another
	Elements int // elements of an array, or members of an object
	String   int // bytes of a string or name, as it stands in the input
	Number   int // bytes of a number
	Values   int // values of the input in all: itself, and all elements and members, however deep

	// Memory is how many bytes the values may take that the input becomes, as far as the decoder makes them:
	// elements of slices, members of maps, what pointers and interfaces lead to, each at its size in Go. The texts of
	// strings are not counted, which are bounded by the input's length, nor is what methods and codecs of the
	// caller's make. It is met while decoding: a target that was not zero may then have been written over.
	Memory int

	// Digits of an integer that becomes a *big.Int, under ExactInts, and by the methods of [codec.Reader] for
	// package big. Making one takes time in proportion to the square of their number, so that zero stands for
	// 10,000. An integer with more is passed over, as a value is that does not fit.
	Digits int
}

// Exact returns the zero Config: the meaning, results and errors of encoding/json.
func Exact() Config { return Config{} }

// Strict returns a Config for input from strangers. It sets
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

// Freeze returns the API of c, with programs of its own for each type. It panics with the error of [Config.Check]
// if there is one, so that it can stand in the declaration of a variable. What c refers to may be changed
// afterwards; the API keeps copies.
func (c Config) Freeze() *API {
	if err := c.Check(); err != nil {
		panic(err)
	}
	a := &API{c: c.share(), prefix: c.Prefix, indent: c.Indent}
	if a.c == nil {
		a.c = c.plan()
	}
	return a
}

// Check returns what is contradictory in c.
func (c Config) Check() error {
	var errs []error
	if c.UseNumber && c.ExactInts {
		errs = append(errs, errors.New("of UseNumber and ExactInts there can be but one"))
	}
	if c.Alias && c.Intern {
		errs = append(errs, errors.New("of Alias and Intern there can be but one"))
	}
	if c.Canonical && (c.Prefix != "" || c.Indent != "") {
		errs = append(errs, errors.New("of Canonical and Indent there can be but one"))
	}
	if c.NonFinite > NonFiniteString {
		errs = append(errs, fmt.Errorf("no such choice for NonFinite: %d", c.NonFinite))
	}
	if !shape.CanBeKeys(c.TagKey) {
		errs = append(errs, fmt.Errorf("TagKey %q can't stand in a struct tag", c.TagKey))
	}
	for _, n := range []int{c.Limits.Bytes, c.Limits.Depth, c.Limits.Elements, c.Limits.String, c.Limits.Number, c.Limits.Digits, c.Limits.Values, c.Limits.Memory} {
		if n < 0 {
			errs = append(errs, fmt.Errorf("a limit is negative: %d", n))
		}
	}
	types := map[reflect.Type]bool{}
	for _, cd := range c.Codecs {
		errs = append(errs, checkCodec(cd, types))
	}
	keys := map[reflect.Type]bool{}
	for _, k := range c.Keys {
		switch t := desk.Key(&k).Type; {
		case t == nil:
			errs = append(errs, errors.New("a codec for keys was not made by codec.ForKey"))
		case keys[t]:
			errs = append(errs, fmt.Errorf("two codecs for keys of type %v", t))
		default:
			keys[t] = true
		}
	}
	fields := map[plan.FieldKey]bool{}
	for _, field := range c.Fields {
		f := desk.Field(&field)
		switch key := (plan.FieldKey{Struct: f.Struct, Name: f.Name}); {
		case f.Struct == nil:
			errs = append(errs, errors.New("a codec for a field was not made by codec.ForField"))
		case f.Err != nil:
			errs = append(errs, f.Err)
		case fields[key]:
			errs = append(errs, fmt.Errorf("two codecs for field %s of %v", f.Name, f.Struct))
		default:
			fields[key] = true
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("zetes: config: %w", err)
	}
	return nil
}

// checkCodec returns what is wrong with one more codec of types.
func checkCodec(cd codec.Codec, types map[reflect.Type]bool) error {
	t := desk.Codec(&cd).Type
	switch {
	case t == nil:
		return errors.New("a codec was not made by codec.For")
	case types[t]:
		return fmt.Errorf("two codecs for type %v", t)
	}
	types[t] = true
	return nil
}

// options returns c's choices that are bits.
func (c *Config) options() option.Set {
	o := option.V1
	clear := func(on bool, bit option.Set) {
		if on {
			o &^= bit
		}
	}
	set := func(on bool, bit option.Set) {
		if on {
			o |= bit
		}
	}
	clear(c.NoEscapeHTML, option.EscapeHTML)
	clear(c.UnsortedMaps, option.SortMapKeys)
	clear(c.EmptySlices, option.NilSliceAsNull)
	clear(c.EmptyMaps, option.NilMapAsNull)
	clear(c.ExactCase, option.FoldNames)
	set(c.NonFinite == NonFiniteNull, option.NonFiniteAsNull)
	set(c.NonFinite == NonFiniteString, option.NonFiniteAsString)
	set(c.LargeIntsAsStrings, option.LargeIntAsString)
	set(c.IntsAsStrings, option.LargeIntAsString|option.IntAsString)
	set(c.UncheckedMethods, option.MethodsUnchecked)
	set(c.ShortFloats, option.ShortFloats)
	set(c.UncheckedRaw, option.RawUnchecked)
	set(c.MoreTags, option.MoreTags|option.AliasTagged)
	set(c.BytesAsText, option.BytesAsText)
	set(c.ResetAbsent, option.ResetAbsent)
	set(c.DurationsAsStrings, option.DurationAsString)
	set(c.UseNumber, option.UseNumber)
	set(c.ExactInts, option.ExactNumbers)
	set(c.RejectUnknown, option.DisallowUnknownFields)
	set(c.RejectDuplicates, option.RejectDuplicateNames)
	set(c.RejectInvalidUTF8, option.RejectInvalidUTF8)
	set(c.Required, option.RequireTagged)
	set(c.RequireAll, option.RequireAll)
	set(c.Defaults, option.UseDefaults)
	set(c.Intern, option.InternStrings)
	set(c.Alias, option.AliasInput)
	set(c.Fuzzy, option.FuzzyDecode)
	return c.finished(o)
}

// share returns a plan of the family that all with encoding/json's meaning share, or nil if c has one of its own.
func (c *Config) share() *plan.Config {
	const shared = option.EscapeHTML | option.UseNumber | option.DisallowUnknownFields
	o := c.options()
	switch {
	case o&^shared != option.V1&^shared || c.TagKey != "" || c.Naming != nil || c.TaggedOnly || c.Unexported || c.OmitEmpty || c.OmitZero || c.KeepUnknown || c.Members != nil || c.Objects != nil || c.Limits != Limits{}:
		return nil
	case len(c.Codecs)+len(c.Fields)+len(c.Keys)+len(c.CodecsFor) > 0 || c.CodecNamed != nil:
		return nil
	}
	return plan.V1.With(o)
}

// plan returns a plan for c alone.
func (c *Config) plan() *plan.Config {
	p := plan.Meaning{
		Own:     true,
		Options: c.options(),
		Shape:   shape.Options{Meaning: c.options(), TagKey: c.TagKey, Naming: c.Naming, TaggedOnly: c.TaggedOnly, Unexported: c.Unexported, OmitEmpty: c.OmitEmpty, OmitZero: c.OmitZero, KeepRest: c.KeepUnknown},
		Limits:  c.Limits.plan(),
		Codecs:  map[reflect.Type]*plan.Codec{},
		Fields:  map[plan.FieldKey]*plan.Codec{},
		Keys:    map[reflect.Type]*loan.Key{},
		Objects: c.Objects,
		BigInt:  bigInt,
		Finish:  c.finish(),
	}
	l := p.Limits
	l.Bytes, l.Digits, l.Memory = 0, 0, 0 // are not for the whole input, or known without a look at it
	p.ValidateFirst = p.Options&option.ValidateFirst != 0 || l != plan.Limits{}
	for _, cd := range c.Codecs {
		parts := c.codec(cd)
		p.Codecs[parts.Type] = parts
	}
	for _, f := range c.Fields {
		field := desk.Field(&f)
		cd := c.skipNull(field.Codec)
		if field.Type != cd.Type {
			cd = desk.Behind(field.Type, cd)
		}
		p.Fields[plan.FieldKey{Struct: field.Struct, Name: field.Name}] = cd
	}
	for _, k := range c.Keys {
		parts := desk.Key(&k)
		p.Keys[parts.Type] = parts
	}
	c.choose(&p)
	if c.Members != nil {
		p.Shape.Members = membersBy(c.Members)
	}
	return plan.New(p)
}

// bigInt returns the *big.Int of the digits of an integer.
func bigInt(digits string) any {
	v, _ := new(big.Int).SetString(digits, 10)
	return v
}

func (l Limits) plan() plan.Limits {
	return plan.Limits{Depth: l.Depth, String: l.String, Elements: l.Elements, Number: l.Number, Digits: l.Digits, Values: l.Values, Bytes: l.Bytes, Memory: l.Memory}
}
