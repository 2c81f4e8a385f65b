package wire

import (
	stdjson "encoding/json"
	"testing"
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
