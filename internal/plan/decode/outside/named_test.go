package outside

import "testing"

// Types that named pointers lead to are decoded without their methods: by nodes that only those pointers find.

type (
	pointedBase struct {
		A int
		X string
	}
	pointed struct {
		*pointedBase
		B string
	}
	toPointed *pointed
)

func (*pointed) UnmarshalJSON([]byte) error { return nil }

// TestNamedPointers: members behind embedded pointers are found there too.
func TestNamedPointers(t *testing.T) {
	for _, doc := range []string{`{"P":{"A":5,"B":"x"}}`, `{"P":{"B":"x","X":"y","A":7}}`, `{"P":null}`, `{"P":{"A":"x"}}`} {
		same(t, doc, func() any { return new(struct{ P toPointed }) })
		same(t, doc, func() any { return &struct{ P toPointed }{&pointed{pointedBase: &pointedBase{X: "old"}}} })
	}
}
