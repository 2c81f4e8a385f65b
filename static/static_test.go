package static

import (
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/meter"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

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
	if strconv.IntSize == 32 {
		t.Skip("an atomic load is a call there")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", "./testdata/inlined").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{
		"wire.(*Input).IsNull", "decode.(*state).Object", "decode.(*state).Then", "decode.(*state).Then16", "decode.(*state).Then32",
		"decode.(*state).Last", "decode.(*state).Close", "decode.(*state).Bool",
		"encode.(*machine).Room", "encode.(*machine).Text", "encode.(*machine).Bool", "encode.(*machine).Comma", "encode.(*machine).Int",
		"encode.(*machine).Descend", "encode.(*machine).Ascend",
	} {
		if !strings.Contains(string(out), "inlining call to "+name+"\n") {
			t.Errorf("a call of %s", name)
		}
	}
}

// TestAllocScalars: what pointers to scalars lead to lies in one block with the elements of slices.
func TestAllocScalars(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	var c Config
	var list Type[[]string]
	var one Type[string]
	data := []byte(`["a","b"] "c"`)
	got := testing.AllocsPerRun(100, func() {
		var v []string
		in := c.Open(data, 0)
		p := List(in, Begin(in, &v, 0), &v, &list) + 1
		x := NewScalar(in, p, &one)
		p = in.String(p, x)
		if len(v) != 2 || *x != "c" || !in.Ended(p) {
			t.Fatal(v, *x, p)
		}
	})
	if got > 1 {
		t.Errorf("%v allocations, want 1", got)
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

// TestTwoConfigs: a type is read and written under the configuration of the run, whichever came first.
func TestTwoConfigs(t *testing.T) {
	text, base64 := Config{Choices: Choices{TextBytes: true}}, Config{}
	var typ Type[[]byte]
	for _, row := range []struct {
		config *Config
		want   string
	}{{&text, "QUI="}, {&base64, "AB"}, {&text, "QUI="}, {&base64, "AB"}} {
		doc := []byte(`"QUI="`)
		var v []byte
		in := row.config.Open(doc, 0)
		p := Begin(in, &v, 0)
		if err := End(in, Value(in, p, &v, &typ), doc, &v); err != nil || string(v) != row.want {
			t.Errorf("%+v: got %q, %v, want %q", row.config.Choices, v, err, row.want)
		}
		w := row.config.Start(&typ)
		n := Encode(w, 0, &v, &typ)
		if got := typ.Result(w, n); string(got) != string(doc) {
			t.Errorf("%+v: got %s, want %s", row.config.Choices, got, doc)
		}
	}
}

// TestFailingIsCheap: after large values one that can't be encoded takes no memory of their size, but for the first.
func TestFailingIsCheap(t *testing.T) {
	var c Config
	var typ Type[string]
	large := strings.Repeat("x", 1<<20)
	for range 3 {
		w := c.Start(&typ)
		typ.Result(w, w.String(0, large))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 50 {
		c.Start(&typ).Abandon()
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 3<<20 {
		t.Errorf("50 values that fail took %d bytes", n)
	}
}
