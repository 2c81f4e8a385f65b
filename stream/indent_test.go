package stream_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// TestWriteArrayIndents: an indented array is what Marshal makes of a slice, and lines stay lines.
func TestWriteArrayIndents(t *testing.T) {
	for _, c := range []zetes.Config{{Indent: "  "}, {Prefix: "> "}, {Prefix: "\t", Indent: " "}, {}} {
		api := c.Freeze()
		for _, list := range [][]any{{}, {1}, {[]int{}, map[string]any{"a": []any{1, "<\n"}, "b": struct{}{}}, nil}, slices.Repeat([]any{map[string]int{"n": 1}}, 5000)} {
			want, err := api.MarshalString(list)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := stream.WriteArray(&b, stream.NoError(slices.Values(list)), stream.Using(api)); err != nil || b.String() != want {
				t.Errorf("%q: %.200s, %v, want %.200s", c.Indent, b.String(), err, want)
			}
			b.Reset()
			if err := stream.WriteLines(&b, stream.NoError(slices.Values(list)), stream.Using(api)); err != nil || strings.Count(b.String(), "\n") != len(list) {
				t.Errorf("%q: %.200s, %v", c.Indent, b.String(), err)
			}
		}
	}
}
