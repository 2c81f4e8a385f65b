package index

import (
	"fmt"
	"sync"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/wire"
)

// Choices of a configuration about the whole output are applied when all of it is there, whether the machine, methods
// or codecs have written its parts. Text that is not UTF-8 is found there too: the machine writes a byte that never
// occurs in UTF-8 for it. An error that is a broken rule is a *fault.Fault in a *locate.Written.

// StrictUTF8 returns b if all strings in the JSON b[start:] are UTF-8 without halves of surrogate pairs.
func StrictUTF8(b []byte, start int) ([]byte, error) {
	out := b[start:]
	if at := wire.Inexact(out); at >= 0 {
		return b, outputError(fault.InvalidUTF8, out, at)
	}
	return b, nil
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
	// The tape has a copy of the text.
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

// outputError returns the error about the string or name at out[at:], which breaks a rule.
func outputError(rule fault.Code, out []byte, at int) error {
	f := &fault.Fault{Code: rule, Offset: int64(at)}
	path := locate.Find(out, at).Steps()
	if rule == fault.DuplicateName && len(path) > 0 {
		f.Path = []fault.Step{{Name: path[len(path)-1].Name}}
	}
	return &locate.Written{Err: f, Steps: path}
}
