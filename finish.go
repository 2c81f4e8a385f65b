package zetes

import (
	"fmt"
	"sync"

	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/wire"
)

// Choices of a Config about the whole output are applied when all of it is there, whether the machine, methods or
// codecs have written its parts. Text that is not UTF-8 is found there too: the machine writes a byte that never occurs
// in UTF-8 for it.

// finished returns o without the choices that Config.Canonical turns off or that have no effect under it.
func (c *Config) finished(o option.Set) option.Set {
	if c.Canonical {
		o &^= option.EscapeHTML | option.SortMapKeys | option.RawUnchecked | option.MethodsUnchecked
	}
	if c.Canonical || c.StrictUTF8 {
		o |= option.MarkInvalidUTF8
	}
	return o
}

// finish returns the function Finish of a plan.Meaning, or nil.
func (c *Config) finish() func(b []byte, start int) ([]byte, error) {
	switch {
	case c.Canonical:
		return canonical
	case c.StrictUTF8:
		return strictUTF8
	}
	return nil
}

// strictUTF8 returns b if all strings in the JSON b[start:] are UTF-8 without halves of surrogate pairs.
func strictUTF8(b []byte, start int) ([]byte, error) {
	out := b[start:]
	if at := wire.Inexact(out); at >= 0 {
		return b, outputError(ValidUTF8, out, at)
	}
	return b, nil
}

var indexes = sync.Pool{New: func() any { return new(index.Tape) }}

// canonical replaces the JSON b[start:] by its canonical form.
func canonical(b []byte, start int) ([]byte, error) {
	t := indexes.Get().(*index.Tape)
	defer func() {
		t.Forget()
		if cap(t.Cells) > mem.MostPooled/8 {
			t.Cells = nil
		}
		indexes.Put(t)
	}()
	out := b[start:]
	if uint64(len(out)) > index.MostText || !t.Build(out, wire.MaxDepth) {
		return b, fmt.Errorf("json: %d bytes are too many, or nested too deep, for the canonical form", len(out))
	}
	// The tape has a copy of the text.
	done, flaw, at := t.AppendCanonical(b[:start])
	if flaw == index.Sound {
		return done, nil
	}
	switch text := t.Text(); flaw {
	case index.Duplicate:
		return b, outputError(UniqueNames, text, at)
	case index.NotUnicode:
		return b, outputError(ValidUTF8, text, at)
	default:
		n, _ := wire.Number(text[at:])
		return b, &locate.Written{Err: fmt.Errorf("json: the number %s is beyond those of a float64", locate.Short(string(text[at:at+n]))), Steps: locate.Find(text, at).Steps()}
	}
}

// outputError returns the error about the string or name at out[at:], which breaks a rule.
func outputError(r Rule, out []byte, at int) error {
	e := &RuleError{Rule: r, Offset: int64(at)}
	path := locate.Find(out, at).Steps()
	if r == UniqueNames && len(path) > 0 {
		e.Name = path[len(path)-1].Name
	}
	return &locate.Written{Err: e, Steps: path}
}
