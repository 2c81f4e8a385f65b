package wire

import (
	"strings"
	"testing"
)

func TestIsExact(t *testing.T) {
	for raw, want := range map[string]bool{
		`""`: true, `"a"`: true, `"é😀"`: true, "\"\xff\"": false, "\"\xe2\x82\"": false, `"\ufffd"`: true, "\"\ufffd\"": true, `"\ud83d\ude00"`: true, `"\ud83d"`: false,
		`"\ude00"`: false, `"\ude00\ud83d"`: false, `"\ud83d\n"`: false, `"\\ud83d"`: true, `"\\\ud83d"`: false, `"\n\t\u00e9\ud83d\ude00\""`: true, `"x\ud83dx"`: false,
		`"\ud83d\u0041"`: false, `"\n\ud800\udfff\udc00"`: false,
	} {
		if got := IsExact([]byte(raw)); got != want {
			t.Errorf("%s: %v", raw, got)
		}
		if text := Unquote([]byte(raw)); !want && !strings.Contains(text, "\ufffd") {
			t.Errorf("%s: %q has nothing replaced", raw, text)
		}
	}
}
