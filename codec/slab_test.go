package codec

import (
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
)

type nested struct {
	List []nested
	Room [8]int
}

func (n *nested) read(r *Reader) { n.List = ReadElements(r, func(r *Reader, v *nested) { v.read(r) }) }

// TestGuesses reads slices that are nested deep behind an input of one long slice, by the same reader: no slice may
// be given as much as the long one took, not even a block.
func TestGuesses(t *testing.T) {
	long := "[" + strings.Repeat("[],", 20000) + "[]]"
	for name, text := range map[string]string{
		"deep":  strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"pairs": strings.Repeat("[[],", 2500) + "[]" + strings.Repeat("]", 2500),
		"flat":  "[" + strings.Repeat("[[]],", 2000) + "[]]",
	} {
		cost := func(before string, again func(r *Reader, text string)) int {
			r := NewBytesReader([]byte(strings.Repeat("[", 6000) + strings.Repeat("]", 6000))) // the reader's own memory
			new(nested).read(r)
			again(r, before)
			new(nested).read(r)
			again(r, text)
			n := guard.Allocated(func() { new(nested).read(r) })
			if r.Close() != nil {
				t.Fatal(r.Err())
			}
			return n
		}
		for how, again := range map[string]func(r *Reader, text string){
			"slice":  func(r *Reader, text string) { r.ResetBytes([]byte(text)) },
			"stream": func(r *Reader, text string) { r.Reset(strings.NewReader(text)) },
		} {
			if alone, behind := cost("[]", again), cost(long, again); behind > 2*alone+8*len(text) {
				t.Errorf("%s, %s: %d bytes behind a long slice, %d otherwise, for %d bytes of input", name, how, behind, alone, len(text))
			}
		}
	}
}
