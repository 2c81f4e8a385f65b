package engine

import (
	"io"
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Buffer is memory on loan from a pool, for one owner at a time.
type Buffer struct {
	Bytes []byte
}

var buffers = sync.Pool{New: func() any { return &Buffer{Bytes: make([]byte, 0, 4096)} }}

// Borrow returns a buffer of the pool. Its contents are anything; the caller releases it.
func Borrow() *Buffer { return buffers.Get().(*Buffer) }

// Release gives the buffer back. It must not be used afterwards.
func (b *Buffer) Release() {
	// Encoders of values of some MB would make a new one for each.
	if cap(b.Bytes) <= mem.MostPooled {
		buffers.Put(b)
	}
}

// ReadAll fills the buffer with all that r has.
func (b *Buffer) ReadAll(r io.Reader) error {
	b.Bytes = b.Bytes[:0]
	for {
		if len(b.Bytes) == cap(b.Bytes) {
			b.Bytes = append(b.Bytes, 0)[:len(b.Bytes)]
		}
		n, err := transfer.Read(r, b.Bytes[len(b.Bytes):cap(b.Bytes)])
		b.Bytes = b.Bytes[:len(b.Bytes)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
