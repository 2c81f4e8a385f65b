package report

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
)

// An error of the root package makes its text and its Go path only when they are needed, from an About. All errors
// about one decoded value share an Origin, since an input may have a hundred errors. Places finds their places in the
// text.

// About is the data of an error, besides its cause and its place, from which its Go path, its reason and its text are
// made.
type About struct {
	Code   fault.Code // the code of the fault that the error is about, or 0
	Deep   bool       // the syntax is wrong because the nesting is too deep
	Mark   bool       // the input begins with a byte order mark, which is not allowed
	Joined bool       // when encoding: the place contains the places of inner errors, whose texts then leave them out
	Lent   bool       // zetes.ReadValue made the error in a codec: its place counts from the codec's value
	First  byte       // the first byte of the wrong value
	Caret  uint8      // number of characters of the excerpt before the place
	Known  Reason     // the reason, if it is known: the error was read from JSON, or will be sent
	Route  locate.Route
	of     *Origin // nil: the zero Origin
}

// Origin has the data that several errors about one value share: the value's type, and the start of their Go paths. An
// Origin that several errors share never changes.
type Origin struct {
	// The parts of a Go path. If Type is nil, the path is Root and Path. When decoding into a Type, the path is the
	// name of the Type, the Go form of the error's Route, and Path. Config says which fields the names in the Route
	// belong to.
	Root   string
	Type   reflect.Type
	Config *plan.Dialect
	Path   string

	// Start is for errors that zetes.ReadValue has made in a codec. It is the offset, in the codec's value, of the
	// value that ReadValue has read.
	Start int64
}

var noOrigin Origin

// Of returns the Origin of a's value. Callers must not change it, since several errors may share it.
func (a *About) Of() *Origin {
	if a.of == nil {
		return &noOrigin
	}
	return a.of
}

// Own replaces the Origin of a by a copy, which no other error shares, and returns the copy. The caller may change it.
func (a *About) Own() *Origin {
	own := *a.Of()
	a.of = &own
	return &own
}

// Keep makes a independent of memory that other errors use: it copies the Origin of a to own, makes own the Origin of
// a, and copies the Route.
func (a *About) Keep(own *Origin) {
	*own = *a.Of()
	a.of, a.Route = own, locate.Route(strings.Clone(string(a.Route)))
}

// GoPath returns the place as a Go expression that starts with the type.
func (a *About) GoPath() string {
	of := a.Of()
	if of.Type != nil {
		return locate.Root(of.Type) + a.FromRoot()
	}
	return of.Root + of.Path
}

// FromRoot returns the part of GoPath after the type.
func (a *About) FromRoot() string {
	of := a.Of()
	if of.Type == nil {
		return of.Path
	}
	return locate.Type(of.Type, a.Route.Steps(), &of.Config.Shape).Text + of.Path
}

// Through sets a's Go path to the path that begins at type t and follows steps. c says how fields are found.
func (a *About) Through(c *plan.Dialect, t reflect.Type, steps []locate.Step) {
	own := a.Own()
	own.Root, own.Path = locate.Root(t), locate.Type(t, steps, &c.Shape).Text
}

// Nested has the parts of an error of this library that a method or codec has returned.
type Nested struct {
	locate.Spot            // the place in the value of the method or codec; Line is 0 when encoding
	About       *About     // nil if the error is the root package's RuleError
	Err         error      // the error without its place
	Alone       bool       // nothing wraps the error
	Rule        fault.Code // the rule of a RuleError; then only the Offset of the Spot is set
}

// Places finds the places of errors in a document. It also reads the bytes around the document, since the line and the
// excerpt of a place may begin before the document.
type Places struct {
	doc   []byte
	at    locate.Place        // where the document starts, and the bytes in memory
	of    *Origin             // the Origin of the errors
	inner func(error) *Nested // returns the error of this library in an error, or nil

	Brief  bool          // the errors have no excerpts
	walk   locate.Walk   // finds the places in the document, mostly in order
	passed int           // number of bytes of at.Seen before the last place
	last   locate.Cursor // the last place as line and column
}

// NewPlaces returns the Places for errors in doc. at is the place of doc in the input. doc was decoded into of.Type
// under of.Config. The errors refer to of, which must not change. inner returns the error of this library in an error,
// or nil.
func NewPlaces(doc []byte, at locate.Place, of *Origin, inner func(error) *Nested) Places {
	return Places{doc: doc, at: at, of: of, inner: inner, walk: locate.Walk{Data: doc}}
}

// Keep sets the arena texts, in which the paths and excerpts of errors are then allocated. If texts is nil, they are
// allocated on the heap.
func (in *Places) Keep(texts *mem.Arena) { in.walk.Texts = texts }

// Locate finds the place of err, which f describes, and sets the fields of a that depend on the fault and the place. It
// also returns err. If err is itself an error of this library, and Locate has used the place in it, Locate returns the
// cause of err instead.
func (in *Places) Locate(a *About, f *fault.Fault, err error) (locate.Spot, error) {
	a.Code, a.of = f.Code, in.of
	at := int(f.Offset)
	if f.Code == fault.Syntax {
		if a.Deep = f.Deep; f.Err == nil { // the place is not known yet
			at, a.Deep = locate.Bad(in.doc)
			at = max(at, 0)
		}
		a.Mark = at == 0 && bytes.HasPrefix(in.doc, []byte("\ufeff"))
	}
	path := locate.Path{Route: locate.Route(f.Route)}
	if !f.Routed {
		path = in.walk.Find(at)
	}
	a.Route = path.Route
	switch f.Code {
	case fault.Method:
		if f.Within > f.Offset {
			at = int(f.Within)
			path = in.walk.Find(at)
			a.Route = path.Route
		} else {
			at, path, err = in.within(a, err, at, path)
		}
	case fault.Codec:
		at, path = in.withinCodec(a, err, at, path)
	}
	if at < len(in.doc) {
		a.First = in.doc[at]
	}
	s := in.Spot(at)
	s.Pointer = path.Pointer()
	return s, err
}

// Spot returns the place at an offset in the document, without a Pointer.
func (in *Places) Spot(offset int) (s locate.Spot) {
	n := in.at.Start + offset
	if in.passed == 0 || n < in.passed {
		in.passed, in.last = 0, in.at.At
	}
	meter.Look(n - in.passed)
	in.last.Advance(in.at.Seen[in.passed:n])
	in.passed = n
	s.Offset, s.Line, s.Column = in.last.Offset, in.last.Lines+1, in.last.Columns+1
	if in.Brief {
		return s
	}
	var few [locate.LongestExcerpt]byte
	excerpt, caret := locate.AppendExcerpt(few[:0], in.at.Seen, n)
	s.Excerpt, s.Caret = in.walk.Texts.Keep(excerpt), caret
	return s
}
