//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	"encoding/json/jsontext"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file checks the output of a plan for text that encoding/json/v2 does not accept as output.

// allows reports whether encoding/json/v2 accepts b, the output of c's plan. encoding/json/v2 refuses text that is not
// UTF-8, which the plan has marked by bytes 0xFF, and more levels of arrays and objects than a document may have, which
// only raw JSON can have.
func (c *call) allows(b []byte) bool {
	return !c.marksIn(b) && (!c.raw.Load() || scan.DeeperThan(b, wire.MaxDepth) < 0)
}

// marksIn reports whether b has a mark for text that is not UTF-8.
func (c *call) marksIn(b []byte) bool {
	return c.choices.Has(option.MarkInvalidUTF8) && bytes.IndexByte(b, 0xff) >= 0
}

// reformat appends src, JSON that a method of c's plan has returned, to dst as an Encoder writes it.
func (c *call) reformat(dst, src []byte) ([]byte, error) {
	html := c.choices.Has(option.EscapeHTML)
	return jsontext.AppendFormat(dst, src, jsontext.EscapeForHTML(html), jsontext.EscapeForJS(html))
}
