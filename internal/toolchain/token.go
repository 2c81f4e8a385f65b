package toolchain

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// errNoValue is the result of ValueError if encoding/json, against expectation, accepts c as the start of a value.
var errNoValue = errors.New("json: not at beginning of value")

// ValueError returns the error about the character c, which stands at offset in the input, where a value must come.
// lead has a short text that takes the place of the input before c: the same tokens may follow it. The result is the
// error that a Decoder's Decode returns after the Decoder has read the tokens of lead. The Decoder's Token might accept
// c there, for example as the end of an array.
func ValueError(lead wire.Lead, c string, offset int64) error {
	d := json.NewDecoder(strings.NewReader(lead.Text + c))
	for range lead.Tokens {
		if _, err := d.Token(); err != nil {
			return SyntaxErrorAfter(lead.Text, c, offset)
		}
	}
	var raw json.RawMessage
	err := d.Decode(&raw)
	if _, ok := err.(*json.SyntaxError); !ok {
		return errNoValue
	}
	return locate.Base(offset - int64(len(lead.Text))).Move(err)
}
