//go:build !goexperiment.jsonv2

package cases

// encoding/json over v2 overflows the stack here.
func init() {
	one("cycle/any", func() any { var v any; v = &v; return v })
	one("cycle/pointer-type", func() any {
		var p recursivePointer
		p = &p
		return p
	})
	for _, text := range []string{`1`, `null`, `{"X":1}`, `[1]`, `{`, ``} {
		target("target/any-holding-itself", func() any { var v any; v = &v; return v }, text)
	}
	// encoding/json over v2 panics here.
	taggedHidden(`{"x":null,"Z":1}`)
	taggedHidden(`{"x":null,"Z":"s"}`)
}
