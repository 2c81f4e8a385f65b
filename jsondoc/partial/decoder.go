package partial

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"sync"
	"unicode/utf8"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// A document that comes in pieces is read token by token. Compiled plans decode each value when it is complete; the
// open arrays and objects are a stack of places in the target, the T that Value returns. A string that is not complete
// is already stored in the target. The string lies in memory to which the decoder only appends, so that earlier parts
// stay valid. No byte is read more than a few times, however small the pieces are.
//
// Push only stores a piece, and a wire.Scanner checks the stored text in blocks. The text is decoded when much of it is
// stored, when the caller calls Value, or when the document has ended. Complete values are then decoded in large parts:
// if the caller calls Value only at the end, one call decodes the whole document. An incomplete number is decoded only
// if the caller calls Value in its middle.

// Decoder decodes a document that comes in pieces, for example from a language model, into a T. After each piece
// [Decoder.Value] returns the T so far. All pieces together take time proportional to their length, and a piece is
// cheap if the caller does not ask for the T after it. It is for one goroutine at a time.
//
// After each piece the T has the value that [zetes.Unmarshal] would decode from the result of [Complete] for all pieces
// so far, and after the last piece the value of the document. But some values appear only when they are complete:
//
//   - values of types that read themselves, by methods or codecs;
//   - times and other values that are read from strings;
//   - byte slices, arrays, and maps whose keys are not strings;
//   - fields with the tag option string, and structs with rules about absent members;
//   - numbers of more than 64 bytes;
//   - members whose name occurs a second time;
//   - objects in interfaces, if [zetes.Config] has Objects;
//   - all of T, under an API with rules or limits for whole inputs, Alias or RejectUnknown.
//
// The decoder goes on after a value whose method fails, where Unmarshal would end.
//
// A copy of a Decoder is the same decoder.
type Decoder[T any] struct {
	_ mem.NoCopy
	*partial
	value *T
}

// NewDecoder returns a decoder that works under a's configuration, or as package zetes' own functions do if a is nil.
func NewDecoder[T any](a *zetes.API) *Decoder[T] {
	if a == nil {
		a = zetes.Standard()
	}
	both := new(struct {
		partial
		value T
	})
	d := &Decoder[T]{partial: &both.partial, value: &both.value}
	d.c, _, _ = document.Root.Config(a)
	d.call = decode.Call{Config: d.c, Borrowed: true}
	d.relaxed = relax.NewPieces(d.c.Options)
	d.typ = reflect.TypeFor[T]()
	d.root = decode.PlaceOf(&d.call, d.value)
	d.late = d.c.ValidateFirst || d.c.Limits != option.Limits{} || d.c.Options&(option.MayAlias|option.DisallowUnknownFields|option.ResetAbsent) != 0
	d.wait()
	return d
}

// Value returns the T with all that is known so far. Each call returns the same T, and Value, Push and Close fill it:
// values in it that are not complete change with the next piece. Value may call methods and codecs of the T.
func (d *Decoder[T]) Value() *T {
	if d.partial == nil {
		return new(T)
	}
	d.update(true)
	return d.value
}

// partial has the parts of a Decoder that do not depend on T. All copies of a Decoder share it.
type partial struct {
	// The value that is decoded into, and the errors about it.
	c       *plan.Dialect
	call    decode.Call
	typ     reflect.Type
	root    decode.Place
	late    bool // the target is filled only when the document is complete
	busy    bool // a call is working; methods of the target must not call it again
	err     error
	pending error // err, or an error that waits for the rest of the character that its text quotes
	misfit  error // the error about the first value that does not fit

	// The text that is still needed, and the walk's position in it. The walk goes over text and decodes it.
	relaxed *relax.Pieces  // converts pieces, if the API allows additions to JSON
	text    []byte         // the text that is still needed
	memory  *[]byte        // the memory of text, from the pool
	enough  int            // if text with a new piece is no longer than this, the piece is only stored
	at      wire.Structure // the state of the grammar after the last token
	i       int            // position in text of the current token, or of the next one
	start   locate.Cursor  // the place of text in the document
	open    []level

	marked   bool  // unclosed is valid
	unclosed []int // positions in text, from i on, at which containers begin that are open at text's end
	entered  int   // number of entries of unclosed that the walk has reached

	known partialCheck
	token partialToken
}

// partialCheck says up to where the pieces are known to be JSON.
type partialCheck struct {
	scan   wire.Scanner // scans the text of all pieces
	ended  bool         // scan has found the end of the document, or an error
	wrong  bool         // scan has found an error
	end    int          // scan has accepted text[:end]
	hidden bool         // the current token may have text that is not stored in the target yet
	seen   int          // bytes of text that scan has seen
	walked int          // bytes of text that the walk has passed
}

// partialToken has the current token, or the value that is decoded or skipped as a whole.
type partialToken struct {
	part   partKind
	place  decode.Place
	made   bool // memory for place has been allocated
	n      int  // number of the token's bytes that were read
	scan   wire.Scanner
	shown  int           // number of bytes of a string that are already in stored
	stored []byte        // the text of a string as it is stored in the target
	old    reflect.Value // the target's value before an incomplete number was stored in it
}

// level is an open array or object.
type level struct {
	place  decode.Place
	object bool
	index  int
	name   string
	names  map[string]struct{} // names of the members so far
	again  bool                // the current name occurred before
}

// partKind is the kind of the current token or value.
type partKind uint8

const (
	nothing partKind = iota
	aName
	aString // a string that is stored in the target while it grows
	aNumber
	aWord    // true, false or null
	aWhole   // a value that is decoded when it is complete
	aPassing // a value that is skipped
)

const (
	mostShown  = 64 // a longer number is not decoded before its end
	leastWhole = 32 // the end of an array or object is searched for in texts of at least this many bytes

	mostUnchecked  = 512 // the most bytes that wait to be checked
	mostASCII      = 32  // the most bytes of a string that storeASCII stores in the target
	leastForgotten = 256 // bytes of unneeded text that must have gathered before they are dropped

	// mostWaiting is the number of stored bytes that start a walk. A container that is open at their end is then
	// decoded in parts.
	mostWaiting = 1 << 20
)

// Push adds a piece. If no document begins with the text so far, the error is a [*zetes.Error] with its place, and ends
// the document. If pieces are small, Push may report it up to 512 bytes later, or at the first call after a call of
// Value or Finished. Errors of Go 1.27 name the wrong character or its escape sequence, and Push waits until the
// character is complete. A value that does not fit T is skipped, as in zetes.Unmarshal, and [Decoder.Close] reports it.
func (d *partial) Push(piece []byte) error {
	if d == nil {
		return nil
	}
	if d.relaxed != nil && !d.busy {
		return d.push(d.relaxed.Convert(piece, false))
	} else if n := len(d.text); len(piece) == 1 && n < d.enough {
		d.text = d.text[:n+1] // the memory is large enough
		d.text[n] = piece[0]
		return nil
	} else if n+len(piece) < d.enough {
		d.text = append(d.text, piece...)
		return nil
	}
	return d.push(piece)
}

// push is Push without its fast path.
func (d *partial) push(piece []byte) error {
	if d.err != nil {
		return d.err
	}
	if d.busy {
		return errBusy
	}
	if most := d.c.Limits.Bytes; most > 0 && d.start.Offset+int64(len(d.text)+len(piece)) > int64(most) {
		d.update(false)
		if d.err == nil {
			d.text = append(d.text, piece...)
			d.err = d.placed(jsondoc.ErrTooLarge, most-int(d.start.Offset))
		}
		return d.err
	}
	d.reserve(len(piece))
	d.text = append(d.text, piece...)
	d.check()
	if d.known.ended || len(d.text)-d.known.walked >= mostWaiting {
		d.update(false)
	} else {
		d.wait()
	}
	return d.err
}

// check scans the text that scan has not seen, and stores whether it is JSON.
func (d *partial) check() {
	if !d.known.ended {
		n, st := d.known.scan.Scan(d.text[d.known.seen:])
		d.known.ended, d.known.wrong, d.known.end = st != wire.More, st == wire.Bad, d.known.seen+n
	}
	d.known.seen = len(d.text)
}

// wait sets enough, so that Push only stores pieces until there is enough text for another check.
func (d *partial) wait() {
	d.enough = 0
	if d.err == nil && !d.known.ended && d.c.Limits.Bytes == 0 {
		d.enough = min(d.known.seen+mostUnchecked, d.known.walked+mostWaiting)
		d.reserve(d.enough - len(d.text))
	}
}

// texts is a pool of memory for the text of a partial. No other code keeps a part of it: methods get copies.
var texts = sync.Pool{New: func() any { b := mem.Unzeroed(mostUnchecked); return &b }}

// reserve makes space for n more bytes of text.
func (d *partial) reserve(n int) {
	if len(d.text)+n <= cap(d.text) {
		return
	}
	if d.memory == nil {
		d.memory = texts.Get().(*[]byte)
	}
	if n += len(d.text); n > cap(*d.memory) {
		*d.memory = mem.Unzeroed(n + min(cap(d.text), mostWaiting))
	}
	d.text = append((*d.memory)[:0], d.text...)
}

// release gives the memory of the text back if only white space is left in it.
func (d *partial) release() {
	if d.memory == nil {
		return
	}
	d.start.Advance(d.text[:d.i])
	d.text, d.i = bytes.Clone(d.text[d.i:]), 0
	if len(*d.memory) <= mem.MostPooled {
		texts.Put(d.memory)
	}
	d.memory = nil
}

// update decodes the text that is stored and not decoded yet into the target. With show it also stores the known part
// of the current token in the target. If a method of the target calls Value meanwhile, Value returns the target as it
// is.
func (d *partial) update(show bool) {
	waiting := len(d.text) - d.known.walked
	if d.busy || d.err != nil || waiting == 0 && !(show && d.known.hidden) {
		return
	}
	if show && d.storeASCII(waiting) {
		return
	}
	d.busy, d.enough = true, 0
	if waiting > 0 {
		d.check()
		d.known.hidden, d.marked = true, false
		for d.err == nil && d.step() {
		}
	}
	if show && d.err == nil {
		d.show()
		d.known.hidden = false
	}
	switch {
	case d.err != nil:
	case d.known.ended && len(d.open) == 0 && d.token.part == nothing:
		d.release()
	default:
		d.forget()
	}
	d.known.walked, d.known.seen = len(d.text), len(d.text)
	d.busy = false
	d.wait()
}

// Close says that the document has ended. It returns the error of Push, or an error about [io.ErrUnexpectedEOF] if the
// document is cut off, or else the error about the first value that did not fit T.
func (d *partial) Close() error {
	if d == nil {
		return nil
	}
	if d.busy {
		return errBusy
	}
	if d.relaxed != nil {
		_ = d.push(d.relaxed.Convert(nil, true)) // d.err has the error
	}
	d.update(false)
	if d.err == nil {
		d.err = d.pending
	}
	if d.err == nil && (d.token.part == aNumber || d.token.part == aWhole) && len(d.open) == 0 && d.token.scan.End() {
		d.finish(len(d.text))
	}
	if d.err == nil && (d.token.part != nothing || !d.at.Past() || d.at.Depth() > 0 || d.relaxed.Cut()) {
		d.err, d.enough = d.placed(io.ErrUnexpectedEOF, len(d.text)), 0
	}
	if d.err != nil {
		return d.err
	}
	return d.misfit
}

// Cut says which parts of the document are open.
func (d *partial) Cut() Cut {
	if d == nil {
		return Cut{}
	}
	if !d.busy {
		d.check()
		d.wait()
	}
	c := Cut{Open: d.known.scan.Depth()}
	c.String, c.Number = d.known.scan.Cut()
	return c
}

// Finished reports whether the value at the end of a path of names and indexes is complete: no further piece changes
// it, unless its name comes again.
func (d *partial) Finished(path ...any) bool {
	steps, err := follow.AppendSteps[jsondoc.Path](nil, path)
	if d == nil || err != nil {
		return false
	}
	d.update(false)
	for k := range d.open {
		if k == len(steps) {
			return false
		}
		l, s, last := &d.open[k], &steps[k], k == len(d.open)-1
		if !l.object {
			if !s.IsIndex || s.Index != l.index {
				return s.IsIndex && s.Index < l.index
			}
		} else {
			if _, seen := l.names[s.Name]; !s.IsName || !seen {
				return false
			}
			if s.Name != l.name {
				return true
			}
		}
		if last {
			return d.token.part == nothing && d.at.Past() || d.at.WantsName()
		}
	}
	return d.token.part == nothing && d.at.Past()
}

// errBusy is the error for a method of T that calls the decoder while the decoder calls the method. After such a method
// has panicked, all calls of the decoder return errBusy.
var errBusy = errors.New("partial: the Decoder is at work, or has been left by a panic")

// step handles one token, or as much of one as the text has, and reports whether more tokens may follow.
func (d *partial) step() bool {
	if d.token.part != nothing {
		return d.scanToken()
	}
	d.i += wire.Space(d.text[d.i:])
	if d.i == len(d.text) {
		return false
	}
	c := d.text[d.i]
	next := d.at
	part := next.Next(c)
	switch {
	case d.at.Depth() == 0 && d.at.Past():
		return d.bad("[]", d.i, d.i)
	case part == wire.Wrong:
		return d.bad(d.at.Lead().Text, d.i, d.i)
	}
	switch part {
	case wire.Separator:
		if c == ',' && !d.at.InObject() {
			d.open[len(d.open)-1].index++
		}
		d.at = next
		d.i++
	case wire.Close:
		d.at = next
		d.i++
		d.open = d.open[:len(d.open)-1]
	case wire.Name:
		d.token.part, d.token.n = aName, 0
		d.token.scan.ResetWithin(len(d.open))
	default:
		return d.begin(c)
	}
	return true
}

// begin starts the value whose first byte is c.
func (d *partial) begin(c byte) bool {
	n := len(d.open)
	d.token.place, d.token.made, d.token.n, d.token.shown, d.token.old = d.root, true, 0, 0, reflect.Value{}
	d.token.scan.ResetWithin(n)
	plain := !d.late
	if n > 0 {
		l := &d.open[n-1]
		if d.token.made = false; l.object {
			plain = plain && !l.again
		}
		d.token.place = l.place.Part(l.name, l.index, false)
	}
	container := c == '{' || c == '['
	switch fit := d.token.place.Fits(c); {
	case fit == decode.NoTarget:
		d.token.part = aPassing
	case !plain || fit == decode.AsWhole:
		d.token.part = aWhole
	case container && fit == decode.Misfit:
		d.fill([]byte{c, c + 2}, true)
		d.token.part = aPassing
	case container:
		// Test the nesting before the call of ahead. ahead sees only text that scan has accepted, and scan does not
		// accept a level that is too deep.
		if n >= wire.MaxDepth {
			return d.bad(string(bytes.Repeat([]byte{'['}, wire.MaxDepth)), d.i, d.i)
		}
		if d.ahead() {
			return true
		}
		d.make()
		l := level{place: d.token.place.Open(c), object: c == '{'}
		if l.object {
			l.names = make(map[string]struct{})
		}
		d.at.Next(c)
		d.i++
		d.open = append(d.open, l)
	case c == '"':
		d.token.part, d.token.stored = aString, nil
	case tree.Kinds[c] == codec.Number:
		d.token.part = aNumber
	default:
		d.token.part = aWord
	}
	return true
}

// ahead decodes the array or object at d.i at once, if it is complete, and reports whether it was.
func (d *partial) ahead() bool {
	b := d.text[d.i:]
	if len(b) < leastWhole {
		return false
	}
	if d.known.ended && !d.known.wrong && len(d.open) == 0 {
		d.finish(d.known.end)
		return true
	}
	if !d.marked {
		d.marked, d.unclosed, d.entered = true, scan.Unclosed(d.unclosed[:0], d.text[:d.known.end], d.i), 0
	}
	for d.entered < len(d.unclosed) && d.unclosed[d.entered] < d.i {
		d.entered++
	}
	if d.entered < len(d.unclosed) && d.unclosed[d.entered] == d.i {
		return false
	}
	d.finish(d.i + wire.PassUnchecked(b, 1, 1))
	return true
}

// make allocates memory for the current value in the target. It is called only when a part of the value is known:
// before that, slices must not get longer, and pointers to embedded structs must not be set.
func (d *partial) make() {
	if d.token.made {
		return
	}
	l := &d.open[len(d.open)-1]
	d.token.made = true
	d.token.place = l.place.Part(l.name, l.index, true)
}

// scanToken continues the current token, and reports whether it has ended.
func (d *partial) scanToken() bool {
	b := d.text[d.i:]
	n, st := d.token.scan.Scan(b[d.token.n:])
	d.token.n += n
	switch st {
	case wire.Done:
		if d.token.part == aName {
			d.name(b[:d.token.n])
		} else {
			d.finish(d.i + d.token.n)
		}
		return true
	case wire.Bad:
		if d.token.scan.TooDeep() {
			return d.bad(string(bytes.Repeat([]byte{'['}, wire.MaxDepth)), d.i+d.token.n, d.i+d.token.n)
		}
		lead, token := d.token.scan.Lead(b[:d.token.n])
		if d.token.scan.Depth() == 0 {
			lead = d.at.Lead().Text + lead
		}
		return d.bad(lead, d.i+d.token.n-token, d.i+d.token.n)
	}
	return false
}

// name handles a name that is complete. raw is the name's JSON.
func (d *partial) name(raw []byte) {
	l := &d.open[len(d.open)-1]
	l.name = wire.Unquote(raw)
	_, l.again = l.names[l.name]
	l.names[l.name] = struct{}{}
	d.at.Next('"')
	d.i += len(raw)
	d.token.part = nothing
}

// finish decodes the current value, which ends at end.
func (d *partial) finish(end int) {
	switch {
	case d.token.part == aPassing:
	case d.token.part == aString && d.token.shown > 0 && d.takesText():
		d.storeText(end - d.i - 1)
	default:
		d.fill(d.text[d.i:end], true)
	}
	d.token.part, d.token.old, d.token.place, d.token.stored = nothing, reflect.Value{}, decode.Place{}, nil
	d.at.Passed()
	d.i = end
}

// fill decodes data into the current place. If a complete value does not fit, it stores the error.
func (d *partial) fill(data []byte, finished bool) {
	d.make()
	if d.late && d.c.Options&option.MayAlias != 0 {
		data = bytes.Clone(data)
	}
	d.call.Offset = d.start.Offset + int64(d.i)
	var old *reflect.Value
	if d.token.part == aNumber && (!finished || d.token.old.IsValid()) {
		old = &d.token.old
	}
	v, f := d.token.place.Fill(&d.call, data[:len(data):len(data)], old)
	if f == nil || !finished || d.misfit != nil {
		return
	}
	typ := reflect.TypeOf(v).Elem()
	e := document.Root.DecodeError(d.c, typ, data, d.here(d.i), f, engine.UnmarshalError(&d.call, data, v, f))
	e.Pointer = locate.Pointer(d.steps()) + e.Pointer
	if d.misfit = e; f.Code == fault.Syntax {
		d.err = e
	}
}

// show stores the known part of the current token in the target.
func (d *partial) show() {
	token := d.text[d.i:]
	switch d.token.part {
	case aString:
		d.make()
		if !d.takesText() {
			if d.token.shown == 0 {
				d.token.shown = 1
				d.fill([]byte(`""`), false)
			}
			return
		}
		from := max(d.token.shown, 1) // what is shown ends between two characters, and is not looked at again
		d.storeText(from + scan.WholeText(token[from:d.token.n]))
	case aNumber:
		if len(token) > mostShown {
			return
		}
		if token = scan.NumberIn(token); len(token) == 0 {
			return
		}
		d.fill(token, false)
	case aWord:
		if d.token.shown > 0 {
			return
		}
		d.token.shown = 1
		d.fill([]byte(map[byte]string{'t': "true", 'f': "false", 'n': "null"}[token[0]]), false)
	}
}

// storeText stores the first n bytes of the current string in the target. They end between characters.
func (d *partial) storeText(n int) {
	part := d.text[d.i+max(d.token.shown, 1) : d.i+n]
	if d.token.shown > 0 && len(part) == 0 {
		return
	}
	d.token.stored = wire.AppendUnquoted(d.token.stored, part)
	d.token.shown = n
	d.token.place.SetText(mem.Frozen(d.token.stored))
}

// takesText reports whether the current place can hold a string that grows.
func (d *partial) takesText() bool { return d.token.place.Fits('"') == decode.ByParts }

// storeASCII is a fast path of update, for the next few bytes of a string whose beginning is in the target. If all of
// these bytes are ASCII, and none ends the string or is part of an escape, it stores them in the target and returns
// true.
func (d *partial) storeASCII(waiting int) bool {
	if d.token.part != aString || d.token.shown != d.token.n || d.i+d.token.n != d.known.walked || waiting > mostASCII || !d.takesText() {
		return false
	}
	part := d.text[d.known.walked:]
	for _, c := range part {
		if c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	d.token.stored = append(d.token.stored, part...)
	d.token.n += waiting
	d.token.shown = d.token.n
	d.token.place.SetText(mem.Frozen(d.token.stored))
	d.known.walked = len(d.text)
	return true
}

// forget drops text that is no longer needed, once there is enough of it.
func (d *partial) forget() {
	done := d.i
	if d.token.part == aPassing {
		// When skipping a value, keep only the token that the end of the text cuts.
		_, token := d.token.scan.Lead(d.text[:d.i+d.token.n])
		if done = d.i + d.token.n - min(token, d.token.n); done > d.i {
			d.token.n, d.i = d.i+d.token.n-done, done
		}
	}
	if done < max(len(d.text)/2, leastForgotten) {
		return
	}
	d.start.Advance(d.text[:done])
	d.text = d.text[:copy(d.text, d.text[done:])]
	d.i -= done
}

// steps returns the path to the current value.
func (d *partial) steps() (steps []locate.Step) {
	for i := range d.open {
		l := &d.open[i]
		switch {
		case i == len(d.open)-1 && (d.at.Past() || d.at.WantsName()):
		case l.object:
			steps = append(steps, locate.Step{Name: l.name, Index: -1})
		default:
			steps = append(steps, locate.Step{Index: l.index})
		}
	}
	return steps
}

// here returns the place of text[i] in the document.
func (d *partial) here(i int) locate.Place { return locate.Place{Seen: d.text, Start: i, At: d.start} }

// placed returns err with the place of text[i].
func (d *partial) placed(err error, i int) error {
	return document.Root.PlaceError(err, d.here(min(max(i, 0), len(d.text))), locate.Pointer(d.steps()))
}

// bad ends the document with a syntax error: text[at] is not allowed after the text lead and text[token:at]. The error
// quotes the wrong character or escape sequence. If the text ends within that character or sequence, the error waits
// for the rest of it, or for Close.
func (d *partial) bad(lead string, token, at int) bool {
	_, cut := d.known.scan.Lead(d.text[:at])
	size, whole := toolchain.Named(d.text, at, cut)
	d.pending = d.placed(toolchain.SyntaxErrorAfter(lead, string(d.text[token:at+size]), d.start.Offset+int64(token)), at)
	if whole {
		d.err = d.pending
	}
	return false
}
