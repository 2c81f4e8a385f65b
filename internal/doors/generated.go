package doors

import (
	"encoding/json"
	"reflect"

	"github.com/zetes-json/zetes/internal/shape"
)

// The door of generated code has functions for types that have some, and leads to encoding/json for all others.

// generatedEncoder and generatedDecoder are what zetes gen makes of a type.
type (
	generatedEncoder interface {
		AppendJSON(dst []byte) ([]byte, error)
	}
	generatedDecoder interface{ DecodeJSON(data []byte) error }
)

// isOwn reports whether v is a pointer to a type that has generated methods itself, not by what it embeds.
func isOwn(v any) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && !r.IsNil() && shape.Generated(r.Type().Elem()) != 0
}

// addressed returns a pointer to a copy of what v holds, or v if it is a pointer: generated code has the address of
// what it writes.
func addressed(v any) any {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() == reflect.Pointer {
		return v
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	return p.Interface()
}

func marshalGenerated(v any) ([]byte, error) {
	v = addressed(v)
	if e, ok := v.(generatedEncoder); ok && isOwn(v) {
		b, err := e.AppendJSON([]byte("before"))
		if err != nil {
			return nil, err
		}
		return b[len("before"):], nil
	}
	return json.Marshal(v)
}

func unmarshalGenerated(data []byte, v any) error {
	if d, ok := v.(generatedDecoder); ok && isOwn(v) {
		return d.DecodeJSON(data)
	}
	return json.Unmarshal(data, v)
}
