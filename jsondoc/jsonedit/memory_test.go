package jsonedit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
)

// randomPatch returns a document, and a patch that changes it: of a random JSON Patch the operations that can be done.
func randomPatch(t *testing.T, rnd *rand.Rand, most int) (text, patch string) {
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	n := 1 + rnd.IntN(most)
	text = pick(`{}`, `{"a":[],"b":{}}`, `{"a":1,"a":2}`, `{"a":{"\u0061":"\n"}}`, `{"b":`+samples.Repeated(rnd.IntN(50), samples.Same(`{"a":0}`))+`}`, `{"a":`+samples.Repeated(rnd.IntN(200), samples.Same("0"))+`}`)
	if rnd.IntN(2) == 0 {
		form := pick(`"m%d":0`, `"m%d":null`, `"%d":[]`, `"%d":{}`, `"%d":{"a":1}`, "")
		var members []string
		for i := range n {
			f := form
			if f == "" {
				f = pick(`"m%d":0`, `"m%d":null`, `"m%d":{}`, `"m%d":{"a":{"b":1}}`)
			}
			members = append(members, fmt.Sprintf(f, rnd.IntN(2*i+1)))
		}
		return text, "{" + strings.Join(members, ",") + "}"
	}
	e, err := New([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	place := func(i int) string {
		return strings.ReplaceAll(pick(`/a`, `/b`, `/a/-`, `/a/0`, `/b/mN`, `/mN`, `/N`, `/a/N`, `/b/0/a`, ``, `/a/mN/x`, `/\u0061/\u0062`), "N", fmt.Sprint(rnd.IntN(i+1)))
	}
	var list []string
	op, value := pick("", "add", "copy", "test"), pick("", "0", "{}", `{"a":{}}`)
	for i := 0; i < 4*n && len(list) < n; i++ {
		o, v := op, value
		if o == "" || i < 4 {
			o = pick("add", "replace", "copy", "move", "remove", "test", "add", "copy")
		}
		if v == "" {
			v = pick(`0`, `[]`, `{}`, `"x"`, `{"a":{}}`, `[[[]]]`, `{"m":1,"n":2}`, `[0,1,2,3,4,5,6,7,8,9]`)
		}
		text := fmt.Sprintf(`{"op":"%s","path":"%s","value":%s}`, o, place(i), v)
		if o == "copy" || o == "move" {
			text = fmt.Sprintf(`{"op":"%s","path":"%s","from":"%s"}`, o, place(i), place(i))
		}
		if e.Patch([]byte("["+text+"]")) == nil {
			list = append(list, text)
		}
	}
	return text, "[" + strings.Join(list, ",") + "]"
}

// TestPatchMemory: a patch takes memory in proportion to itself and the document, whatever it does.
func TestPatchMemory(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates too")
	}
	ended := 0
	rounds := long.Rounds(1000, 20_000)
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		text, patch := randomPatch(t, rnd, 1<<rnd.IntN(11))
		var err error
		took := guard.Allocated(func() {
			if patch[0] == '[' {
				_, err = Patch([]byte(text), []byte(patch))
			} else {
				_, err = MergePatch([]byte(text), []byte(patch))
			}
		})
		if err != nil {
			ended++
		}
		came := len(text) + len(patch)
		if took > 64*came+16<<10 || err != nil && !errors.Is(err, jsondoc.ErrBudget) {
			t.Errorf("seed %d: %.100s patched by %.300s (%d bytes): %d bytes of memory, %.1f times, %v", seed, text, patch, came, took, float64(took)/float64(came), err)
		}
	}
	t.Logf("%d of %d ended at the budget", ended, rounds)
}

// TestPatchKeeps: an Edit keeps the memory of the patches that have put a value into the document, and of no others.
func TestPatchKeeps(t *testing.T) {
	e, err := New([]byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	for range 10 {
		if err := e.Patch([]byte(`[{"op":"test","path":"/a","value":1}]`)); err != nil || len(e.made) > 0 {
			t.Fatalf("%d patches are kept, %v", len(e.made), err)
		}
	}
	if err := e.Patch([]byte(`[{"op":"add","path":"/b","value":[1]},{"op":"test","path":"/b","value":[1]}]`)); err != nil || len(e.made) != 1 {
		t.Fatalf("%d patches are kept, %v", len(e.made), err)
	}
	for range 10 { // use the pool
		if err := e.Patch([]byte(`[{"op":"test","path":"/b/0","value":1}]`)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := e.Bytes(); err != nil || string(out) != `{"a":1,"b":[1]}` {
		t.Errorf("%s, %v", out, err)
	}
}
