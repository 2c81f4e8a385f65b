package proportion

import "github.com/zetes-json/zetes/opt"

type optNode struct {
	C opt.Value[*optNode]
	X int
}

// Values of package opt. Where something in one does not fit, its method finds the error.
func init() {
	ours, theirs := into[optNode]()
	for _, c := range []struct{ name, middle string }{
		{"opt/good", `{"X":1}`},
		{"opt/innermost does not fit", `{"X":"1"}`},
	} {
		add(row{
			name: c.name, ours: ours, theirs: theirs, toSize: 1 << 10,
			text: func(n int) []byte { return padded(nested(min((n-9)/6, 9000), `{"C":`, c.middle, "}"), n) },
		})
	}
}
