package proportion

import (
	stdjson "encoding/json"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/json"
)

// Codecs that hand their values on, within one another. encoding/json is asked about a method that does so.

// ordered is a document of objects that keep their order.
type ordered struct{ C doc.Object[ordered] }

// fuzzed has a codec of the library's own.
type fuzzed struct{ C *fuzzed }

// selfRead reads itself by what would read it anyway.
type selfRead struct{ C *selfRead }

func (s *selfRead) UnmarshalZetes(r *codec.Reader) {
	type plain selfRead
	zetes.ReadValue(r, (*plain)(s))
}

func init() {
	theirs := func(text []byte) {
		unmarshal = stdjson.Unmarshal
		stdjson.Unmarshal(text, new(copied))
	}
	fuzzy := zetes.Config{Codecs: []codec.Codec{zetes.Fuzzy[fuzzed]()}}.Freeze()
	for name, ours := range map[string]func(text []byte){
		"doc.Object":     func(text []byte) { json.Unmarshal(text, new(ordered)) },
		"Fuzzy":          func(text []byte) { fuzzy.Unmarshal(text, new(fuzzed)) },
		"UnmarshalZetes": func(text []byte) { json.Unmarshal(text, new(selfRead)) },
	} {
		add(row{name: "codec/" + name, ours: ours, theirs: theirs, text: func(n int) []byte {
			return padded(nested(min(n/7, 4000), `{"C":`, `{}`, `}`), n)
		}})
	}
}
