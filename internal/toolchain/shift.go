package toolchain

import "encoding/json"

// Shift moves the place in err, an error of encoding/json, by n bytes: of an error about a part of an input by where
// the part begins, and back by what stood before the part when encoding/json was asked. The error is the caller's to
// change.
func Shift(err error, n int64) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		e.Offset += n
	case *json.UnmarshalTypeError:
		e.Offset += n
	}
	return err
}
