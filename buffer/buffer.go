package buffer

import (
	"io"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// minReserve is the least capacity that Reserve returns, so that a small append to the result of Reserve(0) need not
// allocate.
const minReserve = 16

// A Buffer is a sequence of bytes in chunks. The zero Buffer is empty and ready to use; it must not be copied
// after first use, and is not safe for concurrent use. Writing to a Buffer never fails.
type Buffer struct {
	_        mem.NoCopy
	l        list
	next     int  // minimal size of the next chunk; 0 before the first chunk
	reserved bool // Reserve was called last
	released bool
	busy     bool // a method is calling a reader or writer of the user; l then has no chunks, but its length n
}

// New returns an empty Buffer.
func New() *Buffer { return new(Buffer) }

// alive panics if b was released, is busy, or is a copy of another Buffer. The fast paths of the Write methods need not
// call it: a Buffer that was released or is busy has no chunk, and the chunks of a copy have another owner, so all
// calls take the slow path.
func (b *Buffer) alive() {
	if b.released {
		panic("buffer: use after Release")
	}
	if b.busy {
		panic("buffer: use within its own ReadFrom or WriteTo")
	}
	if b.l.copied() {
		panic("buffer: use of a copy")
	}
}

// lend takes the chunks out of b, so that the user's code can neither change nor release them.
func (b *Buffer) lend() (l list) {
	l, b.l = b.l, list{n: b.l.n}
	b.busy = true
	return l
}

// back puts the chunks that lend has taken out into b again.
func (b *Buffer) back(l *list) { b.l, b.busy = *l, false }

// Len returns the number of bytes in b.
func (b *Buffer) Len() int {
	if !b.busy {
		b.alive()
	}
	return b.l.n
}

// Write appends p. The error is always nil.
func (b *Buffer) Write(p []byte) (int, error) {
	b.reserved = false
	if c := b.l.tail; c != nil && c.of == &b.l && len(p) <= c.room() {
		copy(c.mem[c.w:], p)
		c.w += len(p)
		b.l.n += len(p)
		return len(p), nil
	}
	b.writeSlow(p)
	return len(p), nil
}

// WriteString appends s. The error is always nil.
func (b *Buffer) WriteString(s string) (int, error) { return b.Write(mem.View(s)) }

// WriteByte appends c. The error is always nil.
func (b *Buffer) WriteByte(c byte) error {
	b.reserved = false
	t := b.l.tail
	if t == nil || t.room() == 0 || t.of != &b.l {
		t = b.grow(1)
	}
	t.mem[t.w] = c
	t.w++
	b.l.n++
	return nil
}

// writeSlow appends p: it fills the last chunk, and then new chunks.
func (b *Buffer) writeSlow(p []byte) {
	b.alive()
	for len(p) > 0 {
		c := b.l.tail
		if c == nil || c.room() == 0 {
			c = b.grow(min(len(p), maxChunk))
		}
		n := copy(c.mem[c.w:], p)
		c.w += n
		b.l.n += n
		p = p[n:]
	}
}

// grow appends an empty chunk of at least n bytes. Sizes double from chunk to chunk.
func (b *Buffer) grow(n int) *chunk {
	b.alive()
	c := take(max(n, b.next, minChunk))
	b.next = min(2*len(c.mem), maxChunk)
	b.push(c)
	return c
}

// push appends a chunk. If the only chunk of b is empty, push gives it back first: it was too small for the caller, so
// it would only take space.
func (b *Buffer) push(c *chunk) {
	if t := b.l.tail; t != nil && t == b.l.head && t.w == t.r {
		b.l.drop()
	}
	b.l.push(c)
}

// Reserve returns an empty slice with a capacity of at least n bytes. Encoders can append to it:
//
//	dst, err := encode(b.Reserve(64), v)
//	b.Commit(dst)
//
// The slice is valid until the next call of any method of b except Len. Nothing is added to b before Commit. The memory
// up to its capacity holds zeros, or bytes that were appended to an earlier result of Reserve. Reserve panics as make
// does if n is out of range.
func (b *Buffer) Reserve(n int) []byte {
	b.alive()
	n = max(n, minReserve)
	c := b.l.tail
	if c == nil || c.room() < n {
		c = b.grow(n)
	}
	if !c.clear {
		clear(c.mem[c.w:])
		c.clear = true
	}
	b.reserved = true
	return c.mem[c.w:c.w:len(c.mem)]
}

// Commit adds the bytes of p to b. p must be the slice that the last Reserve returned, with bytes appended. If
// appending has allocated new memory, b takes over that memory, without a copy if the bytes fill at least half of it.
// Commit(nil) adds nothing. Commit panics if b was used since Reserve.
func (b *Buffer) Commit(p []byte) {
	b.alive()
	if !b.reserved {
		panic("buffer: Commit without Reserve")
	}
	b.reserved = false
	if len(p) == 0 {
		return
	}
	c := b.l.tail
	if room := c.mem[c.w:]; len(room) > 0 && &p[0] == &room[0] {
		c.w += len(p)
		b.l.n += len(p)
		return
	}
	if len(p) < cap(p)/2 || len(p) <= c.room() {
		b.Write(p)
		return
	}
	// The memory after p is space for the bytes that are written next.
	b.push(&chunk{mem: p[:cap(p)], w: len(p), class: foreign, clear: true})
	b.l.n += len(p)
}

// ReadFrom appends all bytes of r up to io.EOF, which is not an error. It returns io.ErrNoProgress if r repeatedly
// returns nothing, and an error if r returns an impossible count. While r reads, b can't be used: methods other than
// Len panic.
func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	b.alive()
	b.reserved = false
	for {
		c := b.l.tail
		if c == nil || c.room() == 0 {
			c = b.grow(512)
		}
		k, err := b.read(r, c.mem[c.w:])
		c.w += k
		b.l.n += k
		n += int64(k)
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
	}
}

// read reads from r into p, which is memory of b.
func (b *Buffer) read(r io.Reader, p []byte) (int, error) {
	l := b.lend()
	defer b.back(&l)
	return transfer.Read(r, p)
}

// WriteTo writes the content to w and drops the bytes that were written: their chunks go back to the pools at once.
// After an error the unsent rest stays in b. On a TCP or Unix connection one system call writes up to 64 chunks if the
// system has writev. While w writes, b can't be used: methods other than Len panic.
func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	b.alive()
	b.reserved = false
	l := b.lend()
	defer b.back(&l)
	return l.writeTo(w)
}

// AppendTo appends the content to dst, with at most one allocation. The content stays in b.
func (b *Buffer) AppendTo(dst []byte) []byte {
	b.alive()
	if free := cap(dst) - len(dst); free < b.l.n {
		grown := make([]byte, len(dst), len(dst)+b.l.n)
		copy(grown, dst)
		dst = grown
	}
	for c := b.l.head; c != nil; c = c.next {
		dst = append(dst, c.unsent()...)
	}
	return dst
}

// Bytes returns a copy of the content, which belongs to the caller.
func (b *Buffer) Bytes() []byte { return b.AppendTo(nil) }

// String returns a copy of the content.
func (b *Buffer) String() string { return mem.Frozen(b.Bytes()) }

// Reset drops the content. The chunks go back to the pools, and b is like a new Buffer.
func (b *Buffer) Reset() {
	b.alive()
	b.l.drop()
	b.next, b.reserved = 0, false
}

// Release drops the content and gives b's chunks back. Every later call of a method panics.
func (b *Buffer) Release() {
	if b.released {
		panic("buffer: released twice")
	}
	b.Reset()
	b.released = true
}

// ReadCloser moves the content to a reader and leaves b empty, ready to use or to be released.
func (b *Buffer) ReadCloser() *Reader {
	b.alive()
	r := &Reader{l: b.l}
	r.l.own()
	b.l, b.next, b.reserved = list{}, 0, false
	return r
}
