package codec

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/wire"
)

// Null reads null if it comes next, and reports whether it did. It leaves any other value unread.
func (r *Reader) Null() bool {
	if r.at(atValue) {
		if r.win.IsNull(r.win.Pos) {
			r.done(4)
			return true
		}
		if c := r.win.At(r.win.Pos); c > ' ' && c != 'n' {
			return false
		}
	}
	return r.Peek() == Null && r.scalar(Null) != nil
}

// scalar reads a value of kind want and returns its text. Some readable bytes follow the text, as package num requires.
func (r *Reader) scalar(want Kind) []byte {
	most := r.bounds.longest
	if want == Number {
		most = int(r.bounds.number)
	}
	return r.text(want, most)
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	if r.at(atValue) {
		switch {
		case r.win.IsTrue(r.win.Pos):
			r.done(4)
			return true
		case r.win.IsFalse(r.win.Pos):
			r.done(5)
			return false
		}
	}
	b := r.scalar(Bool)
	return len(b) > 0 && b[0] == 't'
}

// misfit makes r fail because the number raw, which was read last, does not fit a Go type. The parameter what is a name
// for the type, such as "a float32".
func (r *Reader) misfit(raw []byte, what string) {
	r.fail(OutOfRange, -len(raw), string(raw)+" for "+what, nil)
}

// integer does what scalar does for a number, but an error about a value of another kind says that an integer was
// wanted.
func (r *Reader) integer() []byte {
	if r.err != nil {
		return nil
	}
	raw := r.scalar(Number)
	if r.err != nil && r.err.Code == WrongKind {
		r.err.What = strings.TrimSuffix(r.err.What, Number.String()) + "integer"
	}
	return raw
}

// Int reads a number that is a 64-bit integer.
func (r *Reader) Int() int64 { return r.IntBits(64) }

// IntBits reads a number that is an integer of the given number of bits, 1 to 64.
func (r *Reader) IntBits(bits int) int64 {
	shift := uint(64 - bits)
	if r.at(atValue) {
		v, n, ok := num.ReadInt(mem.Add(r.win.In, uintptr(r.win.Pos)))
		if e := r.win.Pos + n; ok && e < r.win.Edge && n <= int(r.bounds.number) && v<<shift>>shift == v {
			r.win.Pos, r.place = e, r.after
			return v
		}
	}
	return integerOf(r, bits, num.ReadInt, "a signed integer")
}

// integerOf is the slow path of the methods for integers: read reads the number, and want describes it.
func integerOf[T int64 | uint64](r *Reader, bits int, read func(mem.Ptr) (T, int, bool), want string) T {
	if bits < 1 || bits > 64 {
		r.fail(Misuse, 0, "an integer of "+strconv.Itoa(bits)+" bits", nil)
		return 0
	}
	raw := r.integer()
	if raw == nil {
		return 0
	}
	v, _, ok := read(mem.Data(raw))
	if shift := 64 - bits; !ok || v<<shift>>shift != v {
		if bits < 64 {
			want += " of " + strconv.Itoa(bits) + " bits"
		}
		if bytes.ContainsAny(raw, ".eE") { // the number may be whole, in a form such as 1e3 that is not accepted
			want += " without a fraction or an exponent"
		}
		r.misfit(raw, want)
		return 0
	}
	return v
}

// Uint reads a number that is an unsigned 64-bit integer.
func (r *Reader) Uint() uint64 { return r.UintBits(64) }

// UintBits reads a number that is an unsigned integer of the given number of bits, 1 to 64.
func (r *Reader) UintBits(bits int) uint64 {
	shift := uint(64 - bits)
	if r.at(atValue) {
		v, n, ok := num.ReadUint(mem.Add(r.win.In, uintptr(r.win.Pos)))
		if e := r.win.Pos + n; ok && e < r.win.Edge && n <= int(r.bounds.number) && v<<shift>>shift == v {
			r.win.Pos, r.place = e, r.after
			return v
		}
	}
	return integerOf(r, bits, num.ReadUint, "an unsigned integer")
}

// Float64 reads a number as a float64.
func (r *Reader) Float64() float64 {
	if r.at(atValue) {
		v, n, ok := num.ReadFloat64(mem.Add(r.win.In, uintptr(r.win.Pos)))
		if e := r.win.Pos + n; ok && e < r.win.Edge && n <= int(r.bounds.number) {
			r.win.Pos, r.place = e, r.after
			return v
		}
	}
	return floatOf(r, num.ReadFloat64, "a float64")
}

// Float32 reads a number as a float32.
func (r *Reader) Float32() float32 { return floatOf(r, num.ReadFloat32, "a float32") }

// floatOf reads a number that need not be complete in the window.
func floatOf[T float32 | float64](r *Reader, read func(mem.Ptr) (T, int, bool), want string) T {
	raw := r.scalar(Number)
	if raw == nil {
		return 0
	}
	v, _, ok := read(mem.Data(raw))
	if !ok {
		r.misfit(raw, want)
		return 0
	}
	return v
}

// Number reads a number and returns its text, which can be converted to a json.Number. [Reader.Raw] returns the text
// without a copy.
func (r *Reader) Number() string { return r.work.arena.Copy(r.scalar(Number)) }

// String reads a string. Short strings share memory: a string that the caller keeps may keep 4 KB of others alive.
func (r *Reader) String() string {
	if r.at(atValue) && r.win.At(r.win.Pos) == '"' {
		p := r.win.Pos + 1
		e := r.win.StringEnd(p)
		if r.win.At(e) == '"' && !r.win.Dirty && e-p <= r.bounds.longest {
			r.win.Pos, r.place = e+1, r.after
			src := mem.Add(r.win.In, uintptr(p))
			if s, ok := r.work.arena.Short(src, e-p); ok {
				return s
			}
			return r.work.arena.Text(src, e-p)
		}
	}
	return r.work.arena.Copy(r.stringSlow())
}

// StringBytes reads a string and returns its text without a copy where it can. As all views (see [Reader]), the text
// must not be changed and is valid until the next call of one of r's methods. After an error it is nil.
func (r *Reader) StringBytes() []byte {
	if r.at(atValue) && r.win.At(r.win.Pos) == '"' {
		p := r.win.Pos + 1
		e := r.win.StringEnd(p)
		if r.win.At(e) == '"' && !r.win.Dirty && e-p <= r.bounds.longest {
			r.win.Pos, r.place = e+1, r.after
			return r.win.Text[p:e:e]
		}
	}
	return r.stringSlow()
}

func (r *Reader) stringSlow() []byte {
	if r.at(atValue) && r.win.At(r.win.Pos) == '"' {
		p := r.win.Pos + 1
		if b, e := r.win.AppendText(r.work.text[:0], p); e > 0 && e <= len(r.win.Text) && e-1-p <= r.bounds.longest {
			r.work.text, r.win.Pos, r.place = b, e, r.after
			return b
		}
	}
	raw := r.scalar(String)
	if raw == nil {
		return nil
	}
	return r.unquote(raw)
}

// unquote returns the text of the JSON string raw.
func (r *Reader) unquote(raw []byte) []byte {
	b := raw[1 : len(raw)-1 : len(raw)-1]
	if !plain(b) {
		r.work.text = wire.AppendUnquoted(r.work.text[:0], b)
		return r.work.text
	}
	return b
}

// plain reports whether b has no escapes and is valid UTF-8.
func plain(b []byte) bool { return bytes.IndexByte(b, '\\') < 0 && kernel.ValidUTF8(b) }

// padded returns the address of text, which must be a view that r has returned. Package date may read bytes after the
// end of text, so if no readable bytes follow text, padded returns the address of a copy.
func (r *Reader) padded(text []byte) mem.Ptr {
	if len(text) == 0 || len(r.work.text) > 0 && &text[0] == &r.work.text[0] {
		r.work.text = append(append(r.work.text[:0], text...), make([]byte, wire.InputPadding)...)
		return mem.Data(r.work.text)
	}
	return mem.Data(text)
}
