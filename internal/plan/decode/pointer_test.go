package decode_test

import (
	"fmt"
	"testing"
)

// TestPointers decodes every text into pointers that are nil or not, and into interfaces that hold something: what is
// there is decoded into, and null takes it away.
func TestPointers(t *testing.T) {
	type in struct{ A *int }
	seven := func() *int { n := 7; return &n }
	for _, text := range []string{`null`, `1`, `"x"`, `[]`, `{}`, `{"A":1}`, `{"A":null}`, `{"A":"x"}`, `[1,2]`, `{"A":`, `[`} {
		same(t, text, func() any { return new(*int) })
		same(t, text, func() any { p := seven(); return &p })
		same(t, text, func() any { p := seven(); q := &p; return &q })
		same(t, text, func() any { return new(***in) })
		same(t, text, func() any { return &in{A: seven()} })
		same(t, text, func() any { p := &in{A: seven()}; return &p })
		same(t, text, func() any { return new(any) })
		same(t, text, func() any { var v any = 7; return &v })
		same(t, text, func() any { var v any = seven(); return &v })
		same(t, text, func() any { p := seven(); var v any = &p; return &v })
		same(t, text, func() any { var v any = &in{A: seven()}; return &v })
		same(t, text, func() any { var w any = 5; var v any = &w; return &v })
		same(t, text, func() any { var v any = (*int)(nil); return &v })
		same(t, text, func() any { return new(fmt.Stringer) })
		same(t, text, func() any { return &struct{ V any }{seven()} })
		same(t, `{"V":`+text+`}`, func() any { return &struct{ V any }{seven()} })
		same(t, `{"V":`+text+`}`, func() any { return &struct{ V *in }{&in{seven()}} })
	}
}
