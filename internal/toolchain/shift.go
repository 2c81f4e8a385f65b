package toolchain

import "encoding/json"

// Shift moves the place in err, an error of encoding/json, by n bytes.
func Shift(err error, n int64) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		e.Offset += n
	case *json.UnmarshalTypeError:
		e.Offset += n
	}
	return err
}

// SyntaxError returns what encoding/json says of b, whose last byte is wrong or behind whose last byte more should
// follow. b starts behind the first offset bytes of the input.
func SyntaxError(b []byte, offset int64) error {
	var raw json.RawMessage
	return Shift(Decode(b, &raw, 0), offset)
}
