package codec

import (
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"time"
)

// Bytes reads a string of base64 (RFC 4648, with padding).
func (r *Reader) Bytes() []byte { return r.Base64(base64.StdEncoding) }

// Base64 reads a string in the encoding.
func (r *Reader) Base64(enc *base64.Encoding) []byte {
	text := r.StringBytes()
	if r.err != nil {
		return nil
	}
	b, err := enc.AppendDecode(make([]byte, 0, enc.DecodedLen(len(text))), text)
	if err != nil {
		r.fail(OutOfRange, 0, "base64", err)
		return nil
	}
	return b
}

// Hex reads a string of hexadecimal digits.
func (r *Reader) Hex() []byte {
	text := r.StringBytes()
	if r.err != nil {
		return nil
	}
	b, err := hex.AppendDecode(make([]byte, 0, len(text)/2), text)
	if err != nil {
		r.fail(OutOfRange, 0, "hexadecimal", err)
		return nil
	}
	return b
}

// Time reads a string in the layout, as [time.Parse] does; an empty layout is [time.RFC3339Nano].
func (r *Reader) Time(layout string) time.Time {
	text := r.String()
	if r.err != nil {
		return time.Time{}
	}
	if layout == "" {
		layout = time.RFC3339Nano
	}
	t, err := time.Parse(layout, text)
	if err != nil {
		r.fail(OutOfRange, 0, "time", err)
	}
	return t
}

// UnixTime reads a number of units since 1970 as a time in UTC. The unit is a second or a part of one.
func (r *Reader) UnixTime(unit time.Duration) time.Time {
	n := r.Int()
	if r.err != nil {
		return time.Time{}
	}
	if unit <= 0 || time.Second%unit != 0 {
		r.fail(Misuse, 0, "a unit of time that does not divide a second", nil)
		return time.Time{}
	}
	per := int64(time.Second / unit)
	return time.Unix(n/per, n%per*int64(unit)).UTC()
}

// BigInt reads a number that is an integer of any size.
func (r *Reader) BigInt() *big.Int {
	text := r.Number()
	if r.err != nil {
		return new(big.Int)
	}
	v, ok := new(big.Int).SetString(text, 10)
	if !ok {
		r.fail(OutOfRange, -len(text), text+" for an integer", nil)
		return new(big.Int)
	}
	return v
}

// BigFloat reads a number with so many bits of precision; 0 stands for 64.
func (r *Reader) BigFloat(prec uint) *big.Float {
	text := r.Number()
	if r.err != nil {
		return new(big.Float)
	}
	v, ok := new(big.Float).SetPrec(prec).SetString(text)
	if !ok {
		r.fail(OutOfRange, -len(text), text+" for a big.Float", nil)
		return new(big.Float)
	}
	return v
}

// Base64 writes a string in the encoding.
func (w *Writer) Base64(b []byte, enc *base64.Encoding) {
	if w.value() {
		w.buf = append(enc.AppendEncode(append(w.buf, '"'), b), '"')
		w.done()
	}
}

// Hex writes a string of hexadecimal digits.
func (w *Writer) Hex(b []byte) {
	if w.value() {
		w.buf = append(hex.AppendEncode(append(w.buf, '"'), b), '"')
		w.done()
	}
}

// Time writes a string in the layout; an empty layout is [time.RFC3339Nano].
func (w *Writer) Time(t time.Time, layout string) {
	if layout == "" {
		layout = time.RFC3339Nano
	}
	var room [64]byte
	w.StringBytes(t.AppendFormat(room[:0], layout))
}

// UnixTime writes the number of units since 1970. The unit is a second or a part of one.
func (w *Writer) UnixTime(t time.Time, unit time.Duration) {
	if unit <= 0 || time.Second%unit != 0 {
		w.fail(Misuse, "a unit of time that does not divide a second", nil)
		return
	}
	per := int64(time.Second / unit)
	w.Int(t.Unix()*per + int64(t.Nanosecond())/int64(unit))
}

// BigInt writes a number; nil is null.
func (w *Writer) BigInt(v *big.Int) {
	if v == nil {
		w.Null()
	} else if w.value() {
		w.buf = v.Append(w.buf, 10)
		w.done()
	}
}

// BigFloat writes a number, the shortest that reads back as v; nil is null.
func (w *Writer) BigFloat(v *big.Float) {
	switch {
	case v == nil:
		w.Null()
	case v.IsInf():
		w.fail(Unsupported, v.String(), nil)
	case w.value():
		w.buf = v.Append(w.buf, 'g', -1)
		w.done()
	}
}
