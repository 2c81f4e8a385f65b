package outside

import (
	"testing"

	"github.com/zetes-json/zetes/json"
)

type endless *endless

// TestRings decodes into pointers from which encoding/json never returns.
func TestRings(t *testing.T) {
	var a, b any
	a, b = &b, &a
	if err := json.Unmarshal([]byte(`1`), &a); err == nil {
		t.Error("a ring of two interfaces: no error")
	}
	var p endless
	if err := json.Unmarshal([]byte(`1`), &p); err == nil {
		t.Error("a pointer type that leads to itself: no error")
	}
	if err := json.Unmarshal([]byte(`null`), &p); err != nil {
		t.Error(err)
	}
	var s struct{ A any }
	s.A = &s.A
	err := json.Unmarshal([]byte(`{"A":1}`), &s)
	t.Log("an interface that holds its own address:", err, s.A)
}
