package stream

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/doc"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// Finder reads the values that queries select in one document of any size, in the order of the document, and in memory
// for one of them. It is for one goroutine at a time.
//
//	f := stream.NewFinder(r, []*doc.Query{items, next})
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
// A query may have names, indexes, slices, the wildcard * and the descent .., all but what has to look ahead: filters,
// and elements that are counted from the end. Selected are the values that [doc.Query.Select] selects, each once, and
// of members with the same name all.
//
// The limits of an API hold as for [Decoder.Token]; that on bytes holds for each value that is decoded. Under rules for
// whole inputs values that are passed over are taken into memory for that, one at a time.
type Finder struct {
	d     Decoder
	trail follow.Trail
	names map[string]string // of members, so that those of a thousand objects are made once
	rest  bool
	begun bool // the document has begun
	err   error
	told  bool // At has yielded err
	text  []byte

	// The value at hand.
	here  bool
	first byte
	query int
}

// ErrNoValue is the error of a [Finder.Decode] without a value at hand.
var ErrNoValue = errors.New("stream: there is no value at hand to decode")

// mostNames is how many names a Finder keeps, and longestName how long one of them is at most.
const (
	mostNames   = 1024
	longestName = 64
)

// NewFinder returns a Finder of what queries select in the document that r holds. A query that needs to look ahead, or
// is nil, is the Finder's error, a [*doc.QueryError].
func NewFinder(r io.Reader, queries []*doc.Query, opts ...Option) *Finder {
	f := new(Finder)
	f.start(r, queries, opts)
	return f
}

func (f *Finder) start(r io.Reader, queries []*doc.Query, opts []Option) {
	o := newOptions(DefaultMaxValueSize, opts)
	f.d.begin(r, &o)
	f.d.most, f.d.each = o.max, true
	f.d.counts = false
	f.trail.Queries, f.err = segments(queries)
}

// nobody is what stands in place of the query that selects a value.
const nobody = -1

// segments returns those of the queries, or the error about one that can't be followed.
func segments(queries []*doc.Query) (list [][]follow.Segment, err error) {
	of := bridge.Queries[*doc.Query]()
	for _, q := range queries {
		s, err := of(q)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// Rest has [Finder.Next] come by all other values too: those that no query selects or leads into, as the other members
// of an object whose member items is read by $.items[*]. Their Query is -1.
func (f *Finder) Rest() { f.rest = true }

// Next goes to the next value that a query selects, and reports whether there is one. The value before it is passed
// over if it was not decoded; but what queries select within it comes next then. All that is passed over is checked,
// and so is the document up to its end, where Next returns false.
func (f *Finder) Next() bool {
	if f.d.stream == nil {
		return false // the zero Finder
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

// Err returns the error that has ended the document early, if one has: a [*zetes.Error], or what the reader has said.
func (f *Finder) Err() error {
	if f.err == io.EOF {
		return nil
	}
	return f.err
}

// Query returns the number of the query that selects the value at hand, the first one if there are several, or -1.
func (f *Finder) Query() int {
	if !f.here {
		return nobody
	}
	return f.query
}

// Pointer returns the JSON Pointer to the value at hand.
func (f *Finder) Pointer() string { return locate.Pointer(f.d.base) }

// InputOffset returns the offset of the value at hand, or of the first byte that was not given yet.
func (f *Finder) InputOffset() int64 {
	if f.d.stream == nil {
		return 0
	}
	return f.d.InputOffset()
}

// Decode decodes the value at hand into what the pointer v leads to. A value that does not fit is an error of Decode
// alone, a [*zetes.Error] with its place in the document, and the next one follows. All other errors end the document.
func (f *Finder) Decode(v any) error {
	switch {
	case f.err != nil && f.err != io.EOF:
		return f.err
	case !f.here:
		return ErrNoValue
	}
	f.here = false
	d := &f.d
	d.typ = reflect.TypeFor[any]()
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		d.typ = t.Elem()
	}
	d.stream.Within(len(d.open))
	room := d.room()
	d.stream.Limit(room)
	if w, start, edge, ok := d.stream.Window(); ok {
		if room < edge-start {
			edge = start + room + 1 // what is longer is refused before it is written anywhere
		}
		call := decode.Call{Config: d.c, Depth: len(d.open), Borrowed: true}
		if end, _ := call.UnmarshalIn(&w, start, edge, v); end >= 0 && d.stream.Take(start, end) {
			d.at.Passed()
			return nil
		}
	}
	raw, err := d.next()
	if err != nil {
		f.err = err
		return err
	}
	d.at.Passed()
	return d.decode(raw, v)
}

// token goes on to the next value, name or closing bracket, and reports whether that is a value to come by.
func (f *Finder) token() (found bool, err error) {
	d := &f.d
	c, err := d.advance()
	switch {
	case err == io.EOF:
		return false, d.placed(io.ErrUnexpectedEOF)
	case err != nil:
		return false, err
	case c == ']' || c == '}':
		if len(d.open) == 0 {
			break
		}
		if d.at.Next(c) == wire.Wrong {
			return false, d.unexpected()
		}
		d.stream.Drop()
		d.open, d.base = d.open[:len(d.open)-1], d.base[:len(d.base)-1]
		f.trail.Leave()
		return false, nil
	case d.at.WantsName():
		if c != '"' {
			return false, d.unexpected()
		}
		return false, f.name()
	}
	f.query, f.first, f.begun = nobody, c, true
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
	if f.query != nobody || f.rest && !(f.opens() && f.trail.Leads()) {
		f.here = true
		return true, nil
	}
	return false, f.leaveIt()
}

// opens reports whether the value at hand is a container.
func (f *Finder) opens() bool { return f.first == '{' || f.first == '[' }

// leaveIt goes into the value at hand, if a query leads there, or behind it.
func (f *Finder) leaveIt() error {
	f.here = false
	d := &f.d
	if f.opens() && f.trail.Leads() {
		f.trail.Enter(f.first == '[')
		return d.enter(f.first)
	}
	d.stream.Within(len(d.open))
	d.stream.Limit(d.room())
	if d.c.ValidateFirst {
		raw, err := d.next()
		if err != nil {
			return err
		}
		d.at.Passed()
		d.typ = reflect.TypeFor[json.RawMessage]()
		var checked json.RawMessage
		return d.decode(raw, &checked)
	}
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

// known returns the text of a name.
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

// end looks at what follows the document, and returns io.EOF if that is nothing.
func (f *Finder) end() error {
	d := &f.d
	if _, err := d.stream.Peek(); err != nil {
		return err
	}
	return d.placed(toolchain.SyntaxError([]byte("[]"+d.stream.Character()), d.InputOffset()-2))
}
