//go:build goexperiment.jsonv2 && go1.27

package generated

import (
	stdjson "encoding/json"
	"encoding/json/jsontext"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

// streamed writes itself by a method that learns of the tag option "string" from the toolchain alone.
type streamed int

func (s *streamed) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.Int(int64(*s)))
}

type plainQuoted struct {
	T streamed  `json:"t,string"`
	P *streamed `json:"p,string"`
	N int       `json:",string"`
}

type quoted plainQuoted

// What zetes gen writes for quoted: this file is built by some toolchains only.
var zetesStreamed zetes.Generated

func (v *quoted) MarshalJSON() ([]byte, error) { return zetesStreamed.Marshal(v) }

func (*quoted) ZetesType() zetes.Generation {
	return zetes.Generation{Of: (*quoted)(nil), Flags: zetesStreamed.Flags, Encodes: true, Standard: true}
}

// TestStreamedQuotes: the toolchain writes such a field, and not the struct, whose method would ask it again.
func TestStreamedQuotes(t *testing.T) {
	five := streamed(5)
	for _, v := range []quoted{{}, {T: 7, P: &five, N: 1}} {
		want, err := stdjson.Marshal((*plainQuoted)(&v))
		if err != nil {
			t.Fatal(err)
		}
		for name, marshal := range map[string]func(any) ([]byte, error){"encoding/json": stdjson.Marshal, "json": json.Marshal} {
			if got, err := marshal(&v); err != nil || string(got) != string(want) {
				t.Errorf("%s: %s, %v, want %s", name, got, err, want)
			}
		}
	}
}
