package compat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	theirs "github.com/tidwall/sjson"
	ours "github.com/zetes-json/zetes/compat/sjson"
)

// TestSjsonPaths compares Set and Delete with the original for unusual texts and paths: empty names, numbers with zeros
// before them, -1, names that look like indexes, several members of one name.
func TestSjsonPaths(t *testing.T) {
	texts := []string{
		``, ` `, `{}`, `[]`, `{"a":1}`, `[1,2]`, `{"a":{"b":[1,2,3]}}`, `{"a":{"b":[]}}`, `{"a":1,"a":2}`, `{"b":0,"a":1,"a":2}`, `5`, `"x"`, `null`, `{"":1}`, `{"01":1}`, `{"a\"":1,"b":2}`,
		`{"a\\":1,"b":[{"a":1},{}]}`, `[[1],[2]]`, `{"a":null}`,
	}
	paths := []string{
		"a", "01", "0", "-1", "1", "00", "a.b", "a.01", "a.-1", ":1", "", ".", "a.", ".a", "a.b.-1", "a.b.1", "-0", "-2", "+1", "1e1", "a.b.c", "4", `a\.b`, `a"`, `a\\`, "b", "b.0.a", "b.1.a", "0.0",
		"1.-1", "a.:1", "a.:-1", ":a",
	}
	for _, text := range texts {
		for _, path := range paths {
			got, err := ours.Set(text, path, 7)
			want, stdErr := theirs.Set(text, path, 7)
			if got != want || (err == nil) != (stdErr == nil) {
				t.Errorf("Set %q of %s: %s, %v, want %s, %v", path, text, got, err, want, stdErr)
			}
			got, err = ours.Delete(text, path)
			want, stdErr = theirs.Delete(text, path)
			if got != want || (err == nil) != (stdErr == nil) {
				t.Errorf("Delete %q of %s: %s, %v, want %s, %v", path, text, got, err, want, stdErr)
			}
		}
	}
	const after = ` and more`
	if got, err := ours.Delete(`{"a":1,"b":2}`+after, "a"); err != nil || !strings.HasSuffix(got, after) {
		t.Errorf("text after the document: %s, %v", got, err)
	}
}

// TestSjsonValues compares how Set writes values, and strings as names too, with the original.
func TestSjsonValues(t *testing.T) {
	type own float32
	values := []any{nil, true, 1, uint8(2), float32(0.1), float32(1e20), 0.1, 1e21, 1e-9, own(0.1), []float32{0.1}, math.NaN(), float32(math.Inf(-1)), map[string]any{"<": "&"}, json.RawMessage(`{ "a" : "<" }`)}
	for _, text := range []string{"", "a", "<>&", "é", "é<>&", "\u2028", "<\u2029", "\x7f", "\x7f<", "\x80", "\xff", "<\xff", "\n", "<\n>", `"`, `<">`, "\x00&", "'", "\u00a0&", "😀<", "\xed\xa0\x80"} {
		values = append(values, text, []byte(text))
		path := "a." + strings.ReplaceAll(text, `\`, `\\`)
		got, err := ours.Set(`{"a":{}}`, path, 1)
		want, stdErr := theirs.Set(`{"a":{}}`, path, 1)
		if got != want || (err == nil) != (stdErr == nil) {
			t.Errorf("Set at %q: %s, %v, want %s, %v", path, got, err, want, stdErr)
		}
	}
	for b := range 0x100 {
		values = append(values, string([]byte{byte(b)}), string([]byte{'<', byte(b)}))
	}
	for _, value := range values {
		got, err := ours.Set(`{"a":1}`, "a", value)
		want, stdErr := theirs.Set(`{"a":1}`, "a", value)
		if got != want || (err == nil) != (stdErr == nil) {
			t.Errorf("Set of %T %q: %s, %v, want %s, %v", value, value, got, err, want, stdErr)
		}
	}
}

// TestSjsonRandom compares with the original for random documents and paths, to the byte.
func TestSjsonRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	space := func() string { return one("", "", "", " ", "\n ") }
	var value func(depth int) string
	value = func(depth int) string {
		kind := r.IntN(7)
		if depth == 0 || kind > 3 {
			return one("1", "true", "null", `"s"`, `"a\"b"`, "-2.5")
		}
		var list []string
		for range r.IntN(4) {
			name := ""
			if kind < 2 {
				name = `"` + one("a", "b", "0", "-1", "", "01", "x.y", `q\"r`, `\\`) + `"` + space() + ":" + space()
			}
			list = append(list, space()+name+value(depth-1)+space())
		}
		if kind < 2 {
			return "{" + strings.Join(list, ",") + "}"
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	for range 20_000 {
		text, path := value(3), one("a", "0", "1", "-1", "", "01", ":0")
		for range r.IntN(3) {
			path += "." + one("a", "b", "0", "1", "2", "-1", "", "01", `x\.y`, ":0", ":-1", `q"r`, `\\`, "3")
		}
		for name, call := range map[string][2]func() (string, error){
			"SetRaw": {func() (string, error) { return ours.SetRaw(text, path, "7") }, func() (string, error) { return theirs.SetRaw(text, path, "7") }},
			"Delete": {func() (string, error) { return ours.Delete(text, path) }, func() (string, error) { return theirs.Delete(text, path) }},
		} {
			got, err := call[0]()
			want, stdErr := call[1]()
			if json.Valid([]byte(want)) && (got != want || (err == nil) != (stdErr == nil)) {
				t.Errorf("%s %q of %q: %q, %v, want %q, %v", name, path, text, got, err, want, stdErr)
			}
		}
	}
}
