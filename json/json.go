package json

import (
	"bytes"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

var (
	marshaling   = encode.Call{Config: plan.V1}
	unmarshaling = decode.Call{Config: plan.V1}
)

// Marshal returns the JSON encoding of v, in newly allocated memory.
//
// The output for each Go type, and the errors, are those of [encoding/json.Marshal].
func Marshal(v any) ([]byte, error) {
	b, err := engine.Marshal(&marshaling, v)
	if err != nil {
		return b, locate.Bare(err)
	}
	return b, nil
}

// MarshalIndent is like [Marshal], but applies [Indent] to the output: each element begins on a new line, which begins
// with prefix followed by one or more copies of indent according to the nesting.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	compact := engine.Borrow()
	defer compact.Release()
	var err error
	if compact.Bytes, err = engine.Append(&marshaling, compact.Bytes[:0], v); err != nil {
		return nil, locate.Bare(err)
	}
	var out bytes.Buffer
	if err := Indent(&out, compact.Bytes, prefix, indent); err != nil {
		return nil, err
	}
	b := out.Bytes()
	return b[:len(b):len(b)], nil
}

// Unmarshal parses the JSON-encoded data and stores the result in the value pointed to by v. It neither keeps data nor
// writes to it.
//
// The result for each JSON value and Go type, and the errors, are those of [encoding/json.Unmarshal]: input that is not
// JSON is a [*SyntaxError] and leaves *v as it was. A value that does not fit its Go type is skipped, and the first
// such value is returned as an [*UnmarshalTypeError] at the end.
func Unmarshal(data []byte, v any) error { return engine.Decode(&unmarshaling, data, v) }

func decodeValue(c *plan.Dialect, data []byte, v any) error {
	return engine.Decode(&decode.Call{Config: c}, data, v)
}
