package engine

import "github.com/zetes-json/zetes/internal/plan/encode"

// Draft is the JSON of one value before it goes to an io.Writer, in memory from a pool. The text of a small value is in
// the buffer of the encoder that has written it, the text of a large one in a Scratch. The owner of a Draft may append
// to its Bytes, and must release it.
type Draft struct {
	Bytes  []byte
	by     *encode.Machine // the encoder whose buffer has the text, or nil
	buffer *Scratch
}

// Append sets d, which is zero, to the JSON of v, written by c. After an error there is nothing to release.
//
// It sets d instead of returning a Draft, since copying a Draft took longer than taking its memory from the pool.
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

// appendLong does the work of Append if the encoder has not lent its buffer with the text. Then either encoding has
// ended with the error failed; or v is nil, or its JSON is expected to be long; or the configuration has a Finish,
// which must change the text.
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

// Indent replaces the text of d by the result of AppendIndent. After an error there is nothing to release.
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

// Release gives the memory back. Bytes must not be used afterwards.
func (d *Draft) Release() {
	if d.by != nil {
		d.by.TakeBack()
		return
	}
	d.buffer.Bytes = d.Bytes
	d.buffer.Release()
}
