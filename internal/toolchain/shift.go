package toolchain

import "encoding/json"

// Shift moves the place in err, an error of encoding/json, by n bytes: forward by the position of a part of an input,
// and back by the text before the part when encoding/json was asked. It changes err.
func Shift(err error, n int64) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		e.Offset += n
	case *json.UnmarshalTypeError:
		e.Offset += n
	}
	return err
}
