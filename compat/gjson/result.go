package gjson

import (
	"iter"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Type is the kind of a Result.
type Type int

// The kinds. A Result that does not exist is a Null too.
const (
	Null Type = iota
	False
	Number
	String
	True
	JSON // an array or object
)

// String returns the name of the kind.
func (t Type) String() string {
	if t < Null || t > JSON {
		return ""
	}
	return [...]string{"Null", "False", "Number", "String", "True", "JSON"}[t]
}

// Result is a value of a text, or one that was made of such values.
type Result struct {
	Type    Type
	Raw     string  // the text of the value
	Str     string  // the text of a string
	Num     float64 // a number
	Index   int     // offset of Raw in the text, or 0 if it was made
	Indexes []int   // offsets of the elements of an array that a path with # has made
}

// parse returns the value at the start of json, of which it looks at the end for scalars only.
func parse(json string) Result {
	i := spaceEnd(json, 0)
	if i < len(json) && (json[i] == '{' || json[i] == '[') {
		return Result{Type: JSON, Raw: json[i:], Index: i}
	}
	end := valueEnd(json, i)
	r := parseAt(json[i:end])
	if r.Index = i; !r.Exists() {
		return Result{}
	}
	return r
}

// at returns the value from start to end.
func at(json string, start, end int) (r Result) {
	r.read(json[start:end])
	r.Index = start
	return r
}

// parseAt returns the value raw.
func parseAt(raw string) (r Result) {
	r.read(raw)
	return r
}

// read makes t, which is zero, the value raw.
func (t *Result) read(raw string) {
	if raw == "" {
		return
	}
	t.Raw = raw
	switch c := raw[0]; c {
	case '{', '[':
		t.Type = JSON
	case '"':
		t.Type, t.Str = String, unquote(raw)
	case 't':
		t.Type = True
	case 'f':
		t.Type = False
	case 'n':
		if len(raw) > 1 && raw[1]|' ' == 'a' {
			t.number()
		}
	default:
		t.number()
	}
}

// number makes t a number, which may be NaN or an infinity, or zero if its Raw is none.
func (t *Result) number() {
	t.Type = Number
	if n, ok := small(t.Raw); ok {
		t.Num = float64(n)
		return
	}
	ok := false
	if text := mem.View(t.Raw); wire.IsNumber(text) {
		t.Num, ok = scan.Float64(text)
	}
	if !ok {
		if c := t.Raw[0] | ' '; c != '-' && c != '+'|' ' && c != 'i' && c != 'n' && (c < '0' || c > '9') {
			*t = Result{}
			return
		}
		t.Num, _ = strconv.ParseFloat(t.Raw, 64)
	}
}

// small returns the number raw if it is an integer of up to 15 digits, which a float64 holds exactly.
func small(raw string) (n int64, ok bool) {
	if len(raw) > 15 {
		return 0, false
	}
	for i := range len(raw) {
		if raw[i]-'0' > 9 {
			return 0, false
		}
		n = n*10 + int64(raw[i]-'0')
	}
	return n, len(raw) > 0
}

// unquote returns the text of the string raw.
func unquote(raw string) string {
	if len(raw) < 2 {
		return ""
	}
	if inside := raw[1 : len(raw)-1]; strings.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return mem.Frozen(wire.AppendUnquote(nil, mem.View(raw)))
}

// Indexes while find runs.
const (
	made  = -1 // of a value that is not part of the text
	ended = -2 // of no value: there was one, of which a pipe has made none
)

// moved returns r, which was found in a part of a text that begins at offset.
func (t Result) moved(offset int) Result {
	if t.Index >= 0 {
		t.Index += offset
	}
	for i := range t.Indexes {
		t.Indexes[i] += offset
	}
	return t
}

// settled returns r as callers get it.
func (t Result) settled() Result {
	if t.Index < 0 || !t.Exists() {
		t.Index = 0
	}
	return t
}

// Exists reports whether there is a value.
func (t Result) Exists() bool { return t.Type != Null || t.Raw != "" }

// IsObject reports whether the value is an object.
func (t Result) IsObject() bool { return t.Type == JSON && t.Raw != "" && t.Raw[0] == '{' }

// IsArray reports whether the value is an array.
func (t Result) IsArray() bool { return t.Type == JSON && t.Raw != "" && t.Raw[0] == '[' }

// IsBool reports whether the value is true or false.
func (t Result) IsBool() bool { return t.Type == True || t.Type == False }

// String returns the text of a string, and the JSON of other values; for null it is empty.
func (t Result) String() string {
	switch t.Type {
	case True:
		return "true"
	case False:
		return "false"
	case Number:
		for i := range len(t.Raw) {
			if t.Raw[i]-'0' > 9 && (i > 0 || t.Raw[i] != '-') {
				return strconv.FormatFloat(t.Num, 'f', -1, 64)
			}
		}
		if t.Raw == "" {
			return strconv.FormatFloat(t.Num, 'f', -1, 64)
		}
		return t.Raw
	case String:
		return t.Str
	case JSON:
		return t.Raw
	}
	return ""
}

// Bool returns true for true, for numbers other than 0, and for strings such as "true", "T" and "1".
func (t Result) Bool() bool {
	switch t.Type {
	case True:
		return true
	case Number:
		return t.Num != 0
	case String:
		b, _ := strconv.ParseBool(strings.ToLower(t.Str))
		return b
	}
	return false
}

// digits returns the text of a number, which a string may have too, and "" without it.
func (t Result) digits() string {
	switch t.Type {
	case True:
		return "1"
	case String:
		return t.Str
	case Number:
		if t.Raw == "" {
			return strconv.FormatFloat(t.Num, 'f', -1, 64)
		}
		return t.Raw
	}
	return ""
}

// Int returns an integer, also that of a string. A fraction is cut off, and a number that is too large becomes the
// largest int64.
func (t Result) Int() int64 {
	text := t.digits()
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil || isRange(err) {
		return n
	}
	switch f, err := strconv.ParseFloat(text, 64); {
	case t.Type == String && err != nil:
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	case f == f:
		return int64(f)
	}
	return 0
}

// Uint is [Result.Int] for a uint64. A number below zero becomes 0.
func (t Result) Uint() uint64 {
	text := t.digits()
	n, err := strconv.ParseUint(text, 10, 64)
	if err == nil || isRange(err) {
		return n
	}
	switch f, err := strconv.ParseFloat(text, 64); {
	case t.Type == String && err != nil:
	case f >= math.MaxUint64:
		return math.MaxUint64
	case f > 0:
		return uint64(f)
	}
	return 0
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// Float returns a number, also that of a string.
func (t Result) Float() float64 {
	switch t.Type {
	case True:
		return 1
	case String:
		f, _ := strconv.ParseFloat(t.Str, 64)
		return f
	case Number:
		return t.Num
	}
	return 0
}

// Time returns a string in the form of RFC 3339 as a time, or the zero Time.
func (t Result) Time() time.Time {
	v, _ := time.Parse(time.RFC3339, t.String())
	return v
}

// Value returns the value as encoding/json decodes it into an interface. It is nil if the value is nested deeper than
// JSON may be.
func (t Result) Value() any {
	switch t.Type {
	case True, False:
		return t.Type == True
	case Number:
		return t.Num
	case String:
		return t.Str
	}
	if _, ok := t.cursor(); !ok {
		return nil
	}
	c := cursor{json: t.Raw, start: spaceEnd(t.Raw, 0)}
	v, _ := c.value(wire.MaxDepth)
	return v
}

// value is [Result.Value] of the value that c is at, and moves c to its end. most is how deep it may be nested; ok is
// false if it is deeper.
func (c *cursor) value(most int) (v any, ok bool) {
	in, ok := c.inside()
	if !ok {
		return c.result().Value(), true
	}
	if most == 0 {
		return nil, false
	}
	if in.object {
		m := map[string]any{}
		for in.step() {
			name := unquote(in.name())
			member, ok := in.value(most - 1)
			if !ok {
				return nil, false
			}
			if _, ok := m[name]; !ok {
				m[name] = member
			}
		}
		v = m
	} else {
		list := []any{}
		for in.step() {
			element, ok := in.value(most - 1)
			if !ok {
				return nil, false
			}
			list = append(list, element)
		}
		v = list
	}
	c.end = in.end
	return v, true
}

// cursor returns a cursor over the elements or members of an array or object.
func (t Result) cursor() (c cursor, ok bool) {
	if t.Type != JSON {
		return c, false
	}
	c = cursor{json: t.Raw, start: spaceEnd(t.Raw, 0)}
	return c.inside()
}

// Array returns the elements of an array. null has none, and another value is the only element.
func (t Result) Array() []Result {
	list := []Result{}
	if t.Type == Null {
		return list
	}
	if !t.IsArray() {
		return append(list, t)
	}
	t.ForEach(func(_, value Result) bool {
		list = append(list, value)
		return true
	})
	return list
}

// Map returns the members of an object, of several with one name the first.
func (t Result) Map() map[string]Result {
	m := map[string]Result{}
	if c, ok := t.cursor(); ok && c.object {
		for c.next() {
			name := unquote(c.name())
			if _, ok := m[name]; !ok {
				m[name] = c.result().moved(t.Index)
			}
		}
	}
	return m
}

// ForEach calls iterator with each element of an array and its index, or each member of an object, until it returns
// false. Other values are passed without a key.
func (t Result) ForEach(iterator func(key, value Result) bool) {
	if !t.Exists() {
		return
	}
	if t.Type != JSON {
		iterator(Result{}, t)
		return
	}
	c, ok := t.cursor()
	for i := 0; ok && c.next(); i++ {
		key := Result{Type: Number, Num: float64(i)}
		if c.object {
			key = Result{Type: String, Raw: c.name(), Str: unquote(c.name()), Index: t.Index + c.from}
		}
		value := c.result()
		if t.Indexes != nil {
			if value.Index = 0; i < len(t.Indexes) {
				value.Index = t.Indexes[i]
			}
		} else {
			value.Index += t.Index
		}
		if !iterator(key, value) {
			return
		}
	}
}

// All iterates as [Result.ForEach] does.
func (t Result) All() iter.Seq2[Result, Result] {
	return func(yield func(Result, Result) bool) { t.ForEach(yield) }
}

// Keys iterates over the keys of [Result.ForEach].
func (t Result) Keys() iter.Seq[Result] {
	return func(yield func(Result) bool) { t.ForEach(func(key, _ Result) bool { return yield(key) }) }
}

// Values iterates over the values of [Result.ForEach].
func (t Result) Values() iter.Seq[Result] {
	return func(yield func(Result) bool) { t.ForEach(func(_, value Result) bool { return yield(value) }) }
}

// Get returns the value at the end of path from t. It does not check what it passes over: the functions that return
// Results have done that.
func (t Result) Get(path string) Result { return get(t.Raw, path, false).moved(t.Index) }

// Less reports whether t comes before token: by the kind, null first, then by the text of strings, the size of numbers,
// or the JSON.
func (t Result) Less(token Result, caseSensitive bool) bool {
	switch {
	case t.Type != token.Type:
		return t.Type < token.Type
	case t.Type == String && caseSensitive:
		return t.Str < token.Str
	case t.Type == String:
		return lessFolded(t.Str, token.Str)
	case t.Type == Number:
		return t.Num < token.Num
	}
	return t.Raw < token.Raw
}

// lessFolded compares without regard to the case of ASCII letters.
func lessFolded(a, b string) bool {
	for i := range min(len(a), len(b)) {
		if x, y := lower(a[i]), lower(b[i]); x != y {
			return x < y
		}
	}
	return len(a) < len(b)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// Path returns the path to t in json, from which it was got: @this for the whole, and "" if t is not part of it.
func (t Result) Path(json string) string { return pathAt(json, t.Index, t.Raw) }

// Paths returns the paths to the elements of t, an array that a path with # has made of parts of json.
func (t Result) Paths(json string) []string {
	if t.Indexes == nil {
		return nil
	}
	var paths []string
	t.ForEach(func(_, value Result) bool {
		paths = append(paths, value.Path(json))
		return true
	})
	return paths
}

// pathAt returns the path to the value raw, which begins at offset.
func pathAt(json string, offset int, raw string) string {
	if offset == 0 && raw != "" && raw == json[spaceEnd(json, 0):] {
		return "@this"
	}
	if offset < 0 || !strings.HasPrefix(json[min(offset, len(json)):], raw) || raw == "" {
		return ""
	}
	var b []byte
	at := spaceEnd(json, 0)
	for at != offset {
		if at >= len(json) || json[at] != '{' && json[at] != '[' {
			return ""
		}
		c := cursor{json: json, end: at + 1, object: json[at] == '{'}
		i := 0
		for ; c.next() && c.end <= offset; i++ {
		}
		if c.start > offset || c.end <= offset || c.start <= at {
			return ""
		}
		if len(b) > 0 {
			b = append(b, '.')
		}
		if c.object {
			b = append(b, Escape(unquote(c.name()))...)
		} else {
			b = strconv.AppendInt(b, int64(i), 10)
		}
		at = c.start
	}
	if len(b) == 0 {
		return "@this"
	}
	return string(b)
}
