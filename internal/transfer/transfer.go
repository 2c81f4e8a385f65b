// Package transfer calls Read and Write of the user's readers and writers, and returns errors for those that break the
// rules of package io.
package transfer

import (
	"errors"
	"io"
)

// maxIdle is the largest number of times in a row that a reader may return neither bytes nor an error.
const maxIdle = 100

// The errors about readers and writers that return an impossible count, in the words of package io.
var (
	ErrReadCount  = errors.New("reader returned invalid count from Read")
	ErrWriteCount = errors.New("invalid write result")
)

// Read reads from r into p once. While r returns neither bytes nor an error, it tries again, up to 100 times, and then
// returns [io.ErrNoProgress].
// n is from 0 to len(p). If the reader returns a count beyond len(p), or a negative count without an error, the error
// is [ErrReadCount]. If it returns a negative count with an error, which system calls do, n is 0, and the error is
// returned.
func Read(r io.Reader, p []byte) (n int, err error) {
	for range maxIdle {
		n, err = r.Read(p)
		switch {
		case n > len(p), n < 0 && err == nil:
			return 0, ErrReadCount
		case n < 0:
			return 0, err
		case n > 0, err != nil:
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// Write writes p to w. If w writes less than p and returns no error, the error is [io.ErrShortWrite]. If w returns a
// count that is negative or larger than len(p), n is 0, and the error is [ErrWriteCount] unless w returns one.
func Write(w io.Writer, p []byte) (n int, err error) {
	n, err = w.Write(p)
	if uint(n) > uint(len(p)) {
		if n = 0; err == nil {
			err = ErrWriteCount
		}
	}
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}

// WriteAll writes p to w like [Write], but returns only the error.
func WriteAll(w io.Writer, p []byte) error {
	_, err := Write(w, p)
	return err
}
