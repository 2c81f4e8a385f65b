package static

// The compiler hands a function's body on through a package that does not declare it only where that package has
// inlined it. Packages of generated code import this one alone, so what they are to have without a call is called here.

var _, _ = readInlined, writeInlined

func readInlined(in *Input, names *Names, p int) int {
	if in.At(p) == '{' || in.IsNull(p) || in.IsTrue(p) || in.IsFalse(p) || names.Ready() == nil {
		return in.Leave(p, '}')
	}
	return in.Token(p)
}

func writeInlined(w *Output, n int) int {
	if n = w.Room(n); w.Descend() {
		w.Ascend()
	}
	return w.Comma(w.Bool(w.Text(n, ""), true))
}
