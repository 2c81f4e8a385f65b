package codec

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// reentrant is a source that calls the reader that reads from it.
type reentrant struct {
	r     *Reader
	text  string
	call  func(r *Reader)
	depth int
}

func (s *reentrant) Read(b []byte) (int, error) {
	if s.depth++; s.depth < 3 {
		s.call(s.r)
	}
	s.depth--
	n := copy(b[:min(len(b), 100)], s.text)
	if s.text = s.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestSourceCallsReader lets sources call their reader amid a call of it. What that makes of the input is an error;
// the window stays within its memory.
func TestSourceCallsReader(t *testing.T) {
	calls := map[string]func(r *Reader){
		"Fill": func(r *Reader) { r.Fill() },
		"Fill often": func(r *Reader) {
			r.Fill()
			r.Fill()
			r.Fill()
			r.Fill()
			r.Fill()
			r.Fill()
		},
		"Peek":        func(r *Reader) { r.Peek() },
		"Int":         func(r *Reader) { r.Int() },
		"Raw":         func(r *Reader) { r.Raw() },
		"Skip":        func(r *Reader) { r.Skip() },
		"Discard":     func(r *Reader) { r.Discard(len(r.Buffered())) },
		"NextElement": func(r *Reader) { r.NextElement() },
		"Reset":       func(r *Reader) { r.Reset(strings.NewReader("[1,2,3]")) },
		"ResetBytes":  func(r *Reader) { r.ResetBytes([]byte("[1,2,3]")) },
		"nothing":     func(r *Reader) {},
	}
	text := "[" + strings.Repeat("1234567,", 500) + "1]"
	for name, call := range calls {
		for _, room := range []int{64, 512, 4096} {
			s := &reentrant{text: text, call: call}
			r := NewReader(s)
			r.SetRefill(func(length, capacity, start int, _ int64) int {
				if capacity-length < 64 {
					return 2*capacity + room
				}
				return capacity
			})
			s.r = r
			sum := 0
			for range r.Array() {
				sum += int(r.Int())
				if len(r.buf) > r.room && r.data == nil || len(r.buf) > len(r.own) {
					t.Fatalf("%s, room %d: %d bytes in a window for %d", name, room, len(r.buf), r.room)
				}
			}
			switch {
			case name == "nothing" && (r.Err() != nil || sum != 500*1234567+1):
				t.Errorf("%s: %d, %v", name, sum, r.Err())
			case (name == "Fill" || name == "Fill often") && !errors.Is(r.Err(), errReentered):
				t.Errorf("%s: %d, %v", name, sum, r.Err())
			}
		}
	}
}
