package wire

import (
	"strings"
	"testing"
)

// TestDeeperThan: brackets count outside of strings, and text that is not JSON does no harm.
func TestDeeperThan(t *testing.T) {
	for _, row := range []struct {
		text string
		most int
		want int
	}{
		{`[[1],{"[":"]{\"["}]`, 2, -1}, {`[[1],{"a":[]}]`, 2, 10}, {`[]`, 1, -1}, {`{"":{}}`, 1, 4}, {``, 1, -1}, {`]]}[[`, 1, 4}, {`["[[[`, 1, -1}, {`"`, 1, -1},
		{strings.Repeat(`[`, MaxDepth+1) + strings.Repeat(`]`, MaxDepth+1), MaxDepth, MaxDepth}, {strings.Repeat(`[`, MaxDepth+1) + strings.Repeat(`]`, MaxDepth+1), MaxDepth + 1, -1},
	} {
		if got := DeeperThan([]byte(row.text), row.most); got != row.want {
			t.Errorf("%.40s, %d: %d, want %d", row.text, row.most, got, row.want)
		}
	}
}
