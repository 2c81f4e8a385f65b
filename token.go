package zetes

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// tokens is what a StreamDecoder knows of the containers that its tokens have opened. The base of its frames is the path to the value at hand:
// a step for each of them.
type tokens struct {
	open   []byte // their brackets, outermost first
	place  place  // in the innermost
	failed error  // what ended the stream
}

// place is what may come next in a container.
type place uint8

const (
	atFirst place = iota // an element, a name, or the end
	atComma              // a comma or the end
	atNext               // behind a comma: an element or a name
	atColon              // behind a name
	atValue              // behind a colon
)

// before is a text that leads to each place, for asking the toolchain: in an array, in an object.
var before = [...][2]string{atFirst: {"[", "{"}, atComma: {"[0", `{"":0`}, atNext: {"[0,", `{"":0,`}, atColon: {"", `{""`}, atValue: {"", `{"":`}}

// maxOpen is the nesting that encoding/json accepts.
const maxOpen = 10_000

func (d *StreamDecoder) inObject() bool { return len(d.open) > 0 && d.open[len(d.open)-1] == '{' }

func (d *StreamDecoder) wantsName() bool {
	return d.inObject() && (d.place == atFirst || d.place == atNext)
}

// Token returns the next token as json.Decoder's method does: a json.Delim for each of the brackets [ ] { }, which match, else a string, bool, nil,
// or a number in the form that the API has for numbers in interfaces. Names are strings; commas and colons are passed over. At the end of the
// stream it returns io.EOF; an end within an array or object is an [*Error] about io.ErrUnexpectedEOF.
func (d *StreamDecoder) Token() (json.Token, error) {
	d.counts = false
	c, err := d.advance()
	if err != nil {
		return nil, err
	}
	switch c {
	case '[', '{':
		if d.wantsName() {
			return nil, d.unexpected(c)
		}
		if err := d.enter(c); err != nil {
			return nil, err
		}
		return json.Delim(c), nil
	case ']', '}':
		// In ASCII a closing bracket comes two behind its opening one.
		if n := len(d.open); n == 0 || d.open[n-1] != c-2 || d.place != atFirst && d.place != atComma {
			return nil, d.unexpected(c)
		}
		d.stream.Drop()
		d.open, d.base = d.open[:len(d.open)-1], d.base[:len(d.base)-1]
		d.place = atComma
		return json.Delim(c), nil
	}
	if d.wantsName() && c != '"' {
		return nil, d.unexpected(c)
	}
	d.typ = reflect.TypeFor[any]()
	raw, err := d.next()
	if err != nil {
		return nil, err
	}
	var v any
	err = d.decode(raw, &v, d.bits)
	if d.wantsName() {
		d.base[len(d.base)-1].Name, _ = v.(string)
		d.place = atColon
	} else {
		d.place = atComma
	}
	return v, err
}

// More reports whether the innermost array or object has another element or member; outside of any, whether the stream goes on.
func (d *StreamDecoder) More() bool {
	if d.failed != nil {
		return false
	}
	c, err := d.stream.Peek()
	return err == nil && c != ']' && c != '}'
}

// enter opens a container.
func (d *StreamDecoder) enter(c byte) error {
	most := maxOpen
	if n := d.api.c.Limits.Depth; n > 0 {
		most = min(n, most)
	}
	if len(d.open) >= most {
		d.failed = d.placed(&RuleError{Rule: MaxDepth, Offset: d.InputOffset()})
		return d.failed
	}
	d.stream.Drop()
	step := locate.Step{Index: -1}
	if c == '[' {
		step.Index = 0
	}
	d.open, d.base, d.place = append(d.open, c), append(d.base, step), atFirst
	return nil
}

// advance passes over the comma or colon that is due and returns the byte behind it, which is left.
func (d *StreamDecoder) advance() (byte, error) {
	if d.failed != nil {
		return 0, d.failed
	}
	c, err := d.peek()
	if err != nil || len(d.open) == 0 {
		return c, err
	}
	switch {
	case d.place == atComma && c == ',':
		d.place = atNext
		if step := &d.base[len(d.base)-1]; step.Index >= 0 {
			step.Index++
		}
	case d.place == atColon && c == ':':
		d.place = atValue
	case d.place == atColon, d.place == atComma && c != ']' && c != '}':
		return 0, d.unexpected(c)
	default:
		return c, nil
	}
	d.stream.Drop()
	return d.peek()
}

// peek returns the next byte; the end of the input within a container is an error.
func (d *StreamDecoder) peek() (byte, error) {
	c, err := d.stream.Peek()
	if err == io.EOF && len(d.open) > 0 {
		d.failed = d.placed(io.ErrUnexpectedEOF)
		err = d.failed
	}
	return c, err
}

// unexpected ends the stream: c, the next byte, cannot stand here.
func (d *StreamDecoder) unexpected(c byte) error {
	text := ""
	if d.inObject() {
		text = before[d.place][1]
	} else if len(d.open) > 0 {
		text = before[d.place][0]
	}
	d.failed = d.placed(toolchain.SyntaxError([]byte(text+string([]byte{c})), d.InputOffset()-int64(len(text))))
	return d.failed
}

// placed makes an Error of err at the next byte.
func (d *StreamDecoder) placed(err error) error {
	e := &Error{Err: err}
	var in input
	in.seen, in.start, in.at = d.stream.View(0)
	in.place(e, 0)
	at := d.base
	if d.wantsName() {
		at = at[:len(at)-1] // the name is what is missing
	}
	e.Pointer = locate.Pointer(at)
	return e
}
