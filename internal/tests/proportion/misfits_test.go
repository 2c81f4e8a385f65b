package proportion

import (
	stdjson "encoding/json"
	"io"
	"strings"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
)

// Values that do not fit, bad syntax late, codecs, and readers that return a byte at a time.

type celsius float64

func init() {
	of := func(element string) func(n int) []byte {
		return func(n int) []byte { return []byte(list(n/(len(element)+1), element)) }
	}
	misfits := func(name, element string, ours, theirs func(text []byte)) {
		add(row{name: "misfit/" + name, text: of(element), ours: ours, theirs: theirs})
	}
	ours, theirs := into[[]bool]()
	misfits("numbers for bools", "1", ours, theirs)
	misfits("objects for bools", `{"a":[1,{}]}`, ours, theirs)
	ours, theirs = into[[]int8]()
	misfits("numbers out of range", "1234", ours, theirs)
	misfits("strings for numbers", `"12"`, ours, theirs)
	ours, theirs = into[[]string]()
	misfits("arrays for strings", "[[],[]]", ours, theirs)
	ours, theirs = into[[]time.Time]()
	misfits("numbers for times", "17", ours, theirs)
	ours, theirs = into[map[string]int]()
	misfits("array for a map", "1", ours, theirs)
	misfits("ten of them by UnmarshalAll", `"x"`, func(text []byte) { zetes.UnmarshalAll(text, new([]int), 10) }, theirs)

	ours, theirs = into[any]()
	add(row{name: "syntax/at the end", text: func(n int) []byte { return append([]byte(list(n/8, `{"a":1}`)), ']') }, ours: ours, theirs: theirs})

	byCodec := zetes.Config{Codecs: []codec.Codec{
		codec.For(nil, func(r *codec.Reader, v *celsius) { *v = celsius(r.Float64()) }),
	}}.Freeze()
	_, theirs = into[[]float64]()
	add(row{name: "codec/numbers", text: of("12.5"), ours: by[[]celsius](byCodec), theirs: theirs})
	add(row{name: "codec/misfits", text: of(`"hot"`), ours: by[[]celsius](byCodec), theirs: theirs})

	slow := func(text []byte) io.Reader { return iotest.OneByteReader(strings.NewReader(string(text))) }
	add(row{
		name: "reader/a byte at a time", text: of(`{"a":"b"}`), toSize: 64 << 10,
		ours:   func(text []byte) { json.NewDecoder(slow(text)).Decode(new(any)) },
		theirs: func(text []byte) { stdjson.NewDecoder(slow(text)).Decode(new(any)) },
	})
}
