package index

import (
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/wire"
)

// TestTapeMemory has the memory of a document follow from what is in it: 8 bytes for each scalar and name, 16 for each
// array and object, the text with its bitmaps, and a quarter of that at most as room.
func TestTapeMemory(t *testing.T) {
	for name, one := range map[string]string{
		"mixed": `{"id":1234567,"name":"a name of some length, as names are","price":129.95,"tags":["red","green"],"on":true}`,
		"short": `1`, "arrays": `[]`, "long": `"` + strings.Repeat("x", 200) + `"`,
	} {
		text := "[" + strings.Repeat(one+",", 2_000_000/len(one)) + "1]"
		d := new(Tape)
		if !d.Build([]byte(text), wire.MaxDepth) {
			t.Fatal(name)
		}
		cells := 8 * max(len(d.Cells), len(text)/8)
		if got, most := d.Memory()+8*cap(d.Cells), (cells+len(text)*5/4)*5/4; got > most {
			t.Errorf("%s: %d bytes for a text of %d with cells of %d, want %d at most", name, got, len(text), 8*len(d.Cells), most)
		}
	}
}
