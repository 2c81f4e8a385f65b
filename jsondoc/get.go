package jsondoc

import (
	"slices"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Options are choices for reading. The zero Options are those of the package's functions: strict JSON, with all skipped
// text checked.
type Options struct {
	// Whole makes Get check the document to its end, not only up to the last requested value.
	Whole bool

	// Unchecked makes Get, GetPath, GetPaths and Select look only at quotes and brackets to find the end of arrays and
	// objects that no path leads into. This takes a fraction of the time. It is for text that is known to be JSON,
	// because it was checked before or because this program has written it. The results are then the same.
	//
	// In other text the results may be any part of the text, or any of the errors. Nothing panics, and nothing outside
	// the text is read. Too deep nesting is not an error.
	//
	// All text is still checked
	//
	//   - with Whole;
	//   - with an API that has limits or rules;
	//   - by Parse, whose index has the place of each value;
	//   - by Select for queries that need the index.
	//
	// Methods of Values skip text in this way too, whether or not the Values were returned with Unchecked.
	Unchecked bool

	// Comments allows the additions of JSONC: comments from // to the end of the line and from /* to */, and a comma
	// after the last element or member. They count as white space. Values are then parts of a copy of the text in which
	// the additions are blanks, at the same offsets.
	Comments bool

	// JSON5 allows all that JSON5 adds to JSON, as Config.JSON5 of package zetes does. The text is first converted to
	// plain JSON. Values are parts of the converted text, and errors have positions in it. The line numbers are those
	// of the original, unless a string has line ends in it.
	JSON5 bool

	// ByteOrderMark allows the text to begin with the three bytes EF BB BF, which count as white space. Values are then
	// parts of a copy of the text too.
	ByteOrderMark bool

	// Budget is the number of steps that a Query may take, or an Edit in all its calls, including Patch and MergePatch.
	// A step is a look at a value, its selection, a part of an array or object that is changed, or eight bytes of text
	// that are compared or copied, or one byte of a text with escapes. A regular expression takes as many steps as its
	// instructions times the length of the text. A Query may also allocate 64 bytes of memory for each step, and an
	// Edit eight. Exceeding the budget is an error about ErrBudget.
	//
	// Without a Budget it is proportional to the input. A Query has a million steps, plus a hundred for each value and
	// name, and 16 for each byte; and 768 KB of memory, plus 48 bytes for each byte. An Edit has six steps and 36 bytes
	// of memory for each byte of the document and of the inserted values, and its result is at most 16 times as long as
	// these together. A Document keeps the Budget that it was parsed with.
	Budget int

	// API has limits and rules for the text, which are all checked first. Without it the only limit is encoding/json's:
	// 10,000 nested arrays and objects.
	API *zetes.API
}

// Get returns the value at the end of a path in data. A path consists of names of members, which are strings, and
// indexes of elements, which are integers. A [Path] may be a part of it, as in Get(data, MustPointer("/a/0")). If
// several members have the same name, the first one counts.
//
// Get checks that data is JSON up to the end of the value; it does not look at the text after it, unless [Options] say
// so. The error is a [*zetes.Error]: about ErrMissing if an object or array lacks the next step of the path, about a
// [*KindError] if a step leads into a value without members or elements, and about encoding/json's *json.SyntaxError if
// data is not JSON. Get allocates only for errors.
func Get(data []byte, path ...any) (Value, error) { return Options{}.Get(data, path...) }

// Get does what the function [Get] does, with the options o.
func (o Options) Get(data []byte, path ...any) (Value, error) {
	var room [4]follow.Step
	steps, err := follow.AppendSteps[Path](room[:0], path)
	if err != nil {
		return Value{}, err
	}
	return o.get(data, steps)
}

// GetPath does what Get does, for a prepared path.
func (o Options) GetPath(data []byte, p Path) (Value, error) { return o.get(data, p.steps()) }

// get does what GetPath does, for the steps of a path.
func (o Options) get(data []byte, steps []follow.Step) (Value, error) {
	if o.Whole && len(steps) > 0 {
		var room [1]Value
		if all, err := o.GetPaths(room[:0], data, NewPaths(Path(follow.PathOf(slices.Clone(steps))))); err != nil || all[0].Exists() {
			return room[0], err
		}
	}
	text, room, err := document.Options(o).Open(data)
	if err != nil {
		return Value{}, err
	}
	return o.find(text.Plain, steps, room)
}

// find returns the value at the end of steps in data, which was read under the options o. room is the number of levels
// that data may be nested.
func (o *Options) find(data []byte, steps []follow.Step, room int) (Value, error) {
	at, end := follow.Find(data, steps, room, o.checks(), o.Whole)
	switch end {
	case follow.Bad:
		return Value{}, document.Options(*o).SyntaxError(data)
	case follow.Done:
		return Value{}, missing(data, at.Start, &steps[at.Steps])
	}
	return part(data, wire.Span{Start: at.Start, End: end}), nil
}

// GetPaths appends the values at the paths to dst, as [Paths.Get] does.
func (o Options) GetPaths(dst []Value, data []byte, p *Paths) ([]Value, error) {
	if p.Len() == 0 {
		_, _, err := document.Options(o).Open(data)
		return dst, err
	}
	return o.walk(dst, data, o.Whole, func(w *follow.Walk, room int) ([]wire.Span, int) { return w.Plan(&p.plan, room, o.Whole) })
}

// walk appends the values to dst that find finds by a walk over data: a zero Value for a zero Span. find also returns
// the position after the whole text's value. If whole is true, only white space may follow there.
func (o Options) walk(dst []Value, data []byte, whole bool, find func(w *follow.Walk, room int) ([]wire.Span, int)) ([]Value, error) {
	text, room, err := document.Options(o).Open(data)
	if err != nil {
		return dst, err
	}
	data = text.Plain
	w := follow.Begin(data, o.checks())
	defer w.End()
	found, end := find(w, room)
	if whole {
		end = w.Last(end)
	}
	if end == follow.Bad {
		return dst, document.Options(o).SyntaxError(data)
	}
	dst = slices.Grow(dst, len(found))
	for _, at := range found {
		if at.End == 0 {
			dst = append(dst, Value{})
		} else {
			dst = append(dst, part(data, at))
		}
	}
	return dst, nil
}

// checks reports whether skipped text is checked.
func (o Options) checks() bool { return !o.Unchecked || o.Whole }

// missing returns the error about the value at data[at], which lacks the step s.
func missing(data []byte, at int, s *follow.Step) error {
	k := tree.KindAt(data[at:])
	return document.ErrorAt(data, at, document.Lacks(k, s, func(want codec.Kind) error { return &KindError{want, k} }))
}
