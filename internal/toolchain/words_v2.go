//go:build goexperiment.jsonv2

package toolchain

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
)

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// pathWords returns what an error says of the path to a value: the root type's name, and all names and indexes on the
// way. inner and deeper are what it says already of the way inside the value.
func pathWords(v any, path []fault.Step, _, deeper string) (structName, field string) {
	var b strings.Builder
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Embedded {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(pointerEscaper.Replace(path[i].Name))
	}
	if deeper != "" {
		if b.Len() == 0 {
			deeper = strings.TrimPrefix(deeper, ".")
		}
		b.WriteString(deeper)
	}
	if len(path) == 0 && deeper == "" {
		return "", ""
	}
	return reflect.TypeOf(v).Elem().Name(), b.String()
}

// methodError returns the error that a method returned. The end of the input is one of this package's own errors.
func methodError(data []byte, f *fault.Fault) error {
	if f.Err == io.EOF {
		var raw json.RawMessage
		err := json.Unmarshal(nil, &raw)
		if se, ok := err.(*json.SyntaxError); ok {
			se.Offset = int64(len(data))
		}
		return err
	}
	return f.Err
}

// hiddenPointerError has no answer: encoding/json must be asked.
func hiddenPointerError(reflect.Type) error { return nil }
