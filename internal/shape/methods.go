package shape

import (
	"encoding"
	"reflect"
)

// Which methods a type has by which it speaks for itself, and which of them zetes gen has written. Methods of a value
// and of the pointer to it are told apart, for only values that have an address have the latter.

// MethodSet is a set of the methods by which a type speaks for itself.
type MethodSet uint8

// The methods.
const (
	MarshalJSON MethodSet = 1 << iota
	MarshalText
	AppendText // encoding.TextAppender; the classic encoding/json does not ask for it
	UnmarshalJSON
	UnmarshalText
	MarshalJSONTo // never set by the classic toolchain
	UnmarshalJSONFrom
)

// Marshals has the methods that encode; Unmarshals those that decode.
const (
	Marshals   = MarshalJSON | MarshalText | AppendText | MarshalJSONTo
	Unmarshals = UnmarshalJSON | UnmarshalText | UnmarshalJSONFrom
)

// Methods are the methods of a type.
type Methods struct {
	Value   MethodSet // in the type's own method set
	Pointer MethodSet // in the method set of the pointer to it; has those of Value unless the type is an interface
}

// Marshaler is encoding/json's interface of that name.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Unmarshaler is encoding/json's interface of that name.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// methodTypes lists the interface of each method; those of jsontext are appended where the toolchain has them.
var methodTypes = append([]methodType{
	{MarshalJSON, reflect.TypeFor[Marshaler]()},
	{MarshalText, reflect.TypeFor[encoding.TextMarshaler]()},
	{AppendText, reflect.TypeFor[encoding.TextAppender]()},
	{UnmarshalJSON, reflect.TypeFor[Unmarshaler]()},
	{UnmarshalText, reflect.TypeFor[encoding.TextUnmarshaler]()},
}, methodTypesV2...)

type methodType struct {
	bit MethodSet
	typ reflect.Type
}

// Methodless reports whether a look at t is enough to know that neither it nor the pointer to it has methods, as is
// so of most fields' types. Only types that people have declared have methods, and structs that embed such; reflect
// takes long to find the type of the pointer.
func Methodless(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer && t.PkgPath() == "" {
		t = t.Elem()
	}
	return t.PkgPath() == "" && t.Kind() != reflect.Struct && t.Kind() != reflect.Interface
}

// MethodsOf returns t's methods.
func MethodsOf(t reflect.Type) (m Methods) {
	if Methodless(t) {
		return m
	}
	p := reflect.PointerTo(t)
	for _, mt := range methodTypes {
		if t.Implements(mt.typ) {
			m.Value |= mt.bit
		}
		if p.Implements(mt.typ) {
			m.Pointer |= mt.bit
		}
	}
	return m
}

// Choices are what a generator of code was asked for beside the types, as far as it changes what they mean.
type Choices struct {
	TagKey          string // the keys of struct tags with commas between them; empty: json
	SnakeCase       bool
	LowerCamelCase  bool
	OmitEmpty       bool
	OmitZero        bool
	DisallowUnknown bool
	PlainTags       bool // tag options that encoding/json passes over mean nothing
	TextBytes       bool // []byte is a string of its bytes
	ResetFields     bool // fields whose member is absent become zero
}

// Generation says which methods of a type a generator has written.
type Generation struct {
	Of               any     // a nil pointer to the type
	Config           chooser // the generated file's
	Encodes, Decodes bool    // EncodeZetes and DecodeZetes
	Standard         bool    // MarshalJSON and UnmarshalJSON too
	Careful          bool    // decoding may call methods that people have written
}

// chooser is a configuration of generated code.
type chooser interface{ Chosen() Choices }

// generated is the interface of types that have a Generation.
type generated interface{ ZetesType() Generation }

var generatedType = reflect.TypeFor[generated]()

// GenerationOf returns the Generation of t itself, or the zero one. A struct that embeds a type has that one's methods,
// which then are not the struct's own.
func GenerationOf(t reflect.Type) (g Generation) {
	if t.Kind() == reflect.Interface || Methodless(t) {
		return g
	}
	p := reflect.PointerTo(t)
	if !p.Implements(generatedType) {
		return g
	}
	// The method of an embedded type panics where a nil pointer leads to that type, as in a new value.
	defer func() {
		if recover() != nil {
			g = Generation{}
		}
	}()
	if g = reflect.New(t).Interface().(generated).ZetesType(); reflect.TypeOf(g.Of) != p {
		return Generation{}
	}
	return g
}

// Methods returns the standard methods of a type that take part in its generation, whether they are there or not.
func (g *Generation) Methods() (own MethodSet) {
	if g.Encodes {
		own |= MarshalJSON
	}
	if g.Decodes {
		own |= UnmarshalJSON
	}
	return own
}

// AnswersItself reports whether encoding/json, asked about t, would call methods of t's that are generated and don't
// count here: those ask it.
func (o *Options) AnswersItself(t reflect.Type, methods MethodSet) bool {
	if !o.Plain {
		return false
	}
	g := GenerationOf(t)
	return g.Standard && g.Methods()&methods != 0
}

// MethodsOf returns t's methods, as far as they count: under the choices that code was generated by, the generated ones
// do not, for they mean what the type means without them.
func (o *Options) MethodsOf(t reflect.Type) Methods {
	m := MethodsOf(t)
	if o.Plain {
		if g := GenerationOf(t); g.Config != nil && g.Config.Chosen() == o.Choices {
			own := g.Methods()
			m.Value &^= own
			m.Pointer &^= own
		}
	}
	return m
}
