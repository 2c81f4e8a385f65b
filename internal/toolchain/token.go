package toolchain

// Lead is an input that leads a decoder to where a byte is not expected, and how many tokens it holds.
type Lead struct {
	Text   string
	Tokens int
}

// syntaxError is what json.Unmarshal says of c behind the lead, which ends at offset.
func (l Lead) syntaxError(c byte, offset int64) error {
	return SyntaxError(append([]byte(l.Text), c), offset-int64(len(l.Text)))
}
