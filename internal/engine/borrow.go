package engine

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Buffers of the doors' own: for what is read from an io.Reader, and for output that is written at once.
//
// A Buffer has one owner, who releases it once. Where the owner is a value that callers copy, nobody knows whose
// Release is the first: a Loan has a number, which the buffer counts on from, and all copies of a loan that has ended
// are told apart from the next loan of the same buffer.

// Buffer is memory on loan from a pool, for one owner at a time.
type Buffer struct {
	Bytes []byte
	loans atomic.Uint64 // how many have ended that were told by a Loan
}

// A Loan is a buffer for those who hand it on by value: of all its copies the first Release counts.
type Loan struct {
	buffer *Buffer
	number uint64
}

// BorrowLoan returns a loan of a buffer of the pool.
func BorrowLoan() Loan {
	b := Borrow()
	return Loan{b, b.loans.Load()}
}

// Buffer returns the buffer, or nil if the loan has ended.
func (l Loan) Buffer() *Buffer {
	if l.buffer == nil || l.buffer.loans.Load() != l.number {
		return nil
	}
	return l.buffer
}

// Release gives the buffer back, unless that was done.
func (l Loan) Release() {
	if l.buffer != nil && l.buffer.loans.CompareAndSwap(l.number, l.number+1) {
		l.buffer.Release()
	}
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
