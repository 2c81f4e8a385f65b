package jlexer

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"sync"

	zetes "github.com/zetes-json/zetes/json"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// This file finds tokens. A token is pending from the time that a method has looked at its first byte until a method
// reads it: in {"a":null} IsDelim('}') makes the quote pending, and String reads from there. So a value is gone over
// once, though generated code asks IsNull before each.

// Lexer reads the tokens of a text. Set Data; the zero values of all other fields are right.
type Lexer struct {
	Data []byte // the text

	UseMultipleErrors bool // values of a wrong kind are passed over, and GetNonFatalErrors lists them

	pos   int    // of the pending token, or after the last one that was read
	start int    // of the pending token, or of the last one that was read
	want  uint16 // what has to come before the next token: a comma, a colon, nothing (0), or anyFirst
	first byte   // of the pending token; 0 if there is none
	depth int    // arrays and objects that are open

	fatal    error
	mistakes []*LexerError
	strings  *mem.Arena // a copy of the Lexer, to which a caller may go back, shares it
}

// anyFirst is what Lexer.want is after an opening bracket: an element or the closing bracket may follow.
const anyFirst = 256

// kinds has the kind of a token by its first byte.
var kinds = func() (k [256]TokenKind) {
	for _, c := range "{}[]" {
		k[c] = TokenDelim
	}
	for _, c := range "-0123456789" {
		k[c] = TokenNumber
	}
	k['"'], k['t'], k['f'], k['n'] = TokenString, TokenBool, TokenBool, TokenNull
	return k
}()

// starts has true for the first byte of a value.
var starts = func() (s [256]bool) {
	for c, kind := range kinds {
		s[c] = kind != TokenUndef && c != '}' && c != ']'
	}
	return s
}()

// peek returns the first byte of the next token, which becomes pending, or 0 after an error.
func (r *Lexer) peek() byte {
	if r.first != 0 {
		return r.first
	}
	return r.look()
}

// look is peek if no token is pending. Most often a comma or a colon comes next, and after it a value, perhaps with a
// blank between them.
func (r *Lexer) look() byte {
	d, i, want := r.Data, r.pos, r.want
	if uint(i+2) < uint(len(d)) && r.fatal == nil {
		c := d[i]
		if c > ' ' && uint16(c) == want {
			i, want = i+1, 0
			if c = d[i]; c == ' ' {
				i++
				c = d[i]
			}
		}
		if starts[c] && want&^anyFirst == 0 {
			r.pos, r.start, r.want, r.first = i, i, want, c
			return c
		}
	}
	return r.seek(i, want)
}

// seek is look from i on, for any text.
func (r *Lexer) seek(i int, want uint16) byte {
	if r.fatal != nil {
		return 0
	}
	d := r.Data
	for ; uint(i) < uint(len(d)); i++ {
		c := d[i]
		if c <= ' ' {
			if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
				i = blanks(d, i+1) - 1
				continue
			}
		} else if uint16(c) == want {
			want = 0
			continue
		} else if kinds[c] != TokenUndef {
			fits := want&^anyFirst == 0
			if c == '}' || c == ']' {
				fits = want == ',' || want == anyFirst
			}
			if fits {
				r.pos, r.start, r.want, r.first = i, i, want, c
				return c
			}
		}
		r.pos = i
		r.syntax("syntax error")
		return 0
	}
	r.pos, r.start = len(d), len(d)
	r.fail(io.EOF)
	return 0
}

// blanks returns the position of the first byte of b at i or later that is not a blank. Lines often begin with many.
func blanks(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		if x := binary.LittleEndian.Uint64(b[i:]) ^ lows*' '; x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
	}
	return i
}

// fail makes err the error that ends the reading, unless there is one.
func (r *Lexer) fail(err error) {
	if r.fatal == nil {
		r.fatal = err
	}
	r.first = 0
}

// mostContext is the largest number of bytes that an error cites, and mostWhole that of a text that it cites as a whole
// if it is wrong near its end.
const (
	mostContext = 13
	mostWhole   = 1000
)

// syntax reports that the text at pos is not JSON.
func (r *Lexer) syntax(reason string) {
	p := min(r.pos, len(r.Data))
	about := short(r.Data[p:])
	if len(r.Data)-p <= mostContext && len(r.Data) <= mostWhole {
		about = string(r.Data)
	}
	r.fail(&LexerError{reason, p, about})
}

// short returns text, or its beginning and three dots.
func short(text []byte) string {
	if len(text) <= mostContext {
		return string(text)
	}
	return string(text[:mostContext-3]) + "..."
}

// read notes that the pending token is read, which ends at end.
func (r *Lexer) read(end int) { r.pos, r.first = end, 0 }

// end returns where the pending token ends, or -1 after an error. It reads nothing.
func (r *Lexer) end() int {
	d, p := r.Data, r.pos
	e := p
	switch kinds[r.first] {
	case TokenDelim:
		return p + 1
	case TokenString:
		return r.stringEnd(plain(d, p+1))
	case TokenNumber:
		n, st := wire.Number(d[p:])
		if st == wire.Done || st == wire.More && wire.IsNumber(d[p:]) {
			e = p + n
		}
	default:
		switch word := d[p:min(p+5, len(d))]; {
		case len(word) >= 4 && (string(word[:4]) == "null" || string(word[:4]) == "true"):
			e = p + 4
		case string(word) == "false":
			e = p + 5
		}
	}
	if e < len(d) && (d[e] == '"' || !wire.EndsScalar(d[e])) || e == p {
		r.pos = e
		r.syntax("syntax error")
		return -1
	}
	return e
}

// step reads the pending bracket.
func (r *Lexer) step(c byte) {
	r.pos++
	r.first = 0
	if c == '{' || c == '[' {
		r.want = anyFirst
		if r.depth++; r.depth > wire.MaxDepth {
			r.syntax("exceeded max depth")
		}
		return
	}
	r.depth--
	if r.want == ',' {
		r.want = 0
	}
}

// Delim reads the bracket or brace c.
func (r *Lexer) Delim(c byte) {
	if r.peek() == c && c != 0 {
		r.step(c)
		return
	}
	r.mismatch(string([]byte{c}))
}

// IsDelim reports whether the next token is c, or there was an error, so that loops end.
func (r *Lexer) IsDelim(c byte) bool {
	first := r.peek()
	return first == c || first == 0
}

// Null reads null.
func (r *Lexer) Null() {
	if r.peek() == 'n' {
		r.Skip()
		return
	}
	r.mismatch("null")
	r.first = 0
}

// IsNull reports whether the next token is null.
func (r *Lexer) IsNull() bool { return r.peek() == 'n' && r.end() >= 0 }

// Bool reads true or false.
func (r *Lexer) Bool() bool {
	c := r.peek()
	if c != 't' && c != 'f' {
		r.mismatch("bool")
		return false
	}
	r.Skip()
	return c == 't' && r.fatal == nil
}

// Skip reads a token of any kind: of an array or object its bracket only.
func (r *Lexer) Skip() {
	c := r.peek()
	switch {
	case c == 0:
	case kinds[c] == TokenDelim:
		r.step(c)
	default:
		if end := r.end(); end >= 0 {
			r.read(end)
		}
	}
}

var scanners = sync.Pool{New: func() any { return new(wire.Scanner) }}

// SkipRecursive reads a value of any kind, which is checked, or a closing bracket.
func (r *Lexer) SkipRecursive() {
	c := r.peek()
	if c != '{' && c != '[' {
		r.Skip()
		return
	}
	s := scanners.Get().(*wire.Scanner)
	s.ResetWithin(r.depth)
	n, st := s.Scan(r.Data[r.pos:])
	deep := s.TooDeep()
	scanners.Put(s)
	if r.first = 0; st == wire.Done {
		r.pos += n
		return
	}
	reason := "skipped array/object json value is invalid"
	switch {
	case deep:
		reason = "exceeded max depth"
	case st == wire.More:
		reason = "EOF reached while skipping array/object or token"
	}
	r.pos += n
	r.syntax(reason)
	r.pos = len(r.Data)
}

// raw reads a value and returns its text, within Data, or nil.
func (r *Lexer) raw() []byte {
	r.SkipRecursive()
	if r.fatal != nil {
		return nil
	}
	return r.Data[r.start:r.pos:r.pos]
}

// Raw reads a value of any kind and returns a copy of its text.
func (r *Lexer) Raw() []byte { return bytes.Clone(r.raw()) }

// Interface reads a value as encoding/json reads it into an any.
func (r *Lexer) Interface() any {
	switch kinds[r.peek()] {
	case TokenUndef:
		return nil
	case TokenString:
		return r.String()
	case TokenNumber:
		return r.Float64()
	case TokenBool:
		return r.Bool()
	case TokenNull:
		r.Skip()
		return nil
	}
	if r.first == '}' || r.first == ']' {
		r.syntax("syntax error")
		return nil
	}
	text := r.raw()
	if text == nil {
		return nil
	}
	var v any
	if err := zetes.Unmarshal(text, &v); err != nil {
		r.mistake(&LexerError{err.Error(), r.start, short(text)})
		return nil
	}
	r.start = r.pos - 1 // the last token was the closing bracket
	return v
}

// JsonNumber reads a number, the text of a string, or null, which is the empty json.Number.
func (r *Lexer) JsonNumber() json.Number {
	switch kinds[r.peek()] {
	case TokenString:
		return json.Number(r.String())
	case TokenNumber:
		return json.Number(r.number())
	case TokenNull:
		r.Skip()
	case TokenUndef:
	default:
		if end := r.end(); end >= 0 {
			r.pos = end
			r.syntax("syntax error")
		}
	}
	return ""
}

// WantComma says that a comma comes before the next token, or a closing bracket.
func (r *Lexer) WantComma() { r.want = ',' }

// WantColon says that a colon comes before the next token.
func (r *Lexer) WantColon() { r.want = ':' }

// FetchToken reads the pending token, if there is one, and looks for the next one.
func (r *Lexer) FetchToken() {
	if r.first != 0 {
		r.Skip()
	}
	r.look()
}

// CurrentToken returns the kind of the next token, or TokenUndef after an error.
func (r *Lexer) CurrentToken() TokenKind {
	c := r.peek()
	if c == 0 || r.end() < 0 {
		return TokenUndef
	}
	return kinds[c]
}

// GetPos returns the position after the last token that a method has looked at.
func (r *Lexer) GetPos() int {
	if r.first != 0 {
		return max(r.end(), r.pos)
	}
	return r.pos
}

// IsStart reports whether no token was looked at.
func (r *Lexer) IsStart() bool { return r.pos == 0 && r.first == 0 }

// Consumed checks that only white space follows.
func (r *Lexer) Consumed() {
	p := r.GetPos()
	if r.fatal != nil || p > len(r.Data) {
		return
	}
	if p += wire.Space(r.Data[p:]); p < len(r.Data) {
		r.fail(&LexerError{fmt.Sprintf("invalid character '%c' after top-level value", r.Data[p]), p, string(r.Data[p:])})
	}
	if r.first == 0 {
		r.pos = p
	}
}

// Ok reports whether there was no error that ends the reading.
func (r *Lexer) Ok() bool { return r.fatal == nil }

// Error returns the error that has ended the reading.
func (r *Lexer) Error() error { return r.fatal }

// AddError makes e the error that ends the reading, unless e is nil or there is one.
func (r *Lexer) AddError(e error) {
	if e != nil {
		r.fail(e)
	}
}

// AddNonFatalError adds e to the errors that GetNonFatalErrors returns, with the place of the last token. Without
// UseMultipleErrors it ends the reading.
func (r *Lexer) AddNonFatalError(e error) {
	end := min(r.GetPos(), len(r.Data))
	r.mistake(&LexerError{e.Error(), r.start, string(r.Data[min(r.start, end):end])})
}

// GetNonFatalErrors returns the errors that have not ended the reading. There is one for each place.
func (r *Lexer) GetNonFatalErrors() []*LexerError { return r.mistakes }

// mistake reports a value that does not fit.
func (r *Lexer) mistake(e *LexerError) {
	if !r.UseMultipleErrors {
		r.fatal, r.first = e, 0
		return
	}
	if n := len(r.mistakes); n == 0 || r.mistakes[n-1].Offset != e.Offset {
		r.mistakes = append(r.mistakes, e)
	}
}

// mismatch reports that the next token is not what the caller wants. With UseMultipleErrors the value is passed over.
// If it should have been an array or object, a closing bracket is pending in its place.
func (r *Lexer) mismatch(want string) {
	if r.peek() == 0 {
		return
	}
	if r.UseMultipleErrors {
		r.SkipRecursive()
		start, end := r.start, r.pos
		if r.fatal == nil && (want == "[" || want == "{") {
			r.first = want[0] + 2
			r.pos-- // reading the bracket moves over one byte
			r.depth++
		}
		r.mistake(&LexerError{"expected " + want, start, string(r.Data[start:end])})
		return
	}
	end := r.end()
	if end < 0 {
		return
	}
	about := r.Data[r.pos:end]
	if r.first == '"' {
		about = about[1 : len(about)-1]
	}
	r.pos = end
	r.fail(&LexerError{"expected " + want, end, short(about)})
}
