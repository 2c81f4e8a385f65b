package engine

import (
	"io"
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Scratch is memory from a pool, for input from an io.Reader, or for output that is written at once. It has one owner
// at a time, which must release it exactly once.
type Scratch struct{ Bytes []byte }

var buffers = sync.Pool{New: func() any { return &Scratch{Bytes: make([]byte, 0, 4096)} }}

// Borrow returns a buffer from the pool, with any contents. The caller must release it.
func Borrow() *Scratch { return buffers.Get().(*Scratch) }

// Release gives the buffer back. It must not be used afterwards.
func (b *Scratch) Release() {
	// A smaller limit would allocate a new buffer for each value of some MB.
	if cap(b.Bytes) <= mem.MostPooled {
		buffers.Put(b)
	}
}

// ReadAll reads r into the buffer until r ends or the buffer has as many bytes as the parameter most says. In both
// cases it returns nil.
func (b *Scratch) ReadAll(r io.Reader, most int) error {
	b.Bytes = b.Bytes[:0]
	for {
		if len(b.Bytes) == most {
			return nil
		}
		if len(b.Bytes) == cap(b.Bytes) {
			b.Bytes = append(b.Bytes, 0)[:len(b.Bytes)]
		}
		n, err := transfer.Read(r, b.Bytes[len(b.Bytes):min(cap(b.Bytes), most)])
		b.Bytes = b.Bytes[:len(b.Bytes)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
