package locate

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
)

// TestBase moves offsets from a part of a text to the text and back: those of the two errors that have places, and of a
// fault. Other errors stay as they are.
func TestBase(t *testing.T) {
	other := errors.New("other")
	for _, base := range []Base{0, 40, 1 << 40, -1} {
		if e := base.Move(&json.SyntaxError{Offset: 2}).(*json.SyntaxError); e.Offset != 2+int64(base) {
			t.Errorf("%d: a syntax error at %d", base, e.Offset)
		}
		if e := base.Move(&json.UnmarshalTypeError{Offset: 2}).(*json.UnmarshalTypeError); e.Offset != 2+int64(base) {
			t.Errorf("%d: a type error at %d", base, e.Offset)
		}
		if base.Move(other) != other || base.Move(nil) != nil {
			t.Errorf("%d: another error is changed", base)
		}
		f := fault.Fault{Offset: 5, Within: 7}
		base.MoveFault(&f)
		if f.Offset != 5+int64(base) || f.Within != 7+int64(base) {
			t.Errorf("%d: a fault at %d, within at %d", base, f.Offset, f.Within)
		}
		(-base).MoveOffset(&f.Offset)
		if f.Within = 0; f.Offset != 5 {
			t.Errorf("%d: not moved back, but to %d", base, f.Offset)
		}
		if base.MoveFault(&f); f.Within != 0 {
			t.Errorf("%d: an unknown place became %d", base, f.Within)
		}
	}
	for _, row := range []struct {
		offset int64
		ok     bool
	}{{-1, false}, {0, true}, {6, true}, {7, false}, {1 << 62, false}, {-1 << 62, false}} {
		if at, ok := Base(4).In(row.offset, 10); ok != row.ok || ok && at != 4+int(row.offset) {
			t.Errorf("%d: %d, %v", row.offset, at, ok)
		}
	}
}
