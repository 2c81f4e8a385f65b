package doc

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Options are choices about reading. The zero Options are those of the package's functions: strict JSON, all that is
// passed over checked.
type Options struct {
	// Whole has Get check the document to its end, and not just up to the last value that was asked for.
	Whole bool

	// Unchecked has Get, GetPath, GetPaths and Select pass over arrays and objects that no path leads into without
	// a look at more than their quotes and brackets, which takes a fraction of the time, for text that is known to
	// be JSON, such as text that was checked before or that this program has written. The answers are then the same. In
	// other text they may be anything that stands in it, or any of the errors; nothing panics, and nothing outside
	// of the text is read. What is nested too deep is no error. With Whole, or with an API that has limits or
	// rules, all of the text is checked all the same. So it is by Parse, whose index has the place of each value,
	// and by Select where that needs the index: for queries with filters, the descent .. or elements counted from
	// the end.
	//
	// Values are passed over in this way by their own methods, whether they were got with Unchecked or without.
	Unchecked bool

	// Comments allows what JSONC has beyond JSON: comments from // to the end of the line and from /* to */, and a
	// comma behind the last element or member. They count as white space. Values are then parts of a copy of the
	// text in which they are blanks, at the same offsets.
	Comments bool

	// ByteOrderMark allows the text to begin with the three bytes EF BB BF, which count as white space. Values of
	// such a text are parts of a copy too.
	ByteOrderMark bool

	// Budget is how many steps a Query may take, or an Edit in all its calls, a Patch and MergePatch among them. A
	// step is a look at a value, the selection of one, a part of an array or object that is changed, or eight bytes
	// of text that are compared or copied; a regular expression takes steps for its instructions times the length
	// of the text. What takes more is an error about ErrBudget. Without a Budget the steps are in proportion to the
	// input: a Query has a million, a hundred for each value and name, and 16 for each byte; an Edit has six for
	// each byte of the document and of what is put into it, and its result is at most 16 times as long as these
	// together. A Document keeps the Budget that it was parsed with.
	Budget int

	// API has limits and rules for the text, which are checked, all of them, before anything is looked for. Without
	// it the limit is that of encoding/json: 10,000 arrays and objects within one another.
	API *zetes.API
}

// Get returns the value at the end of a path in data. A path has names of members, which are strings, and indexes of
// elements, which are integers; a [Path] in it stands for its steps, as in Get(data, MustPointer("/a/0")). Of members
// with the same name the first one counts.
//
// All of data up to the value's end is checked to be JSON; what stands behind it is not looked at ([Options] has a
// choice for that). The error is a [*zetes.Error]: about ErrMissing where an object or array lacks the next step of
// the path, about a [*KindError] where a step leads into a value that has no members or no elements, and about
// encoding/json's *json.SyntaxError where data is not JSON. It takes no memory but for errors.
func Get(data []byte, path ...any) (Value, error) { return Options{}.Get(data, path...) }

// Get is the function [Get] with o.
func (o Options) Get(data []byte, path ...any) (Value, error) {
	p, err := newPath(path)
	if err != nil {
		return Value{}, err
	}
	return o.GetPath(data, p)
}

// GetPath is Get for a path that is prepared.
func (o Options) GetPath(data []byte, p Path) (Value, error) {
	if o.Whole && len(p.steps) > 0 {
		var room [1]Value
		if all, err := o.GetPaths(room[:0], data, NewPaths(p)); err != nil || all[0].Exists() {
			return room[0], err
		}
	}
	data, room, err := o.open(data)
	if err != nil {
		return Value{}, err
	}
	w := o.walk(data)
	start, end, number := w.follow(p.steps, room)
	if o.Whole && end >= 0 && w.last(end) == isBad {
		end = isBad
	}
	w.end()
	switch end {
	case isBad:
		return Value{}, syntaxError(data)
	case isDone:
		return Value{}, missing(data, start, &p.steps[number])
	}
	return Value{text: data[start:end:end], at: start}, nil
}

// GetPaths appends the values at the paths to dst, as [Paths.Get] does.
func (o Options) GetPaths(dst []Value, data []byte, p *Paths) ([]Value, error) {
	data, room, err := o.open(data)
	if err != nil || p == nil || p.root == nil {
		return dst, err
	}
	n := len(dst)
	for range p.paths {
		dst = append(dst, Value{})
	}
	w := o.walk(data)
	w.values = dst[n:]
	end := w.value(p.root, w.Token(0), room, o.Whole)
	if end >= 0 && o.Whole {
		end = w.last(end)
	}
	w.end()
	if end == isBad {
		clear(dst[n:])
		return dst[:n], syntaxError(data)
	}
	return dst, nil
}

// walk begins a walk over data. Its end gives it back.
func (o *Options) walk(data []byte) *walk {
	w := walks.Get().(*walk)
	if w.data = data; o.checks() {
		w.Begin(data)
	} else {
		w.BeginUnchecked(data)
	}
	return w
}

// checks reports whether what is passed over is looked at.
func (o *Options) checks() bool { return !o.Unchecked || o.Whole }

// last returns end, or isBad where more than white space follows it.
func (w *walk) last(end int) int {
	if w.Token(end) < len(w.data) {
		return isBad
	}
	return end
}

// open applies o to data: it returns the text to look at and how deep that may be nested.
func (o *Options) open(data []byte) (text []byte, room int, err error) {
	room = wire.MaxDepth
	if o.ByteOrderMark || o.Comments {
		data = o.strict(data)
	}
	if o.API != nil {
		c, _, _ := root.Config(o.API)
		if err := checkRules(o.API, c, data); err != nil {
			return nil, 0, err
		}
		if most := c.Limits.Depth; most > 0 {
			room = min(room, most)
		}
	}
	return data, room, nil
}

// checkRules returns the error about data by a's limits and rules.
func checkRules(a *zetes.API, c *plan.Config, data []byte) error {
	if !c.ValidateFirst && c.Limits.Bytes == 0 {
		return nil
	}
	var raw json.RawMessage
	return a.Unmarshal(data, &raw)
}

// missing returns the error about the value at data[at], which has not got the step s.
func missing(data []byte, at int, s *step) error {
	return errorAt(data, at, lacks(kindAt(data[at:]), s))
}

// lacks returns the cause of an error: a value of the kind k has not got the step s.
func lacks(k codec.Kind, s *step) error {
	isIndex := s.isIndex || s.name == behindLast
	switch {
	case k == codec.Object && s.isName:
		return fmt.Errorf("%w: the object has no member %.40q", ErrMissing, s.name)
	case k == codec.Array && isIndex && s.isName:
		return fmt.Errorf("%w: the array has no element %.40s", ErrMissing, s.name)
	case k == codec.Array && isIndex:
		return fmt.Errorf("%w: the array has no element %d", ErrMissing, s.index)
	case k == codec.Array && noIndex(s.name):
		return fmt.Errorf("%w with the member %.40q, which is no index: those have no sign and no leading zero", &KindError{codec.Object, k}, s.name)
	case s.isName:
		return fmt.Errorf("%w with the member %.40q", &KindError{codec.Object, k}, s.name)
	}
	return fmt.Errorf("%w with the element %d", &KindError{codec.Array, k}, s.index)
}

// noIndex reports whether name looks like an index and is none, as 01 and -1.
func noIndex(name string) bool {
	_, ok := pointerIndex(name)
	return !ok && name != "" && strings.Trim(name, "+-0123456789") == ""
}
