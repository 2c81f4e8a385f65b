package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
)

// Codec says how values of one Go type are written and read, in place of compiled code. [For] makes one. It never
// changes, and is safe for concurrent use if its functions are.
type Codec struct {
	parts loan.Codec
}

// For makes a codec from functions: enc writes one value to w, dec reads one into *v. Both also handle null. If one of
// them is nil, values are written or read as without a codec.
//
// enc writes to the output directly, and dec reads the input directly. Their mistakes are found: an error of w or r, a
// panic, and less or more than one value end the call with a [*Failure]. The input is not checked before dec reads it.
// If it turns out not to be JSON, that is the error of the call, whatever dec has done.
//
// If T or *T is an [io.Writer], a Decoder of a stream may call dec before all of the value is in memory, so that dec
// can copy a string of any length by CopyString: see the page docs/recipes.md.
//
// w and r are borrowed until enc and dec return. To release or reset them is a misuse, which ends the call. A codec
// must not keep w or r: after enc and dec have returned, the methods of w and r do nothing, or, if w or r has been lent
// to another codec, change the output or input of that codec.
func For[T any](enc func(w *Writer, v *T), dec func(r *Reader, v *T), options ...Option[T]) Codec {
	t := reflect.TypeFor[T]()
	c := Codec{loan.Codec{Type: t, Pieces: loan.InPieces(t)}}
	if enc != nil {
		c.parts.Write = func(w *loan.Writer, v mem.Ptr) { enc(writerOf(w), (*T)(v)) }
	}
	if dec != nil {
		c.parts.Read = func(r *loan.Reader, v mem.Ptr) { dec(readerOf(r), (*T)(v)) }
	}
	for _, o := range options {
		o(&c)
	}
	return c
}

// ForType does what [For] does, for a type that is known at run time only. value points to a value of t, as the result
// of reflect.New(t).Interface() does. If t is nil, the result is the zero Codec, which configurations refuse.
func ForType(t reflect.Type, enc func(w *Writer, value any), dec func(r *Reader, value any)) Codec {
	if t == nil {
		return Codec{}
	}
	word := mem.PointerWordOf(t)
	c := Codec{loan.Codec{Type: t, Pieces: loan.InPieces(t)}}
	if enc != nil {
		c.parts.Write = func(w *loan.Writer, v mem.Ptr) { enc(writerOf(w), mem.Interface(word, v)) }
	}
	if dec != nil {
		c.parts.Read = func(r *loan.Reader, v mem.Ptr) { dec(readerOf(r), mem.Interface(word, v)) }
	}
	return c
}

// Option is an additional property of a codec for T.
type Option[T any] func(*Codec)

// IsEmpty makes f decide which values the tag option "omitempty" leaves out. Without it the usual rules for T decide.
func IsEmpty[T any](f func(v *T) bool) Option[T] {
	return func(c *Codec) { c.parts.Empty = func(v any) bool { return f(v.(*T)) } }
}

// IsZero makes f decide which values the tag option "omitzero" leaves out. Without it the usual rules for T decide.
func IsZero[T any](f func(v *T) bool) Option[T] {
	return func(c *Codec) { c.parts.Zero = func(v any) bool { return f(v.(*T)) } }
}

// caught is deferred. It recovers from a panic, and stores it in *err as a *Panic.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &Panic{Value: v}
	}
}

// Key says how map keys of one Go type are written as names, and read from names. [ForKey] makes one.
type Key struct {
	parts loan.Key
}

var (
	errNoName  = errors.New("codec: these keys have no function that writes names")
	errNoParse = errors.New("codec: these keys have no function that reads names")
)

// ForKey makes a codec for map keys of type K: name appends the name of *k to dst, and parse sets *k to the key for a
// name. Names are passed without quotes and escapes, which the library handles. If name is nil, keys of type K can't be
// written; if parse is nil, they can't be read.
func ForKey[K comparable](name func(dst []byte, k *K) ([]byte, error), parse func(name string, k *K) error) Key {
	return Key{loan.Key{
		Type: reflect.TypeFor[K](),
		Append: func(dst []byte, k any) (b []byte, err error) {
			if name == nil {
				return dst, errNoName
			}
			defer caught(&err)
			return name(dst, k.(*K))
		},
		Parse: func(name string, k any) (err error) {
			if parse == nil {
				return errNoParse
			}
			defer caught(&err)
			return parse(name, k.(*K))
		},
	}}
}

// Field is a codec for one field of a struct type. [ForField] makes one.
type Field struct {
	parts loan.Field
}

// ForField makes c the codec of one field of struct S, in place of any codec for the field's type. name is the field's
// Go name. If S has the field from an embedded struct, the codec applies wherever that struct occurs. If the field is a
// pointer, c may be for the type that it points to: a nil pointer is then written as null, and null is read as nil. If
// there is no such field, or c is for another type, the method Check of a zetes.Config with the Field returns an error.
func ForField[S any](name string, c Codec) Field {
	t := reflect.TypeFor[S]()
	f := loan.Field{Struct: t, Name: name, Codec: &c.parts}
	if t.Kind() != reflect.Struct {
		f.Err = fmt.Errorf("codec: %v is not a struct", t)
		return Field{f}
	}
	sf, ok := t.FieldByName(name)
	switch {
	case !ok:
		f.Err = fmt.Errorf("codec: %v has no field %s", t, name)
	case c.parts.Type == nil:
		f.Err = fmt.Errorf("codec: the codec of field %s of %v was not made by For", name, t)
	case sf.Type != c.parts.Type && (sf.Type.Kind() != reflect.Pointer || sf.Type.Elem() != c.parts.Type):
		f.Err = fmt.Errorf("codec: field %s of %v is of type %v, the codec is for %v", name, t, sf.Type, c.parts.Type)
	default:
		f.Type = sf.Type
		for _, i := range sf.Index[:len(sf.Index)-1] {
			if f.Struct = f.Struct.Field(i).Type; f.Struct.Kind() == reflect.Pointer {
				f.Struct = f.Struct.Elem()
			}
		}
	}
	return Field{f}
}

// Failure is the error of a call in which a codec failed.
type Failure struct {
	Type    reflect.Type // the type of the codec
	Field   string       // the Go name of the field that the codec is for, or ""
	Writing bool
	Offset  int64 // the offset of the value in the input or output
	Err     error // the error that the codec reported, or its mistake
}

// Error describes f.
func (f *Failure) Error() string {
	what, where, words := "reading", "", ""
	if f.Writing {
		what = "writing"
	}
	if f.Field != "" {
		where = " in field " + f.Field
	}
	if e, ok := f.Err.(*Error); ok && (e.nested || f.Writing) {
		words = e.words()
	} else if f.Err != nil {
		words = f.Err.Error()
	}
	return fmt.Sprintf("json: codec of %v%s failed %s: %s", f.Type, where, what, strings.TrimPrefix(words, "json: "))
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Panic is the error of a codec that panicked.
type Panic struct{ Value any }

// Error describes p.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Unwrap returns the value of the panic if it is an error, such as a runtime.Error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
