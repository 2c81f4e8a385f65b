package toolchain

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// errNoValue is used if a toolchain takes a name, which stands in place of a value, for a value.
var errNoValue = errors.New("json: not at beginning of value")

// ValueError returns the error about the character c, at offset, after the lead, where a value must come: that of a
// Decoder after it has read the tokens. For Token c may be correct there, such as the end of an array.
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
