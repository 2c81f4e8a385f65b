package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
)

// Options are package jsondoc's Options under another name. Package jsondoc says what the fields mean.
type Options struct {
	Whole         bool
	Unchecked     bool
	Comments      bool
	JSON5         bool
	ByteOrderMark bool
	Budget        int
	API           *zetes.API
}

// Additions returns the additions to JSON that o allows.
func (o Options) Additions() (form option.Set) {
	if o.API != nil {
		c, _, _ := Root.Config(o.API)
		form = c.Options & option.Additions
	}
	return form | option.When(o.Comments, option.Comments) | option.When(o.JSON5, option.JSON5) | option.When(o.ByteOrderMark, option.ByteOrderMark)
}

// Relax converts data to JSON without additions such as comments, and returns both texts. They are the same if o allows
// no additions.
func (o Options) Relax(data []byte) relax.Text {
	if form := o.Additions(); form != 0 {
		return relax.Open(form, data, nil)
	}
	return relax.Text{Source: data, Plain: data}
}

// Open applies o to data: it removes additions such as comments, and checks limits and rules. It returns the text to
// read, which is text.Plain, and room, the number of levels that it may be nested.
func (o Options) Open(data []byte) (text relax.Text, room int, err error) {
	text = o.Relax(data)
	room, err = o.check(text.Plain)
	return text, room, err
}

// check applies the limits and rules of o to data, which is JSON without additions. It returns the number of levels
// that data may be nested.
func (o Options) check(data []byte) (room int, err error) {
	if o.API == nil {
		return wire.MaxDepth, nil
	}
	c, _, _ := Root.Config(o.API)
	if c.ValidateFirst || c.Limits.Bytes > 0 {
		var raw json.RawMessage
		err = o.API.Unmarshal(data, &raw)
	}
	if most := c.Limits.Depth; most > 0 {
		return min(wire.MaxDepth, most), err
	}
	return wire.MaxDepth, err
}

// Parse makes a tape, an index, of data, which is read under the options o. The caller must release the tape.
func (o Options) Parse(data []byte) (*tree.Tape, error) { return o.ParsePlain(o.Relax(data).Plain) }

// ParsePlain makes a tape like Parse, of JSON without additions such as comments.
func (o Options) ParsePlain(data []byte) (*tree.Tape, error) {
	if uint64(len(data)) > index.MostText {
		return nil, ErrTooLarge
	}
	room, err := o.check(data)
	if err != nil {
		return nil, err
	}
	t := tree.NewTape()
	if !t.Build(data, room) {
		t.Release()
		return nil, o.SyntaxError(data)
	}
	return t, nil
}

// Root gives access to functions of package zetes that it does not export.
var Root = zetes.Inside(loan.Within())

// ErrorAt returns err with the place of data[offset], and the path to it.
func ErrorAt(data []byte, offset int, err error) error {
	offset = min(max(offset, 0), len(data))
	return Root.PlaceError(err, locate.Place{Seen: data, Start: offset}, locate.Find(data, offset).Pointer())
}

// SyntaxError returns the error about data, which is not a JSON value or does not begin with one.
func SyntaxError(data []byte) error { return Options{}.SyntaxError(data) }

// SyntaxError does what the function SyntaxError does, for data that was read under the options o. If data is JSON, it
// is nested deeper than a limit allows, and the error is about ErrDepth. If o allows comments, the error can also be
// about a comment that is not closed.
func (o Options) SyntaxError(data []byte) error {
	at, _ := locate.Bad(data)
	if at < 0 {
		return ErrorAt(data, 0, ErrDepth)
	}
	return ErrorAt(data, at, relax.Explain(o.Additions(), data, at, toolchain.SyntaxError(data, 0)))
}

// ErrTooLarge reports that a text is too large for an index or a limit.
var ErrTooLarge = errors.New("jsondoc: the text is too large")

// ErrDepth reports that a text is nested too deep.
var ErrDepth = errors.New("jsondoc: nested deeper than a limit allows")

// ErrMissing reports that a value lacks a step of a path.
var ErrMissing = errors.New("jsondoc: no such value")

// Lacks returns the cause of an error: a value of kind k lacks the step s. It calls wrong for the error about a value
// that should be of the kind want.
func Lacks(k codec.Kind, s *follow.Step, wrong func(want codec.Kind) error) error {
	isIndex := s.IsIndex || s.Name == AfterLast
	switch {
	case k == codec.Object && s.IsName:
		return fmt.Errorf("%w: the object has no member %.40q", ErrMissing, s.Name)
	case k == codec.Array && isIndex && s.IsName:
		return fmt.Errorf("%w: the array has no element %.40s", ErrMissing, s.Name)
	case k == codec.Array && isIndex:
		return fmt.Errorf("%w: the array has no element %d", ErrMissing, s.Index)
	case k == codec.Array && noIndex(s.Name):
		return fmt.Errorf("%w with the member %.40q, which is no index: those have no sign and no leading zero", wrong(codec.Object), s.Name)
	case s.IsName:
		return fmt.Errorf("%w with the member %.40q", wrong(codec.Object), s.Name)
	}
	return fmt.Errorf("%w with the element %d", wrong(codec.Array), s.Index)
}

// noIndex reports whether name looks like an index but is not one, such as 01 and -1.
func noIndex(name string) bool {
	_, ok := follow.Index(name)
	return !ok && name != "" && strings.Trim(name, "+-0123456789") == ""
}

// AfterLast is the step, and the part of a JSON Pointer, that means the place after the last element of an array.
const AfterLast = "-"
