package static

import (
	"os/exec"
	"strings"
	"testing"
)

// No program has been compiled here that would have made the tables that the machine writes by.
func TestWithoutPrograms(t *testing.T) {
	var c Config
	var typ Type[struct{}]
	w := c.Start(&typ)
	n := w.Bytes(0, []byte("bytes"))
	n = w.String(w.Text(n, ","), "é<\n")
	n = w.Strings(w.Text(n, ","), []string{"a", ""})
	if n = w.Float64(w.Text(n, ","), 1.5); n < 0 {
		t.Fatal(n)
	}
	if got, want := string(typ.Result(w, n)), `"Ynl0ZXM=","é\u003c\n",["a",""],1.5`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What is small has no call in packages of generated code.
func TestInlined(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", "./testdata/inlined").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{
		"wire.(*Input).At", "wire.(*Input).IsNull", "wire.(*Input).Token", "decode.(*state).Leave", "decode.(*MemberNames).Ready",
		"encode.(*machine).Room", "encode.(*machine).Text", "encode.(*machine).Bool", "encode.(*machine).Comma",
		"encode.(*machine).Descend", "encode.(*machine).Ascend",
	} {
		if !strings.Contains(string(out), "inlining call to "+name+"\n") {
			t.Errorf("a call of %s", name)
		}
	}
}

// A nil pointer is null, as encoding/json has it, and its method is not run.
func TestAppendNil(t *testing.T) {
	var c Config
	var typ Type[int]
	got, err := Append(&c, &typ, []byte("a"), nil, func(v *int, w *Output, n int) int { return w.Int(n, int64(*v)) })
	if string(got) != "anull" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
