package json

import (
	"bytes"
	stdjson "encoding/json"
	"testing"

	"github.com/zetes-json/zetes/opt"
)

// counted is a value whose method counts its calls.
type counted struct {
	text  string
	calls *int
}

func (c counted) MarshalJSON() ([]byte, error) {
	*c.calls++
	return []byte(c.text), nil
}

// TestCallsWithoutHTML: methods that return U+2028, of which releases of encoding/json make an escape or not, are
// called as often as there, and what they return is written as there.
func TestCallsWithoutHTML(t *testing.T) {
	calls := 0
	c := func(text string) counted { return counted{text, &calls} }
	for name, v := range map[string]any{
		"first":  struct{ A, B any }{c("\"\u2028<\""), c("1")},
		"last":   struct{ A, B any }{c("1"), c(" { \"\u2029\u2028\" : [ \"\u2028\" ] } ")},
		"raw":    []any{c("1"), RawMessage("\"\u2028\"")},
		"opt":    struct{ A, B any }{opt.Of(c("\"\u2028<\"")), opt.Of(RawMessage("\"\u2028\""))},
		"wrong":  []any{c("\"\u2028\""), c("[\"\u2028\",x]")},
		"nested": struct{ A, B any }{opt.Of(c("\"\u2028<\"")), opt.Of([]any{"\u2028<", RawMessage("[\"\u2028\",x]")})},
		"long":   c(`"` + string(bytes.Repeat([]byte("\u2028"), 3000)) + `"`),
	} {
		encode := func(e interface {
			Encode(any) error
			SetEscapeHTML(bool)
		}) (n int, err error) {
			calls = 0
			e.SetEscapeHTML(false)
			err = e.Encode(v)
			return calls, err
		}
		var got, want bytes.Buffer
		n, gotErr := encode(NewEncoder(&got))
		wantN, wantErr := encode(stdjson.NewEncoder(&want))
		if got.String() != want.String() || !sameError(gotErr, wantErr) || wantErr == nil && n != wantN {
			t.Errorf("%s: %d calls, want %d\ngot  %.200q, %v\nwant %.200q, %v", name, n, wantN, got.String(), gotErr, want.String(), wantErr)
		}
		if wantErr != nil {
			g, w := gotErr.(*MarshalerError), wantErr.(*stdjson.MarshalerError)
			if !sameError(g.Err, w.Err) {
				t.Errorf("%s: %v, want %v", name, g.Err, w.Err)
			}
			if g, ok := g.Err.(*SyntaxError); ok && g.Offset != w.Err.(*stdjson.SyntaxError).Offset {
				t.Errorf("%s: offset %d, want %d", name, g.Offset, w.Err.(*stdjson.SyntaxError).Offset)
			}
		}
	}
}
