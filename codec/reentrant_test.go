package codec

import (
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

// TestSourceCallsReader lets sources call their reader amid a call of it, which is a misuse.
func TestSourceCallsReader(t *testing.T) {
	calls := map[string]func(r *Reader){
		"Peek":        func(r *Reader) { r.Peek() },
		"Int":         func(r *Reader) { r.Int() },
		"Raw":         func(r *Reader) { r.Raw() },
		"Skip":        func(r *Reader) { r.Skip() },
		"Null":        func(r *Reader) { r.Null() },
		"More":        func(r *Reader) { r.More() },
		"Close":       func(r *Reader) { r.Close() },
		"Release":     func(r *Reader) { r.Release() },
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
			r.win.SetRefill(func(length, capacity, start int, _ int64) int {
				if capacity-length < 64 {
					return 2*capacity + room
				}
				return capacity
			})
			s.r = r
			sum := 0
			for range r.Array() {
				sum += int(r.Int())
			}
			e, _ := r.Err().(*Error)
			switch {
			case name != "nothing" && (e == nil || e.Code != Misuse):
				t.Errorf("%s, room %d: %d, %v", name, room, sum, r.Err())
			case name == "nothing" && (e != nil || sum != 500*1234567+1):
				t.Errorf("%s, room %d: %d, %v", name, room, sum, r.Err())
			}
		}
	}
}

// TestPlaceWithoutName fails before a member's name has been read: the place has none, and none of an earlier input.
func TestPlaceWithoutName(t *testing.T) {
	r := NewReader(&pieces{`{"secret":"` + strings.Repeat("x", 9000) + `"}`, 100})
	for range r.Object() {
		_ = r.String()
	}
	if r.Close() != nil {
		t.Fatal(r.Err())
	}
	s := &reentrant{text: `{` + strings.Repeat(" ", 95) + `"name":1}`}
	s.call = func(r *Reader) {
		if len(s.text) < 20 {
			r.Fail(io.ErrClosedPipe)
		}
	}
	s.r = r
	r.Reset(s)
	for range r.Object() {
		r.Skip()
	}
	if e, _ := r.Err().(*Error); e == nil || e.Pointer != "" {
		t.Errorf("got %v", r.Err())
	}
}
