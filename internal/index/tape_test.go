package index

import (
	"encoding/json"
	"slices"
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

// plainCells is the model of Build: the cells that a Decoder's tokens say, or nil where text is not one JSON value.
func plainCells(text string) (cells []Cell) {
	if !json.Valid([]byte(text)) {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	var value func()
	value = func() {
		before := text[d.InputOffset():]
		start := len(text) - len(strings.TrimLeft(before, " \t\r\n,:"))
		i := len(cells)
		token, _ := d.Token()
		cells = append(cells, Cell{A: uint32(start), B: uint32(d.InputOffset())})
		open, _ := token.(json.Delim)
		if open == 0 {
			return
		}
		cells = append(cells, Cell{})
		for d.More() {
			if open == '{' {
				value() // a name
			}
			value()
			cells[i+1].B++
		}
		_, _ = d.Token()
		cells[i].B, cells[i+1].A = uint32(d.InputOffset()), uint32(len(cells))
	}
	value()
	return cells
}

// TestBuild compares with the model over texts with and without white space, each with every byte changed in turn.
func TestBuild(t *testing.T) {
	var d Tape
	check := func(text string) {
		t.Helper()
		want := plainCells(text)
		if ok := d.Build([]byte(text), wire.MaxDepth); ok != (want != nil) {
			t.Fatalf("Build(%q) = %v", text, ok)
		} else if ok && !slices.Equal(d.Cells, want) {
			t.Fatalf("Build(%q) makes %v, want %v", text, d.Cells, want)
		}
	}
	texts := []string{`{"a":[1,{"b":null},[]],"c":{}}`, "{\"a\": 1,\"b\":  2,\"c\": \n{\"d\": {}}}", ` { "a" : [ 1 , { "b" :null } ,[ ] ] , "c\n" : { } } `,
		"[[[{}],{\"a\":\"b\",\n\"\": {\"x\" :-1.5e3}}\n],true]", `"a"`, " 12\n", `[]`}
	for _, text := range texts {
		check(text)
		for i := range text {
			check(text[:i] + text[i+1:])
			for _, n := range []int{1, 30, 62, 63, 64, 65, 127, 128, 200} { // white space that NearToken sees the end of, and not
				check(text[:i] + strings.Repeat(" ", n) + text[i:])
				check(text[:i] + strings.Repeat("\t", n) + "x" + text[i:])
			}
			for _, c := range "{}[],:\" 1x" {
				check(text[:i] + string(c) + text[i+1:])
			}
		}
	}
}
