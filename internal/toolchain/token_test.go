package toolchain

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// behind returns what may follow the text prefix, and the number of tokens in prefix. All names and scalars in prefix
// are empty strings.
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

// TestLeads holds that a wrong byte after a long text has the same error, at the same offset, as after the short text
// that takes the place of the long one (wire.Lead). For ValueError it compares only the texts of the errors, since the
// offsets that Go 1.26 gives are not those of the byte.
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

// TestTokenError compares TokenError with Unmarshal's error, for bytes with which no token starts, or not the one that
// must come.
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

// TestValueError compares ValueError with the error of a Decoder's Decode where a value must come. There the end of an
// array is wrong too, which Token would accept.
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
