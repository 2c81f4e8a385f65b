//go:build goexperiment.jsonv2

package toolchain

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// pathWords returns what an error says of the path to a value: the root type's name, and all names and indexes on the
// way. inner and deeper are what it says already of the way inside the value, inner where a method decoded into a type
// of its own.
func pathWords(v any, path []fault.Step, inner, deeper string) (structName, field string) {
	if len(path) == 0 && deeper == "" {
		return "", ""
	}
	var names []string // some are empty
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].Embedded {
			names = append(names, locate.EscapeName(path[i].Name))
		}
	}
	if names == nil {
		deeper = strings.TrimPrefix(deeper, ".")
	}
	if inner == "" {
		inner = reflect.TypeOf(v).Elem().Name()
	}
	return inner, strings.Join(names, ".") + deeper
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

// NestedMethodError is methodError for the method of an opt.Value that is within others, which add nothing.
func NestedMethodError(f *fault.Fault, _ any) error { return f.Err }

// hiddenPointerError has no answer: encoding/json must be asked.
func hiddenPointerError(reflect.Type) error { return nil }

// TokenError returns the error about the byte c at offset, behind what lead leads to: a Decoder's for the next
// token, or where that would be in order, as a closing bracket is where a value is asked for, Unmarshal's. A scalar
// is taken for whole, for what follows c may not be known yet.
func TokenError(lead wire.Lead, c byte, offset int64) error {
	rest := string([]byte{c})
	switch {
	case '0' <= c && c <= '9':
		rest += " "
	case c == '-':
		rest = "-0 "
	case c == 't':
		rest = "true"
	case c == 'f':
		rest = "false"
	case c == 'n':
		rest = "null"
	}
	d := json.NewDecoder(strings.NewReader(lead.Text + rest))
	for range lead.Tokens {
		if _, err := d.Token(); err != nil {
			return errorBehind(lead, c, offset)
		}
	}
	_, err := d.Token()
	if _, ok := err.(*json.SyntaxError); !ok {
		return errorBehind(lead, c, offset)
	}
	return Shift(err, offset-int64(len(lead.Text)))
}
