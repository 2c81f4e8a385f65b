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

// A window on the input [1,"two",3] that comes in pieces of five bytes, behind the first two:
//
//	input  [1,"two",3]
//	Text   [1,"two",3      read up to Pos = 3, buffered "two",3
//	                       Edge = 10: the string ends before it and is whole, the number may go on
//
// A Window is memory of its own, with the bitmaps that the compiled plans use too, and zeros behind its text. Input
// from a slice is copied into it piece by piece, as input from an io.Reader is read into it. It moves on when its
// reader has come to its end; what is unread then moves to the front. A window that shows the memory of another one
// does not move.

// Refill chooses the capacity of a window before each read from its source: it holds length bytes at present and
// has the capacity given; those before start have been read, and start is offset bytes into the input. The unread
// bytes are moved to the front, of new memory if the result is a larger capacity.
type Refill func(length, capacity, start int, offset int64) int

// The sizes of windows.
const (
	least      = 512      // bytes, for a slice that is shorter
	first      = 4 << 10  // for a source
	most       = 64 << 10 // for a source, unless a value needs more
	slicePiece = 64 << 10 // of a slice: as much of it as is copied at once
)

// refill is what windows do that were not told otherwise: half the memory is worth a read.
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

// ErrTooLong says that the input is longer than Most.
var ErrTooLong = errors.New("codec: the input is longer than allowed")

// ErrReentered says that a source has used the reader that reads from it.
var ErrReentered = errors.New("codec: the source has used the reader that reads from it")

// Window is the part of an input that is in memory. Positions count from its start. Those who read its fields
// promise to leave the positions within the text. The zero Window can't be used before a Reset.
type Window struct {
	wire.Input               // the text as far as it has bitmaps: all of it, except behind Fill
	Pos        int           // the first unread byte
	Edge       int           // a value that ends before Edge is whole
	Text       []byte        // all that is in memory
	Base       int64         // where the text starts in the input
	Start      locate.Cursor // the same with its line, unless the window has a Refill
	Most       int           // of the input's bytes; 0 for any number

	borrowed bool      // the memory is another's
	reading  bool      // the source is at work
	src      io.Reader // the source, or nil
	data     []byte    // the slice that is read in place of a source
	taken    int       // how much of it has come into the window
	grow     Refill    // of the caller's, or nil
	room     int       // how long the text may become
	own      []byte    // memory for room bytes and the padding, or for more
	words    []uint64  // the bitmaps
}

// nothing is the text of a window that has not begun.
var (
	noBytes [wire.InputPadding]byte
	noMasks = [4]uint64{^uint64(0), ^uint64(0)}
	nothing = wire.Input{In: mem.Ptr(&noBytes), Masks: mem.Ptr(&noMasks)}
)

// Reset makes w the window of src, of which nothing has been read. A nil src is an empty input.
func (w *Window) Reset(src io.Reader) {
	w.src = src
	if w.data != nil {
		w.data = nil
	}
	w.reset()
}

// Room returns how many bytes there is room for, as Refill is told.
func (w *Window) Room() int { return w.room }

// Reading reports whether the source is at work.
func (w *Window) Reading() bool { return w.reading }

// ResetBytes makes w the window of data, of which nothing has been read. data must not change until it is.
func (w *Window) ResetBytes(data []byte) {
	if w.src != nil {
		w.src = nil
	}
	w.data = data
	w.reset()
}

// reset makes w a window that has read nothing of its source. Of pointers only those are written that change: while
// the collector marks, each write of one is dear.
func (w *Window) reset() {
	if w.own == nil || len(w.words) == 0 || w.In != mem.Data(w.own) {
		w.Input, w.Text = nothing, w.own[:0]
	} else {
		// What is in memory is as good as nothing. The input may be other memory: a borrowed one, or one that Fill
		// has left without bitmaps.
		w.own[0], w.words[0], w.words[1] = 0, ^uint64(0), ^uint64(0)
		w.N, w.Dirty, w.Text = 0, false, w.Text[:0]
	}
	w.taken, w.Base, w.Pos, w.Edge = 0, 0, 0, 0
	w.Start, w.borrowed = locate.Cursor{}, false
}

// Borrow makes w show the one value that begins at start in other memory, up to end. Its offsets count from base.
func (w *Window) Borrow(in *wire.Input, start, end int, base int64) {
	w.Reset(nil)
	w.Input, w.Text = *in, mem.Slice(in.In, in.N)[:end]
	w.Base, w.Pos, w.Edge, w.borrowed = base, start, end+1, true
}

// Borrowed reports whether the memory is another's.
func (w *Window) Borrowed() bool { return w.borrowed }

// HasSource reports whether w reads from an io.Reader.
func (w *Window) HasSource() bool { return w.src != nil }

// Blind makes w a window without a text, whose memory it keeps.
func (w *Window) Blind() { w.Input, w.Text, w.Pos, w.Edge = nothing, w.Text[:0], 0, 0 }

// Trim gives up memory of more than so many bytes. A Reset must follow.
func (w *Window) Trim(bytes int) {
	if len(w.own) > bytes {
		w.own, w.words, w.room = nil, nil, 0
	}
}

// SetRefill makes grow choose the capacity. It is meant for windows whose reads must be predictable. They don't
// count lines.
func (w *Window) SetRefill(grow Refill) { w.grow = grow }

// Buffered returns the text that is not read yet. It is valid until more is fetched, and nothing can be appended to
// it in place.
func (w *Window) Buffered() []byte { return w.Text[w.Pos:len(w.Text):len(w.Text)] }

// Discard marks the first n buffered bytes as read. It panics if there are fewer.
func (w *Window) Discard(n int) {
	if uint(n) > uint(len(w.Text)-w.Pos) {
		panic("window: discard of what is not buffered")
	}
	w.Pos += n
}

// Behind returns where the last n bytes begin that were read. It panics if fewer are in memory.
func (w *Window) Behind(n int) int {
	if uint(n) > uint(w.Pos) {
		panic("window: a position before the text")
	}
	return w.Pos - n
}

// LastFloat64 returns the number that the last n bytes are which were read. ok is false if they are none, if it is out
// of range, and perhaps where the text ends with it: what is behind that, padding or old text, is looked at too.
func (w *Window) LastFloat64(n int) (f float64, ok bool) {
	f, length, ok := num.ReadFloat64(mem.Data(w.Text[w.Behind(n):]))
	return f, ok && length == n
}

// InputOffset returns the offset of the first unread byte in the input.
func (w *Window) InputOffset() int64 { return w.Base + int64(w.Pos) }

// Left returns how many bytes of the input are known to be unread.
func (w *Window) Left() int { return len(w.Text) - w.Pos + len(w.data) - w.taken }

// Fill reads from the source once, behind the buffered bytes, and returns what the source did: the number of new
// bytes and its error, of which there may be both. A source that keeps giving neither gets [io.ErrNoProgress]. The
// new bytes have no bitmaps before [Window.Mask].
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

// FillTo is Fill from a source, with what its Refill has chosen as the capacity.
func (w *Window) FillTo(capacity int) (int, error) {
	w.slide(capacity)
	room, limited := w.room, false
	if w.Most > 0 {
		// One byte more than allowed tells that there is more.
		left := int64(w.Most) - w.Base
		if left < int64(len(w.Text)) {
			return 0, ErrTooLong // it was read before the limit was set
		}
		if left < int64(room) {
			room, limited = int(left)+1, true
		}
	}
	// The source gets memory up to the room and no capacity behind it, where the zeros are.
	n, err := w.read(w.own[len(w.Text):room:room])
	w.Text = w.Text[:len(w.Text)+n]
	if limited && len(w.Text) == room {
		w.Text = w.Text[:room-1]
		return 0, ErrTooLong
	}
	return n, err
}

// read reads from the source into p, which is the room behind the text. While the source is at work the window does
// not move. Where the source has used the window all the same, or panics, what it has written is left out.
func (w *Window) read(p []byte) (n int, err error) {
	text, pos := w.Text, w.Pos
	w.reading = true
	returned := false
	defer func() {
		if w.reading = false; !returned {
			w.Mask() // nobody else will
		}
	}()
	n, err = transfer.Read(w.src, p)
	returned = true
	if len(w.Text) != len(text) || mem.Data(w.Text) != mem.Data(text) || w.Pos != pos {
		return 0, ErrReentered
	}
	return n, err
}

// fillSlice is Fill from a slice: a piece of it is copied behind what is unread.
func (w *Window) fillSlice() (int, error) {
	rest := w.data[w.taken:]
	if len(rest) == 0 {
		return 0, io.EOF
	}
	if w.Most > 0 && w.Base+int64(len(w.Text)+len(rest)) > int64(w.Most) {
		return 0, ErrTooLong
	}
	unread := len(w.Text) - w.Pos
	room := max(w.room, least, min(len(rest), slicePiece))
	// As refill does it: half the memory is worth a copy. Otherwise a value of 1 MB would be moved for each piece.
	if unread > room/2 {
		room *= 2
	}
	w.slide(room)
	n := copy(w.own[unread:room], rest)
	w.Text = w.own[:unread+n]
	w.taken += n
	return n, nil
}

// memory returns memory for a window of room bytes. What no source is given of it is zero: whatever a source writes
// late into what it was given, no token goes on behind that.
func memory(room int) []byte {
	b := mem.Unzeroed(room + wire.InputPadding)
	clear(b[room:])
	return b
}

// slide moves the unread bytes to the front of a window for room bytes, new memory if there is less. What has been read
// leaves, and views of the text end here.
func (w *Window) slide(room int) {
	if w.Pos > 0 {
		w.leave(w.Text[:w.Pos])
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

// widen makes the window's memory one for room bytes.
func (w *Window) widen(room int) {
	if room+wire.InputPadding > len(w.own) {
		w.own = memory(room)
	} else {
		clear(w.own[room:][:wire.InputPadding])
	}
	w.room = room
}

// Empty leaves nothing of the text in the window's memory, which is at most size bytes afterwards. A Resume must
// follow.
func (w *Window) Empty(size int) {
	clear(w.own[:w.room])
	if len(w.own) > size {
		w.own, w.words, w.Input = nil, nil, nothing
	}
	w.Text = w.own[:0]
}

// Resume makes w, which is new or was emptied, a window that goes on at base with the unread bytes rest. It has room
// bytes for its Refill, whatever its memory is.
func (w *Window) Resume(base int64, room int, rest []byte) {
	w.Base, w.Pos, w.N, w.Dirty, w.Edge, w.Text = base, 0, 0, false, 0, w.own[:0]
	if room > 0 {
		w.widen(room)
		w.Text = w.own[:copy(w.own, rest)]
	}
	w.room = room
}

// leave takes note of the lines of gone, which is about to leave the window.
func (w *Window) leave(gone []byte) {
	if w.grow == nil {
		w.Start.Advance(gone)
	}
}

// Mask makes the bitmaps of what has come into the window. What was there before has its masks already, but for the
// last block of 64 bytes, which has got more.
func (w *Window) Mask() {
	if w.own == nil {
		w.Input, w.Edge = nothing, 0
		return
	}
	// Bitmaps have room for as much as the window has, and those that are there keep their place. Fill alone never
	// makes any: a source whose text nobody walks over costs none.
	if need := wire.InputWords(len(w.Text)); need > len(w.words) {
		words := make([]uint64, wire.InputWords(w.room))
		copy(words, w.words)
		w.words = words
	}
	w.look()
	w.Extend(w.Text)
	w.Edge = len(w.Text)
	if w.src == nil && w.taken == len(w.data) {
		w.Edge++ // a number may end here
	}
}

// Fetch is Fill and Mask. At the end of the input a number may end with the text, and Edge goes one byte further.
func (w *Window) Fetch() (int, error) {
	switch {
	case w.borrowed:
		return 0, io.EOF
	case w.taken < len(w.data) && w.Pos == len(w.Text) && w.Most == 0:
		return w.loadSlice(), nil
	}
	n, err := w.Fill()
	w.Mask()
	if err == io.EOF {
		w.Edge = len(w.Text) + 1
	}
	return n, err
}

// loadSlice goes on in a slice where nothing is unread: copying and masking are one pass then.
func (w *Window) loadSlice() int {
	if w.Pos > 0 {
		w.leave(w.Text)
		w.Base += int64(w.Pos)
		w.Pos = 0
	}
	n := min(len(w.data)-w.taken, slicePiece)
	if n > w.room {
		w.room = max(n, least)
		w.own = memory(w.room)
		w.Text = w.own[:0]
	}
	if wire.InputWords(n) > len(w.words) {
		w.words = make([]uint64, wire.InputWords(w.room))
	}
	w.look()
	w.Load(w.data[w.taken : w.taken+n])
	w.Text = w.Text[:n]
	w.taken += n
	w.Edge = n
	if w.taken == len(w.data) {
		w.Edge++
	}
	return n
}

// look makes the window's memory the input.
func (w *Window) look() {
	if in := mem.Data(w.own); in != w.In {
		w.In = in
	}
	if masks := mem.Ptr(&w.words[0]); masks != w.Masks {
		w.Masks = masks
	}
}
