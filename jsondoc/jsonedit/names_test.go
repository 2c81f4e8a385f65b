package jsonedit

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/jsondoc"
)

// TestNamesNotUTF8: a name in a path means the text that encoding/json writes for it, in which each byte that is not
// UTF-8 is U+FFFD. Setting it twice sets one member, which every function that takes a path finds.
func TestNamesNotUTF8(t *testing.T) {
	for _, name := range []string{"\xff", "a\xffb", "\xff\xfe", "\xe2\x82", "é\xff", "\xed\xa0\x80", "\ufffd", "\"\xff\\"} {
		plain, _ := json.Marshal(map[string]int{name: 1})
		var back map[string]int
		json.Unmarshal(plain, &back)
		text := []byte("{}")
		for i := range 3 {
			var err error
			if text, err = Set(text, i, name); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &back); err != nil || strings.Count(string(text), ":") != 1 || len(back) != 1 {
				t.Fatalf("%q, time %d: %q, %v", name, i, text, err)
			}
		}
		p := jsondoc.NewPath(name)
		all, err := jsondoc.NewPaths(p, jsondoc.NewPath("x")).Get(nil, text)
		if err != nil || all[0].String() != "2" {
			t.Errorf("%q: paths: %v, %v", name, all, err)
		}
		if v, err := jsondoc.Get(text, name); err != nil || v.String() != "2" {
			t.Errorf("%q: get: %v, %v", name, v, err)
		}
		pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		q, err := jsondoc.Pointer(pointer)
		if err != nil || q.String() != p.String() {
			t.Errorf("%q: pointer %q, %v, want %q", name, q, err, p)
		}
		e, err := New(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(e.Insert(p, 3), e.Replace(p, []byte("4")), e.Set(jsondoc.NewPath("x"), 0), e.Copy(p, jsondoc.NewPath("y")), e.Move(jsondoc.NewPath("y"), p)); err != nil {
			t.Error(err)
		}
		if got, err := e.Bytes(); err != nil || strings.Count(string(got), ":") != 2 {
			t.Errorf("%q: edited: %q, %v", name, got, err)
		}
		e.Release()
		if got, err := Delete(text, name); err != nil || string(got) != "{}" {
			t.Errorf("%q: deleted: %q, %v", name, got, err)
		}
		// The same name in a document, as it stands and as a patch names it.
		raw := `{"` + strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`) + `":1}`
		if got, err := Set([]byte(raw), 2, name); err != nil || strings.Count(string(got), ":") != 1 {
			t.Errorf("%q: set in %q: %q, %v", name, raw, got, err)
		}
		if got, err := MergePatch([]byte(raw), plain); err != nil || strings.Count(string(got), ":") != 1 {
			t.Errorf("%q: merged: %q, %v", name, got, err)
		}
	}
}
