package toolchain

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/zetes-json/zetes/internal/wire"
)

// errorBehind is what json.Unmarshal says of the character c behind the lead, which ends at offset.
func errorBehind(lead wire.Lead, c string, offset int64) error {
	return SyntaxError([]byte(lead.Text+c), offset-int64(len(lead.Text)))
}

// errNoValue is the answer where a toolchain takes the name that stands in the place of a value for one.
var errNoValue = errors.New("json: not at beginning of value")

// ValueError returns the error about the character c at offset, behind what lead leads to, where a value is asked for:
// a Decoder's that has been asked for the tokens. Behind them c may be in order, as the end of an array is.
func ValueError(lead wire.Lead, c string, offset int64) error {
	d := json.NewDecoder(strings.NewReader(lead.Text + c))
	for range lead.Tokens {
		if _, err := d.Token(); err != nil {
			return errorBehind(lead, c, offset)
		}
	}
	var raw json.RawMessage
	err := d.Decode(&raw)
	if _, ok := err.(*json.SyntaxError); !ok {
		return errNoValue
	}
	return Shift(err, offset-int64(len(lead.Text)))
}
