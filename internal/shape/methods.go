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

// MethodsOf returns t's methods, without those of encoding/json/v2 that zetes gen has written: they mean what the type
// means without them, under all options.
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
	if m.Pointer&(MarshalJSONTo|UnmarshalJSONFrom) != 0 {
		if g := GenerationOf(t); g.Streams {
			m.leave(methodsBy(g))
		}
	}
	return m
}

// leave takes own out of m.
func (m *Methods) leave(own MethodSet) {
	m.Value &^= own
	m.Pointer &^= own
}

// Flags are the flags of zetes gen that change what a type means as JSON. The root package exports them.
type Flags struct {
	TagKey          string // the keys of struct tags with commas between them; empty: json
	SnakeCase       bool
	LowerCamelCase  bool
	OmitEmpty       bool
	OmitZero        bool
	DisallowUnknown bool
	PlainTags       bool // tag options that encoding/json passes over mean nothing
	TextBytes       bool // []byte is a string of its bytes
	ResetFields     bool // fields whose member is absent become zero
	NoCopy          bool // strings of fields with the tag option "nocopy" are parts of the input
}

// Generation says which methods of a type zetes gen has written. It is the mark by which plans know such methods, and
// compile the type's fields in place of a call. The root package exports it.
type Generation struct {
	Of               any   // a nil pointer to the type
	Flags            Flags // those of the generated file
	Encodes, Decodes bool  // which of the two ways has methods
	Standard         bool  // they are MarshalJSON and UnmarshalJSON
	Streams          bool  // they are MarshalJSONTo and UnmarshalJSONFrom
}

// generated is the interface of types with methods that zetes gen has written.
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

// GeneratedOf returns the methods of encoding/json in whose place t has generated ones, whether these have their names
// or not.
func GeneratedOf(t reflect.Type) MethodSet { return methodsBy(GenerationOf(t)) }

func methodsBy(g Generation) (m MethodSet) {
	writes, reads := MarshalJSON, UnmarshalJSON
	if g.Streams {
		writes, reads = MarshalJSONTo, UnmarshalJSONFrom
	}
	if g.Encodes {
		m |= writes
	}
	if g.Decodes {
		m |= reads
	}
	return m
}

// AnswersItself reports whether encoding/json, asked about t, would call methods of t's that are generated and don't
// count here: those ask it.
func (o *Options) AnswersItself(t reflect.Type, methods MethodSet) bool {
	if !o.Plain {
		return false
	}
	g := GenerationOf(t)
	return g.Standard && methodsBy(g)&methods != 0
}

// MethodsOf returns t's methods, as far as they count: under the flags of their file generated ones do not, for they
// mean what the type means without them.
func (o *Options) MethodsOf(t reflect.Type) Methods {
	m := MethodsOf(t)
	if o.Plain {
		if g := GenerationOf(t); g.Of != nil && g.Flags == o.Flags {
			m.leave(methodsBy(g))
		}
	}
	return m
}
