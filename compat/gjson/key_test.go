package gjson

import "testing"

// The key of a member has its offset in the text.
func TestKeyIndex(t *testing.T) {
	const text = ` {"a": 1, "b": {"c": 2}}`
	for _, of := range []Result{Parse(text), Get(text, "b"), Get(text, "@this")} {
		n := 0
		for key := range of.Keys() {
			n++
			if end := key.Index + len(key.Raw); of.Index > 0 && text[key.Index:end] != key.Raw {
				t.Errorf("%s: the key %s has the offset %d", of.Raw, key.Raw, key.Index)
			}
		}
		if n == 0 {
			t.Errorf("%s: no keys", of.Raw)
		}
	}
}
