package locate

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShort(t *testing.T) {
	for _, path := range []string{"", "/a/0", strings.Repeat("/", mostShown)} {
		if got := Short(path); got != path {
			t.Errorf("%q became %q", path, got)
		}
	}
	for shift := range 4 {
		path := strings.Repeat("x", shift) + strings.Repeat("/日本", 1000) + "/end"
		got := Short(path)
		if len(got) > mostShown+len("…") || !utf8.ValidString(got) || !strings.HasPrefix(got, path[:mostShown/2-4]) || !strings.HasSuffix(got, "/end") {
			t.Errorf("shift %d: %q", shift, got)
		}
	}
}
