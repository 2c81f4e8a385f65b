package ready

import (
	"fmt"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// Text makes values of T strings: write returns the text of one, read the value of a text, whose error ends the call.
// It is for types that say so by other methods than MarshalText and UnmarshalText.
func Text[T any](write func(v T) string, read func(text string) (T, error)) codec.Codec {
	return codec.For(
		func(w *codec.Writer, v *T) { w.String(write(*v)) },
		func(r *codec.Reader, v *T) {
			if r.Null() {
				return
			}
			text := r.String()
			if r.Err() != nil {
				return
			}
			got, err := read(text)
			if err != nil {
				r.Fail(err)
				return
			}
			*v = got
		},
	)
}

// Nullable makes a struct S that holds a V, and whether that is there, the V alone or null. parts returns where in an S
// the two are; it must not look at what they are. null makes the value zero. The tag options "omitempty" and
// "omitzero" leave out a value that is not there.
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

// ForImplementers makes codecs for all types that implement the interface I: it is for Config.CodecsFor. write and read
// get a pointer to the value, as I; either may be nil, as for [codec.For]. Types that implement I only by methods of
// their pointers are among them. Pointers have no codec, but what they lead to has, and neither have interfaces: what
// they hold has.
//
// It panics if I is no interface.
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
