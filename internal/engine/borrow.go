package engine

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Buffers for the packages that users call: for input from an io.Reader, and for output that is written at once.
//
// A Scratch has one owner, who releases it once. If the owner is a value that callers may copy, any copy may call
// Release first. So a Loan has a number, and the end of a loan increases the number in the buffer. Copies of a loan
// that has ended then differ from the next loan of the same buffer.

// Scratch is memory borrowed from a pool, for one owner at a time.
type Scratch struct {
	Bytes []byte
	loans atomic.Uint64 // number of Loans of this buffer that have ended
}

// A Loan is a borrowed buffer whose owner may be copied: the first Release of any copy ends the loan for all copies.
type Loan struct {
	buffer *Scratch
	number uint64
}

// BorrowLoan returns a loan of a buffer from the pool.
func BorrowLoan() Loan {
	b := Borrow()
	return Loan{b, b.loans.Load()}
}

// Buffer returns the borrowed buffer, or nil if l or a copy of it has been released.
func (l Loan) Buffer() *Scratch {
	if l.buffer == nil || l.buffer.loans.Load() != l.number {
		return nil
	}
	return l.buffer
}

// Release gives the buffer back, unless a copy has done so.
func (l Loan) Release() {
	if l.buffer != nil && l.buffer.loans.CompareAndSwap(l.number, l.number+1) {
		l.buffer.Release()
	}
}

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

// ReadAll fills the buffer with the first most bytes of r, or with all bytes if r has fewer.
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
