package loan

import "testing"

type (
	reader struct{}
	writer struct{}
	table  = Desk[reader, writer, int, int, int]
)

// TestDesk: whoever asks for the desk gets the one that was opened, and no other type takes it for its own.
func TestDesk(t *testing.T) {
	before := desk
	defer func() { desk = before }()
	opened := &table{Whole: func(*reader) []byte { return []byte("whole") }}
	Open(opened, Codecs())
	if got := Get[table](); got != opened || string(got.Whole(nil)) != "whole" {
		t.Error("another desk")
	}
	defer func() {
		if recover() == nil {
			t.Error("a desk for other readers was found")
		}
	}()
	Get[Desk[writer, reader, int, int, int]]()
}
