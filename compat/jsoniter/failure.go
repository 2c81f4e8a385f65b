package jsoniter

import (
	"errors"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/shape"
)

// failure is an error of an Iterator or of an extension's decoder with the text that json-iterator gives it. For a
// decoder that is the fields and lists around the value, and the decoder's words. For a field N of a list L in a named
// type it is pkg.T.L: []pkg.U: pkg.U.N: words.
type failure struct {
	text string
	err  error // the cause, or nil
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }

// placed is told for an error of reading data into v.
func (e *engine) placed(err error, data []byte, v any) error {
	f := (*codec.Failure)(nil)
	if !errors.As(err, &f) || f.Writing {
		return e.told(err)
	}
	var text strings.Builder
	t := reflect.TypeOf(v)
way:
	for _, s := range locate.Find(data, int(f.Offset)).Steps() {
		t = behind(t)
		switch t.Kind() {
		case reflect.Slice, reflect.Array:
			text.WriteString(t.String() + ": ")
			t = t.Elem()
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			field := shape.Fields(t, &e.plan.Shape).Find(s.Name, &e.plan.Shape)
			if field == nil {
				break way
			}
			if t.Name() != "" {
				text.WriteString(t.String() + ".")
			}
			for _, n := range field.Index {
				f := behind(t).Field(n)
				text.WriteString(f.Name + ": ")
				t = f.Type
			}
		default:
			break way
		}
	}
	return &failure{text.String() + cause(f.Err).Error(), e.told(err)}
}

// behind returns the type that pointers of type t lead to.
func behind(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
