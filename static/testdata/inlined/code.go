// Package inlined has the calls of generated code that cost nothing but what they do.
package inlined

import "github.com/zetes-json/zetes/static"

// Read decodes.
func Read(in *static.Input, p int, v *bool) (int, int) {
	if !in.Object(p) || in.IsNull(p) {
		return 0, in.Close(p)
	}
	m, p := in.Then(p, 0, `{"a":`)
	m, p = in.Then16(p, m, `,"name":`)
	m, p = in.Then32(p, m, `,"description":`)
	return in.Last(in.Bool(p, v), m)
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
