package static

// The compiler hands a function's body on through a package that does not declare it only where that package has
// inlined it. Packages of generated code import this one alone, so what they are to have without a call is called here.

var _, _ = readInlined, writeInlined

func readInlined(in *Input, m, p int, v *bool) (int, int) {
	if !in.Object(p) || in.IsNull(p) {
		return m, in.Close(p)
	}
	m, p = in.Then(p, m, `{"a":`)
	m, p = in.Then16(p, m, `,"name":`)
	m, p = in.Then32(p, m, `,"description":`)
	if in.Within(p) {
		p = in.Leave(p)
	}
	return in.Last(in.Bool(p, v), m)
}

func writeInlined(w *Output, n int) int {
	if n = w.Room(n); w.Descend() {
		w.Ascend()
	}
	n = w.Float64(w.Int(n, 0), 0)
	return w.Comma(w.Bool(w.Text(n, ""), true))
}
