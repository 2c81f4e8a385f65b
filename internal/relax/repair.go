package relax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// A Mender turns text into JSON as a converter does for JSON5, and also repairs all that breaks the grammar, so that
// its result is JSON whatever the text is. It begins at the first bracket that looks like the start of an object or
// array, and reads the text as JSON5. It leaves out a token that is not allowed, or adds a token that is missing before
// it:
//
//	Sure! {"a": 'x' b: [True, 1,    becomes
//	{"a": "x","b": [true, 1 ]}

// Mended says which repair was made, and where.
type Mended struct {
	Offset, Line, Column int // place in the text; lines and columns count from 1, columns in characters
	What                 string
}

// The texts of Mended.What say which mistake was repaired.
const (
	quotes      = "a string or name had other quotes, or none"
	innerQuote  = "a quote within a string was not escaped"
	badEscape   = "an escape sequence was not one of JSON"
	control     = "a line end or control character in a string was not escaped"
	badWord     = "a word or number was spelled as in another language"
	aComment    = "a comment was left out"
	noComma     = "a comma was missing"
	noColon     = "a colon was missing"
	noName      = "a name was missing"
	noValue     = "a value was missing"
	noEnd       = "the end of a string was missing"
	noBracket   = "a closing bracket was missing"
	moreComma   = "a comma was too many"
	moreColon   = "a colon was too many"
	moreBracket = "a closing bracket was too many"
	tooDeep     = "nested deeper than JSON may be: the rest was left out"
	noSense     = "dots or other characters without a meaning were left out"
	cutShort    = "a word or number was cut"
)

const (
	mostLooks   = 256    // the most bytes after a quote or bracket that are waited for before its meaning is decided
	mostChanges = 10_000 // the most changes that are stored
)

var fence = []byte("```") // a fence of Markdown, which ends the text

// Mender repairs a text that comes in pieces. The zero Mender is ready to use.
type Mender struct {
	c       converter
	Changes []Mended
	found   bool // the value has begun
	fenced  bool // before the value: a fence of Markdown is open
	name    bool // the current string is a name
	curly   byte // the current string has typographic quotes: '"' for double ones, '\'' for single ones; or 0
	done    bool // the value has ended
	in      []byte
	out     []byte
	at      locate.Cursor // the place of the current token
	seen    int           // how much of the current word, which may go on, has been read
	address bool          // the current word is a URL without quotes
}

// Push adds a piece of the text, and appends to dst the JSON that no later piece can change. final says that the piece
// is the last one; then all of the JSON is appended. found reports whether the start of a value has been found.
func (r *Mender) Push(dst, piece []byte, final bool) (text []byte, found bool) {
	if r.c.form == 0 {
		r.c = newConverter(option.JSON5)
	}
	r.in = append(r.in, piece...)
	i := 0
	for i < len(r.in) && !r.done {
		found := r.found
		used := r.step(r.in[i:], final)
		if used == 0 && found == r.found {
			break
		}
		r.at.Advance(r.in[i : i+used])
		i += used
	}
	if r.done {
		i = len(r.in)
	}
	r.in = r.in[:copy(r.in, r.in[i:])]
	if final && r.found && !r.done {
		if r.c.in == '"' || r.c.in == '\'' {
			r.change(noEnd)
			r.endString()
		}
		r.end()
	}
	ready := len(r.out)
	if r.c.comma >= 0 && ready-r.c.comma < mostComma && !r.done {
		ready = r.c.comma
	}
	dst = append(dst, r.out[:ready]...)
	r.out = r.out[:copy(r.out, r.out[ready:])]
	r.c.comma = max(r.c.comma-ready, -1)
	return dst, r.found
}

// end closes all open arrays and objects.
func (r *Mender) end() {
	for r.done = true; len(r.c.open) > 0; {
		r.change(noBracket)
		r.close()
	}
}

// Skip counts the bytes and lines of text, which stands before the first piece and is not read. The value begins at the
// start of the first piece.
func (r *Mender) Skip(text []byte) {
	r.at.Advance(text)
	r.found = true
}

// Done reports whether the value has ended.
func (r *Mender) Done() bool { return r.done }

func (r *Mender) change(what string) {
	if len(r.Changes) < mostChanges {
		r.Changes = append(r.Changes, Mended{int(r.at.Offset), r.at.Lines + 1, r.at.Columns + 1, what})
	}
}

// put appends text that is not in the input.
func (r *Mender) put(text string) { r.out = append(r.out, text...) }

// step converts and repairs the token, or part of a string or comment, at the start of b. It returns the length of the
// token or part, or 0 if the length depends on the text after b.
func (r *Mender) step(b []byte, final bool) (n int) {
	switch {
	case !r.found:
		n, r.found = begins(b, r.fenced, final)
		r.fenced = fencedAfter(r.fenced, b[:n])
		return n
	case r.c.in == '/' || r.c.in == '*':
		r.out, n = r.c.comment(r.out, b, final)
		return n
	case r.c.in != 0:
		return r.text(b, final)
	}
	switch x := b[0]; x {
	case ' ', '\t', '\n', '\r':
		return r.pass(b)
	case '/':
		if len(b) == 1 && !final {
			return 0
		}
		if !startsComment(b) {
			r.change(noSense)
			return 1
		}
		r.change(aComment)
		r.c.in = b[1]
		r.put("  ")
		return 2
	case ',':
		if r.complete(); r.c.last != 'v' {
			r.change(moreComma)
			return 1
		}
		return r.pass(b)
	case ':':
		if r.c.last != 'n' {
			r.change(moreColon)
			return 1
		}
		return r.pass(b)
	case '{', '[':
		if r.begin(true); len(r.c.open) == wire.MaxDepth {
			r.put("null")
			r.change(tooDeep)
			r.done = true
			for len(r.c.open) > 0 {
				r.c.last = 'v'
				r.close()
			}
			return 1
		}
		return r.pass(b)
	case '}', ']':
		if bytes.IndexByte(r.c.open, x-2) < 0 {
			r.change(moreBracket)
			return 1
		}
		for r.c.open[len(r.c.open)-1] != x-2 {
			r.change(noBracket)
			r.close()
		}
		r.close()
		r.done = len(r.c.open) == 0
		return 1
	case '`':
		if len(b) < len(fence) && !final {
			return 0
		}
		if !bytes.HasPrefix(b, fence) {
			break
		}
		r.end()
		return len(fence)
	case '"', '\'':
		if r.begin(false); x == '\'' {
			r.change(quotes)
		}
		return r.pass(b)
	}
	if n, ok := r.c.space(b, final); n > 0 || !ok {
		r.out = blanks(r.out, b[:n])
		return n
	}
	if class, n := typographic(b); n > 0 {
		r.begin(false)
		r.change(quotes)
		r.c.in, r.curly = '"', class
		r.put(`"`)
		return n
	}
	return r.word(b, final)
}

// pass converts the token at the start of b, which needs no repair, and returns its length.
func (r *Mender) pass(b []byte) (n int) {
	r.out, n = r.c.token(r.out, b, true)
	return n
}

// typographic returns the ASCII quote that the typographic quote at the start of b stands for, and the length of the
// typographic quote. It returns 0 and 0 if b starts with another character.
func typographic(b []byte) (class byte, n int) {
	switch r, n := utf8.DecodeRune(b); r {
	case '\u201c', '\u201d', '\u201e', '\u201f':
		return '"', n
	case '\u2018', '\u2019', '\u201a', '\u201b':
		return '\'', n
	}
	return 0, 0
}

// Begin returns the position of the first bracket in text that looks like the start of an object or array.
func Begin(text []byte) (at int, found bool) { return begins(text, false, true) }

// begins searches b for the start of a value. It returns the number of bytes before the start. If there is no start,
// found is false, and n is the number of bytes of b that can't belong to the start of a value. fenced says that a fence
// is open before b.
func begins(b []byte, fenced, final bool) (n int, found bool) {
	for n < len(b) {
		i := bytes.IndexAny(b[n:], "{[")
		if i < 0 {
			run := len(b) - len(bytes.TrimRight(b[n:], "`")) - n
			if final {
				run = 0
			}
			return len(b) - run%len(fence), false // the rest of the run may be the start of a fence
		}
		fenced = fencedAfter(fenced, b[n:n+i])
		n += i
		next := b[n+1:]
		next = next[wire.Space(next):]
		for bytes.HasPrefix(next, []byte("\u00a0")) { // language models indent by no-break spaces
			next = next[2:]
			next = next[wire.Space(next):]
		}
		if (len(next) == 0 || string(next) == "/" || string(next) == "\xc2") && !final && len(b)-n < mostLooks {
			return n, false
		}
		if isNote, known := footnote(b[n:], fenced, final); !known {
			return n, false
		} else if isNote > 0 {
			return n + isNote, true
		}
		if len(next) > 0 && next[0] == 0xE2 && !utf8.FullRune(next) && !final {
			return n, false
		}
		_, curly := typographic(next)
		k := 0 // the length of a name without quotes
		for k < len(next) && (next[k] == '_' || next[k] == '$' || 'a' <= next[k]|0x20 && next[k]|0x20 <= 'z' || k > 0 && '0' <= next[k] && next[k] <= '9') {
			k++
		}
		switch {
		case len(next) == 0:
		case curly > 0:
			return n, true
		case b[n] == '{' && (bytes.IndexByte([]byte(`"'}`), next[0]) >= 0 || startsComment(next)), b[n] == '[' && bytes.IndexByte([]byte(`"'{[]-0123456789`), next[0]) >= 0:
			return n, true
		case k == len(next) && k < mostLooks && !final:
			return n, false // more letters of the name may follow
		case b[n] == '[' && spelled[string(next[:min(k, mostLooks)])] != "":
			return n, true
		case b[n] == '{' && k > 0:
			after := next[k:]
			if after = after[wire.Space(after):]; len(after) == 0 && !final && len(b)-n < mostLooks {
				return n, false
			} else if len(after) > 0 && after[0] == ':' {
				return n, true
			}
		}
		n++
	}
	return n, false
}

// fencedAfter reports whether a fence is open after text. fenced says whether one is open before it.
func fencedAfter(fenced bool, text []byte) bool { return fenced != (bytes.Count(text, fence)%2 == 1) }

// footnote returns the position of a value if b starts with a mark such as [1] and an object or a fence with a value
// follows soon, otherwise 0. In a fence, [1] is a mark only for what follows in that fence. known is false if the
// result depends on the text after b.
func footnote(b []byte, fenced, final bool) (at int, known bool) {
	n := 1
	for n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	switch {
	case b[0] != '[':
		return 0, true
	case n == len(b):
		return 0, final
	case n == 1 || b[n] != ']':
		return 0, true
	}
	n++
	rest := b[n:min(len(b), n+mostLooks)]
	if fenced {
		if i := bytes.Index(rest, fence); i >= 0 {
			rest, final = rest[:i], true
		}
	}
	at, found := begins(rest, fenced, final || len(rest) == mostLooks)
	switch {
	case found && (rest[at] == '{' || !fenced && fencedAfter(false, rest[:at])):
		return n + at, true
	case !found && !final && len(rest) < mostLooks:
		return 0, false
	}
	return 0, true
}

func startsComment(b []byte) bool {
	return bytes.HasPrefix(b, []byte("//")) || bytes.HasPrefix(b, []byte("/*"))
}

// begin is called before a value or name whose quote or bracket the caller writes next. It adds a comma, colon or name
// that is missing before it.
func (r *Mender) begin(bracket bool) {
	object := len(r.c.open) > 0 && r.c.open[len(r.c.open)-1] == '{'
	if r.c.last == 'v' {
		r.change(noComma)
		r.put(",")
		r.c.last = ','
	} else if r.c.last == 'n' {
		r.change(noColon)
		r.put(":")
		r.c.last = ':'
	}
	r.c.comma = -1
	if r.name = object && r.c.last != ':'; r.name && bracket {
		r.change(noName)
		r.put(`"":`)
		r.name = false
	}
}

// ended is called after begin, when the name or value is complete.
func (r *Mender) ended() {
	if r.c.last = 'v'; r.name {
		r.c.last, r.name = 'n', false
	}
}

// complete adds the value that is missing after a name.
func (r *Mender) complete() {
	if r.c.last == 'n' || r.c.last == ':' {
		if r.change(noValue); r.c.last == 'n' {
			r.put(":")
		}
		r.put("null")
		r.c.last = 'v'
	}
}

// close ends the innermost container.
func (r *Mender) close() {
	r.complete()
	if r.c.comma >= 0 {
		r.out[r.c.comma] = ' '
		r.c.comma = -1
		r.change(moreComma)
	} else if r.c.last == ',' { // the comma can't be removed any more: Push has returned it
		r.change(noValue)
		r.put(map[byte]string{'{': `"":null`, '[': "null"}[r.c.open[len(r.c.open)-1]])
	}
	n := len(r.c.open) - 1
	r.out = append(r.out, r.c.open[n]+2)
	r.c.open, r.c.last = r.c.open[:n], 'v'
}

func (r *Mender) endString() {
	r.out = append(r.out, '"')
	r.c.in, r.curly = 0, 0
	r.ended()
}

// text converts and repairs the next characters of a string, with which b starts, and appends them to r.out. It returns
// how many bytes of b it has used, or 0 if it needs more input. final says that no more input follows.
func (r *Mender) text(b []byte, final bool) int {
	n := 0
	for n < len(b) && b[n] != '"' && b[n] != r.c.in && b[n] != '\\' && b[n] >= ' ' && !(r.curly != 0 && b[n] == 0xE2) {
		n++
	}
	if n > 0 {
		r.out = append(r.out, b[:n]...)
		return n
	}
	size := 1 // the length of the quote in bytes
	if b[0] == 0xE2 {
		if !utf8.FullRune(b) && !final {
			return 0
		}
		class, n := typographic(b)
		if size = n; class != r.curly {
			_, n = utf8.DecodeRune(b)
			r.out = append(r.out, b[:n]...)
			return n
		}
	}
	switch x := b[0]; {
	case x == r.c.in || size > 1:
		look := endsString
		if r.name {
			look = endsName
		}
		ends, known := look(b[size:], final)
		if !known {
			return 0
		} else if ends {
			r.endString()
			return size
		}
		if r.change(innerQuote); x == '"' {
			r.out = append(r.out, '\\')
		}
		r.out = append(r.out, b[:size]...)
		return size
	case x == '"':
		r.out = append(r.out, '\\', '"')
		return 1
	case x != '\\':
		r.change(control)
		switch x {
		case '\n':
			r.put(`\n`)
		case '\t':
			r.put(`\t`)
		default:
			r.out = appendEscape(r.out, rune(x))
		}
		return 1
	case len(b) < 6 && !final:
		return 0
	case len(b) == 1:
		r.change(badEscape)
		return 1
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.out = append(r.out, b[:2]...)
		return 2
	case 'u':
		if len(b) >= 6 && isHex(b[2:6]) {
			r.out = append(r.out, b[:6]...)
			return 6
		}
	case 'x':
		if len(b) >= 4 && isHex(b[2:4]) {
			r.change(badEscape)
			r.out = append(append(r.out, `\u00`...), b[2:4]...)
			return 4
		}
	case '\'':
		if r.c.in == '"' {
			r.change(badEscape)
		}
		r.out = append(r.out, '\'')
		return 2
	case '\n':
		r.change(badEscape)
		return 2
	}
	r.change(badEscape) // the backslash is not an escape, but a character of the text
	r.put(`\\`)
	return 1
}

func isHex(b []byte) bool { return len(bytes.Trim(b, "0123456789abcdefABCDEF")) == 0 }

// endsString reports whether a quote ends its string. b is the text after the quote. The quote does not end the string
// if a word follows on the same line. known is false if that depends on the text after b.
func endsString(b []byte, final bool) (ends, known bool) {
	n := wire.Space(b)
	switch {
	case n >= mostLooks || bytes.IndexByte(b[:n], '\n') >= 0:
		return true, true
	case n == len(b):
		return true, final
	case bytes.IndexByte([]byte(",:]}\"'{[/`"), b[n]) >= 0:
		return true, true
	}
	return false, true
}

// endsName reports whether a quote ends its name. b is the text after the quote. The quote in 'don't': does not end the
// name, since a letter follows, and then another quote and a colon. known is false if that depends on the text after b.
func endsName(b []byte, final bool) (ends, known bool) {
	if len(b) == 0 {
		return true, final
	}
	if b[0]|0x20 < 'a' || 'z' < b[0]|0x20 {
		return true, true
	}
	for i := range min(len(b), mostLooks) {
		_, n := typographic(b[i:])
		if b[i] == '"' || b[i] == '\'' {
			n = 1
		}
		if n == 0 {
			if bytes.IndexByte([]byte(":,{}[]\n"), b[i]) >= 0 {
				return true, true
			}
			continue
		}
		after := b[i+n:]
		if after = after[wire.Space(after):]; len(after) > 0 {
			return after[0] != ':', true
		}
		break
	}
	return true, final || len(b) >= mostLooks
}

// spelled maps the spellings that other languages have for the words of JSON to these words.
var spelled = map[string]string{
	"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null", "TRUE": "true", "FALSE": "false",
	"NULL": "null", "nil": "null", "undefined": "null", "NaN": "null", "Infinity": "null", "-Infinity": "null",
}

// word converts and repairs a word, number or name without quotes, and returns its length. It returns 0 as long as the
// end of the word has not come.
func (r *Mender) word(b []byte, final bool) int {
	n, ends := r.seen, " \t\n\r\v\f,:[]{}\"'/`"
	if r.address {
		ends = " \t\n\r\v\f,]}\"'`"
	}
	for n < len(b) && strings.IndexByte(ends, b[n]) < 0 {
		n++
	}
	isName := len(r.c.open) > 0 && r.c.open[len(r.c.open)-1] == '{' && r.c.last != 'n' && r.c.last != ':'
	colon := n > 0 && !isName && !r.address && n < len(b) && b[n] == ':'
	if r.seen = n; !final && (n == len(b) || colon && len(b) < n+3) {
		return 0
	}
	if r.address = colon && bytes.HasPrefix(b[n:], []byte("://")); r.address {
		return r.word(b, final)
	}
	r.seen = 0
	if n == 0 || string(b[:n]) == "…" || len(bytes.Trim(b[:n], ".")) == 0 {
		r.change(noSense)
		return max(n, 1)
	}
	token := b[:n]
	r.begin(false)
	text, number := spelled[string(token)], appendNumber(nil, token)
	cut := false
	if n == len(b) && final && !r.name && text == "" && !wire.IsNumber(number) {
		text, number = completed(token)
		cut = text != "" || number != nil
	}
	switch {
	case cut:
		r.change(cutShort)
		r.out = append(append(r.out, text...), number...)
	case r.name:
		r.change(quotes)
		r.quote(token)
	case text != "":
		if r.put(text); text != string(token) {
			r.change(badWord)
		}
	case wire.IsNumber(number):
		if r.out = append(r.out, number...); !bytes.Equal(number, token) {
			r.change(badWord)
		}
	default:
		r.change(quotes)
		r.quote(token)
	}
	r.ended()
	return n
}

// completed completes the token at which the text ends. If the token is the beginning of a word such as true, it
// returns the word in JSON's spelling. If it is a number whose end is cut off, such as 1.5e, it returns the number
// without that end.
func completed(token []byte) (word string, number []byte) {
	for _, w := range []string{"true", "false", "null", "True", "False", "None"} {
		if len(token) < len(w) && w[:len(token)] == string(token) {
			return spelled[w], nil
		}
	}
	if n := len(token) - 1; n > 0 && bytes.IndexByte([]byte(".eE+-"), token[n]) >= 0 {
		if number = scan.NumberIn(token[:n]); len(number) > 0 {
			return "", number
		}
	}
	return "", nil
}

// quote appends token as a JSON string. It escapes backslashes and control characters; token has no quotes.
func (r *Mender) quote(token []byte) {
	r.out = append(r.out, '"')
	for _, x := range token {
		switch {
		case x == '\\':
			r.put(`\\`)
		case x < ' ':
			r.out = appendEscape(r.out, rune(x))
		default:
			r.out = append(r.out, x)
		}
	}
	r.out = append(r.out, '"')
}
