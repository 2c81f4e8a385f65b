package jlexer

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file reads strings. Most are ASCII without escapes: plain finds their end eight bytes at a time. All others are
// checked by package wire, and decoded if their text is not the text in the document.

// Each byte of lows is 1, and each of highs 0x80.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the position of the first byte of b at i or later that is a quote, a backslash, a control character or
// not ASCII. Fewer than eight bytes before the end of b are not looked at: then it returns their position.
func plain(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		// A subtraction sets the top bit of a byte below a space, or of one whose difference from a quote or backslash is
		// 0. Bytes above the first such byte may be wrong, which does not matter.
		m := ((x - lows*' ') | ((x ^ lows*'"') - lows) | ((x ^ lows*'\\') - lows) | x) & highs
		if m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	return i
}

// stringEnd returns the position after the pending string, or -1 after an error. Up to e it is plain.
func (r *Lexer) stringEnd(e int) int {
	d, p := r.Data, r.pos
	if e < len(d) && d[e] == '"' {
		return e + 1
	}
	n, st := wire.String(d[p:], e-p)
	if st == wire.Done {
		return p + n
	}
	reason := "incorrectly escaped bytes"
	switch r.pos += n; {
	case st == wire.More:
		r.pos, reason = len(d), "unterminated string literal"
	case d[r.pos] < ' ':
		reason = "control character in string literal"
	}
	r.syntax(reason)
	return -1
}

// text reads a string. b is what stands between its quotes, and is the string's text if same is true. Otherwise the
// string is to be decoded. b is nil after an error.
func (r *Lexer) text() (b []byte, same bool) {
	if r.peek() != '"' {
		r.mismatch("string")
		return nil, true
	}
	d, start := r.Data, r.pos+1
	e := plain(d, start)
	if uint(e) < uint(len(d)) && d[e] == '"' {
		r.pos, r.first = e+1, 0
		return d[start:e:e], true
	}
	end := r.stringEnd(e)
	if end < 0 {
		return nil, true
	}
	r.read(end)
	odd := d[e : end-1]
	return d[start : end-1 : end-1], bytes.IndexByte(odd, '\\') < 0 && kernel.ValidUTF8(odd)
}

// quoted returns the string around b, the result of text.
func quoted(b []byte) []byte { return mem.Slice(mem.Add(mem.Data(b), ^uintptr(0)), len(b)+2) }

// view reads a string as bytes that may be those of Data.
func (r *Lexer) view() []byte {
	b, same := r.text()
	if !same {
		b = wire.AppendUnquote(make([]byte, 0, len(b)), quoted(b))
	}
	return b
}

// stringOf returns b as a string without a copy.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// tiny is the length of texts whose strings have memory of their own.
const tiny = 128

// String reads a string.
func (r *Lexer) String() string {
	b, same := r.text()
	if !same {
		return wire.Unquote(quoted(b))
	}
	if a := r.strings; a != nil && r.pos+mem.ArenaSlack < len(r.Data) {
		if s, ok := a.Short(mem.Data(b), len(b)); ok {
			return s
		}
	}
	if len(r.Data) < tiny {
		return string(b)
	}
	if r.strings == nil {
		r.strings = new(mem.Arena)
		if len(r.Data) < mem.ArenaChunk {
			*r.strings = mem.SmallArena() // it begins with little memory
		}
	}
	return r.strings.Copy(b)
}

// UnsafeString reads a string, which is valid as long as Data stays unchanged.
func (r *Lexer) UnsafeString() string { return stringOf(r.view()) }

// UnsafeBytes reads a string as bytes, which are valid as long as Data stays unchanged, and must not be written to.
func (r *Lexer) UnsafeBytes() []byte { return r.view() }

// UnsafeFieldName reads the name of a member, which is valid as long as Data stays unchanged. With skipUnescape it
// returns the name as it stands in the text.
func (r *Lexer) UnsafeFieldName(skipUnescape bool) string {
	if skipUnescape {
		b, _ := r.text()
		return stringOf(b)
	}
	return stringOf(r.view())
}

// Bytes reads a string of base64.
func (r *Lexer) Bytes() []byte {
	text := r.view()
	if r.fatal != nil || text == nil {
		return nil
	}
	b, err := kernel.AppendDecodeBase64(make([]byte, 0, len(text)/4*3), text)
	if err != nil {
		r.fail(&LexerError{Reason: err.Error()})
		return nil
	}
	return b
}

// Strings that StringIntern has returned are found again in a table. A string has one place there, which it takes from
// the one before it, so that the table never grows. Longer strings are copied.
const (
	mostInterned = 64
	interned     = 1024
)

var (
	table [interned]atomic.Pointer[string]
	seed  = maphash.MakeSeed()
)

// StringIntern reads a string, and returns the same copy for the same text if it was seen not long ago.
func (r *Lexer) StringIntern() string {
	b := r.view()
	if len(b) == 0 || len(b) > mostInterned {
		return string(b)
	}
	at := &table[maphash.Bytes(seed, b)%interned]
	if s := at.Load(); s != nil && *s == string(b) {
		return *s
	}
	s := string(b)
	at.Store(&s)
	return s
}
