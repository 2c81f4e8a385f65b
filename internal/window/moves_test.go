package window

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// say tells where a window is: what it has read, what it has left, where its text starts in the input, how much of it
// has bitmaps, and where a whole value ends at last.
func say(w *Window) string {
	return fmt.Sprintf("%q|%q base %d masked %d edge %d left %d", w.Text[:w.Pos], w.Text[w.Pos:], w.Base, w.N, w.Edge, w.Left())
}

// masked holds that the bitmaps are those of the text, which zeros follow.
func masked(t *testing.T, name string, w *Window) {
	t.Helper()
	if w.N != len(w.Text) {
		return
	}
	if w.At(w.N) != 0 {
		t.Errorf("%s: no zero behind the text", name)
	}
	text := string(w.Text)
	end, blank := len(text), len(text) // of the text, or where the next byte of that kind is
	for p := len(text) - 1; p >= 0; p-- {
		if c := text[p]; c == '"' || c == '\n' {
			end = p
		}
		if c := text[p]; c != ' ' && c != '\n' {
			blank = p
		}
		if w.StringEnd(p) != end || w.Space(p) != blank {
			t.Fatalf("%s: at %d the next special byte is at %d, want %d, and white space ends at %d, want %d", name, p, w.StringEnd(p), end, w.Space(p), blank)
		}
	}
}

// TestRefill: half of the memory is worth a read; memory is doubled for values that don't fit, and up to 64 KB for
// inputs that are longer than it.
func TestRefill(t *testing.T) {
	for _, row := range []struct {
		length, capacity, start int
		offset                  int64
		want                    int
	}{
		{0, 0, 0, 0, 4 << 10},
		{0, 512, 0, 0, 4 << 10},
		{4096, 4096, 4096, 4096, 4096},
		{4096, 4096, 4000, 8000, 8192},
		{4096, 4096, 2048, 2048, 4096},
		{4096, 4096, 2047, 2047, 8192},
		{64 << 10, 64 << 10, 64 << 10, 1 << 20, 64 << 10},
		{64 << 10, 64 << 10, 0, 0, 128 << 10},
	} {
		if got := refill(row.length, row.capacity, row.start, row.offset); got != row.want {
			t.Errorf("%d bytes in %d, read up to %d, at %d: %d, want %d", row.length, row.capacity, row.start, row.offset, got, row.want)
		}
	}
}

// TestMoves moves a window of the slice ["ab",12] over an input, by steps: d2 discards two bytes, f fills, m masks, F
// fetches.
func TestMoves(t *testing.T) {
	const text = `["ab",12]`
	for _, row := range []struct {
		name   string
		source io.Reader // or nil for the slice
		steps  string
		want   string
	}{
		{"a slice before the first fetch", nil, ``, `""|"" base 0 masked 0 edge 0 left 9`},
		{"all of a slice", nil, `F`, `""|"[\"ab\",12]" base 0 masked 9 edge 10 left 9`},
		{"read up to the number", nil, `F d6`, `"[\"ab\","|"12]" base 0 masked 9 edge 10 left 3`},
		{"at the end of a slice", nil, `F d9 F`, `"[\"ab\",12]"|"" base 0 masked 9 edge 10 left 0`},
		{"filled without bitmaps", nil, `f`, `""|"[\"ab\",12]" base 0 masked 0 edge 0 left 9`},
		{"and masked", nil, `f d1 m`, `"["|"\"ab\",12]" base 0 masked 9 edge 10 left 8`},
		{"half of a reader", iotest.HalfReader(strings.NewReader(text)), `F`, `""|"[\"ab\",12]" base 0 masked 9 edge 9 left 9`},
		{"a byte at a time", iotest.OneByteReader(strings.NewReader(text)), `F F F`, `""|"[\"a" base 0 masked 3 edge 3 left 3`},
		{"what is read leaves at the next fetch", iotest.OneByteReader(strings.NewReader(text)), `F F F d2 F`, `""|"ab" base 2 masked 2 edge 2 left 2`},
		{"the end of a reader", strings.NewReader(text), `F d6 F`, `""|"12]" base 6 masked 3 edge 4 left 3`},
	} {
		w := new(Window)
		if row.source != nil {
			w.Reset(row.source)
		} else {
			w.ResetBytes([]byte(text))
		}
		for _, step := range strings.Fields(row.steps) {
			switch step[0] {
			case 'F':
				w.Fetch()
			case 'f':
				w.Fill()
			case 'm':
				w.Mask()
			case 'd':
				w.Discard(int(step[1] - '0'))
			}
		}
		if got := say(w); got != row.want {
			t.Errorf("%s: %s\nwant %s", row.name, got, row.want)
		}
		masked(t, row.name, w)
	}
}

// TestPieces: a slice comes in pieces of 64 KB, offsets and lines are those of the input, and what is unread of a piece
// stands before the next one.
func TestPieces(t *testing.T) {
	text := strings.Repeat(strings.Repeat(`"a bc", `, 12)+"abc\n", 3000)
	for _, unread := range []int{0, 50} {
		w := new(Window)
		w.ResetBytes([]byte(text))
		read := 0
		for err := error(nil); err == nil; _, err = w.Fetch() {
			if string(w.Buffered()) != text[read:read+len(w.Buffered())] || w.InputOffset() != int64(read) {
				t.Fatalf("at %d, %d bytes of something else", w.InputOffset(), len(w.Buffered()))
			}
			masked(t, fmt.Sprint("at ", read), w)
			n := max(len(w.Buffered())-unread, 0)
			w.Discard(n)
			read += n
		}
		if read+unread != len(text) || w.Left() != unread {
			t.Errorf("it ends at %d of %d, %d unread", read, len(text), w.Left())
		}
		if w.Start.Offset != w.Base || w.Start.Lines != int(w.Base)/100 {
			t.Errorf("the text starts at %d: %+v", w.Base, w.Start)
		}
		if w.room > 4*slicePiece {
			t.Errorf("%d bytes of memory for pieces of %d", w.room, slicePiece)
		}
	}
}

// TestMost: an input that is longer than allowed is an error, and none of the byte too many is shown.
func TestMost(t *testing.T) {
	const text = "12345678"
	for _, row := range []struct {
		most int
		err  error
	}{{0, nil}, {9, nil}, {8, nil}, {7, ErrTooLong}, {1, ErrTooLong}} {
		for name, reset := range map[string]func(w *Window){
			"reader": func(w *Window) { w.Reset(strings.NewReader(text)) },
			"bytes":  func(w *Window) { w.Reset(iotest.OneByteReader(strings.NewReader(text))) },
			"slice":  func(w *Window) { w.ResetBytes([]byte(text)) },
		} {
			w := &Window{Most: row.most}
			reset(w)
			var err error
			for err == nil {
				_, err = w.Fetch()
			}
			if row.err == nil && (err != io.EOF || string(w.Text) != text) || row.err != nil && (err != row.err || row.most < len(w.Text)) {
				t.Errorf("%s, at most %d: %q, %v", name, row.most, w.Text, err)
			}
		}
	}
}

// TestBorrow: a borrowed window shows the one value of another's text, has offsets of its own, and never moves.
func TestBorrow(t *testing.T) {
	lender := new(Window)
	lender.ResetBytes([]byte(`[1,"two",3]`))
	lender.Fetch()
	w := new(Window)
	w.Borrow(&lender.Input, 3, 8, 100)
	if got := string(w.Buffered()); got != `"two"` || !w.Borrowed() || w.HasSource() || w.InputOffset() != 103 || w.Edge != 9 {
		t.Errorf("%s at %d, edge %d", got, w.InputOffset(), w.Edge)
	}
	if n, err := w.Fetch(); n != 0 || err != io.EOF {
		t.Errorf("it fetches %d, %v", n, err)
	}
	w.src = strings.NewReader("7") // even if it had one
	if n, err := w.Fill(); n != 0 || err != io.EOF {
		t.Errorf("it fills %d, %v", n, err)
	}
	if w.Blind(); len(w.Buffered()) != 0 || w.At(0) != 0 {
		t.Errorf("blind it sees %q", w.Buffered())
	}
	if w.ResetBytes([]byte(`7`)); w.Borrowed() {
		t.Error("it is borrowed for ever")
	}
	w.Fetch()
	if got := string(w.Buffered()); got != `7` {
		t.Errorf("then it has %s", got)
	}
}

// TestReset: memory is kept, text is not; Trim gives up memory of more than it says.
func TestReset(t *testing.T) {
	w := new(Window)
	w.ResetBytes([]byte(strings.Repeat("1", 1000)))
	w.Fetch()
	room, first := w.room, &w.own[0]
	w.ResetBytes([]byte(`[]`))
	if got := say(w); got != `""|"" base 0 masked 0 edge 0 left 2` || w.At(0) != 0 {
		t.Errorf("reset it has %s and sees %q", got, w.At(0))
	}
	if w.Fetch(); w.room != room || &w.own[0] != first || string(w.Text) != `[]` {
		t.Errorf("%d bytes of memory, %d before: %s", w.room, room, w.Text)
	}
	if w.Trim(len(w.own)); w.own == nil {
		t.Error("Trim takes memory that is allowed")
	}
	if w.Trim(len(w.own) - 1); w.own != nil || w.room != 0 {
		t.Error("Trim leaves too much memory")
	}
	w.Reset(strings.NewReader("{}"))
	if w.Fetch(); string(w.Text) != `{}` {
		t.Errorf("then it has %q", w.Text)
	}
}

// TestSourceErrors: what a source says comes with the bytes before it.
func TestSourceErrors(t *testing.T) {
	broken := errors.New("broken")
	w := new(Window)
	w.Reset(io.MultiReader(strings.NewReader("123"), iotest.ErrReader(broken)))
	if n, err := w.Fetch(); n != 3 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if n, err := w.Fetch(); n != 0 || err != broken || string(w.Text) != "123" {
		t.Errorf("%d bytes, %v, %q", n, err, w.Text)
	}
	w.Reset(iotest.DataErrReader(strings.NewReader("123")))
	if n, err := w.Fetch(); n != 3 || err != io.EOF || w.Edge != 4 {
		t.Errorf("%d bytes, %v, edge %d", n, err, w.Edge)
	}
	w.Reset(nil)
	if n, err := w.Fetch(); n != 0 || err != io.EOF || w.HasSource() {
		t.Errorf("nil: %d bytes, %v", n, err)
	}
}

// TestPanic: a source that panics leaves a window with the text that it had.
func TestPanic(t *testing.T) {
	w := new(Window)
	calls := 0
	w.Reset(&source{text: "1234", size: 2, first: func() {
		if calls++; calls == 2 {
			panic("source")
		}
	}})
	w.Fetch()
	func() {
		defer func() { recover() }()
		w.Fetch()
	}()
	if string(w.Text) != "12" || w.N != 2 || w.At(2) != 0 {
		t.Errorf("%q, %d with bitmaps", w.Text, w.N)
	}
	if n, err := w.Fetch(); n != 2 || err != nil || string(w.Text) != "1234" {
		t.Errorf("afterwards %d bytes, %v, %q", n, err, w.Text)
	}
}
