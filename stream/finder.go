package stream

import (
	"errors"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/query"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// Finder reads the values that queries select in one document of any size, in the order of the document. It takes
// memory for one value. It is for one goroutine at a time.
//
//	f := stream.NewFinder(r, []*jsonpath.Query{items, next})
//	for f.Next() {
//		switch f.Query() {
//		case 0:
//			err = f.Decode(&item)
//		case 1:
//			err = f.Decode(&cursor)
//		}
//	}
//	err = f.Err()
//
// A query may have names, indexes, slices, the wildcard * and the descent .., but nothing that has to look ahead:
// filters, and elements that are counted from the end. It selects the same values as jsondoc.Select, each once, and all
// members with the same name.
//
// A string of any length that is decoded into a type with the methods Write and UnmarshalZetes takes constant memory:
// UnmarshalZetes can copy it to an [io.Writer] by CopyString. [MaxValueSize] limits it.
//
// The limits of an API hold as for [Decoder.Token]; the limit on bytes holds for each value that is decoded. If an API
// has RejectDuplicates, RejectInvalidUTF8, or a limit other than those on bytes, digits and memory, values that are
// skipped are also read into memory, one at a time, to be checked.
type Finder struct {
	d       Decoder
	trail   follow.Trail
	names   map[string]string // names of members so far, so that equal names of all objects share memory
	rest    bool
	begun   bool // the document has begun
	err     error
	yielded bool // the iterator of At has yielded err
	text    []byte

	// The current value.
	here  bool
	first byte
	query int
}

// ErrNoValue is the error of [Finder.Decode] if there is no current value.
var ErrNoValue = errors.New("stream: there is no value at hand to decode")

// mostNames is the number of names that a Finder keeps, and longestName the length of the longest name that it keeps.
const (
	mostNames   = 1024
	longestName = 64
)

// NewFinder returns a Finder of the values that queries select in the document in r. If a query is nil, or needs a
// later part of the document to decide about a value, [Finder.Err] returns a [*jsonpath.Error].
func NewFinder(r io.Reader, queries []*jsonpath.Query, opts ...Option) *Finder {
	f := new(Finder)
	f.start(r, queries, opts)
	return f
}

func (f *Finder) start(r io.Reader, queries []*jsonpath.Query, opts []Option) {
	o := newOptions(DefaultMaxValueSize, opts)
	f.d.begin(r, &o)
	f.d.each, f.d.counts = true, false
	for _, q := range queries {
		s, err := (*query.Query)(q).OnTheWay()
		if err != nil {
			f.err = (*jsonpath.Error)(err)
			return
		}
		f.trail.Queries = append(f.trail.Queries, s)
	}
}

// noQuery in place of a query's number means that no query selects the value.
const noQuery = -1

// Rest makes [Finder.Next] also return the values that no query selects or leads into, such as the other members of an
// object whose member items is read by $.items[*]. Their Query is -1.
func (f *Finder) Rest() { f.rest = true }

// Next moves to the next value that a query selects, and reports whether there is one. The last value is skipped if it
// was not decoded, unless queries select values within it, which then come next. All text that is skipped is checked,
// and so is the document up to its end, where Next returns false.
func (f *Finder) Next() bool {
	if f.d.stream == nil {
		return false // f is the zero Finder
	}
	if f.err == nil && f.here {
		f.err = f.leaveIt()
	}
	for f.err == nil {
		if f.begun && len(f.d.open) == 0 {
			f.err = f.end()
			break
		}
		var found bool
		if found, f.err = f.token(); found {
			return true
		}
	}
	return false
}

// Err returns the error that ended the document early, or nil: a [*zetes.Error], or the reader's error.
func (f *Finder) Err() error {
	if f.err == io.EOF {
		return nil
	}
	return f.err
}

// Query returns the index of the query that selects the current value, or of the first one if there are several. It
// returns -1 if no query selects the value, or if there is no current value.
func (f *Finder) Query() int {
	if !f.here {
		return noQuery
	}
	return f.query
}

// Pointer returns the JSON Pointer to the current value.
func (f *Finder) Pointer() string { return locate.Pointer(f.d.base) }

// InputOffset returns the offset of the current value, or, if there is none, of the first byte that was not returned
// yet.
func (f *Finder) InputOffset() int64 {
	if f.d.stream == nil {
		return 0
	}
	return f.d.InputOffset()
}

// Decode decodes the current value into the value that v points to. If it does not fit, Decode returns a [*zetes.Error]
// with its place in the document, and the next value follows. All other errors end the document.
func (f *Finder) Decode(v any) error {
	return f.decode(&decode.Call{Config: f.d.c, Borrowed: true, Undo: true}, v)
}

// decode does what Decode does, by the given call. Values are decoded in the stream's memory if possible.
func (f *Finder) decode(call *decode.Call, v any) error {
	switch {
	case f.err != nil && f.err != io.EOF:
		return f.err
	case !f.here:
		return ErrNoValue
	}
	f.here = false
	d := &f.d
	d.aim(v)
	if ok, err := d.members(v); ok {
		f.err = err
		return err
	}
	d.stream.Within(len(d.open))
	room := d.room()
	d.stream.Limit(room)
	if w, start, edge, ok := d.stream.Window(); ok {
		if room < edge-start {
			edge = start + room + 1 // a longer value is refused before v is written to
		}
		call.Depth = int32(len(d.open))
		if end, _ := call.UnmarshalIn(&w, start, edge, v); end >= 0 && d.stream.Take(start, end) {
			d.at.Passed()
			return nil
		}
	}
	raw, err := f.take()
	if err != nil {
		f.err = err
		return err
	}
	return d.decode(raw, v)
}

// token moves to the next value, name or closing bracket, and reports whether it is a value that Next returns.
func (f *Finder) token() (found bool, err error) {
	d := &f.d
	c, err := d.advance()
	switch {
	case err == io.EOF:
		return false, d.fail(io.ErrUnexpectedEOF)
	case err != nil:
		return false, err
	case c == ']' || c == '}':
		if len(d.open) == 0 {
			break
		}
		if err := d.leave(c); err != nil {
			return false, err
		}
		f.trail.Leave()
		return false, nil
	case d.at.WantsName():
		if c != '"' {
			return false, d.unexpected()
		}
		return false, f.name()
	}
	f.query, f.first, f.begun = noQuery, c, true
	switch n := len(d.open); {
	case n == 0:
		f.query = follow.First(f.trail.Top())
	case d.at.InObject():
		f.query = follow.First(f.trail.To(d.base[n-1].Name, 0, false))
	default:
		f.query = follow.First(f.trail.To("", d.base[n-1].Index, true))
	}
	if err := d.counted(0); err != nil {
		return false, err
	}
	if f.query != noQuery || f.rest && !(f.opens() && f.trail.Leads()) {
		f.here = true
		return true, nil
	}
	return false, f.leaveIt()
}

// opens reports whether the current value is a container.
func (f *Finder) opens() bool { return f.first == '{' || f.first == '[' }

// leaveIt moves into the current value if a query leads into it, otherwise past it.
func (f *Finder) leaveIt() error {
	f.here = false
	d := &f.d
	if f.opens() && f.trail.Leads() {
		f.trail.Enter()
		return d.enter(f.first)
	}
	if d.c.ValidateFirst {
		raw, err := f.take()
		if err != nil {
			return err
		}
		return d.check(raw)
	}
	d.stream.Within(len(d.open))
	d.stream.Limit(d.room())
	if err := d.stream.Skip(); err != nil {
		return d.ended(err)
	}
	d.at.Passed()
	return nil
}

// name reads the name of a member.
func (f *Finder) name() error {
	d := &f.d
	raw, text, err := d.memberName(f.known)
	if err != nil {
		return err
	}
	if d.c.ValidateFirst {
		var checked any
		d.typ = reflect.TypeFor[any]()
		if err := d.decode(raw, &checked); err != nil {
			return err
		}
	}
	return d.differs(text, len(raw))
}

// known returns the text of a name, whose JSON is raw. For a short name it returns the same string each time.
func (f *Finder) known(raw []byte) string {
	if len(raw) > longestName {
		return wire.Unquote(raw)
	}
	f.text = wire.AppendUnquote(f.text[:0], raw)
	name, ok := f.names[string(f.text)]
	if !ok {
		if name = string(f.text); f.names == nil || len(f.names) == mostNames {
			f.names = make(map[string]string)
		}
		f.names[name] = name
	}
	return name
}

// end checks the text after the document, and returns io.EOF if there is none.
func (f *Finder) end() error {
	d := &f.d
	if _, err := d.stream.Peek(); err != nil {
		return err
	}
	return d.fail(toolchain.SyntaxErrorAfter("[]", d.stream.Character(), d.InputOffset()))
}
