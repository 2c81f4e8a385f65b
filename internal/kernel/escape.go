package kernel

import (
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
)

// Escape copies a block before it tests the block. If a byte must be escaped, the copy ends before that byte, and its
// replacement is written from a table. The next byte is then looked up too, since escapes and non-ASCII characters
// often follow one another. The space in dst is tested once for each block: 64 bytes become at most 384.

// roomPerBlock is the number of bytes that must be free in the destination before Escape starts a block of the text.
const roomPerBlock = 512

// Room is the free capacity that AppendString requires in dst in addition to the length of the string. Most of it stays
// unused: Escape starts a block of the text only if roomPerBlock bytes are free.
const Room = roomPerBlock + 64

// EscapeSet says which bytes of a JSON string are escaped, and how. No set in escapeSets changes after it was made.
type EscapeSet struct {
	// text has the replacement of each byte: up to six bytes, the first one lowest, with their number in the top byte.
	// The number is 1 for a byte that is not escaped, and 0 for a byte of a character that is not ASCII.
	text [256]uint64
	// classes is for the vector versions, which look up classes[c&15] for each byte c: if the entry is c itself, c must
	// be escaped. For & (0x26), for example, classes[6] is 0x26. All other entries are values that are never equal,
	// since their low four bits differ from their index. Backslash and control characters are tested apart.
	classes [16]byte
	// bad replaces a byte that is not valid UTF-8, and lines replaces U+2028 and U+2029, in the same form as text.
	bad   uint64
	lines [2]uint64
	// The method special compares eight bytes at once with the quote and with other, after quoteMask and otherMask have
	// cleared bits of the bytes. If <, > and & are escaped, one comparison finds two characters: quoteMask clears the
	// bit in which " and & differ, otherMask the bit in which < and > differ, and each byte of other is <. Otherwise
	// the masks only clear the top bit, and each byte of other is the backslash.
	quoteMask, otherMask, other uint64

	kind       int // one of the kinds below
	plainLines int // 1 if U+2028 and U+2029 are not escaped
	html       int // 1 if <, > and & are escaped
}

// The kinds of sets say by which text a byte that is not UTF-8 is replaced.
const (
	toolchainKind = iota // U+FFFD in the form that the toolchain's encoding/json writes
	otherKind            // U+FFFD in the other form: releases of encoding/json write either the character or \ufffd
	markKind             // the byte 0xFF, which never occurs in UTF-8, so that a later check of the output finds it
)

// escapeSets has all sets, by their fields kind, plainLines and html. A set is made when setOf first returns it, since
// most programs need only one or two of them.
var escapeSets [3][2][2]struct {
	made sync.Once
	set  EscapeSet
}

var (
	// EscapeHTML is the set of encoding/json.Marshal: control characters, quote, backslash, < > and &, U+2028, U+2029.
	EscapeHTML = setOf(toolchainKind, 0, 1)
	// EscapeMinimal is the set of an encoding/json.Encoder after SetEscapeHTML(false).
	EscapeMinimal = setOf(toolchainKind, 0, 0)
)

func setOf(kind, plain, html int) *EscapeSet {
	s := &escapeSets[kind][plain][html]
	s.made.Do(func() {
		s.set = makeSet("\"\\"+[]string{"", "<>&"}[html], option.Toolchain.Has(option.EscapeReplacement) == (kind == toolchainKind))
		if kind == markKind {
			s.set.bad = 0xff | 1<<56
		}
		for i := range s.set.lines {
			s.set.lines[i] = '\\' | 'u'<<8 | '2'<<16 | '0'<<24 | '2'<<32 | uint64('8'+i)<<40 | 6<<56
			if plain == 1 {
				s.set.lines[i] = 0xe2 | 0x80<<8 | uint64(0xa8+i)<<16 | 3<<56
			}
		}
		s.set.kind, s.set.plainLines, s.set.html = kind, plain, html
	})
	return &s.set
}

// HTML reports whether s, which may be nil, escapes <, > and &.
func (s *EscapeSet) HTML() bool { return s != nil && s.html == 1 }

// Marks reports whether s, which may be nil, replaces each byte that is not UTF-8 by a mark, the byte 0xFF.
func (s *EscapeSet) Marks() bool { return s != nil && s.kind == markKind }

// WithMarks returns the set that escapes the same characters as s; a nil s stands for EscapeMinimal. If on is true, the
// set is of markKind, otherwise of toolchainKind.
func (s *EscapeSet) WithMarks(on bool) *EscapeSet {
	if s == nil {
		s = EscapeMinimal
	}
	kind := toolchainKind
	if on {
		kind = markKind
	}
	return setOf(kind, s.plainLines, s.html)
}

// WithHTML returns the set that differs from s only in <, > and &: it escapes them if on is true. s must not be nil.
func (s *EscapeSet) WithHTML(on bool) *EscapeSet { return setOf(s.kind, s.plainLines, index(on)) }

// EscapeSetOf returns the set that the options in meaning and the release of encoding/json require.
func EscapeSetOf(meaning option.Set, release option.Release) *EscapeSet {
	other := (release^option.Toolchain)&option.EscapeReplacement != 0
	switch {
	case meaning&(option.MarkInvalidUTF8|option.PlainLines) != 0 || other:
		return unusualSet(meaning, other)
	case meaning.Has(option.EscapeHTML):
		return EscapeHTML
	}
	return EscapeMinimal
}

func unusualSet(meaning option.Set, other bool) *EscapeSet {
	kind := toolchainKind
	switch {
	case meaning.Has(option.MarkInvalidUTF8):
		kind = markKind
	case other:
		kind = otherKind
	}
	return setOf(kind, index(meaning.Has(option.PlainLines)), index(meaning.Has(option.EscapeHTML)))
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// makeSet returns the set that escapes chars and control characters. A byte that is not valid UTF-8 becomes U+FFFD:
// as an escape sequence if escaped is true, otherwise as a character.
func makeSet(chars string, escaped bool) (set EscapeSet) {
	const hex = "0123456789abcdef"
	for c := range byte(utf8.RuneSelf) {
		set.text[c] = uint64(c) | 1<<56
	}
	number := func(c byte) uint64 {
		return '\\' | 'u'<<8 | '0'<<16 | '0'<<24 | uint64(hex[c>>4])<<32 | uint64(hex[c&15])<<40 | 6<<56
	}
	for c := range byte(' ') {
		set.text[c] = number(c)
	}
	html := false
	for i := range len(chars) {
		set.text[chars[i]] = number(chars[i])
		html = html || chars[i] == '<'
	}
	// named has pairs: a byte that has a short escape sequence, and the letter in that sequence.
	const named = `""\\` + "\bb\ff\nn\rr\tt"
	for i := 0; i < len(named); i += 2 {
		set.text[named[i]] = '\\' | uint64(named[i+1])<<8 | 2<<56
	}
	set.bad = 0xef | 0xbf<<8 | 0xbd<<16 | 3<<56
	if escaped {
		set.bad = '\\' | 'u'<<8 | 'f'<<16 | 'f'<<24 | 'f'<<32 | 'd'<<40 | 6<<56
	}
	set.quoteMask, set.otherMask, set.other = rest, rest, lows*'\\'
	if html {
		set.quoteMask, set.otherMask, set.other = lows*(0x7f^'"'^'&'), lows*(0x7f^'<'^'>'), lows*'<'
	}
	for l := range 16 {
		set.classes[l] = byte(^l) & 15
	}
	for i := range len(chars) {
		if c := chars[i]; c != '\\' {
			set.classes[c&15] = c
		}
	}
	return set
}

// escapeGeneric is Escape in portable Go. Tests compare the assembly with it.
func escapeGeneric(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int) {
	i, w := 0, 0
	for i < n {
		if room-w < roomPerBlock {
			return i, w
		}
		var x uint64
		k := n - i
		if k >= 8 {
			k = 8
			x = mem.Load64(src, i)
		} else if n >= 8 {
			x = mem.Load64(src, n-8) >> (uint(8-k) * 8)
		} else {
			x = mem.LoadShort(src, n)
			if i > 0 {
				x >>= uint(i) * 8
			}
		}
		mem.Store64(dst, w, x)
		if m := set.special(x); m != 0 {
			k = min(k, bits.TrailingZeros64(m)>>3)
		}
		i += k
		w += k
		if k == 8 || i == n {
			continue
		}
		for i < n && room-w >= roomPerBlock {
			t := set.text[*(*byte)(unsafe.Add(src, i))]
			if t>>56 == 1 {
				break
			}
			if t == 0 {
				i, w = escapeWide(dst, src, i, w, n, room, set)
				continue
			}
			mem.Store64(dst, w, t)
			i++
			w += int(t >> 56)
		}
	}
	return i, w
}

// special returns a word with the top bit of each byte of x that can't be copied unchanged. Zeros after the end of a
// string have their bits too, since they are control characters.
func (set *EscapeSet) special(x uint64) uint64 {
	t := x & rest
	plain := t + lows*(0x80-0x20)
	slash := (t ^ lows*'\\') + rest
	quote := ((t & set.quoteMask) ^ lows*'"') + rest
	other := ((t & set.otherMask) ^ set.other) + rest
	return (^(plain & slash & quote & other) | x) & highs
}

// Plain reports whether s, which should be short, has only ASCII characters that are not escaped.
func (set *EscapeSet) Plain(s string) bool {
	p, n := unsafe.Pointer(unsafe.StringData(s)), len(s)
	if n < 8 {
		return set.special(mem.LoadShort(p, n)|lows*' '<<(uint(n*8)&63)) == 0
	}
	for i := 0; i < n-8; i += 8 {
		if set.special(mem.Load64(p, i)) != 0 {
			return false
		}
	}
	return set.special(mem.Load64(p, n-8)) == 0
}

// escapeWide copies characters that are not ASCII from src+i to dst+w, until the next ASCII character. It writes
// set.lines for U+2028 and U+2029, and set.bad for a byte that is not valid UTF-8. It returns the new i and w.
func escapeWide(dst, src unsafe.Pointer, i, w, n, room int, set *EscapeSet) (int, int) {
	for i < n && room-w >= roomPerBlock {
		if n-i < 4 {
			return escapeWideSlow(dst, src, i, w, n, set)
		}
		x := mem.Load32(src, i)
		if x&0x80 == 0 {
			break
		}
		size := 0
		switch {
		case x&0xc0e0 == 0x80c0 && x&0x1e != 0:
			size = 2
		case x&0xc0c0f0 == 0x8080e0 && x&0x200f != 0 && x&0x200f != 0x200d:
			// The second and third tests exclude overlong forms and surrogates.
			size = 3
			if x&0xfeffff == 0xa880e2 {
				size = 0
			}
		case x&0xc0c0c0f8 == 0x808080f0 && x&0x3007 != 0 && (x&7 < 4 || x&0x3007 == 4):
			// These tests exclude overlong forms and values over 10FFFF.
			size = 4
		}
		if size == 0 {
			i, w = escapeOne(dst, src, i, w, n, set)
			continue
		}
		mem.Store32(dst, w, x)
		i += size
		w += size
	}
	return i, w
}

// escapeWideSlow is escapeWide for the last bytes of the source, fewer than four.
func escapeWideSlow(dst, src unsafe.Pointer, i, w, n int, set *EscapeSet) (int, int) {
	for i < n && *(*byte)(unsafe.Add(src, i)) >= utf8.RuneSelf {
		i, w = escapeOne(dst, src, i, w, n, set)
	}
	return i, w
}

// escapeOne copies or replaces the character or the invalid byte at src+i. It returns the new i and w.
func escapeOne(dst, src unsafe.Pointer, i, w, n int, set *EscapeSet) (int, int) {
	b := unsafe.Slice((*byte)(unsafe.Add(src, i)), n-i)
	r, size := utf8.DecodeRune(b)
	switch {
	case r == utf8.RuneError && size == 1:
		mem.Store64(dst, w, set.bad)
		return i + 1, w + int(set.bad>>56)
	case r == '\u2028' || r == '\u2029':
		t := set.lines[r-'\u2028']
		mem.Store64(dst, w, t)
		return i + 3, w + int(t>>56)
	}
	copy(unsafe.Slice((*byte)(unsafe.Add(dst, w)), size), b)
	return i + size, w + size
}

// AppendString appends s as a JSON string, escaped by set. It may overwrite bytes between dst's length and capacity.
func AppendString(dst []byte, s string, set *EscapeSet) []byte {
	if n := len(s); cap(dst)-len(dst) < n+Room {
		dst = slices.Grow(dst, n+2*roomPerBlock)
	}
	return append(AppendEscaped(append(dst, '"'), s, set), '"')
}

// AppendEscaped appends s like AppendString, but without quotes.
func AppendEscaped(dst []byte, s string, set *EscapeSet) []byte {
	src := unsafe.Pointer(unsafe.StringData(s))
	n := len(s)
	if cap(dst)-len(dst) < n+Room-1 {
		dst = slices.Grow(dst, n+2*roomPerBlock)
	}
	for i := 0; i < n; {
		// Escapes have used up the space. Make space for six bytes for each byte that is left, the most possible.
		if i > 0 {
			dst = slices.Grow(dst, 6*(n-i)+2*roomPerBlock)
		}
		w := len(dst)
		p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), w)
		consumed, written := Escape(p, unsafe.Add(src, i), n-i, cap(dst)-w, set)
		i += consumed
		dst = dst[:w+written]
	}
	return dst
}
