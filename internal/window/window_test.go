package window

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// source is a reader that returns its text in pieces of size bytes. Before each piece it calls the function first.
type source struct {
	text  string
	size  int
	first func()
	depth int
}

func (s *source) Read(b []byte) (int, error) {
	if s.depth++; s.depth < 3 && s.first != nil {
		s.first()
	}
	s.depth--
	n := copy(b[:min(len(b), s.size)], s.text)
	if s.text = s.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestSourceUsesWindow lets sources use the window that reads from them. The text may then be wrong, or Fetch returns
// an error, but the text stays within the window's memory.
func TestSourceUsesWindow(t *testing.T) {
	text := strings.Repeat("1234567,", 500)
	for name, use := range map[string]func(w *Window){
		"Fill":       func(w *Window) { w.Fill() },
		"Fetch":      func(w *Window) { w.Fetch() },
		"Discard":    func(w *Window) { w.Discard(len(w.Buffered())) },
		"Reset":      func(w *Window) { w.Reset(strings.NewReader("[1,2,3]")) },
		"ResetBytes": func(w *Window) { w.ResetBytes([]byte("[1,2,3]")) },
		"Fill twice, Discard": func(w *Window) {
			w.Fill()
			w.Discard(len(w.Buffered()))
			w.Fill()
		},
		"ResetBytes, Fetch": func(w *Window) {
			w.ResetBytes([]byte(strings.Repeat("x", 70<<10)))
			w.Fetch()
			w.Fetch()
		},
		"nothing": func(*Window) {},
	} {
		for _, room := range []int{64, 512, 4096} {
			w := new(Window)
			w.SetRefill(func(length, capacity, start int, _ int64) int {
				if capacity-length < 64 {
					return 2*capacity + room
				}
				return capacity
			})
			s := &source{text: text, size: 100, first: func() { use(w) }}
			w.Reset(s)
			var got []byte
			var err error
			for range 1000 {
				if _, err = w.Fetch(); err != nil {
					break
				}
				if len(w.Text) > w.room || w.room > len(w.own) || w.N > len(w.Text) || w.Pos > len(w.Text) {
					t.Fatalf("%s, room %d: %d bytes, of them %d with bitmaps, in a window for %d", name, room, len(w.Text), w.N, w.room)
				}
				n := max(len(w.Buffered())-1, 0) // leave the last byte unread while the source reads
				got = append(got, w.Buffered()[:n]...)
				w.Discard(n)
			}
			got = append(got, w.Buffered()...)
			switch {
			case name == "nothing" && (err != io.EOF || string(got) != text):
				t.Errorf("%s, room %d: %q, %v", name, room, got, err)
			case name == "Fill twice, Discard" && !errors.Is(err, ErrReentered):
				t.Errorf("%s, room %d: %v", name, room, err)
			}
			if s := string(got); !strings.HasPrefix(text, s) && !strings.HasPrefix(s, "x") && !strings.Contains(s, "[1,2,3]") {
				t.Errorf("%s, room %d: %q", name, room, got)
			}
		}
	}
}

// TestOutside holds that Discard panics for more bytes than are unread, and Before for more than were read, and both
// for negative numbers.
func TestOutside(t *testing.T) {
	for name, move := range map[string]func(w *Window, n int){
		"Discard": func(w *Window, n int) { w.Discard(n) },
		"Before":  func(w *Window, n int) { w.Before(n) },
	} {
		for _, n := range []int{-1, 5, 8, math.MaxInt, math.MinInt} {
			w := new(Window)
			w.ResetBytes([]byte("1234567"))
			w.Fetch()
			w.Discard(3)
			func() {
				defer func() {
					if recover() == nil || w.InputOffset() != 3 {
						t.Errorf("%s takes %d", name, n)
					}
				}()
				move(w, n)
			}()
		}
	}
}
