package window

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// say describes a window: the text that is read, the unread text, the offset of the text in the input, how many bytes
// have bitmaps, the Edge, and the number of bytes that are left.
func say(w *Window) string {
	return fmt.Sprintf("%q|%q base %d masked %d edge %d left %d", w.Text[:w.Pos], w.Text[w.Pos:], w.Base, w.N, w.Edge, w.Left())
}

// masked holds that the bitmaps are right for the text, and that a zero follows the text.
func masked(t *testing.T, name string, w *Window) {
	t.Helper()
	if w.N != len(w.Text) {
		return
	}
	if w.At(w.N) != 0 {
		t.Errorf("%s: no zero behind the text", name)
	}
	text := string(w.Text)
	end, blank := len(text), len(text) // the next positions of such bytes, or the end of the text
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

// TestRefill holds that the capacity is doubled if the unread bytes take more than half of it. Up to 64 KB it is also
// doubled if more of the input was read than the capacity.
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

// TestMoves moves a window over the input ["ab",12] by steps: d2 discards two bytes, f calls Fill, m calls Mask, and F
// calls Fetch.
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

// TestPieces holds that a slice is copied into the window in pieces of 64 KB, that offsets and lines count in the whole
// input, and that the unread bytes of a piece stay before the next piece.
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

// TestMost holds that an input that is longer than Most is an error, and that the window never shows more bytes than
// allowed.
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
			w := &Window{Most: int64(row.most)}
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

// TestBorrow holds that after Borrow a window shows one value of another window's text, counts offsets from the given
// base, and never moves.
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
	w.src = strings.NewReader("7") // even a source must not be read
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

// TestReset holds that a reset keeps the memory but not the text, and that Trim gives up memory of more bytes than its
// argument.
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

// TestSourceErrors holds that Fetch returns a source's error, and that the window has the bytes that came before the
// error.
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

// TestPanic holds that after a panic of its source a window has the same text as before, and can go on.
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
