//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"bytes"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"io"
	"reflect"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file implements UnmarshalRead for a reader that can't go back: a connection, a pipe, a bufio.Reader. The text is
// collected until it is a whole value, which a compiled plan decodes. The standard library decodes while it reads, so
// it returns an error without waiting for the text after it. So before each further Read the text so far is checked: if
// it is not JSON, or has a value of the wrong type, the standard library does the call, with the text so far and the
// rest of the reader. Such a check takes as long as decoding, so only documents that come in few pieces are collected.
// If a document comes in more pieces, the standard library does the next calls for its type.
//
// The first piece is as long as the last document for the type was. If its length is not known, or was too long, the
// piece is short.

const (
	mostLooks    = 2       // the most checks of the text so far in a call
	mostGathered = 1 << 20 // the most bytes that are collected
	mostLeft     = 15      // number of calls that the standard library does after a document in many pieces
)

// reads has what earlier calls have learned about a type's documents that came from readers that can't go back.
type reads struct {
	size      atomic.Int64 // the approximate number of bytes of the last document
	scattered atomic.Int32 // number of further calls that the standard library does
	calls     atomic.Int32 // whether decoding calls methods: callsNone, callsSome, or 0 if that is not known
}

const (
	callsNone = 1 + iota
	callsSome
)

// gathers reports whether a call must collect the text of its reader. It counts the calls that must not.
func (r *reads) gathers() bool {
	if r.scattered.Load() > 0 {
		r.scattered.Add(-1)
		return false
	}
	return true
}

// isTarget reports whether out can be decoded into, and in can be read.
func isTarget(in io.Reader, out any) bool {
	v := reflect.ValueOf(out)
	return in != nil && v.Kind() == reflect.Pointer && !v.IsNil()
}

// gather does a call of UnmarshalRead whose text is collected.
func (c *call) gather(x *trial, in io.Reader, out any, opts []Options) error {
	buffer := engine.Borrow()
	defer buffer.Release()
	g := gathered{in: in, text: buffer.Bytes[:0]}
	whole := c.gatherValue(&g, x, out)
	buffer.Bytes = g.text
	var p *playback
	if whole {
		f := c.unmarshaled.Unmarshal(g.text, out)
		if f == nil {
			x.done()
			x.size.Store(int64(len(g.text)))
			return g.end(opts)
		}
		p = playbackAfter(f)
	}
	rest := g
	err := stdjson.UnmarshalRead(&rest, out, p.withReads(opts)...)
	x.size.Store(int64(len(rest.text)) + rest.after)
	return c.left(out, whole, p.failure(err))
}

// gatherValue reads until g has the text of a whole value, with nothing but white space after it. It returns false if
// the standard library must do the call.
func (c *call) gatherValue(g *gathered, x *trial, out any) (whole bool) {
	var s wire.Scanner
	most := bytes.MinRead // the largest size of the next piece
	if n := int(x.size.Load()); n < mostGathered-most {
		most += n
	}
	for looks := 0; ; looks++ {
		piece := g.read(most)
		if len(piece) == 0 {
			return false
		}
		switch n, st := s.Scan(piece); st {
		case wire.Done:
			return len(bytes.TrimLeft(piece[n:], " \t\r\n")) == 0
		case wire.Bad:
			return false
		}
		if looks == mostLooks {
			if len(piece) < most {
				x.scattered.Store(mostLeft)
			}
			return false
		}
		if most = min(2*most, mostGathered-len(g.text)); most <= 0 || !c.fits(g.text, x, out) {
			return false
		}
	}
}

// fits reports whether text, the beginning of a value, is known to fit into the value that out points to. To find out,
// it decodes the text into another value of that type. So it returns false for types with methods, which must not be
// called twice, and for targets that are not zero.
func (c *call) fits(text []byte, x *trial, out any) bool {
	typ := reflect.TypeOf(out).Elem()
	if x.calls.Load() == 0 {
		s, calls := served{call: c, seen: map[reflect.Type]bool{}}, int32(callsNone)
		if s.finds(typ) || s.methods {
			calls = callsSome
		}
		x.calls.Store(calls)
	}
	if x.calls.Load() == callsSome || !reflect.ValueOf(out).Elem().IsZero() {
		return false
	}
	buffer := engine.Borrow()
	defer buffer.Release()
	closed, cut := appendClosed(buffer.Bytes[:0], text)
	buffer.Bytes = closed
	return mayGoOn(cut) && (len(closed) == 0 || c.unmarshaled.Unmarshal(closed, reflect.New(typ).Interface()) == nil)
}

// mayGoOn reports whether token, the beginning of a token, has no fault that encoding/json/v2 would find. It returns
// true if token is UTF-8, apart from a character that is cut off, and has no escapes.
func mayGoOn(token []byte) bool {
	for i := len(token) - 1; i >= max(0, len(token)-utf8.UTFMax); i-- {
		if utf8.RuneStart(token[i]) {
			if !utf8.FullRune(token[i:]) {
				token = token[:i]
			}
			break
		}
	}
	return utf8.Valid(token) && bytes.IndexByte(token, '\\') < 0
}

// appendClosed appends the beginning of an array or object to dst, without a token that is cut off, and adds what is
// missing for JSON: {"a":[1,2,{"b":"c becomes {"a":[1,2,{"b":null}]}. It appends nothing if there is no array or
// object. It also returns the token that was cut off.
func appendClosed(dst, text []byte) (closed, token []byte) {
	var at wire.Structure
	var open []byte       // the ends of the arrays and objects that are open
	cut, missing := 0, "" // text[:cut] is kept, and missing follows
	for i := wire.Space(text); i < len(text); i += wire.Space(text[i:]) {
		c := text[i]
		n, st, lacks := 1, wire.Done, ""
		switch at.Next(c) {
		case wire.Open:
			open = append(open, c+2) // in ASCII the code of the closing bracket is that of the opening one plus two
		case wire.Close:
			open = open[:len(open)-1]
		case wire.Separator:
			i++
			continue
		case wire.Name:
			n, st = wire.String(text[i:], 0)
			lacks = ":null"
		default:
			if n, st = wire.ScalarLen(text[i:]); len(open) == 0 {
				return dst, text[i:]
			}
		}
		if st != wire.Done {
			token = text[i:]
			break
		}
		i += n
		cut, missing = i, lacks
	}
	if cut == 0 {
		return dst, token
	}
	dst = append(append(dst, text[:cut]...), missing...)
	slices.Reverse(open)
	return append(dst, open...), token
}

// gathered is the text that was read from a reader. It is a reader itself, which returns this text again and then the
// rest of the original reader.
type gathered struct {
	in    io.Reader
	text  []byte
	err   error // the error that the reader has returned after the text, or nil
	taken int   // number of bytes of text that were read from this reader
	after int64 // number of bytes that were read after text

	// ends are the offsets in text at which calls of the reader ended before they filled the space. The standard
	// library gets the text in the same pieces: the paths and texts of some of its errors depend on them.
	ends [mostLooks + 1]int
}

// read reads up to most further bytes, and returns them, or nothing after an error. As the standard library does, it
// ignores an error that comes with text, and reads again.
func (g *gathered) read(most int) []byte {
	g.text = slices.Grow(g.text, most)
	space := g.text[len(g.text) : len(g.text)+most : len(g.text)+most]
	for {
		n, err := g.in.Read(space)
		switch {
		case n > 0:
			piece := space[:n] // an impossible count causes a panic, as in the standard library
			g.text = g.text[:len(g.text)+n]
			if i := slices.Index(g.ends[:], 0); n < most && i >= 0 {
				g.ends[i] = len(g.text)
			}
			return piece
		case err != nil:
			g.err = err
			return nil
		}
	}
}

// end reads to the end of the reader, after the whole value in g. If more than white space follows, it returns the
// standard library's error. To get that error it decodes a raw value without functions, since the error is the same for
// all types.
func (g *gathered) end(opts []Options) error {
	for {
		if piece := g.read(max(1, min(bytes.MinRead, cap(g.text)-len(g.text)))); len(piece) == 0 && g.err == io.EOF {
			return nil
		} else if len(piece) == 0 || len(bytes.TrimLeft(piece, " \t\r\n")) > 0 {
			rest := *g
			return stdjson.UnmarshalRead(&rest, new(jsontext.Value), JoinOptions(opts...), WithUnmarshalers(nil))
		}
	}
}

// Read implements io.Reader.
func (g *gathered) Read(b []byte) (n int, err error) {
	if g.taken < len(g.text) {
		end := len(g.text)
		for _, e := range g.ends {
			if e > g.taken {
				end = min(end, e)
			}
		}
		n = copy(b, g.text[g.taken:end])
		g.taken += n
		return n, nil
	}
	if err = g.err; err != nil {
		g.err = nil
		return 0, err
	}
	n, err = g.in.Read(b)
	g.after += int64(max(n, 0))
	return n, err
}
