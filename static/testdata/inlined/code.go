// Package inlined has the calls of generated code that cost nothing but what they do.
package inlined

import "github.com/zetes-json/zetes/static"

var names = static.Names{List: []string{"a"}}

// Read decodes.
func Read(in *static.Input, p int) (*int, int) {
	if in.At(p) == '{' || in.IsNull(p) || names.Ready() == nil {
		return nil, in.Leave(p, '}')
	}
	return nil, in.Token(p)
}

// Write encodes.
func Write(w *static.Output, n int) int {
	if n = w.Room(n); !w.Descend() {
		return -1
	}
	w.Ascend()
	return w.Comma(w.Bool(w.Text(n, `"a":`), true))
}
