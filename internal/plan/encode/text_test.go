package encode

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestQuotedStrings writes strings of all lengths with the tag option "string", plain and with each special character
// at each position. There are many in a row, so that the buffer ends within any of them. The result must be
// encoding/json's.
func TestQuotedStrings(t *testing.T) {
	type quoted struct {
		S string `json:",string"`
	}
	var list []quoted
	letters := strings.Repeat("letters that need no escape, ", 4)
	for n := range 80 {
		s := letters[:n]
		list = append(list, quoted{s})
		for at := range n {
			for _, odd := range []string{"\"", "\\", "<", "&", "\n", "\x00", "\x7f", "\x80", "\xff", "é", "日", "🙂", "\u2028", "\xe2\x80"} {
				list = append(list, quoted{s[:at] + odd + s[at+1:]})
			}
		}
	}
	for n := 1000; n < 40_000; n += 997 {
		list = append(list, quoted{strings.Repeat("a", n)}, quoted{strings.Repeat("a", n) + "\""})
	}
	noHTML := plan.V1.With(option.V1 &^ option.EscapeHTML)
	for _, c := range []*plan.Dialect{plan.V1, noHTML} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(c == plan.V1)
		if err := e.Encode(list); err != nil {
			t.Fatal(err)
		}
		got, err := (&Call{Config: c}).Marshal(list)
		if err != nil || !bytes.Equal(got, bytes.TrimSuffix(want.Bytes(), []byte("\n"))) {
			t.Fatalf("%v, %d bytes, want %d", err, len(got), want.Len()-1)
		}
		for _, v := range list {
			want.Reset()
			if err := e.Encode(v); err != nil {
				t.Fatal(err)
			}
			if got, err := (&Call{Config: c}).Marshal(v); err != nil || string(got)+"\n" != want.String() {
				t.Fatalf("%q: %s, %v, want %s", v.S, got, err, want.Bytes())
			}
		}
	}
}
