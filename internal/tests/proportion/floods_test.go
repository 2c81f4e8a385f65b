package proportion

import (
	stdjson "encoding/json"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes"
)

// Much of one thing.

func init() {
	lists := func(element string) func(n int) []byte {
		return func(n int) []byte { return []byte(list(n/(len(element)+1), element)) }
	}
	text := func(part string) func(n int) []byte {
		return func(n int) []byte { return []byte(`"` + strings.Repeat(part, (n-2)/len(part)) + `"`) }
	}
	names := func(n int) []byte {
		var b strings.Builder
		b.WriteString(`{"":0`)
		for i := 0; b.Len() < n-20; i++ {
			b.WriteString(`,"` + strconv.Itoa(i) + `":0`)
		}
		return []byte(b.String() + "}")
	}
	deep := func(n int) []byte { return padded(nested(min(n/2, 9999), "[", "", "]"), n) }
	ours, theirs := into[any]()
	for name, text := range map[string]func(n int) []byte{
		"empty arrays": lists("[]"), "empty objects": lists("{}"), "arrays of one": lists("[[1]]"), "objects of one": lists(`{"a":1}`), "numbers": lists("0"),
		"strings": lists(`""`), "escapes": text(`\n`), "surrogates": text(`\ud83d\ude00`), "bad UTF-8": text("\xff"), "names": names, "depth": deep,
	} {
		add(row{name: "flood/any, " + name, text: text, ours: ours, theirs: theirs})
	}
	unique := zetes.Config{RejectDuplicates: true}.Freeze()
	add(row{name: "flood/names, RejectDuplicates", text: names, ours: by[any](unique), theirs: theirs})
	add(row{name: "flood/names, Strict", text: names, ours: by[map[string]int](zetes.Strict().Freeze()), theirs: theirs})
	ours, theirs = into[stdjson.RawMessage]()
	add(row{name: "flood/raw, depth", text: deep, ours: ours, theirs: theirs})
	ours, theirs = into[map[string]int]()
	add(row{name: "flood/map, names", text: names, ours: ours, theirs: theirs})
	ours, theirs = into[struct{ A int }]()
	add(row{name: "flood/struct, unknown names", text: names, ours: ours, theirs: theirs})
}
