package relax

import (
	"bytes"
	"sort"

	"github.com/zetes-json/zetes/internal/option"
)

// Text has a text with additions to JSON, and the JSON that it was converted to.
type Text struct {
	Source, Plain []byte
	shifts        []shift
}

// shift maps offsets in Plain to offsets in Source: the byte at offset i of Plain is at offset i+by of Source. A shift
// is valid from its own offset in Plain, the field at, up to the offset of the next shift.
type shift struct{ at, by int }

// Open converts source, which may have the additions in form, to JSON, and returns both as a Text. Plain is appended to
// dst. Unless form has option.JSON5, Plain is as long as source, and every token stands at the same offset.
func Open(form option.Set, source, dst []byte) Text {
	c := newConverter(form)
	c.keeps = true
	base := len(dst)
	if cap(dst)-base < len(source) {
		dst = append(make([]byte, 0, base+len(source)+len(source)/8), dst...)
	}
	plain, _ := c.convert(dst[base:], source, true)
	return Text{source, plain[:len(plain):len(plain)], c.shifts}
}

// Explain returns err, the error about the wrong byte plain[at]. If a comment that is not closed starts with this byte,
// it returns an [*Unclosed] that wraps err. plain was converted from a text that may have the additions in form.
func Explain(form option.Set, plain []byte, at int, err error) error {
	if form&(option.Comments|option.JSON5) == 0 || at < 0 || at >= len(plain) || !bytes.HasPrefix(plain[at:], []byte("/*")) {
		return err
	}
	// In a string a slash is wrong only in an escape sequence.
	if bytes.HasSuffix(bytes.TrimRight(plain[:at], "0123456789abcdefABCDEF"), []byte(`\u`)) {
		return err
	}
	return &Unclosed{err}
}

// Unclosed is the error about a comment that is not closed, at the place where the comment starts.
type Unclosed struct{ err error }

// Error says what is wrong.
func (e *Unclosed) Error() string { return "the comment that starts here is not closed" }

// Unwrap returns encoding/json's error about the first byte of the comment.
func (e *Unclosed) Unwrap() error { return e.err }

// Moves reports whether some text stands at different offsets in Plain and Source.
func (t *Text) Moves() bool { return len(t.shifts) > 0 }

// Offset converts the offset at in Plain to the offset of the same text in Source.
func (t *Text) Offset(at int) int {
	if i := sort.Search(len(t.shifts), func(i int) bool { return t.shifts[i].at > at }); i > 0 {
		at += t.shifts[i-1].by
	}
	return min(max(at, 0), len(t.Source))
}

// Within converts the offset at in Source to the offset of the same text in Plain. If this text is not in Plain, it is
// the offset of the text that took its place.
func (t *Text) Within(at int) int {
	i := sort.Search(len(t.shifts), func(i int) bool { return t.shifts[i].at+t.shifts[i].by > at })
	if i > 0 {
		at -= t.shifts[i-1].by
	}
	if i < len(t.shifts) {
		at = min(at, t.shifts[i].at)
	}
	return min(max(at, 0), len(t.Plain))
}
