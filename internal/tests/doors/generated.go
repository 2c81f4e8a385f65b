package doors

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/agree"
)

// generated is what the methods of zetes gen call, here for types without such methods.
var generated = zetes.Generated{Flags: zetes.Flags{PlainTags: true}}

// addressed returns a pointer to a copy of what v holds, or v if it is a pointer: generated methods have the address of
// what they write.
func addressed(v any) any {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() == reflect.Pointer {
		return v
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	return p.Interface()
}

// makes reports whether zetes gen writes methods for what v points to.
func makes(v any) bool {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return false
	}
	switch t = t.Elem(); t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array:
		return true
	case reflect.Map:
		return t.Key().Kind() == reflect.String
	}
	return false
}

func marshalGenerated(v any) ([]byte, error) {
	if v = addressed(v); !makes(v) {
		return json.Marshal(v)
	}
	b, err := generated.Append([]byte("before"), v)
	if err != nil {
		return nil, err
	}
	return b[len("before"):], nil
}

func unmarshalGenerated(data []byte, v any) error {
	if !makes(v) {
		return json.Unmarshal(data, v)
	}
	return generated.Unmarshal(data, v)
}

// Generated has what generated methods do. A value without an address is written by encoding/json: generated methods
// always have one.
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
