package codec

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes/internal/mem"
)

// Codec is how values of one Go type are written and read, in place of what is compiled for the type. It is made by
// [For], never changes, and is safe for concurrent use as far as its functions are.
type Codec struct {
	typ         reflect.Type
	word        mem.Ptr // the type word of pointers to typ
	write       func(*Writer, mem.Ptr)
	read        func(*Reader, mem.Ptr)
	empty, zero func(any) bool
}

// For makes a codec of plain functions. enc writes one value to w, dec reads one into *v; null is theirs to treat.
// Either may be nil: values are then written or read as they would be without a codec.
//
// Both do their work on the output and input themselves. What they do wrong is found: an error that w or r keeps, a
// panic, less or more than one value ends the call that they serve with a [*Failure]. Input is not checked before
// dec reads it: where it turns out to be no JSON, that is the call's error, whatever dec has made of it.
//
// w and r are lent, until enc and dec return. To release or reset them is a misuse, which ends the call. One that
// is kept does nothing and shows nothing afterwards, except while it is lent to a codec again: that one's output or
// input it then would change.
func For[T any](enc func(w *Writer, v *T), dec func(r *Reader, v *T), options ...Option[T]) Codec {
	c := Codec{typ: reflect.TypeFor[T](), word: mem.TypeWord((*T)(nil))}
	if enc != nil {
		c.write = func(w *Writer, v mem.Ptr) { enc(w, (*T)(v)) }
	}
	if dec != nil {
		c.read = func(r *Reader, v mem.Ptr) { dec(r, (*T)(v)) }
	}
	for _, o := range options {
		o(&c)
	}
	return c
}

// Option is a further property of a codec for T.
type Option[T any] func(*Codec)

// IsEmpty makes f decide what the tag option "omitempty" leaves out. Without it that is decided as for T without a
// codec.
func IsEmpty[T any](f func(v *T) bool) Option[T] {
	return func(c *Codec) { c.empty = func(v any) bool { return f(v.(*T)) } }
}

// IsZero makes f decide what the tag option "omitzero" leaves out. Without it that is decided as for T without a codec.
func IsZero[T any](f func(v *T) bool) Option[T] {
	return func(c *Codec) { c.zero = func(v any) bool { return f(v.(*T)) } }
}

// Type returns the type whose values c writes and reads.
func (c *Codec) Type() reflect.Type { return c.typ }

// Writes reports whether c writes values.
func (c *Codec) Writes() bool { return c.write != nil }

// Reads reports whether c reads values.
func (c *Codec) Reads() bool { return c.read != nil }

// Empty and Zero return the functions of [IsEmpty] and [IsZero], which take a pointer to a value, or nil.
func (c *Codec) Empty() func(v any) bool { return c.empty }

// Zero returns the function of [IsZero], which takes a pointer to a value, or nil.
func (c *Codec) Zero() func(v any) bool { return c.zero }

// Write has c write what v, a pointer to a value of c's type, leads to. w must not have been written to. A panic
// becomes an error.
func (c *Codec) Write(w *Writer, v any) (err error) {
	defer caught(&err)
	return c.WriteUnguarded(w, v)
}

// WriteUnguarded is Write that lets panics through, for callers who catch those of many calls themselves.
func (c *Codec) WriteUnguarded(w *Writer, v any) error {
	c.write(w, c.pointer(v))
	return w.wrote()
}

// Read has c read the one value that r holds into what v leads to, a pointer to a value of c's type. A panic
// becomes an error.
func (c *Codec) Read(r *Reader, v any) (err error) {
	defer caught(&err)
	return c.ReadUnguarded(r, v)
}

// ReadUnguarded is Read that lets panics through, for callers who catch those of many calls themselves.
func (c *Codec) ReadUnguarded(r *Reader, v any) error {
	c.read(r, c.pointer(v))
	return r.read()
}

// pointer returns what v holds, which is a pointer to a value of c's type.
func (c *Codec) pointer(v any) mem.Ptr {
	if mem.TypeWord(v) != c.word {
		c.mistaken(v)
	}
	return mem.DataWord(v)
}

//go:noinline
func (c *Codec) mistaken(v any) { panic(fmt.Sprintf("%T for a codec of %v", v, c.typ)) }

// caught makes a panic an error.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &Panic{Value: v}
	}
}

// Key is how map keys of one Go type become names, and names keys. It is made by [ForKey].
type Key struct {
	typ    reflect.Type
	append func(dst []byte, k any) ([]byte, error)
	parse  func(name string, k any) error
}

var (
	errNoName  = errors.New("codec: these keys have no function that writes names")
	errNoParse = errors.New("codec: these keys have no function that reads names")
)

// ForKey makes a codec for map keys of type K. name appends the name of *k to dst; parse sets *k to the key that a
// name stands for. The text of names is plain: quotes and escapes come by themselves. Either may be nil: such keys
// can't be written, or read.
func ForKey[K comparable](name func(dst []byte, k *K) ([]byte, error), parse func(name string, k *K) error) Key {
	return Key{
		typ: reflect.TypeFor[K](),
		append: func(dst []byte, k any) ([]byte, error) {
			if name == nil {
				return dst, errNoName
			}
			return name(dst, k.(*K))
		},
		parse: func(name string, k any) error {
			if parse == nil {
				return errNoParse
			}
			return parse(name, k.(*K))
		},
	}
}

// Type returns the type of the keys.
func (k *Key) Type() reflect.Type { return k.typ }

// AppendName appends the name of the key that v points to.
func (k *Key) AppendName(dst []byte, v any) (b []byte, err error) {
	defer caught(&err)
	return k.append(dst, v)
}

// Parse sets the key that v points to.
func (k *Key) Parse(name string, v any) (err error) {
	defer caught(&err)
	return k.parse(name, v)
}

// Field is a codec for one field of a struct type. It is made by [ForField].
type Field struct {
	Struct reflect.Type // the type that declares the field
	Name   string       // in Go
	Codec  Codec
	Err    error // why there is no such field, or nil
}

// ForField makes a codec for the field of struct S with the given Go name, whatever its type has otherwise. The
// field may be one that S gets from a struct that it embeds: then it is that struct's. That there is no such field,
// or that it has another type than the codec, comes out where the Field is registered.
func ForField[S any](name string, c Codec) Field {
	f := Field{Struct: reflect.TypeFor[S](), Name: name, Codec: c}
	if f.Struct.Kind() != reflect.Struct {
		f.Err = fmt.Errorf("codec: %v is not a struct", f.Struct)
		return f
	}
	sf, ok := f.Struct.FieldByName(name)
	if !ok {
		f.Err = fmt.Errorf("codec: %v has no field %s", f.Struct, name)
		return f
	}
	if sf.Type != c.typ {
		f.Err = fmt.Errorf("codec: field %s of %v is of type %v, the codec is for %v", name, f.Struct, sf.Type, c.typ)
		return f
	}
	for _, i := range sf.Index[:len(sf.Index)-1] {
		if f.Struct = f.Struct.Field(i).Type; f.Struct.Kind() == reflect.Pointer {
			f.Struct = f.Struct.Elem()
		}
	}
	return f
}

// Failure is the error of a call in which a codec failed.
type Failure struct {
	Type    reflect.Type // of the codec
	Field   string       // the Go name of the field that the codec belongs to, or ""
	Writing bool
	Offset  int64 // of the value in the input or output
	Err     error // what the codec reported or did wrong
}

// Error describes f.
func (f *Failure) Error() string {
	what, where := "reading", ""
	if f.Writing {
		what = "writing"
	}
	if f.Field != "" {
		where = " in field " + f.Field
	}
	return fmt.Sprintf("json: codec of %v%s failed %s: %v", f.Type, where, what, f.Err)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Panic is the error of a codec that panicked.
type Panic struct{ Value any }

// Error describes p.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Unwrap returns the value that was panicked with if it is an error, such as a runtime.Error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
