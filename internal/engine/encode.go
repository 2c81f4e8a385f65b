package engine

import (
	"bytes"
	"errors"
	"slices"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// If our encoder stops with a fault, encoding/json is called. It returns an error, or the result for a deep value.

// Append appends the JSON of v to dst. On an error it returns dst unchanged.
func Append(c *encode.Call, dst []byte, v any) ([]byte, error) {
	b, err := c.Append(dst, v)
	if err != nil {
		if b, err = marshalError(c, v, err); err != nil {
			return dst, err
		}
		b = append(dst, b...)
	}
	if c.Config.Finish != nil && c.Depth == 0 {
		if b, err = c.Config.Finish(b, len(dst)); err != nil {
			return dst, err
		}
	}
	return b, nil
}

// Marshal returns the JSON of v in newly allocated memory.
func Marshal(c *encode.Call, v any) ([]byte, error) {
	b, err := c.Marshal(v)
	if err != nil {
		if b, err = marshalError(c, v, err); err != nil {
			return b, err
		}
	}
	if c.Config.Finish == nil {
		return b, nil
	}
	size := len(b)
	if b, err = c.Config.Finish(b, 0); err != nil {
		return nil, err
	}
	if len(b) < size/2 {
		return bytes.Clone(b), nil
	}
	return slices.Clip(b), nil
}

// errLevels is the error for a value that is too deep for our encoder, if a part of it has already been written.
// encoding/json could encode the value, but only as a whole.
var errLevels = errors.New("json: value is nested too deep to be written in pieces")

// AppendPieces appends the JSON of v to dst, and writes pieces of it to s. It may fail with s.Err or with an error
// about v. It then returns dst unchanged, and s.Passed shows whether s has got a part of the output. c's configuration
// must not have a Finish, since Finish needs the whole text.
func AppendPieces(c *encode.Call, s *encode.Sink, dst []byte, v any) ([]byte, error) {
	passed := s.Passed
	b, err := c.AppendPieces(s, dst, v)
	if s.Err != nil {
		return dst, s.Err
	}
	if err != nil {
		if b, err = marshalError(c, v, err); err == nil && s.Passed != passed {
			err = errLevels
		}
		if err != nil {
			return dst, err
		}
		b = append(dst, b...)
	}
	return b, nil
}

// marshalError returns encoding/json's result for v after our encoder has stopped with err: bytes or an error. Under a
// configuration that departs from encoding/json, or with chosen members, it always returns an error.
func marshalError(call *encode.Call, v any, err error) ([]byte, error) {
	c := call.Config
	html := c.Options.Has(option.EscapeHTML)
	if c.Own || c.Members != nil {
		return nil, toolchain.OwnMarshalError(v, html, err.(*fault.Fault))
	}
	b, said := toolchain.MarshalError(v, html, err)
	if said != nil || loan.Codecs() == nil {
		return b, said
	}
	// The value is only nested too deep. encoding/json has not called the methods MarshalZetes in it, so our encoder
	// writes it again: under a configuration with Own, it looks for cycles itself and follows 100,000 levels.
	m := c.Meaning
	m.Own = true
	own := encode.Call{Config: plan.New(m), Depth: call.Depth, Bare: call.Bare}
	own.Config.Context = c.Context
	if b, err = own.Marshal(v); err != nil {
		return nil, toolchain.OwnMarshalError(v, html, err.(*fault.Fault))
	}
	return b, nil
}

// AppendIndent appends the JSON value in src to dst, with indentation, as wire.AppendIndent does. If src is not JSON,
// or is nested too deep, it returns encoding/json's error, and dst unchanged.
func AppendIndent(dst, src []byte, prefix, indent string) ([]byte, error) {
	out, bad := wire.AppendIndent(dst, src, prefix, indent)
	if bad >= 0 {
		return dst, toolchain.IndentError(src)
	}
	return out, nil
}

// Unchecked reports whether c writes the text of methods and raw values unchanged.
func Unchecked(c *plan.Dialect) bool {
	return c.Options&(option.RawUnchecked|option.MethodsUnchecked) != 0
}

// OneLine replaces the line breaks in b, a value that c has written, by spaces. There are line breaks only if c is
// Unchecked, and in JSON they stand only between tokens.
func OneLine(c *plan.Dialect, b []byte) {
	if !Unchecked(c) {
		return
	}
	for _, end := range []byte("\n\r") {
		rest := b
		for i := bytes.IndexByte(rest, end); i >= 0; i = bytes.IndexByte(rest, end) {
			rest[i], rest = ' ', rest[i+1:]
		}
	}
}
