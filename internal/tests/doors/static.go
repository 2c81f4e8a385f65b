package doors

import (
	stdjson "encoding/json"
	"io"

	"github.com/zetes-json/zetes"
)

// Static leads to the functions that take a type parameter, for one type.
type Static struct {
	std, zetes Typed
}

// Typed is the generic functions instantiated for one type T. Values go in as T, targets as *T.
type Typed struct {
	Marshal         func(v any) ([]byte, error)
	MarshalString   func(v any) (string, error)
	Unmarshal       func(data []byte, v any) error
	UnmarshalString func(s string, v any) error
	UnmarshalFrom   func(r io.Reader, v any) error
}

// std is encoding/json, which has no type parameters.
var std = Typed{
	Marshal: stdjson.Marshal,
	MarshalString: func(v any) (string, error) {
		b, err := stdjson.Marshal(v)
		return string(b), err
	},
	Unmarshal:       stdjson.Unmarshal,
	UnmarshalString: func(s string, v any) error { return stdjson.Unmarshal([]byte(s), v) },
	UnmarshalFrom: func(r io.Reader, v any) error {
		data, err := io.ReadAll(r)
		if err == nil {
			err = stdjson.Unmarshal(data, v)
		}
		return err
	},
}

// Of returns the generic functions for T.
func Of[T any]() *Static {
	return &Static{
		std: std,
		zetes: Typed{
			Marshal: func(v any) ([]byte, error) {
				b, err := zetes.Marshal(as[T](v))
				return b, unlocated(err)
			},
			MarshalString: func(v any) (string, error) {
				s, err := zetes.MarshalString(as[T](v))
				return s, unlocated(err)
			},
			Unmarshal:       func(data []byte, v any) error { return unlocated(zetes.Unmarshal(data, v.(*T))) },
			UnmarshalString: func(s string, v any) error { return unlocated(zetes.UnmarshalString(s, v.(*T))) },
			UnmarshalFrom:   func(r io.Reader, v any) error { return unlocated(zetes.UnmarshalFrom(r, v.(*T))) },
		},
	}
}

// as undoes the conversion of a T to any; a nil interface value comes back as T's zero value.
func as[T any](v any) T {
	t, _ := v.(T)
	return t
}

// unlocated returns the error to which the package zetes has added a place.
func unlocated(err error) error {
	if e, ok := err.(*zetes.Error); ok {
		return e.Err
	}
	return err
}
