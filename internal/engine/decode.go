package engine

import (
	"bytes"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Unmarshal decodes data into what v points to, as c asks for. With an error comes the fact behind it; rules that
// encoding/json does not have are told by that fact alone, which then is the error. A limit on bytes is for documents,
// not for values that stand in others.
func Unmarshal(c *decode.Call, data []byte, v any) (*fault.Fault, error) {
	if most := c.Config.Limits.Bytes; most > 0 && len(data) > most && c.Depth == 0 {
		return tooLong(most)
	}
	f := c.Unmarshal(data, v).Take()
	if f == nil {
		return nil, nil
	}
	return f, explained(c, data, v, f, nil)
}

// explained is UnmarshalError for a fault of the caller's own, which gets the place of bad syntax. Of a further fault
// path may be the way to the value.
func explained(c *decode.Call, data []byte, v any, f *fault.Fault, path []locate.Step) error {
	switch {
	case f.Code == fault.Syntax && f.Err == nil:
		at, deep, err := toolchain.Syntax(data, 0)
		if err != nil {
			f.Offset, f.Deep, f.Err = int64(at), deep, err
			return err
		}
	case c.Config.Own && f.Code == fault.Mismatch && path != nil:
		return toolchain.OwnMismatchError(path, v, f)
	case f.Code == fault.Method && path != nil:
		f.Path = locate.Type(reflect.TypeOf(v).Elem(), path, &c.Config.Shape).Fields
	}
	return UnmarshalError(c, data, v, f)
}

// Decode is Unmarshal for who is not interested in the fact, and has the toolchain's meaning: a rule's error is the
// fact itself.
func Decode(c *decode.Call, data []byte, v any) error {
	bad := c.Unmarshal(data, v)
	f := bad.Fault()
	if f == nil {
		return nil
	}
	err := UnmarshalError(c, data, v, f)
	bad.Release()
	return err
}

// tooLong is the fault of an input that is longer than a limit, as the fact and as the error, which has no other words.
func tooLong(most int) (*fault.Fault, error) {
	f := &fault.Fault{Code: fault.LongInput, Offset: int64(most)}
	return f, f
}

// UnmarshalError returns the error about data, of which f is the fact: in the toolchain's words or, where the
// meaning is not the toolchain's, in those of a rule. Without an error the toolchain has decoded data into v.
func UnmarshalError(c *decode.Call, data []byte, v any, f *fault.Fault) error {
	switch {
	case c.Config.Own:
		return toolchain.OwnUnmarshalError(data, v, f)
	case c.Borrowed && f.Code != fault.Syntax && f.Code != fault.Method && !(f.Placed && f.Err != nil && f.Type == nil):
		// The toolchain is asked about all of data, and may call methods that keep it.
		data = bytes.Clone(data)
	}
	return toolchain.UnmarshalError(data, v, c.Config.Options, f)
}

// Problems compiles t for both ways and returns what c can't have about it.
func Problems(c *plan.Config, t reflect.Type) []*shape.Problem {
	encode.ProgramOf(c, t)
	return decode.Problems(c, t)
}
