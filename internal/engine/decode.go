package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Unmarshal decodes data into the value that v points to. On an error it also returns the fault that describes the
// error. If data breaks a rule that encoding/json does not have, the error is the fault itself. The limit on bytes
// holds only if c.Depth is 0, that is, if data is not a value within another document.
func Unmarshal(c *decode.Call, data []byte, v any) (*fault.Fault, error) {
	if most := c.Config.Limits.Bytes; most > 0 && len(data) > most && c.Depth == 0 {
		return tooLong(most)
	}
	f := c.Unmarshal(data, v)
	if f == nil {
		return nil, nil
	}
	return f, Explained(c, data, v, f)
}

// Explained returns the error about data that f describes. It adds the place of a wrong byte to f, the caller's fault.
func Explained(c *decode.Call, data []byte, v any, f *fault.Fault) error {
	switch {
	case f.Code == fault.Syntax && f.Err == nil:
		at, deep, err := toolchain.Syntax(data, 0)
		if err != nil {
			f.Offset, f.Deep, f.Err = int64(at), deep, err
			return err
		}
	case f.Code == fault.Method && f.Route != "":
		if _, typed := f.Err.(*json.UnmarshalTypeError); typed {
			f.Path = locate.Type(reflect.TypeOf(v).Elem(), locate.Route(f.Route).Steps(), &c.Config.Shape).Fields
		}
	}
	return UnmarshalError(c, data, v, f)
}

// Decode decodes data into the value that v points to, under encoding/json's own configuration, without its limits.
func Decode(c *decode.Call, data []byte, v any) error {
	if f := c.Unmarshal(data, v); f != nil {
		err := DocumentError(c, data, v, f)
		f.Forget()
		return err
	}
	return nil
}

// DocumentError returns the error about data, a whole document, as UnmarshalError does. An error of a codec may have a
// place in the codec's value, which DocumentError replaces by the place in the document.
func DocumentError(c *decode.Call, data []byte, v any, f *fault.Fault) error {
	err := UnmarshalError(c, data, v, f)
	if f.Code == fault.Codec {
		if inner, ok := errors.AsType[*locate.Mover](err); ok {
			inner.Move(data, int(f.Offset))
		}
	}
	return err
}

// tooLong returns the fault for an input that is longer than a limit, also as an error.
func tooLong(most int) (*fault.Fault, error) {
	f := &fault.Fault{Code: fault.LongInput, Offset: int64(most)}
	return f, f
}

// UnmarshalError returns the error about data that f describes: encoding/json's own error or, for a rule that
// encoding/json does not have, the fault. If it returns nil, encoding/json has decoded data into v.
func UnmarshalError(c *decode.Call, data []byte, v any, f *fault.Fault) error {
	switch {
	case c.Config.Own:
		return toolchain.OwnUnmarshalError(data, v, f)
	case c.Borrowed && f.Code != fault.Syntax && f.Code != fault.Method && !(f.Placed && f.Err != nil):
		// encoding/json gets all of data, and may call methods that keep parts of it, but data will be overwritten.
		data = bytes.Clone(data)
	}
	return toolchain.UnmarshalError(data, v, c.Config.Options, f)
}

// UnmarshalAll decodes data into the value that v points to, skips all values that do not fit, and calls use with the
// faults about them, at most limit. use must not keep the list of faults. If brief is true, it must not keep the texts
// in the arena either, or an error that Explained returns for a Mismatch. The arena may be nil.
func UnmarshalAll(c *decode.Call, data []byte, v any, limit int, brief bool, use func(found []fault.Fault, texts *mem.Arena)) {
	if most := c.Config.Limits.Bytes; most > 0 && len(data) > most {
		f, _ := tooLong(most)
		use([]fault.Fault{*f}, nil)
		return
	}
	c.Faults(data, v, limit, brief, use)
}
