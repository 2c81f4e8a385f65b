package codec

import "io"

// Reader reads JSON from a slice or an [io.Reader].
type Reader struct {
	source
}

// NewReader returns a reader of src.
func NewReader(src io.Reader) *Reader {
	r := new(Reader)
	r.Reset(src)
	return r
}

// Reset makes r read from src, as a new reader would, and keeps its memory.
func (r *Reader) Reset(src io.Reader) {
	r.source = source{buf: r.buf[:0], src: src}
}

// SetRefill makes grow choose the capacity of r's buffer. It is meant for readers whose reads must be predictable.
func (r *Reader) SetRefill(grow Refill) { r.grow = grow }
