package toolchain

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// behind returns the place that prefix leads to, and the number of tokens in prefix, whose scalars are empty strings.
func behind(t *testing.T, prefix string) (s wire.Structure, tokens int) {
	t.Helper()
	for i := 0; i < len(prefix); i++ {
		switch s.Next(prefix[i]) {
		case wire.Wrong:
			t.Fatalf("%s is wrong at %d", prefix, i)
		case wire.Name, wire.Scalar:
			i++ // the second quote
			tokens++
		case wire.Open, wire.Close:
			tokens++
		}
	}
	return s, tokens
}

var prefixes = []string{
	``, `[`, `[""`, `["",`, `[[],`, `{`, `{""`, `{"":`, `{"":""`, `{"":"",`,
	`["",["",{"":"","":[`, `["",["",{"":"","":[""`, `{"":["",{"":{`, `{"":["",{""`, `{"":["",{"":`, `{"":["",{"":""`, `{"":["",{"":"",`,
	strings.Repeat(`[{"":`, 40), strings.Repeat(`[{"":`, 40) + `{""`,
}

const firstBytes = ",|:|]|}|[|{|\"|x|0|-|t|f|n|'|/|\x00|\x1f|\x7f|\xff|é|\xc3|\xf0\x9f\x98|😀"

// TestLeads: of a long text whose next byte is wrong, the shortest text with the same error is asked about. Its error
// is that of the long text, at the same place. Where a Decoder is asked for a value, the places that 1.26 tells are
// none of the text's.
func TestLeads(t *testing.T) {
	for _, prefix := range prefixes {
		s, tokens := behind(t, prefix)
		whole := wire.Lead{Text: prefix, Tokens: tokens}
		for _, c := range strings.Split(firstBytes, "|") {
			offset := int64(len(prefix))
			if trial := s; trial.Next(c[0]) == wire.Wrong {
				sameError(t, prefix+c+" for tokens", TokenError(s.Lead(), c, offset), TokenError(whole, c, offset))
			}
			if s.WantsValue() {
				if got, want := ValueError(s.Lead(), c, offset), ValueError(whole, c, offset); got.Error() != want.Error() {
					t.Errorf("%s%s for values: %v, want %v", prefix, c, got, want)
				}
			}
		}
	}
}

// TestTokenError: a byte that no token starts with, or not this one, has Unmarshal's error wherever a Decoder of
// tokens has it too.
func TestTokenError(t *testing.T) {
	for _, row := range []struct {
		prefix string
		c      string
	}{{``, "x"}, {``, "é"}, {`[`, "x"}, {`[`, "é"}, {`[""`, "2"}, {`{""`, ","}, {`[""`, "}"}} {
		var raw json.RawMessage
		want := json.Unmarshal([]byte(row.prefix+row.c), &raw)
		s, _ := behind(t, row.prefix)
		sameError(t, row.prefix+row.c, TokenError(s.Lead(), row.c, int64(len(row.prefix))), want)
	}
}

// TestValueError: where a value is asked for, the end of an array is wrong, which it is not for tokens.
func TestValueError(t *testing.T) {
	for _, row := range []struct {
		prefix string
		c      string
	}{{``, "x"}, {`[`, "]"}, {`[`, "x"}, {`[`, "é"}, {`["",`, "]"}, {`{"":`, "}"}, {`{"":`, "x"}} {
		d := json.NewDecoder(strings.NewReader(row.prefix + row.c))
		_, tokens := behind(t, row.prefix)
		for range tokens {
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
		}
		var raw json.RawMessage
		want := d.Decode(&raw)
		s, _ := behind(t, row.prefix)
		if got := ValueError(s.Lead(), row.c, int64(len(row.prefix))); got.Error() != want.Error() {
			t.Errorf("%s%s: %v, want %v", row.prefix, row.c, got, want)
		}
	}
}
