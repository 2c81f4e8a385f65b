package wire

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

func TestAppendUnquote(t *testing.T) {
	docs := documents(t)
	for _, s := range []string{`"\ud834\udd1e\ud834x\udd1e\ud834\ud834\udd1e\uD83D\uDE00\ud8"`, "\"\xe2\x80\xf0\x9f\x98\"", `"\ud834\n"`, `"\ud834\u0041\u00Ff"`} {
		docs = append(docs, []byte(s))
	}
	for _, doc := range docs {
		var want string
		if len(doc) == 0 || doc[0] != '"' || stdjson.Unmarshal(doc, &want) != nil {
			continue
		}
		n, _ := String(doc, 0)
		if got := Unquote(doc[:n]); got != want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
		if got := AppendUnquote([]byte("x"), doc[:n]); string(got) != "x"+want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
	}
}

// TestUnquoteRuns compares with encoding/json over strings whose escapes, characters and bytes that are none come in
// runs of all lengths.
func TestUnquoteRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	pieces := []string{"a", "text ", "é", "日本語", "😀", `\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, "\xff", "\xe6\x97", "\xf0\x9f\x98"}
	for range 5000 {
		doc := []byte{'"'}
		for range r.IntN(5) {
			piece := pieces[r.IntN(len(pieces)-3*r.IntN(2))]
			for range 1 + r.IntN(3)*r.IntN(40) {
				doc = append(doc, piece...)
			}
		}
		doc = append(doc, '"')
		var want string
		if err := stdjson.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		if got := Unquote(doc); got != want {
			t.Fatalf("%q: got %q, want %q", doc, got, want)
		}
		if got := AppendUnquote([]byte("x"), doc); string(got) != "x"+want {
			t.Fatalf("%q: got %q, want %q", doc, got, want)
		}
	}
}

// TestAppendUnquoteChanged: what another goroutine has made of a string, in the midst of an escape sequence too, is
// read without a look behind it.
func TestAppendUnquoteChanged(t *testing.T) {
	memory := guard.New(t, 64)
	parts := []string{`\`, `u`, `\u00e9`, `\ud83d`, `\ude00`, `\ud8`, `x`, `"`, "\xff", `\n`, `0`}
	var text func(s string, n int)
	text = func(s string, n int) {
		raw := memory.Ending(`"` + s)
		AppendUnquote(nil, raw)
		_ = Unquote(raw)
		for i := range parts {
			if n > 0 {
				text(s+parts[i], n-1)
			}
		}
	}
	text("x", 4)
}
