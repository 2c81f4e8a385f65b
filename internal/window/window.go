package window

import (
	"errors"
	"io"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// A window on the input [1,"two",3], which comes in pieces of five bytes. The first two pieces have been read:
//
//	input  [1,"two",3]
//	Text   [1,"two",3      read up to Pos = 3, buffered "two",3
//	                       Edge = 10: the string ends before position 10, so it is whole; the number may go on
//
// A Window has a buffer of its own, with zeros after the text, and with bitmaps of the text in the form of a
// wire.Input. Input from a slice is copied into the buffer piece by piece, just as input from an io.Reader is read into
// it. When more text is needed, the unread bytes move to the front of the buffer, and new ones follow them.

// Refill chooses the capacity of a window before each read from its source. The window holds length bytes and has the
// given capacity. The bytes before start have been read, and start is offset bytes into the input. If the result is
// larger than capacity, the window grows to it.
type Refill func(length, capacity, start int, offset int64) int

const (
	least      = 512      // the smallest size, for a short slice
	first      = 4 << 10  // the first size, for a source
	most       = 64 << 10 // the largest size for a source, unless a value needs more
	slicePiece = 64 << 10 // number of bytes of a slice that are copied at once
)

func refill(length, capacity, start int, offset int64) int {
	if capacity < first {
		return first
	}
	if unread := length - start; unread > capacity/2 {
		return 2 * capacity
	}
	if capacity < most && offset > int64(capacity) {
		return 2 * capacity
	}
	return capacity
}

// ErrTooLong reports that the input is longer than the field Most of a Window.
var ErrTooLong = errors.New("codec: the input is longer than allowed")

// ErrReentered reports that a source has used the reader that reads from it.
var ErrReentered = errors.New("codec: the source has used the reader that reads from it")

// Window is the part of an input that is in memory. Positions count from its start. A Window needs a Reset before use.
type Window struct {
	wire.Input               // the text with its bitmaps; after Fill, new bytes have none yet
	Pos        int           // position of the first unread byte
	Edge       int           // a value that ends before Edge is complete
	Text       []byte        // all bytes that are in memory
	Base       int64         // offset in the input at which the text starts
	Start      locate.Cursor // Base with its line and column; not kept in windows with a Refill or with borrowed memory
	Most       int64         // largest length of the input; 0 or less: no limit
	Ahead      bool          // reads may go beyond Most; only a read that starts beyond Most fails

	borrowed bool      // the memory belongs to another window or input
	reading  bool      // the source is reading
	masked   bool      // the bitmaps are complete: Mask has run since the last new bytes
	src      io.Reader // the source, or nil
	data     []byte    // the slice that is read instead of a source
	copied   int       // number of bytes of data that were copied into the window
	grow     Refill    // the function passed to SetRefill, or nil
	room     int       // largest length of the text
	own      []byte    // memory for room bytes and the padding, or for more
	words    []uint64  // the bitmaps
}

// nothing is the Input of a window that has read nothing: a text without bytes, with the bitmaps of the zeros after it.
var (
	noBytes [wire.InputPadding]byte
	noMasks = [4]uint64{^uint64(0), ^uint64(0)}
	nothing = wire.Input{In: mem.Ptr(&noBytes), Masks: mem.Ptr(&noMasks)}
)

// Reset makes w the window of src, of which nothing has been read yet. A nil src is an empty input.
func (w *Window) Reset(src io.Reader) {
	w.src, w.data = src, nil
	w.reset()
}

// Room returns the capacity of the window, which a Refill gets as its argument.
func (w *Window) Room() int { return w.room }

// Reading reports whether a call of the source's Read method is running.
func (w *Window) Reading() bool { return w.reading }

// ResetBytes makes w the window of data, of which nothing has been read yet. data must not change until it is read.
func (w *Window) ResetBytes(data []byte) {
	w.src, w.data = nil, data
	w.reset()
}

// reset makes w a window that has read nothing. It writes only pointers that change, because of write barriers.
func (w *Window) reset() {
	if w.own == nil || len(w.words) == 0 || w.In != mem.Data(w.own) {
		w.Input, w.Text = nothing, w.own[:0]
	} else {
		// The window's own memory becomes an empty text: a zero byte, and bitmaps of set bits, as in nothing.
		w.own[0], w.words[0], w.words[1] = 0, ^uint64(0), ^uint64(0)
		w.N, w.Dirty, w.Text = 0, false, w.Text[:0]
	}
	w.copied, w.Base, w.Pos, w.Edge = 0, 0, 0, 0
	w.Start, w.borrowed, w.masked = locate.Cursor{}, false, false
}

// Borrow makes w show a value from start to end of the text lent, whose offset in the input is base.
func (w *Window) Borrow(lent *wire.Input, start, end int, base int64) {
	w.Reset(nil)
	w.Input, w.Text = *lent, mem.Slice(lent.In, lent.N)[:end]
	w.Base, w.Pos, w.Edge, w.borrowed = base, start, end+1, true
}

// Borrowed reports whether w shows memory that is not its own, after Borrow.
func (w *Window) Borrowed() bool { return w.borrowed }

// End makes err the result of all further reads: a source need not return its error a second time.
func (w *Window) End(err error) { w.src = ended{err} }

type ended struct{ error }

func (e ended) Read([]byte) (int, error) { return 0, e.error }

// HasSource reports whether w reads from an io.Reader.
func (w *Window) HasSource() bool { return w.src != nil }

// Blind takes the text from w, so that no more of it can be read. The buffer of w is kept for the next text.
func (w *Window) Blind() {
	w.Input, w.Text, w.Pos, w.Edge, w.masked = nothing, w.Text[:0], 0, 0, false
}

// Trim frees the memory of w if it has more than the given number of bytes. A Reset must follow.
func (w *Window) Trim(bytes int) {
	if len(w.own) > bytes {
		w.own, w.words, w.room = nil, nil, 0
	}
}

// SetRefill makes grow choose the capacity before each read, for windows whose reads must be predictable, such as the
// window of a json.Decoder. Such windows do not count lines.
func (w *Window) SetRefill(grow Refill) { w.grow = grow }

// Buffered returns the unread text. It is valid until more is fetched, and nothing can be appended to it in place.
func (w *Window) Buffered() []byte { return w.Text[w.Pos:len(w.Text):len(w.Text)] }

// Discard marks the first n buffered bytes as read. It panics if there are fewer.
func (w *Window) Discard(n int) {
	if uint(n) > uint(len(w.Text)-w.Pos) {
		panic("window: discard of what is not buffered")
	}
	w.Pos += n
}

// Before returns the position n bytes before Pos, where the bytes that were read last start, or panics.
func (w *Window) Before(n int) int {
	if uint(n) > uint(w.Pos) {
		panic("window: a position before the text")
	}
	return w.Pos - n
}

// LastFloat64 returns the number whose text is the n bytes before Pos, the bytes that were read last. ok is false if
// they are not a number, if the number is beyond the range of a float64, or if they are the last bytes of Text and the
// bytes after Text, padding or old text, look like more of the number.
func (w *Window) LastFloat64(n int) (f float64, ok bool) {
	f, length, ok := num.ReadFloat64(mem.Data(w.Text[w.Before(n):]))
	return f, ok && length == n
}

// InputOffset returns the offset of the first unread byte in the input.
func (w *Window) InputOffset() int64 { return w.Base + int64(w.Pos) }

// Left returns the number of unread bytes: those in the window and the rest of a slice.
func (w *Window) Left() int { return len(w.Text) - w.Pos + len(w.data) - w.copied }

// Fill reads from the source once, after the buffered bytes, and returns the source's results: the number of new bytes
// and its error, or [io.ErrNoProgress] if it repeatedly returns neither. New bytes have no bitmaps until [Window.Mask].
func (w *Window) Fill() (int, error) {
	switch {
	case w.borrowed:
		return 0, io.EOF
	case w.reading:
		return 0, ErrReentered
	case w.src == nil:
		return w.fillSlice()
	}
	grow := w.grow
	if grow == nil {
		grow = refill
	}
	return w.FillTo(grow(len(w.Text), w.room, w.Pos, w.InputOffset()))
}

// FillTo is Fill for a window with a source that is not reading, with the capacity that the Refill has chosen.
func (w *Window) FillTo(capacity int) (int, error) {
	w.slide(capacity)
	room, limited := w.room, false
	if w.Most > 0 {
		// One byte more than allowed shows that the input is too long.
		left := w.Most - w.Base
		if left < int64(len(w.Text)) {
			return 0, ErrTooLong // the text was read before the limit was set, or with Ahead
		}
		if left < int64(room) && !w.Ahead {
			room, limited = int(left)+1, true
		}
	}
	// The source gets no capacity beyond room, where the zeros are.
	n, err := w.read(w.own[len(w.Text):room:room])
	w.Text = w.Text[:len(w.Text)+n]
	if limited && len(w.Text) == room {
		w.Text = w.Text[:room-1]
		return 0, ErrTooLong
	}
	return n, err
}

// read reads from the source into p, the space after the text. It drops the bytes if the source has used the window.
func (w *Window) read(p []byte) (n int, err error) {
	text, pos := w.Text, w.Pos
	w.reading = true
	returned := false
	defer func() {
		if w.reading = false; !returned {
			w.Mask() // the source has panicked, so Fetch will not call Mask
		}
	}()
	n, err = transfer.Read(w.src, p)
	returned = true
	if len(w.Text) != len(text) || mem.Data(w.Text) != mem.Data(text) || w.Pos != pos {
		return 0, ErrReentered
	}
	return n, err
}

// fillSlice is Fill for a slice: it copies a piece of the slice after the unread bytes.
func (w *Window) fillSlice() (int, error) {
	rest := w.data[w.copied:]
	if len(rest) == 0 {
		return 0, io.EOF
	}
	if w.Most > 0 && w.Base+int64(len(w.Text)+len(rest)) > w.Most {
		return 0, ErrTooLong
	}
	unread := len(w.Text) - w.Pos
	room := max(w.room, least, min(len(rest), slicePiece))
	// Unless half of the memory is free, double it: otherwise a value of 1 MB would be moved for each piece.
	if unread > room/2 {
		room *= 2
	}
	w.slide(room)
	n := copy(w.own[unread:room], rest)
	w.Text = w.own[:unread+n]
	w.copied += n
	return n, nil
}

// memory returns a buffer for a window of room bytes, and the padding after them, which is zero and which no source
// gets. So every token ends there, even if a source writes into the buffer after its Read has returned.
func memory(room int) []byte {
	b := mem.Unzeroed(room + wire.InputPadding)
	clear(b[room:])
	return b
}

// slide moves the unread bytes to the front of the buffer, or of a new buffer if the window has fewer than room bytes.
// Earlier views of the text are no longer valid.
func (w *Window) slide(room int) {
	w.masked = false
	if w.Pos > 0 {
		w.countLines(w.Text[:w.Pos])
	}
	unread := w.Text[w.Pos:]
	if room > w.room {
		w.widen(room)
	}
	if len(unread) > 0 && mem.Data(unread) != mem.Data(w.own) {
		copy(w.own, unread)
	}
	if w.Pos > 0 {
		w.N, w.Dirty = 0, false
	}
	w.Base += int64(w.Pos)
	w.Text, w.Pos = w.own[:len(unread)], 0
}

// widen gives the window memory for room bytes.
func (w *Window) widen(room int) {
	if room+wire.InputPadding > len(w.own) {
		w.own = memory(room)
	} else {
		clear(w.own[room:][:wire.InputPadding])
	}
	w.room = room
}

// Empty clears the window's memory, and frees it if it has more than size bytes. A Resume must follow.
func (w *Window) Empty(size int) {
	clear(w.own[:w.room])
	if len(w.own) > size {
		w.own, w.words, w.Input = nil, nil, nothing
	}
	w.Text = w.own[:0]
}

// Resume makes w, which is new or was emptied, a window that continues at offset base of the input with the unread
// bytes rest. Its Refill gets room as the capacity, even if the buffer has another size.
func (w *Window) Resume(base int64, room int, rest []byte) {
	w.Base, w.Pos, w.N, w.Dirty, w.Edge, w.Text, w.masked = base, 0, 0, false, 0, w.own[:0], false
	if room > 0 {
		w.widen(room)
		w.Text = w.own[:copy(w.own, rest)]
	}
	w.room = room
}

// countLines counts the lines in gone, the bytes that are about to be dropped from the window.
func (w *Window) countLines(gone []byte) {
	if w.grow == nil {
		w.Start.Advance(gone)
	}
}

// Mask makes the bitmaps of the bytes that have come into the window. Earlier bytes have bitmaps already, except for
// the last block of 64 bytes, to which bytes were added.
func (w *Window) Mask() {
	if w.masked {
		return
	}
	if w.own == nil {
		w.Input, w.Edge = nothing, 0
		return
	}
	w.masked = true
	if need := wire.InputWords(len(w.Text)); need > len(w.words) {
		words := make([]uint64, wire.InputWords(w.room))
		copy(words, w.words)
		w.words = words
	}
	w.pointToOwn()
	w.Extend(w.Text)
	w.Edge = len(w.Text)
	if w.src == nil && w.copied == len(w.data) {
		w.Edge++ // a number may end here
	}
}

// Fetch calls Fill and then Mask. At the end of the input its last number is complete, so Edge is one byte further.
func (w *Window) Fetch() (int, error) {
	switch {
	case w.borrowed:
		return 0, io.EOF
	case w.copied < len(w.data) && w.Pos == len(w.Text) && w.Most == 0:
		return w.loadSlice(), nil
	}
	n, err := w.Fill()
	w.Mask()
	if err == io.EOF {
		w.Edge = len(w.Text) + 1
	}
	return n, err
}

// loadSlice is Fetch for a slice, if no byte is unread: copying and masking are then one pass.
func (w *Window) loadSlice() int {
	w.masked = false
	if w.Pos > 0 {
		w.countLines(w.Text)
		w.Base += int64(w.Pos)
		w.Pos = 0
	}
	n := min(len(w.data)-w.copied, slicePiece)
	if n > w.room {
		w.room = max(n, least)
		w.own = memory(w.room)
		w.Text = w.own[:0]
	}
	if wire.InputWords(n) > len(w.words) {
		w.words = make([]uint64, wire.InputWords(w.room))
	}
	w.pointToOwn()
	w.Load(w.data[w.copied : w.copied+n])
	w.Text = w.Text[:n]
	w.copied += n
	w.Edge = n
	if w.copied == len(w.data) {
		w.Edge++
	}
	return n
}

// pointToOwn makes w.Input point to the window's own buffer and bitmaps. It writes only pointers that change.
func (w *Window) pointToOwn() {
	if in := mem.Data(w.own); in != w.In {
		w.In = in
	}
	if masks := mem.Ptr(&w.words[0]); masks != w.Masks {
		w.Masks = masks
	}
}
