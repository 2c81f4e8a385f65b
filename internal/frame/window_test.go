package frame

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/internal/mem"
)

// TestWindow: values that are whole in memory are passed where they lie, by whoever finds their ends; Next gives the
// others, which were cut.
func TestWindow(t *testing.T) {
	s := NewStream(&halves{`[ 12,"ab",[3`, `,4],5] `}, Elements, 100)
	if _, _, _, ok := s.Window(); ok {
		t.Error("a value before anything was read")
	}
	if b, err := s.Next(); string(b) != `12` || err != nil {
		t.Fatalf("%s, %v", b, err)
	}
	w, start, edge, ok := s.Window()
	if text := string(mem.Slice(mem.Add(w.In, uintptr(start)), w.N-start)); !ok || text != `"ab",[3` || edge != w.N {
		t.Fatalf("%q up to %d, %v", text, edge, ok)
	}
	if !s.Take(start, start+4) || s.Given() != 2 {
		t.Error(`"ab" is not taken`)
	}
	if _, start, edge, ok = s.Window(); !ok || edge-start != len(`[3`) {
		t.Errorf("the cut value has %d bytes, %v", edge-start, ok)
	}
	if b, err := s.Next(); string(b) != `[3,4]` || err != nil {
		t.Errorf("%s, %v", b, err)
	}
	if w, start, edge := s.LastWindow(5); string(mem.Slice(mem.Add(w.In, uintptr(start)), 5)) != `[3,4]` || edge != start+6 {
		t.Errorf("the value that was given lies elsewhere: at %d before %d", start, edge)
	}
	s.Limit(0)
	if _, start, _, ok := s.Window(); !ok || s.Take(start, start+1) {
		t.Error("a value longer than allowed is taken")
	}
	s.Limit(1)
	if b, err := s.Next(); string(b) != `5` || err != nil || s.Given() != 4 {
		t.Errorf("%s, %v, %d values", b, err, s.Given())
	}
	if _, err := s.Next(); err != io.EOF {
		t.Errorf("the end: %v", err)
	}
	if _, _, _, ok := s.Window(); ok {
		t.Error("a value behind the end")
	}
}

// TestWindowOfLines: where a line ends is not seen by who reads the value in it.
func TestWindowOfLines(t *testing.T) {
	s := NewStream(strings.NewReader("1\n2 3\n"), Lines, 10)
	s.Next()
	if _, _, _, ok := s.Window(); ok {
		t.Error("a line is read where it lies")
	}
	if b, err := s.Next(); string(b) != "2 3" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

// halves gives one of its texts with each read.
type halves []string

func (h *halves) Read(b []byte) (int, error) {
	if len(*h) == 0 {
		return 0, io.EOF
	}
	n := copy(b, (*h)[0])
	*h = (*h)[1:]
	return n, nil
}

// TestPeek: the next byte is looked at, behind white space, however the input comes.
func TestPeek(t *testing.T) {
	broken := errors.New("broken")
	s := NewStream(io.MultiReader(iotest.OneByteReader(strings.NewReader(" \n [ 1")), iotest.ErrReader(broken)), Values, 10)
	for _, want := range "[1" {
		for range 2 {
			if c, err := s.Peek(); rune(c) != want || err != nil {
				t.Fatalf("%q, %v, want %q", c, err, want)
			}
		}
		s.Drop()
	}
	if _, err := s.Peek(); err != broken {
		t.Errorf("the end: %v", err)
	}
}

// TestPlace: after an error the bytes in memory, with the place of the value, are there to tell where it was.
func TestPlace(t *testing.T) {
	s := NewStream(strings.NewReader("{}\n[1,x]"), Values, 10)
	s.Next()
	_, err := s.Next()
	var f *Error
	if !errors.As(err, &f) || len(f.Steps) != 1 || f.Steps[0].Index != 1 {
		t.Fatalf("%+v", err)
	}
	if p := s.Place(0); string(p.Seen[p.Start:]) != `x]` || p.At.Offset != 0 {
		t.Errorf("%q, the place is %d", p.Seen, p.Start)
	}
	if _, again := s.Next(); again != err {
		t.Errorf("then %v", again)
	}
}

// TestPushAfterError: what comes behind an error is not kept.
func TestPushAfterError(t *testing.T) {
	p := NewPusher(Values, 10)
	p.Push([]byte(`1 ] 2`))
	if b, err := p.Next(); string(b) != `1` || err != nil {
		t.Fatalf("%s, %v", b, err)
	}
	_, err := p.Next()
	if err == nil || err == ErrPending {
		t.Fatalf("a bracket: %v", err)
	}
	p.Push([]byte(`3`))
	if seen := p.Place(0).Seen; strings.Contains(string(seen), "3") || p.src.b != nil {
		t.Errorf("%q is in memory, and %q", seen, p.src.b)
	}
	if _, again := p.Next(); again != err {
		t.Errorf("then %v", again)
	}
}
