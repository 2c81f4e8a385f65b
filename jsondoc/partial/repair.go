package partial

import (
	"bytes"
	"errors"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// This file reads answers of language models: an object or array with fences and prose around it, and mistakes in it.

// Change is a repair that a [Repairer] has made, with its place in the text. Its fields are
//
//	Offset, Line, Column int // lines and columns count from 1, columns in characters
//	What                 string // such as "a comma was missing"
type Change = relax.Mended

// ErrNoValue is the error for a text in which no object or array begins.
var ErrNoValue = errors.New("partial: there is no object or array in the text")

// Find returns the first object or array in text, as a part of text. Prose and the fences of Markdown may be around it;
// if there are fences, a value in a fence is preferred; fences in strings do not count. Nothing is repaired: if the
// value is not JSON, the error is a [*zetes.Error] with the place in text. A value starts with an opening brace and
// then a name, or with an opening bracket and then a value. If text has no such start, the error is ErrNoValue. A
// footnote mark such as [1] is skipped if an object, or a value in a fence, begins in the 256 bytes after it.
//
//	value, err := partial.Find(answer)
//	if err == nil {
//		err = zetes.Unmarshal(value, &v)
//	}
func Find(text []byte) ([]byte, error) {
	start := begin(text)
	if start < 0 {
		return nil, ErrNoValue
	}
	var s wire.Scanner
	rest := text[start:]
	n, st := s.Scan(rest)
	if st == wire.Done {
		return rest[:n:n], nil
	}
	at, _ := locate.Bad(rest)
	if at < 0 { // the text ends before the value's end, or is nested too deep
		at = n
	}
	place := locate.Place{Seen: text, Start: start + at}
	return nil, document.Root.PlaceError(toolchain.SyntaxError(rest, 0), place, locate.Find(rest, at).Pointer())
}

// begin returns the position of the first value in text that is in a fence, or else of the first value, or -1. A fence
// in a string of the first value is part of that string: {"text":"```[1]```"}. Quotes before the fence show that. They
// do not count for a fence that begins a line, since the strings of JSON have no line ends.
func begin(text []byte) int {
	first, found := relax.Begin(text)
	seen, quoted := first, false // text[first:seen] ends within a string if quoted is set
	for at := 0; ; {
		i := bytes.Index(text[at:], fence)
		if i < 0 {
			break
		}
		for at += i; found && seen < at; seen++ {
			if text[seen] == '"' {
				quoted = !quoted
			} else if text[seen] == '\\' && quoted {
				seen++
			}
		}
		line := bytes.TrimRight(text[:at], " \t")
		at += len(fence)
		if quoted && !bytes.HasSuffix(line, []byte("\n")) {
			continue
		}
		inside, _, _ := bytes.Cut(text[at:], fence)
		if n, ok := relax.Begin(inside); ok {
			return at + n
		}
		at += min(len(inside)+len(fence), len(text)-at)
	}
	if found {
		return first
	}
	return -1
}

var fence = []byte("```")

// Repair finds the first object or array in text, as [Find] does. It returns the value as JSON, and the changes that
// this needed. The value is read as JSON5, and common mistakes of language models are corrected: quotes that are
// missing, of another kind, such as typographic quotes, or not escaped; addresses such as https://a.b without quotes;
// True and None; missing and additional commas, brackets and colons; escape sequences that JSON does not have; line
// ends in strings; and an end that was cut off.
//
// The result is JSON whatever the text is: look at the changes to decide whether to use it. At most 10,000 are kept.
// The error is ErrNoValue if there is no value.
func Repair(text []byte) ([]byte, []Change, error) {
	start := begin(text)
	if start < 0 {
		return nil, nil, ErrNoValue
	}
	var r Repairer
	r.r.Skip(text[:start])
	out, _ := r.r.Push(nil, text[start:], true)
	return out, r.Changes(), nil
}

// Repairer does what [Repair] does, for a text that comes in pieces. Its results can be pushed to a [Decoder]:
//
//	err := d.Push(r.Push(piece))
//
// The value is the first part of the text that looks like an object or array, since the rest of the text is not known
// yet. The zero Repairer is ready to use. It is for one goroutine at a time.
type Repairer struct {
	r   relax.Mender
	out []byte
}

// Push adds a piece and returns the JSON that can't change any more. The JSON is valid until the next call. Push holds
// back a word or number without quotes until it ends, and up to 1 MB after a comma that may have to be removed.
func (r *Repairer) Push(piece []byte) []byte {
	r.out, _ = r.r.Push(r.out[:0], piece, false)
	return r.out
}

// Close says that the text has ended, and returns the rest of the JSON. The error is ErrNoValue if there was no value.
func (r *Repairer) Close() ([]byte, error) {
	out, found := r.r.Push(nil, nil, true)
	if !found {
		return nil, ErrNoValue
	}
	return out, nil
}

// Done reports whether the value has ended. Further text is ignored.
func (r *Repairer) Done() bool { return r.r.Done() }

// Changes returns the changes so far, at most 10,000.
func (r *Repairer) Changes() []Change { return r.r.Changes }
