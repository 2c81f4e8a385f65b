package doors

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/agree"
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

// isOwn reports whether v is a pointer to a type that has the generated method itself, not by what it embeds.
func isOwn(v any, method shape.MethodSet) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && !r.IsNil() && generationOf(r.Type().Elem())&method != 0
}

func generationOf(t reflect.Type) shape.MethodSet {
	g := shape.GenerationOf(t)
	return g.Methods()
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
	if e, ok := v.(generatedEncoder); ok && isOwn(v, shape.MarshalJSON) {
		b, err := e.AppendJSON([]byte("before"))
		if err != nil {
			return nil, err
		}
		return b[len("before"):], nil
	}
	return json.Marshal(v)
}

func unmarshalGenerated(data []byte, v any) error {
	if d, ok := v.(generatedDecoder); ok && isOwn(v, shape.UnmarshalJSON) {
		return d.DecodeJSON(data)
	}
	return json.Unmarshal(data, v)
}

// Generated has the functions that zetes gen makes of a type, where it makes some, and encoding/json's where not. What
// is written without an address is encoding/json's too: generated code always has one.
var Generated = agree.Library{
	Marshal: func(v any) ([]byte, error) {
		if reflect.TypeOf(v).Kind() != reflect.Pointer {
			return json.Marshal(v)
		}
		return marshalGenerated(v)
	},
	MarshalIndent: func(v any, prefix, indent string) ([]byte, error) {
		text, err := marshalGenerated(v)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = json.Indent(&b, text, prefix, indent)
		return b.Bytes(), err
	},
	Unmarshal:  unmarshalGenerated,
	NewEncoder: func(w io.Writer) agree.Encoder { return json.NewEncoder(w) },
	NewDecoder: func(r io.Reader) agree.Decoder { return json.NewDecoder(r) },
}
