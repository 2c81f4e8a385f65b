package stream

import (
	"encoding/json"
	"io"
	"math"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/toolchain"
	"github.com/zetes-json/zetes/internal/wire"
)

// tokens has the containers that the tokens of a Decoder have opened. The path to the current value, with a step for
// each container, is in frames.base.
type tokens struct {
	open   []container    // the open containers, the outermost first
	at     wire.Structure // what may come next in the innermost container
	start  int64          // offset of the outermost container
	values int            // number of values in the outermost container, itself included
	failed error          // the error that ended the stream
}

// container is an array or object that a token has opened.
type container struct {
	count int                 // number of elements or members so far, if a limit counts them
	names map[string]struct{} // names of the members so far, if the names must differ
}

// maxOpen is the deepest nesting that encoding/json accepts.
const maxOpen = 10_000

// Token returns the next token as json.Decoder.Token does: a json.Delim for each of the brackets [ ] { }, which match,
// otherwise a string, bool, nil, or a number in the API's form for numbers in interfaces. Names are strings; commas and
// colons are skipped. At the end of the stream it returns io.EOF. An end within an array or object is an [*zetes.Error]
// about io.ErrUnexpectedEOF.
//
// The API's limits and rules for inputs hold within the arrays and objects that tokens have opened, and each outermost
// one counts as one value for the limit on bytes. If a string or number breaks a rule, Token returns an error about it,
// and the next call goes on after it, as after a value that does not fit. Too deep nesting, too many elements, values
// or bytes, and a second member with one name end the stream. To find a second member with one name, the Decoder keeps
// the names in open objects.
func (d *Decoder) Token() (json.Token, error) {
	d.counts = false
	c, err := d.advance()
	if err != nil {
		return nil, err
	}
	switch c {
	case '[', '{':
		if d.at.WantsName() {
			return nil, d.unexpected()
		}
		if err := d.counted(0); err != nil {
			return nil, err
		}
		if err := d.enter(c); err != nil {
			return nil, err
		}
		return json.Delim(c), nil
	case ']', '}':
		if err := d.leave(c); err != nil {
			return nil, err
		}
		return json.Delim(c), nil
	}
	d.typ = reflect.TypeFor[any]()
	if d.at.WantsName() {
		if c != '"' {
			return nil, d.unexpected()
		}
		return d.name()
	}
	if err := d.counted(0); err != nil {
		return nil, err
	}
	raw, err := d.next()
	if err != nil {
		return nil, err
	}
	var v any
	err = d.decode(raw, &v)
	d.at.Passed()
	return v, err
}

// name returns the next name.
func (d *Decoder) name() (json.Token, error) {
	raw, name, err := d.memberName(func(raw []byte) string { return string(wire.AppendUnquote(nil, raw)) })
	if err != nil {
		return nil, err
	}
	var v any
	if err := d.decode(raw, &v); err != nil {
		return v, err
	}
	if err := d.differs(name, len(raw)); err != nil {
		return nil, err
	}
	return v, nil
}

// memberName reads the next name. It calls the function text to convert the name's JSON to its text.
func (d *Decoder) memberName(text func([]byte) string) (raw []byte, name string, err error) {
	path := d.base
	d.base = path[:len(path)-1] // there is no member until it has a name
	raw, err = d.next()
	d.base = path
	if err != nil {
		return nil, "", err
	}
	name = text(raw)
	path[len(path)-1].Name = name
	if err := d.counted(len(raw)); err != nil {
		return nil, "", err
	}
	d.at.Next('"')
	return raw, name, nil
}

// differs returns an error if the names of an object must differ, and name has occurred in the object before. n is the
// length of the name's JSON.
func (d *Decoder) differs(name string, n int) error {
	if names := d.open[len(d.open)-1].names; names != nil {
		if _, ok := names[name]; ok {
			return d.refused(&zetes.RuleError{Rule: zetes.UniqueNames, Name: name}, n)
		}
		names[name] = struct{}{}
	}
	return nil
}

// counted counts an element or member, and returns an error if there are more than a limit allows. n is the length of
// the name's JSON if a name has been read, otherwise 0.
func (d *Decoder) counted(n int) error {
	if len(d.open) == 0 || d.at.InObject() && d.at.WantsValue() {
		return nil
	}
	limits := &d.c.Limits
	in := &d.open[len(d.open)-1]
	if in.count++; in.count > limits.Elements && limits.Elements > 0 {
		return d.refused(&zetes.RuleError{Rule: zetes.MaxElements}, n)
	}
	if d.values++; d.values > limits.Values && limits.Values > 0 {
		return d.refused(&zetes.RuleError{Rule: zetes.MaxValues}, n)
	}
	return nil
}

// refused ends the stream, since the next value, or the last n bytes, break a rule.
func (d *Decoder) refused(rule *zetes.RuleError, n int) error {
	e := d.located(rule, n, d.base)
	rule.Offset = e.Offset
	d.failed = e
	return e
}

// More reports whether the innermost array or object has another element or member. Outside of containers it reports
// whether the stream goes on.
func (d *Decoder) More() bool { return d.failed == nil && d.stream.More() }

// enter opens a container.
func (d *Decoder) enter(c byte) error {
	most := maxOpen
	if n := d.c.Limits.Depth; n > 0 {
		most = min(n, most)
	}
	if len(d.open) >= most {
		return d.refused(&zetes.RuleError{Rule: zetes.MaxDepth}, 0)
	}
	if len(d.open) == 0 {
		d.start, d.values = d.InputOffset(), 1
	}
	d.stream.Drop()
	in := container{}
	if c == '{' && d.c.Options.Has(option.RejectDuplicateNames) {
		in.names = map[string]struct{}{}
	}
	step := locate.Step{Index: -1}
	if c == '[' {
		step.Index = 0
	}
	d.open, d.base = append(d.open, in), append(d.base, step)
	d.at.Next(c)
	return nil
}

// leave closes the innermost container by the bracket c, which comes next.
func (d *Decoder) leave(c byte) error {
	if d.at.Next(c) == wire.Wrong {
		return d.unexpected()
	}
	d.stream.Drop()
	d.open, d.base = d.open[:len(d.open)-1], d.base[:len(d.base)-1]
	return nil
}

// advance passes the comma or colon that has to come and returns the byte after it, which stays unread.
func (d *Decoder) advance() (byte, error) {
	if d.failed != nil {
		return 0, d.failed
	}
	c, err := d.peek()
	if err != nil || len(d.open) == 0 {
		return c, err
	}
	switch {
	case !d.at.Past() && !d.at.WantsColon(), d.at.Past() && (c == ']' || c == '}'):
		return c, nil
	case d.at.Next(c) == wire.Wrong:
		return 0, d.unexpected()
	}
	if step := &d.base[len(d.base)-1]; step.Index >= 0 { // an array, in which the separator is a comma
		step.Index++
	}
	d.stream.Drop()
	return d.peek()
}

// peek returns the next byte. In a container it is an error if the input, or its limit on bytes, ends there.
func (d *Decoder) peek() (byte, error) {
	c, err := d.stream.Peek()
	switch {
	case len(d.open) == 0:
	case err == io.EOF:
		err = d.fail(io.ErrUnexpectedEOF)
	case err == nil && d.room() <= 0:
		err = d.fail(ErrValueTooLarge)
	}
	return c, err
}

// room returns how many bytes the next value may have.
func (d *Decoder) room() int {
	most := d.most
	switch {
	case most == 0:
		return math.MaxInt32
	case d.each:
		return most
	case len(d.open) > 0:
		return int(max(int64(most)-(d.InputOffset()-d.start), 0))
	}
	return most
}

// unexpected ends the stream with an error, since the next byte is not allowed where it stands.
func (d *Decoder) unexpected() error {
	c := d.stream.Character()
	if d.each { // the caller of a Finder does not read tokens, so the error is the error of Unmarshal
		return d.fail(toolchain.SyntaxErrorAfter(d.at.Lead().Text, c, d.InputOffset()))
	}
	return d.fail(toolchain.TokenError(d.at.Lead(), c, d.InputOffset()))
}

// fail ends the stream with an Error about err at the next byte, and returns the Error.
func (d *Decoder) fail(err error) error {
	at := d.base
	if len(at) > 0 && (d.at.WantsName() || d.at.Past()) {
		at = at[:len(at)-1] // the fault is not in the last member or element
	}
	d.failed = d.located(err, 0, at)
	return d.failed
}

// located returns an Error about err with the path at. Its offset is the offset of the last n bytes, or of the next
// byte if n is 0.
func (d *Decoder) located(err error, n int, at []locate.Step) *zetes.Error {
	return root.PlaceError(err, d.stream.Place(n), locate.Pointer(at))
}
