package num

import (
	"os/exec"
	"strings"
	"testing"
)

// TestInline holds the list of functions that callers get without a call.
func TestInline(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, f := range []string{"WriteInt", "WriteUint", "split8", "join", "marks"} {
		if !strings.Contains(string(out), "can inline "+f+"\n") {
			t.Errorf("%s isn't inlined", f)
		}
	}
}
