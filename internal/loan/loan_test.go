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
	opened := &table{TakeWriter: func(*writer) []byte { return []byte("written") }}
	Open(opened)
	if got := Get[table](); got != opened || string(got.TakeWriter(nil)) != "written" {
		t.Error("another desk")
	}
	defer func() {
		if recover() == nil {
			t.Error("a desk for other readers was found")
		}
	}()
	Get[Desk[writer, reader, int, int, int]]()
}
