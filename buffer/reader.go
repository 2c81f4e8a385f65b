package buffer

import (
	"io"
	"io/fs"
	"sync"
)

// A Reader reads the content of a [Buffer] and gives each chunk back to the pools as soon as it is read. It is safe for
// concurrent use: an HTTP transport may close a request's body while another goroutine reads it. Do not copy a Reader:
// a copy with unread bytes behaves as if it were closed.
type Reader struct {
	mu     sync.Mutex
	l      list
	closed bool
}

// Len returns the number of unread bytes; after Close it is 0.
func (r *Reader) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.l.n
}

// Read reads up to len(p) bytes. It returns io.EOF at the end, and fs.ErrClosed after Close.
func (r *Reader) Read(p []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.l.copied() {
		return 0, fs.ErrClosed
	}
	for c := r.l.head; c != nil && n < len(p); c = r.l.head {
		k := copy(p[n:], c.unsent())
		n += k
		r.l.advance(k)
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// WriteTo writes the unread bytes to w, as [Buffer.WriteTo] does. After Close it returns fs.ErrClosed. While w writes,
// other methods of r find no unread bytes.
func (r *Reader) WriteTo(w io.Writer) (n int64, err error) {
	r.mu.Lock()
	if r.closed || r.l.copied() {
		r.mu.Unlock()
		return 0, fs.ErrClosed
	}
	// The lock is not held while w blocks: Close must return even then.
	l := r.l
	r.l = list{}
	r.mu.Unlock()

	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.closed {
			l.drop()
			return
		}
		r.l = l
	}()
	return l.writeTo(w)
}

// Close gives the chunks of the unread bytes back to the pools. Closing again does nothing. The error is always nil.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed = true; !r.l.copied() {
		r.l.drop()
	}
	return nil
}
