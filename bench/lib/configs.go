package lib

import (
	"io"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// zetes' configurations for the categories in which something else than encoding/json's meaning is asked for.
func init() {
	relaxed := zetes.Config{NoEscapeHTML: true, UnsortedMaps: true, Alias: true}
	fastest := relaxed
	fastest.UncheckedRaw, fastest.ExactCase = true, true
	add(zetesLib("zetes-relaxed", "NoEscapeHTML, UnsortedMaps, Alias", Relaxed, relaxed),
		zetesLib("zetes-fastest", "NoEscapeHTML, UnsortedMaps, Alias, UncheckedRaw, ExactCase", Fastest, fastest),
		zetesV2)
}

func zetesLib(name, about string, level Level, c zetes.Config) *Lib {
	api := c.Freeze()
	return &Lib{
		Name: name, Module: "github.com/zetes-json/zetes", About: about, Level: level,
		Marshal:   api.Marshal,
		Append:    api.Append,
		Unmarshal: api.Unmarshal,
		Decoder:   func(r io.Reader) func(any) error { return stream.NewDecoder(r, stream.Using(api)).Decode },
		Encoder:   func(w io.Writer) func(any) error { return stream.NewEncoder(w, stream.Using(api)).Encode },
	}
}
