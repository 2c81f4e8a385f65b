// Package inlined has the calls of generated code that cost nothing but what they do.
package inlined

import "github.com/zetes-json/zetes/static"

// Read decodes.
func Read(in *static.Input, p int, v *bool) (int, bool) {
	if !in.Object(p) || in.IsNull(p) {
		return in.Close(p), false
	}
	p, ok := in.Then(p, `{"a":`)
	if p, ok = in.Then16(p, `,"name":`); !ok {
		p, _ = in.Then32(p, `,"description":`)
	}
	return in.Last(in.Bool(p, v))
}

// Write encodes.
func Write(w *static.Output, n int) int {
	if n = w.Room(n); !w.Descend() {
		return -1
	}
	w.Ascend()
	n = w.Int(n, 1)
	return w.Comma(w.Bool(w.Text(n, `"a":`), true))
}
