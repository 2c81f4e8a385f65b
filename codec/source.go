package codec

import (
	"io"
	"math"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Reader looks at its input through a window: memory of its own, with the bitmaps that the compiled plans use
// too, and zeros behind its text. Input from a slice is copied into it piece by piece, as input from an io.Reader
// is read into it. It moves on when the reader has come to its end; what is unread then moves to the front. A
// window that a plan lends is the plan's own, and does not move.

// Refill chooses the capacity of a Reader's buffer before each read from its source: the buffer holds length bytes
// at present and has the capacity given; those before start have been read, and start is offset bytes into the
// input. The unread bytes are moved to the front, of a new buffer if the result is another capacity.
type Refill func(length, capacity, start int, offset int64) int

// The sizes of windows.
const (
	leastWindow = 512
	firstWindow = 4 << 10
	mostWindow  = 64 << 10 // unless a value needs more
	slicePiece  = 64 << 10 // of a slice
)

// refill is what readers do that were not told otherwise: half the buffer is worth a read.
func refill(length, capacity, start int, offset int64) int {
	if capacity < firstWindow {
		return firstWindow
	}
	if unread := length - start; unread > capacity/2 {
		return 2 * capacity
	}
	if capacity < mostWindow && offset > int64(capacity) {
		return 2 * capacity
	}
	return capacity
}

// source is where a Reader's input comes from, and the window's memory.
type source struct {
	src   io.Reader
	data  []byte // a slice
	taken int    // how much of it has come into the window
	grow  Refill
	buf   []byte // the window's text
	base  int64  // the offset of buf[0] in the input
	room  int    // how long the window's text may become
	own   []byte // memory for room bytes and the padding
	words []uint64
}

// noInput is the window of a reader that has not begun.
var (
	noBytes [wire.InputPadding]byte
	noMasks = [2]uint64{^uint64(0), ^uint64(0)}
	noInput = wire.Input{In: mem.Ptr(&noBytes), Masks: mem.Ptr(&noMasks)}
)

// Buffered returns the bytes that are in memory and not read yet. They are valid until the next call.
func (r *Reader) Buffered() []byte {
	if r.borrowed {
		return r.rest()
	}
	return r.buf[r.pos:len(r.buf):len(r.buf)]
}

// Discard marks the first n buffered bytes as read. More than there are is a misuse.
func (r *Reader) Discard(n int) {
	if n < 0 || n > len(r.Buffered()) {
		r.fail(Misuse, 0, "to discard what is not buffered", nil)
		return
	}
	r.pos += n
	r.tuned = true
}

// InputOffset returns the offset of the first unread byte in the input.
func (r *Reader) InputOffset() int64 { return r.base + int64(r.pos) }

// Fill reads from the source once, behind the buffered bytes, and returns what the source did: the number of new
// bytes and its error, of which there may be both. A source that keeps giving neither gets [io.ErrNoProgress].
func (r *Reader) Fill() (int, error) {
	if r.borrowed {
		return 0, io.EOF
	}
	if r.place < atUnmasked {
		r.was, r.place = r.place, atUnmasked // before the source is called, which may panic, or call r itself
	}
	if r.src == nil {
		return r.fillSlice()
	}
	grow := r.grow
	if grow == nil {
		grow = refill
	}
	r.slide(grow(len(r.buf), r.room, r.pos, r.InputOffset()))
	room, limited := r.room, false
	if most := r.limits.Bytes; most > 0 {
		// One byte more than allowed tells that there is more.
		left := int64(most) - r.base
		if left < int64(len(r.buf)) {
			return 0, errTooLong // it was read before the limit was set
		}
		if left < int64(room) {
			room, limited = int(left)+1, true
		}
	}
	buf, pos := r.buf, r.pos
	n, err := transfer.Read(r.src, r.own[len(buf):room:room])
	if len(r.buf) != len(buf) || mem.Data(r.buf) != mem.Data(buf) || r.pos != pos {
		return 0, errReentered
	}
	r.buf = r.own[:len(buf)+n]
	if limited && len(r.buf) == room {
		r.buf = r.buf[:room-1]
		return 0, errTooLong
	}
	return n, err
}

func (r *Reader) fillSlice() (int, error) {
	rest := r.data[r.taken:]
	if len(rest) == 0 {
		return 0, io.EOF
	}
	if most := r.limits.Bytes; most > 0 && r.base+int64(len(r.buf)+len(rest)) > int64(most) {
		return 0, errTooLong
	}
	unread := len(r.buf) - r.pos
	room := max(r.room, leastWindow, min(len(rest), slicePiece))
	if unread > room/2 {
		room *= 2
	}
	r.slide(room)
	n := copy(r.own[unread:room], rest)
	r.buf = r.own[:unread+n]
	r.taken += n
	return n, nil
}

// slide moves the unread bytes to the front of a window for room bytes.
func (r *Reader) slide(room int) {
	if r.pos > 0 {
		r.leave(r.buf[:r.pos])
	}
	unread := r.buf[r.pos:]
	if room > r.room {
		r.own = memory(room)
		r.room = room
		copy(r.own, unread)
	} else if r.pos > 0 {
		copy(r.own, unread)
	}
	if r.pos > 0 {
		r.input.N, r.input.Dirty = 0, false
	}
	r.base += int64(r.pos)
	r.buf, r.pos = r.own[:len(unread)], 0
}

// memory returns memory for a window of room bytes. What no source is given of it is zero: whatever a source writes
// late into what it was given, no token goes on behind that.
func memory(room int) []byte {
	b := mem.Unzeroed(room + wire.InputPadding)
	clear(b[room:])
	return b
}

// mask makes the masks of what has come into the window.
func (r *Reader) mask() {
	if r.own == nil {
		r.input, r.edge = noInput, 0
		return
	}
	if need := wire.InputWords(len(r.buf)); need > len(r.words) {
		words := make([]uint64, wire.InputWords(r.room))
		copy(words, r.words)
		r.words = words
	}
	r.look()
	r.input.Extend(r.buf)
	r.edge = len(r.buf)
	if r.src == nil && r.taken == len(r.data) {
		r.edge++ // a number may end here
	}
}

// fetch is Fill that makes the masks of what has come.
func (r *Reader) fetch() (int, error) {
	switch {
	case r.borrowed:
		return 0, io.EOF
	case r.taken < len(r.data) && r.pos == len(r.buf) && r.limits.Bytes == 0:
		return r.loadSlice(), nil
	}
	n, err := r.Fill()
	if r.place == atUnmasked {
		r.place = r.was
	}
	r.mask()
	if err == io.EOF {
		r.edge = len(r.buf) + 1
	}
	return n, err
}

// Whole makes the value that comes next whole in memory and returns its text, without passing it.
func (r *Reader) Whole() []byte { return r.ahead(Invalid, math.MaxInt) }

// ahead is Whole for a value of the kind that has no more than most bytes.
func (r *Reader) ahead(want Kind, most int) []byte {
	if _, ok := r.value(want); !ok {
		return nil
	}
	n, ok := r.whole(most)
	if !ok {
		return nil
	}
	return r.buf[r.pos : r.pos+n : r.pos+n]
}

// Seen returns what r has in memory, the position of the first unread byte in it, and where it starts in the input.
func (r *Reader) Seen() (text []byte, pos int, start locate.Cursor) { return r.buf, r.pos, r.at }

// Behind returns the window, for the value of n bytes that has just been passed by Discard, and where that starts
// and has its edge.
func (r *Reader) Behind(n int) (w wire.Input, start, edge int) {
	r.ready()
	return r.input, r.pos - n, r.pos + 1
}

// Window returns what r has in memory, and where its first unread value starts, for packages that read whole values
// themselves: one that ends before edge is whole, and is passed by Advance. Where no value can start ok is false.
func (r *Reader) Window() (w wire.Input, start, edge int, ok bool) {
	if _, ok := r.value(Invalid); !ok {
		return w, 0, 0, false
	}
	return r.input, r.pos, r.edge, true
}

// Advance passes a value that ends at end in the window.
func (r *Reader) Advance(end int) { r.done(end - r.pos) }

// loadSlice goes on in a slice where nothing is unread: copying and masking are one pass then.
func (r *Reader) loadSlice() int {
	if r.pos > 0 {
		r.leave(r.buf)
		r.base += int64(r.pos)
		r.pos = 0
	}
	n := min(len(r.data)-r.taken, slicePiece)
	if n > r.room {
		r.room = max(n, leastWindow)
		r.own = memory(r.room)
		r.buf = r.own[:0]
	}
	if wire.InputWords(n) > len(r.words) {
		r.words = make([]uint64, wire.InputWords(r.room))
	}
	r.look()
	r.input.Load(r.data[r.taken : r.taken+n])
	r.buf = r.buf[:n]
	r.taken += n
	r.edge = n
	if r.taken == len(r.data) {
		r.edge++
	}
	return n
}

// look makes the window the input.
func (r *Reader) look() {
	if in := mem.Data(r.own); in != r.input.In {
		r.input.In = in
	}
	if masks := mem.Ptr(&r.words[0]); masks != r.input.Masks {
		r.input.Masks = masks
	}
}
