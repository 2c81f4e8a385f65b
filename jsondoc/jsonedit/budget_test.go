package jsonedit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
)

// TestPatchBytes has patches that take more than is in proportion to them: copies of copies, tests that compare
// everything again, names that are compared again. They take little memory, and they end at the budget or are cheap.
func TestPatchBytes(t *testing.T) {
	ops := func(n int, op string) string { return samples.Repeated(n, samples.Same(op)) }
	doubling := `[{"op":"add","path":"/a","value":["xxxxxxxxxx"]}` + strings.Repeat(`,{"op":"copy","from":"/a","path":"/a/-"}`, 19) + `]`
	ones := func(n int) string { return `{"a":1` + strings.Repeat(`,"a":1`, n) + `}` }
	for name, c := range map[string]struct {
		text, patch string
		fits        bool
	}{
		"copies of copies":        {`{"a":1}`, doubling, false},
		"copies of the document":  {`{"a":[1,2,3]}`, samples.Repeated(60, func(i int) string { return fmt.Sprintf(`{"op":"copy","from":"","path":"/n%d"}`, i) }), false},
		"copies of a long string": {`{"a":"` + strings.Repeat("x", 1<<16) + `","b":[]}`, ops(1000, `{"op":"copy","from":"/a","path":"/b/0"}`), false},
		"copies that change": {`{"a":` + samples.Repeated(5000, samples.Same("0")) + `,"b":[]}`, samples.Repeated(200, func(i int) string {
			return `{"op":"copy","from":"/a","path":"/b/0"},{"op":"add","path":"/b/0/0","value":1}`
		}), false},
		"members that take white space": {"{\"a\":1," + strings.Repeat(" ", 1<<16) + "\"b\":2}", samples.Repeated(1000, func(i int) string {
			return fmt.Sprintf(`{"op":"add","path":"/n%d","value":1}`, i)
		}), false},
		"tests of one name":                {ones(16_000), ops(2000, `{"op":"test","path":"","value":{"a":1}}`), false},
		"tests of one name, changed":       {ones(16_000), `[{"op":"add","path":"/b","value":1},{"op":"remove","path":"/b"},` + ops(2000, `{"op":"test","path":"","value":{"a":1}}`)[1:], false},
		"tests of a long number":           {`{"a":1.` + strings.Repeat("0", 1<<16) + `}`, ops(2000, `{"op":"test","path":"/a","value":1}`), false},
		"tests of a long name":             {`{"` + strings.Repeat(`\n`, 20_000) + `":1,"b":2}`, ops(2000, `{"op":"test","path":"/b","value":2}`), true},
		"replacing beside a long name":     {`{"` + strings.Repeat(`\n`, 20_000) + `":1,"b":2}`, ops(2000, `{"op":"replace","path":"/b","value":1}`), true},
		"coming and going beside the same": {`{"` + strings.Repeat(`\n`, 20_000) + `":1}`, ops(2000, `{"op":"add","path":"/b","value":1},{"op":"remove","path":"/b"}`), true},
		"one of many of a name":            {ones(16_000), ops(2000, `{"op":"add","path":"/a","value":1}`), true},
		"tests of new values":              {`{}`, `[{"op":"add","path":"/v","value":` + samples.Repeated(3000, samples.Same("1")) + `},` + ops(3, `{"op":"test","path":"/v","value":`+samples.Repeated(3000, samples.Same("1"))+`}`)[1:], true},
		"many tests of one value":          {`{"v":"` + strings.Repeat("x", 100) + `"}`, ops(5000, `{"op":"test","path":"/v","value":"`+strings.Repeat("x", 100)+`"}`), true},
		"an ordinary patch": {`{"a":` + samples.Repeated(2000, samples.Same("1.5")) + `}`, samples.Repeated(2000, func(i int) string {
			return fmt.Sprintf(`{"op":"replace","path":"/a/%d","value":2},{"op":"copy","from":"/a/%d","path":"/a/-"}`, i, i)
		}), true},
	} {
		came := len(c.text) + len(c.patch)
		var out []byte
		var err error
		took := guard.Allocated(func() { out, err = Patch([]byte(c.text), []byte(c.patch)) })
		if took > 64*came+64<<10 {
			t.Errorf("%s: %d bytes of memory for %d", name, took, came)
		}
		if c.fits != (err == nil) || err != nil && !errors.Is(err, jsondoc.ErrBudget) {
			t.Errorf("%s: %d bytes, %v", name, len(out), err)
		}
	}
}

// TestFailedCopyIsPaid holds that a copy that fails draws on the budget for what it has written: otherwise a program
// that goes on after errors could make an Edit write without end.
func TestFailedCopyIsPaid(t *testing.T) {
	e, err := Options{Budget: 1 << 16}.New([]byte(`{"a":["` + strings.Repeat("x", 1<<11) + `","` + strings.Repeat("y", 1<<13) + `"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Insert(jsondoc.NewPath("a", 1), 1); err != nil {
		t.Fatal(err)
	}
	e.left.Bytes = copyCost << 12 // enough for the first string and not for the second
	before := e.left.Bytes
	if err := e.Copy(jsondoc.NewPath("a"), jsondoc.NewPath("b")); !errors.Is(err, jsondoc.ErrBudget) {
		t.Fatalf("the copy fits: %v", err)
	}
	if drawn := before - e.left.Bytes; drawn < copyCost<<10 {
		t.Errorf("a failed copy drew %d bytes", drawn)
	}
}
