package shape

import (
	"encoding"
	"reflect"
)

// The methods by which types write and read themselves, and which of them were written by zetes gen. Methods with
// pointer receivers are noted separately, since only values that have an address have them.

// MethodSet is a set of methods by which a type writes or reads itself.
type MethodSet uint8

// The members of a MethodSet.
const (
	MarshalJSON MethodSet = 1 << iota
	MarshalText
	AppendText // encoding.TextAppender, which only encoding/json with version 2 uses
	UnmarshalJSON
	UnmarshalText
	MarshalJSONTo // MarshalJSONTo and UnmarshalJSONFrom are methods of encoding/json/v2
	UnmarshalJSONFrom
)

// Marshals has the methods that encode; Unmarshals those that decode.
const (
	Marshals   = MarshalJSON | MarshalText | AppendText | MarshalJSONTo
	Unmarshals = UnmarshalJSON | UnmarshalText | UnmarshalJSONFrom
)

// Methods has the methods of a type.
type Methods struct {
	Value   MethodSet // methods of values
	Pointer MethodSet // methods of pointers, including those in Value unless the type is an interface
}

// Marshaler is the same interface as encoding/json.Marshaler.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Unmarshaler is the same interface as encoding/json.Unmarshaler.
type Unmarshaler interface{ UnmarshalJSON([]byte) error }

// methodTypes has the interface of each method. The methods of encoding/json/v2 are added if the toolchain has them.
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

// Methodless returns true if the kind and name of t show that neither t nor a pointer to it has methods, as for most
// fields. Only declared types, and structs that embed them, can have methods. This test saves time because reflect
// takes long to find the type of the pointer.
func Methodless(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer && t.PkgPath() == "" {
		t = t.Elem()
	}
	return t.PkgPath() == "" && t.Kind() != reflect.Struct && t.Kind() != reflect.Interface
}

// MethodsOf returns t's methods. It leaves out methods of encoding/json/v2 that zetes gen has written, because values
// are written and read in the same way without them, under all options.
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
			m.remove(methodsBy(g))
		}
	}
	return m
}

// remove removes the methods in own from m.
func (m *Methods) remove(own MethodSet) {
	m.Value &^= own
	m.Pointer &^= own
}

// Flags are the flags of zetes gen that change how a type is written and read.
type Flags struct {
	TagKey          string // keys of struct tags, separated by commas; empty: json
	SnakeCase       bool
	LowerCamelCase  bool
	OmitEmpty       bool
	OmitZero        bool
	DisallowUnknown bool
	PlainTags       bool // tag options that encoding/json does not have are ignored
	TextBytes       bool // a []byte is written as text
	ResetFields     bool // fields whose member is absent become zero
	NoCopy          bool // strings of fields with the tag option "nocopy" share memory with the input
}

// Generation says which methods of a type were written by zetes gen. Plans find it by the method ZetesType, and then
// compile the type's fields instead of calling the methods. The root package exports it.
type Generation struct {
	Of               any   // a nil pointer to the type
	Flags            Flags // the flags of the generated file
	Encodes, Decodes bool  // whether there are methods for encoding, and for decoding
	Standard         bool  // the methods are MarshalJSON and UnmarshalJSON
	Streams          bool  // the methods are MarshalJSONTo and UnmarshalJSONFrom
}

// generated is the interface of types with methods written by zetes gen.
type generated interface{ ZetesType() Generation }

var generatedType = reflect.TypeFor[generated]()

// GenerationOf returns the Generation of t, or the zero Generation if no methods of t were generated. It ignores a
// method ZetesType that t has from an embedded type.
func GenerationOf(t reflect.Type) (g Generation) {
	if t.Kind() == reflect.Interface || Methodless(t) {
		return g
	}
	p := reflect.PointerTo(t)
	if !p.Implements(generatedType) {
		return g
	}
	// The method of an embedded type panics if an embedded pointer is nil, as in a new value.
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

// GeneratedOf returns the methods of t that zetes gen has written.
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

// AnswersItself reports whether some of the given methods of t were generated, so that they are not called under o,
// while encoding/json would call them. Then encoding/json must not be used to find an error about a t, since the
// generated methods would call encoding/json again.
func (o *Options) AnswersItself(t reflect.Type, methods MethodSet) bool {
	if !o.Plain {
		return false
	}
	g := GenerationOf(t)
	return g.Standard && methodsBy(g)&methods != 0
}

// MethodsOf returns the methods of t that are called under o. If o.Plain is true, it leaves out methods that zetes gen
// has written with the flags o.Flags.
func (o *Options) MethodsOf(t reflect.Type) Methods {
	m := MethodsOf(t)
	if o.Plain {
		if g := GenerationOf(t); g.Of != nil && g.Flags == o.Flags {
			m.remove(methodsBy(g))
		}
	}
	return m
}
