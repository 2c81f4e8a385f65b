package opt

import (
	"encoding/json"
	"errors"
	"testing"
)

func members(u *Unknown) string { return string(u.AppendMembers(nil, false)) }

func TestUnknown(t *testing.T) {
	var u Unknown
	u.AddNoCheck("a", []byte("1"))
	u.AddNoCheck("b", []byte("[ 1,\n2 ]"))
	u.AddNoCheck("a", []byte(`"<"`))
	if got, want := members(&u), `"a":1,"b":[1,2],"a":"<"`; got != want {
		t.Fatalf("added: %s, want %s", got, want)
	}
	if got := string(u.AppendMembers([]byte("{"), true)); got != `{"a":1,"b":[1,2],"a":"\u003c"` {
		t.Fatalf("escaped: %s", got)
	}
	if v, ok := u.Get("a"); !ok || string(v) != `"<"` {
		t.Fatalf("Get takes %s", v)
	}
	if _, ok := u.Get("x"); ok {
		t.Fatal("Get found nothing's value")
	}
	raw := json.RawMessage("true")
	if err := u.Set("a", raw); err != nil {
		t.Fatal(err)
	}
	raw[0] = 'X'
	if got, want := members(&u), `"a":true,"b":[1,2]`; got != want || u.Len() != 2 {
		t.Fatalf("set: %s, want %s", got, want)
	}
	for _, bad := range []string{"", "{", "tru", "1 2"} {
		if err := u.Set("c", json.RawMessage(bad)); !errors.Is(err, ErrInvalid) || u.Len() != 2 {
			t.Fatalf("Set %q: %v", bad, err)
		}
	}
	if err := u.Set("<\"\n", json.RawMessage(" null ")); err != nil {
		t.Fatal(err)
	}
	if got, want := string(u.AppendMembers(nil, true)), `"a":true,"b":[1,2],"\u003c\"\n":null`; got != want {
		t.Fatalf("odd name: %s, want %s", got, want)
	}
	if !u.Delete("a") || u.Delete("a") || members(&u) != `"b":[1,2],"<\"\n":null` {
		t.Fatalf("deleted: %s", members(&u))
	}
	for range u.All() {
		break
	}
	var names []string
	for name, value := range u.All() {
		names = append(names, name)
		_ = append(value, 'x') // must not reach what follows in memory
	}
	if len(names) != 2 || names[0] != "b" {
		t.Fatalf("names %q", names)
	}
}

// TestUnknownEmbedded shows that an embedded Unknown doesn't take the outer struct over.
func TestUnknownEmbedded(t *testing.T) {
	type event struct {
		ID int `json:"id"`
		Unknown
	}
	type outer struct {
		E event `json:"e,omitzero"`
	}
	v := outer{event{ID: 1}}
	v.E.AddNoCheck("x", []byte("2"))
	var back outer
	got, err := json.Marshal(v)
	if err != nil || json.Unmarshal(got, &back) != nil || back.E.ID != 1 {
		t.Fatalf("%s, %v", got, err)
	}
}
