package encode

import "testing"

// TestEscaped holds that escaped returns how many bytes longer the escapes of <, > and & have made a text.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]int{``: 0, `"plain"`: 0, `\u003c`: 5, `\u003ca\u003e\u0026`: 15, `\\u003c`: 0, `\u2028`: 0, `\u003`: 0, `\n\u003e`: 5} {
		if got := escaped([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
