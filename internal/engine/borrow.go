package engine

import (
	"io"
	"sync"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Scratch is memory from a pool, for input from an io.Reader, or for output that is written at once. It has one owner
// at a time, which must release it exactly once.
type Scratch struct{ Bytes []byte }

var buffers = sync.Pool{New: func() any { return &Scratch{Bytes: make([]byte, 0, 4096)} }}

// Borrow returns a Scratch with any contents. The caller must release it.
func Borrow() *Scratch { return buffers.Get().(*Scratch) }

// Release gives b back to the pool. b must not be used afterwards.
func (b *Scratch) Release() {
	// A smaller limit would allocate a new buffer for each value of some MB.
	if cap(b.Bytes) <= mem.MostPooled {
		buffers.Put(b)
	}
}

// ReadAll reads r into b until r ends or b has most bytes.
func (b *Scratch) ReadAll(r io.Reader, most int) error {
	b.Bytes = b.Bytes[:0]
	for len(b.Bytes) < most {
		if len(b.Bytes) == cap(b.Bytes) {
			b.Bytes = append(b.Bytes, 0)[:len(b.Bytes)]
		}
		n, err := transfer.Read(r, b.Bytes[len(b.Bytes):min(cap(b.Bytes), most)])
		b.Bytes = b.Bytes[:len(b.Bytes)+n]
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Draft is the JSON of one value before it goes to an io.Writer, in the buffer of the encoder that has written it, or
// if that would be large, in a Scratch. The owner of a Draft may append to its Bytes, and must release it.
type Draft struct {
	Bytes  []byte
	by     *encode.Machine // the encoder whose buffer has Bytes; nil: they are in buffer
	buffer *Scratch
}

// Append sets d, which is zero, to the JSON of v. It does not return a Draft, since copying one takes longer than
// taking its memory from the pool. After an error there is nothing to release.
func (d *Draft) Append(c *encode.Call, v any) error {
	var failed error
	if c.Config.Finish == nil {
		b, by, err := c.Lend(v)
		if by != nil {
			d.Bytes, d.by = b, by
			return nil
		}
		failed = err
	}
	return d.appendLong(c, v, failed)
}

// appendLong does the work of Append after the error failed, and if the encoder has not lent its buffer: v is nil, its
// JSON may be long, or a Finish must change the text.
func (d *Draft) appendLong(c *encode.Call, v any, failed error) (err error) {
	if failed != nil {
		d.buffer = new(Scratch)
		d.Bytes, err = marshalError(c, v, failed)
		return err
	}
	d.buffer = Borrow()
	if d.Bytes, err = Append(c, d.buffer.Bytes[:0], v); err != nil {
		d.Release()
	}
	return err
}

// Indent replaces d.Bytes by the result of AppendIndent. After an error there is nothing to release.
func (d *Draft) Indent(prefix, indent string) error {
	out := Borrow()
	b, err := AppendIndent(out.Bytes[:0], d.Bytes, prefix, indent)
	d.Release()
	d.Bytes, d.by, d.buffer = b, nil, out
	if err != nil {
		d.Release()
	}
	return err
}

// Release gives the memory back to the pool. Bytes must not be used afterwards.
func (d *Draft) Release() {
	if d.by != nil {
		d.by.TakeBack()
		return
	}
	d.buffer.Bytes = d.Bytes
	d.buffer.Release()
}
