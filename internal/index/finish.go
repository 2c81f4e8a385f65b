package index

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Some options of a configuration are about the whole output, of which methods and codecs may have written parts. So
// the function Finish of a plan.Meaning applies these options when all of the output is written. It also finds text
// that is not UTF-8: the encoder writes the byte 0xFF in its place, which never occurs in UTF-8. If the output breaks a
// rule, the error is a *locate.Written with a *fault.Fault in it.

// StrictUTF8 returns a function for the field Finish of plan.Meaning. The function fails if a string of the output is
// not UTF-8 or has half of a surrogate pair. foreign is the field Foreign of plan.Meaning. While it is false, only the
// encoder itself has written output. Then the byte 0xFF stands for all text that is not UTF-8, so output without that
// byte needs no further check.
func StrictUTF8(foreign *atomic.Bool) form {
	return func(b []byte, start int) ([]byte, error) {
		out := b[start:]
		if !foreign.Load() && bytes.IndexByte(out, 0xff) < 0 {
			return b, nil
		}
		if at := scan.Inexact(out); at >= 0 {
			return b, outputError(fault.InvalidUTF8, out, at)
		}
		return b, nil
	}
}

var indexes = sync.Pool{New: func() any { return new(Tape) }}

// Canonical replaces the JSON b[start:] by its canonical form.
func Canonical(b []byte, start int) ([]byte, error) {
	t := indexes.Get().(*Tape)
	defer func() {
		t.Forget()
		indexes.Put(t)
	}()
	out := b[start:]
	if uint64(len(out)) > MostText || !t.Build(out, wire.MaxDepth) {
		return b, fmt.Errorf("json: %d bytes are too many, or nested too deep, for the canonical form", len(out))
	}
	// The tape has a copy of the text, so b may be overwritten.
	done, flaw, at := t.AppendCanonical(b[:start])
	if flaw == Sound {
		return done, nil
	}
	switch text := t.Text(); flaw {
	case Duplicate:
		return b, outputError(fault.DuplicateName, text, at)
	case NotUnicode:
		return b, outputError(fault.InvalidUTF8, text, at)
	default:
		n, _ := wire.Number(text[at:])
		return b, &locate.Written{Err: fmt.Errorf("json: the number %s is beyond those of a float64", locate.Short(string(text[at:at+n]))), Steps: locate.Find(text, at).Steps()}
	}
}

// form is a function that checks the JSON of a whole output, b[start:], or replaces it by other JSON. It returns
// b[:start] followed by that JSON, or an error. A nil form leaves the output as it is. The field Finish of plan.Meaning
// has this type.
type form = func(b []byte, start int) ([]byte, error)

// Limited returns a function for the field Finish of plan.Meaning. The function checks the limit on nesting, calls f,
// unless f is nil, and then checks the length of the output.
func Limited(f form, l option.Limits) form {
	return func(b []byte, start int) ([]byte, error) {
		deep := -1
		if l.OutputDepth > 0 {
			deep = scan.DeeperThan(b[start:], l.OutputDepth)
		}
		switch {
		case deep >= 0:
			return b, outputError(fault.TooDeep, b[start:], deep)
		case f != nil && (l.OutputBytes == 0 || len(b)-start <= l.OutputBytes):
			var err error
			if b, err = f(b, start); err != nil {
				return b, err
			}
		}
		if l.OutputBytes > 0 && len(b)-start > l.OutputBytes {
			return b, outputError(fault.LongOutput, b[start:], l.OutputBytes)
		}
		return b, nil
	}
}

// Escaped returns a function for the field Finish of plan.Meaning. The function calls f, unless f is nil. If ascii is
// set, it then escapes all characters that are not ASCII. Otherwise it replaces the escapes of U+2028 and U+2029 by the
// characters themselves.
func Escaped(f form, ascii bool) form {
	return func(b []byte, start int) (_ []byte, err error) {
		if f != nil {
			if b, err = f(b, start); err != nil {
				return b, err
			}
		}
		if ascii {
			return toASCII(b, start), nil
		}
		return b[:start+len(plainLines(b[start:]))], nil
	}
}

// plainLines replaces the escapes of U+2028 and U+2029 in the JSON b by the characters themselves, and returns the
// shorter b. The hexadecimal digits of the escapes must be lower-case, as AppendHTMLEscape writes them.
func plainLines(b []byte) []byte {
	n, from := 0, 0 // b[:n] is the result for the bytes of b before from
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '\\')
		if i < 0 {
			break
		}
		if at += i; !bytes.HasPrefix(b[at:], []byte(`\u202`)) || at+5 == len(b) || b[at+5]|1 != '9' {
			at = min(at+2, len(b)) // skip the escape; unchecked text of a method may end in a backslash
			continue
		}
		n += copy(b[n:], b[from:at])
		n += copy(b[n:], []byte{0xe2, 0x80, 0xa0 | (b[at+5] & 15)})
		at += 6
		from = at
	}
	if from == 0 {
		return b
	}
	n += copy(b[n:], b[from:])
	return b[:n:n]
}

// toASCII replaces all characters in the JSON b[start:] that are not ASCII by escapes.
func toASCII(b []byte, start int) []byte {
	first := bytes.IndexFunc(b[start:], func(r rune) bool { return r >= utf8.RuneSelf })
	if first < 0 {
		return b
	}
	start += first
	text := string(b[start:])
	b = b[:start]
	const digits = "0123456789abcdef"
	from, units := 0, [2]uint16{}
	for i, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		b = append(b, text[from:i]...)
		for _, unit := range utf16.AppendRune(units[:0], r) {
			b = append(b, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
		}
		_, size := utf8.DecodeRuneInString(text[i:]) // size is 1 for a byte that is not UTF-8
		from = i + size
	}
	return append(b, text[from:]...)
}

// outputError returns an error that says that the value at out[at:] breaks a rule.
func outputError(rule fault.Code, out []byte, at int) error {
	f := &fault.Fault{Code: rule, Offset: int64(at)}
	path := locate.Find(out, at).Steps()
	if rule == fault.DuplicateName && len(path) > 0 {
		f.Path = []fault.Step{{Name: path[len(path)-1].Name}}
	}
	return &locate.Written{Err: f, Steps: path}
}
