// Package buffer has the names of github.com/mailru/easyjson/buffer: a [Buffer] that output is appended to, whose
// memory is used again.
//
// A Buffer is one chunk of memory that grows up to PoolConfig.MaxSize, and further chunks after that. The result of
// BuildBytes belongs to the caller: it is a copy, unless the caller has set Buf to memory of its own.
//
// For new code there is the library's package buffer.
package buffer

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// PoolConfig says how large chunks are, and which of them are used again.
type PoolConfig struct {
	StartSize  int // the size of a first chunk
	PooledSize int // smaller chunks are not used again
	MaxSize    int // a chunk that is larger is neither made, unless a single value needs it, nor used again
}

var (
	config atomic.Pointer[PoolConfig]
	pool   sync.Pool // of *chunk
)

func init() { Init(PoolConfig{StartSize: 1024, PooledSize: 512, MaxSize: 32768}) }

// Init sets the sizes of chunks for the whole program. Sizes below 1 are 1, and MaxSize is at least StartSize.
func Init(cfg PoolConfig) {
	cfg.StartSize = max(cfg.StartSize, 1)
	cfg.MaxSize = max(cfg.MaxSize, cfg.StartSize)
	config.Store(&cfg)
}

// chunk is memory of this package.
type chunk struct{ memory []byte }

// take returns a chunk of at least n bytes.
func take(n int) *chunk {
	if c, ok := pool.Get().(*chunk); ok && cap(c.memory) >= n {
		return c
	}
	return &chunk{mem.Unzeroed(max(n, config.Load().StartSize))}
}

// free makes a chunk ready for other Buffers.
func (c *chunk) free() {
	if c == nil {
		return
	}
	if cfg := config.Load(); cap(c.memory) >= cfg.PooledSize && cap(c.memory) <= cfg.MaxSize {
		pool.Put(c)
	}
}

// piece is text in a chunk, or in the caller's memory if there is no chunk.
type piece struct {
	text []byte
	own  *chunk
}

// Buffer collects output. The zero Buffer is empty and ready for use. A Buffer with output must not be copied.
type Buffer struct {
	// Buf is the last part of the output. The caller may append to it within its capacity, which EnsureSpace makes large
	// enough, or set it to memory of its own in an empty Buffer.
	Buf []byte

	own  *chunk // has Buf's memory, or is nil
	full []piece
}

// EnsureSpace makes Buf have space for s more bytes.
func (b *Buffer) EnsureSpace(s int) {
	if cap(b.Buf)-len(b.Buf) < s {
		b.extend(s)
	}
}

// extend is EnsureSpace for a Buf without space.
func (b *Buffer) extend(s int) {
	most := config.Load().MaxSize
	var c *chunk
	switch n := len(b.Buf); {
	case n == 0:
		c = take(s)
		b.own.free()
		b.Buf = c.memory[:0]
	case n+s <= most:
		// The smaller chunk is left to the garbage collector, so that the pool comes to hold large ones.
		c = &chunk{mem.Unzeroed(min(max(2*cap(b.Buf), n+s), most))}
		b.Buf = append(c.memory[:0], b.Buf...)
	default:
		b.full = append(b.full, piece{b.Buf, b.own})
		c = take(max(s, min(2*n, most)))
		b.Buf = c.memory[:0]
	}
	b.own = c
}

// AppendByte and AppendString are called for each part of the output. With Go's append, which has to be ready to find
// another array, they were slower.

// AppendByte appends a byte.
func (b *Buffer) AppendByte(data byte) {
	n := len(b.Buf)
	if n == cap(b.Buf) {
		b.extend(1)
		n = len(b.Buf)
	}
	b.Buf = b.Buf[:n+1]
	b.Buf[n] = data
}

// AppendBytes appends a copy of data.
func (b *Buffer) AppendBytes(data []byte) {
	b.EnsureSpace(len(data))
	b.Buf = append(b.Buf, data...)
}

// AppendString appends data.
func (b *Buffer) AppendString(data string) {
	n := len(b.Buf)
	if cap(b.Buf)-n < len(data) {
		b.extend(len(data))
		n = len(b.Buf)
	}
	b.Buf = b.Buf[:n+len(data)]
	copy(b.Buf[n:], data)
}

// Size returns the number of bytes in the Buffer.
func (b *Buffer) Size() int {
	size := len(b.Buf)
	for _, p := range b.full {
		size += len(p.text)
	}
	return size
}

// release returns the pieces of the output, and empties the Buffer.
func (b *Buffer) release() []piece {
	pieces := b.full
	if len(b.Buf) > 0 || len(pieces) == 0 {
		pieces = append(pieces, piece{b.Buf, b.own})
	} else {
		b.own.free()
	}
	*b = Buffer{}
	return pieces
}

var errNoWriter = errors.New("buffer: there is no io.Writer")

// DumpTo writes the output to w, and empties the Buffer, even after an error.
func (b *Buffer) DumpTo(w io.Writer) (written int, err error) {
	if w == nil {
		err = errNoWriter
	}
	for _, p := range b.release() {
		if err == nil && len(p.text) > 0 {
			var n int
			n, err = transfer.Write(w, p.text)
			written += n
		}
		p.own.free()
	}
	return written, err
}

// BuildBytes returns the output in one slice, and empties the Buffer. The slice has the memory of reuse, if that is
// given and large enough.
func (b *Buffer) BuildBytes(reuse ...[]byte) []byte {
	if b.own == nil && len(b.full) == 0 {
		ret := b.Buf
		*b = Buffer{}
		return ret
	}
	var ret []byte
	if size := b.Size(); len(reuse) == 1 && cap(reuse[0]) >= size {
		ret = reuse[0][:0]
	} else {
		ret = mem.Unzeroed(size)[:0]
	}
	for _, p := range b.full {
		ret = append(ret, p.text...)
		p.own.free()
	}
	ret = append(ret, b.Buf...)
	b.own.free()
	*b = Buffer{}
	return ret
}

// ReadCloser returns a reader of the output, and empties the Buffer. Close frees memory that was not read.
func (b *Buffer) ReadCloser() io.ReadCloser { return &reader{pieces: b.release()} }

type reader struct {
	pieces []piece
	at     int // in the first piece
}

func (r *reader) Read(p []byte) (n int, err error) {
	for len(r.pieces) > 0 {
		m := copy(p[n:], r.pieces[0].text[r.at:])
		n, r.at = n+m, r.at+m
		if r.at < len(r.pieces[0].text) {
			return n, nil
		}
		r.pieces[0].own.free()
		r.pieces, r.at = r.pieces[1:], 0
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (r *reader) Close() error {
	for _, p := range r.pieces {
		p.own.free()
	}
	r.pieces, r.at = nil, 0
	return nil
}
