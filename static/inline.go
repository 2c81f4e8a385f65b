package static

// The compiler hands a function's body on through a package that does not declare it only where that package has
// inlined it. Packages of generated code import this one alone, so what they are to have without a call is called here.

var _, _ = readInlined, writeInlined

func readInlined(in *Input, p int, v *bool) (int, bool) {
	if !in.Object(p) || in.IsNull(p) {
		return in.Close(p), false
	}
	p, ok := in.Then(p, `{"a":`)
	if !ok {
		p, ok = in.Then16(p, `,"name":`)
	}
	if !ok {
		p, _ = in.Then32(p, `,"description":`)
	}
	if in.Within(p) {
		p = in.Leave(p)
	}
	return in.Last(in.Bool(p, v))
}

func writeInlined(w *Output, n int) int {
	if n = w.Room(n); w.Descend() {
		w.Ascend()
	}
	n = w.Float64(w.Int(n, 0), 0)
	return w.Comma(w.Bool(w.Text(n, ""), true))
}
