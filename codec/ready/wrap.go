package ready

import (
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// Text writes values of T as strings: write returns the text for a value, and read returns the value for a text. An
// error of read ends the call. Use Text for types with methods such as String and a Parse function, and without
// MarshalText and UnmarshalText.
func Text[T any](write func(v T) string, read func(text string) (T, error)) codec.Codec {
	return codec.For(
		func(w *codec.Writer, v *T) { w.String(write(*v)) },
		func(r *codec.Reader, v *T) {
			if r.Null() {
				return
			}
			if text := r.String(); r.Err() == nil {
				if got, err := read(text); err == nil {
					*v = got
				} else {
					r.Fail(err)
				}
			}
		},
	)
}

// Nullable writes a struct S, which has a value of type V and a flag that says whether it is valid. If the flag is set,
// the JSON is the JSON of the value, otherwise null. parts returns the addresses of the value and the flag; it must not
// read them. null sets the value to zero. The tag options "omitempty" and "omitzero" leave out an S whose flag is not
// set.
func Nullable[S, V any](parts func(s *S) (value *V, valid *bool)) codec.Codec {
	none := func(s *S) bool {
		_, valid := parts(s)
		return !*valid
	}
	return codec.For(
		func(w *codec.Writer, s *S) {
			if value, valid := parts(s); *valid {
				zetes.WriteValue(w, value)
			} else {
				w.Null()
			}
		},
		func(r *codec.Reader, s *S) {
			value, valid := parts(s)
			if r.Null() {
				*value, *valid = *new(V), false
				return
			}
			var got V
			if zetes.ReadValue(r, &got); r.Err() == nil {
				*value, *valid = got, true
			}
		},
		codec.IsEmpty(none), codec.IsZero(none),
	)
}

// ForImplementers returns a function for Config.CodecsFor. The function makes codecs for all types that implement the
// interface I, also if only their pointers implement it. write and read get a pointer to the value, as an I; either may
// be nil, as for [codec.For]. Pointers and interfaces get no codec themselves, but the values that they point to or
// hold do.
//
// It panics if I is not an interface.
func ForImplementers[I any](write func(w *codec.Writer, value I), read func(r *codec.Reader, value I)) func(t reflect.Type) (codec.Codec, bool) {
	of := reflect.TypeFor[I]()
	if of.Kind() != reflect.Interface {
		panic(fmt.Sprintf("ready: %v is no interface", of))
	}
	var enc func(w *codec.Writer, value any)
	if write != nil {
		enc = func(w *codec.Writer, value any) { write(w, value.(I)) }
	}
	var dec func(r *codec.Reader, value any)
	if read != nil {
		dec = func(r *codec.Reader, value any) { read(r, value.(I)) }
	}
	return func(t reflect.Type) (c codec.Codec, ok bool) {
		if t == nil || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || !reflect.PointerTo(t).Implements(of) {
			return c, false
		}
		return codec.ForType(t, enc, dec), true
	}
}

// Hooks returns a function for Config.CodecsFor. The function makes codecs for all types that implement the interface
// I. Their values are written and read as if there were no codec. before is called with a pointer to a value that is
// about to be written, after with a pointer to a value that has been read, even from null. An error of a hook ends the
// call; the call's error has the value's place. Either hook may be nil. Keys of maps have no hooks, and the tag option
// "string" has no effect on a field with hooks, as on any field with a codec.
//
//	ready.Hooks(nil, Validator.Validate)       // type Validator interface{ Validate() error }
//	ready.Hooks(Preparer.Prepare, nil)         // type Preparer interface{ Prepare() error }
//
// A type gets the codec of the first function of Config.CodecsFor that has one, so for types with several such methods
// one hook must call them all. before may get the caller's own value, which other goroutines may be reading: changing
// it may be a data race. Hooks panics if I is not an interface.
func Hooks[I any](before, after func(value I) error) func(t reflect.Type) (codec.Codec, bool) {
	var atWork *zetes.API
	var write func(w *codec.Writer, value I)
	if before != nil {
		write = func(w *codec.Writer, value I) {
			if err := before(value); err != nil {
				w.Fail(err)
				return
			}
			atWork.WriteDefault(w, value)
		}
	}
	var read func(r *codec.Reader, value I)
	if after != nil {
		read = func(r *codec.Reader, value I) {
			if atWork.ReadDefault(r, value); r.Err() == nil {
				if err := after(value); err != nil {
					r.Fail(err)
				}
			}
		}
	}
	return ForImplementers(write, read)
}
