package codec

import (
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// Null reads null if it comes next, and reports whether it did. Any other value is left unread.
func (r *Reader) Null() bool {
	if r.Peek() != Null {
		return false
	}
	return r.scalar(Null) != nil
}

// scalar reads a value of the kind and returns its text.
func (r *Reader) scalar(want Kind) []byte {
	if _, ok := r.value(want); !ok {
		return nil
	}
	n, ok := r.inMemory(want)
	if !ok {
		if n, ok = r.whole(); !ok {
			return nil
		}
	}
	b := r.Buffered()[:n:n]
	r.done(n)
	return b
}

// inMemory returns the length of the scalar that comes next. It is false where that is not seen at once: at the end of what is in
// memory, or where something is wrong.
func (r *Reader) inMemory(want Kind) (n int, ok bool) {
	b := r.Buffered()
	var st wire.Status
	switch want {
	case String:
		n, st = wire.String(b, 0)
	case Number:
		if n, st = wire.Number(b); st == wire.More && r.src == nil && wire.Complete(b) {
			st = wire.Done
		}
	default:
		n, st = wire.Literal(b)
	}
	return n, st == wire.Done
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	b := r.scalar(Bool)
	return len(b) > 0 && b[0] == 't'
}

// number reads a number and copies it to where zeros follow it.
func (r *Reader) number() (p mem.Ptr, raw []byte) {
	raw = r.scalar(Number)
	if raw == nil {
		return nil, nil
	}
	const zeros = 32
	if len(raw) > len(r.pad)-zeros {
		long := make([]byte, len(raw)+zeros)
		copy(long, raw)
		return mem.Data(long), raw
	}
	clear(r.pad[copy(r.pad[:], raw):])
	return mem.Ptr(&r.pad), raw
}

// misfit fails for the number raw, which has been read.
func (r *Reader) misfit(raw []byte, what string) {
	r.fail(OutOfRange, -len(raw), string(raw)+" for "+what, nil)
}

// Int reads a number that is an integer of 64 bits.
func (r *Reader) Int() int64 { return r.IntBits(64) }

// IntBits reads a number that is an integer of so many bits.
func (r *Reader) IntBits(bits int) int64 {
	p, raw := r.number()
	if p == nil {
		return 0
	}
	v, _, ok := num.ReadInt(p)
	if shift := 64 - bits; !ok || v<<shift>>shift != v {
		r.misfit(raw, "a signed integer")
		return 0
	}
	return v
}

// Uint reads a number that is an integer of 64 bits without sign.
func (r *Reader) Uint() uint64 { return r.UintBits(64) }

// UintBits reads a number that is an integer of so many bits without sign.
func (r *Reader) UintBits(bits int) uint64 {
	p, raw := r.number()
	if p == nil {
		return 0
	}
	v, _, ok := num.ReadUint(p)
	if shift := 64 - bits; !ok || v<<shift>>shift != v {
		r.misfit(raw, "an unsigned integer")
		return 0
	}
	return v
}

// Float64 reads a number.
func (r *Reader) Float64() float64 {
	p, raw := r.number()
	if p == nil {
		return 0
	}
	v, _, ok := num.ReadFloat64(p)
	if !ok {
		r.misfit(raw, "a float64")
		return 0
	}
	return v
}

// Float32 reads a number.
func (r *Reader) Float32() float32 {
	p, raw := r.number()
	if p == nil {
		return 0
	}
	v, _, ok := num.ReadFloat32(p)
	if !ok {
		r.misfit(raw, "a float32")
		return 0
	}
	return v
}

// Number reads a number and returns its text.
func (r *Reader) Number() string { return string(r.scalar(Number)) }

// String reads a string.
func (r *Reader) String() string { return string(r.StringBytes()) }

// StringBytes reads a string and returns its text as a view.
func (r *Reader) StringBytes() []byte {
	raw := r.scalar(String)
	if raw == nil {
		return nil
	}
	return r.unquote(raw)
}

// unquote returns the text of the JSON string raw.
func (r *Reader) unquote(raw []byte) []byte {
	b := raw[1 : len(raw)-1]
	for i, c := range b {
		if c == '\\' || c >= utf8.RuneSelf {
			if c == '\\' || !plain(b[i:]) {
				r.text = wire.AppendUnquote(r.text[:0], raw)
				return r.text
			}
			break
		}
	}
	return b[:len(b):len(b)]
}

// plain reports whether b has no escapes and is valid UTF-8.
func plain(b []byte) bool {
	for _, c := range b {
		if c == '\\' {
			return false
		}
	}
	return kernel.ValidUTF8(b)
}
