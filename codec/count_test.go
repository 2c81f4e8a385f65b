package codec

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// miscount reads some bytes, and then says that it has read more than it was asked for by that much, or a negative
// number.
type miscount struct {
	text string
	over int
	err  error
}

func (m *miscount) Read(p []byte) (int, error) {
	if m.text != "" {
		n := copy(p, m.text)
		m.text = m.text[n:]
		return n, nil
	}
	if m.over < 0 {
		return m.over, m.err
	}
	return len(p) + m.over, m.err
}

// TestReadCounts reads from readers that return counts that can't be.
func TestReadCounts(t *testing.T) {
	for _, over := range []int{1, 127, 128, 129, 1 << 20, math.MaxInt - 1<<20, -1, -100, math.MinInt} {
		for _, text := range []string{"", "[1,2,", `{"a":"b`, strings.Repeat(" ", 511), strings.Repeat("1", 5000)} {
			for name, use := range map[string]func(r *Reader){
				"Skip": func(r *Reader) { r.Skip() }, "Raw": func(r *Reader) { r.Raw() }, "Peek": func(r *Reader) { r.Peek(); r.Skip() },
				"More":  func(r *Reader) { r.More(); r.Skip() },
				"Array": func(r *Reader) { r.Array()(func(int) bool { return true }); r.Skip() },
			} {
				r := NewReader(&miscount{text: text, over: over})
				use(r)
				var e *Error
				if err := r.Err(); !errors.As(err, &e) || e.Code != IO && e.Code != WrongKind || e.Code == IO && !strings.Contains(err.Error(), "invalid count from Read") {
					t.Errorf("%s behind %.10q, %d: %v", name, text, over, err)
				}
				if n := len(r.Buffered()); n > len(text) {
					t.Errorf("%s behind %.10q, %d: %d bytes are buffered", name, text, over, n)
				}
			}
		}
	}
	// A system call that fails says -1.
	r := NewReader(&miscount{text: "12 ", over: -1, err: io.EOF})
	if v := r.Int(); v != 12 || r.More() || r.Close() != nil {
		t.Errorf("%d, %v", v, r.Err())
	}
}

type miscounting int

func (m miscounting) Write(p []byte) (int, error) { return int(m), nil }

// TestWriteCounts writes to writers that return counts that can't be.
func TestWriteCounts(t *testing.T) {
	for _, n := range []int{-1, math.MinInt, 7, math.MaxInt} {
		w := NewWriter(miscounting(n))
		w.Int(12345)
		var e *Error
		if err := w.Close(); !errors.As(err, &e) || e.Code != IO || !strings.Contains(err.Error(), "invalid write result") {
			t.Errorf("%d: %v", n, err)
		}
	}
}
