package agree

import (
	"bytes"
	stdjson "encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// node is a JSON value of a document that is to be changed. It need not be valid.
type node struct {
	open byte    // '{', '[', or 0: a scalar
	text string  // of a scalar
	name string  // of a member, with its quotes
	list []*node // members or elements
}

func scalar(text string) *node { return &node{text: text} }

// quoted returns s as a JSON string, with what is not UTF-8 as it is.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			b.WriteString(`\u00` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// parse returns the tree of a valid document, or nil.
func parse(doc []byte) *node {
	d := stdjson.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	n, err := parseValue(d, 0)
	if err != nil {
		return nil
	}
	if _, err := d.Token(); err != io.EOF {
		return nil
	}
	return n
}

func parseValue(d *stdjson.Decoder, depth int) (*node, error) {
	t, err := d.Token()
	if err != nil || depth > 500 {
		return nil, cmpErr(err)
	}
	switch t := t.(type) {
	case stdjson.Delim:
		n := &node{open: byte(t)}
		for d.More() {
			name := ""
			if t == '{' {
				k, err := d.Token()
				if err != nil {
					return nil, err
				}
				name = quoted(k.(string))
			}
			in, err := parseValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			in.name = name
			n.list = append(n.list, in)
		}
		_, err := d.Token()
		return n, err
	case string:
		return scalar(quoted(t)), nil
	case stdjson.Number:
		return scalar(string(t)), nil
	case bool:
		return scalar(strconv.FormatBool(t)), nil
	}
	return scalar("null"), nil
}

// cmpErr is err, or says that a document is too deep to be taken apart.
func cmpErr(err error) error {
	if err == nil {
		err = io.ErrShortBuffer
	}
	return err
}

// append writes the tree. space returns the white space at a place where there may be some; it may be nil.
func (n *node) append(b []byte, space func() string) []byte {
	gap := func() {
		if space != nil {
			b = append(b, space()...)
		}
	}
	if n.open == 0 {
		return append(b, n.text...)
	}
	b = append(b, n.open)
	for i, in := range n.list {
		if i > 0 {
			b = append(b, ',')
		}
		gap()
		if n.open == '{' {
			b = append(b, in.name...)
			gap()
			b = append(b, ':')
			gap()
		}
		b = in.append(b, space)
		gap()
	}
	return append(b, n.open+2) // '}' and ']' follow their partners at this distance
}

// copy returns a tree that shares nothing with n.
func (n *node) copy() *node {
	c := *n
	c.list = make([]*node, len(n.list))
	for i, in := range n.list {
		c.list[i] = in.copy()
	}
	return &c
}

// all returns n and the nodes below.
func (n *node) all() []*node {
	list := []*node{n}
	for _, in := range n.list {
		list = append(list, in.all()...)
	}
	return list
}

// member is a field as JSON sees it, near enough to make documents by: what encoding/json takes of it is not
// decided here.
type member struct {
	name   string
	typ    reflect.Type
	quoted bool // has the option "string"
}

// members returns the fields of a struct type, with those of embedded structs.
func (u *universe) members(t reflect.Type) []member {
	list, ok := u.field[t]
	if !ok {
		list = appendMembers(nil, t, nil)
		u.field[t] = list
	}
	return list
}

func appendMembers(list []member, t reflect.Type, within []reflect.Type) []member {
	for _, w := range within {
		if w == t {
			return list
		}
	}
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if sf.Anonymous && name == "" {
			in := sf.Type
			if in.Kind() == reflect.Pointer {
				in = in.Elem()
			}
			if in.Kind() == reflect.Struct {
				list = appendMembers(list, in, append(within, t))
				continue
			}
		}
		if !sf.IsExported() || tag == "-" {
			continue
		}
		if name == "" {
			name = sf.Name
		}
		list = append(list, member{name, sf.Type, strings.Contains(options, "string")})
	}
	return list
}

// writer makes documents by the fields of Go types.
type writer struct {
	*universe
	c    *choices
	left int
}

var wrongs = []string{"null", "true", "false", "0", "-1", "1.5", "1e400", `""`, `"a"`, "[]", "{}", "[1]", `{"a":1}`}

// document makes a document that a t may be decoded from. It is one switch over the kinds of Go types.
func (w *writer) document(t reflect.Type, depth int) *node {
	w.left--
	if w.left <= 0 || depth > maxDepth || w.c.oneIn(24) {
		return scalar(pick(w.c, wrongs))
	}
	if reads(t) && t.Kind() != reflect.Interface {
		if list := w.accepted(t); len(list) > 0 && w.c.below(4) > 0 {
			return scalar(pick(w.c, list))
		}
	}
	f := filler{universe: w.universe, c: w.c, left: 1}
	switch t.Kind() {
	case reflect.Bool:
		return scalar(pick(w.c, []string{"true", "false"}))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return scalar(strconv.FormatInt(f.integer(t.Bits()), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return scalar(strconv.FormatUint(uint64(f.integer(64))>>(64-t.Bits()), 10))
	case reflect.Float32, reflect.Float64:
		if x := f.float(); x-x == 0 {
			return scalar(strconv.FormatFloat(x, "gef"[w.c.below(3)], -1, 64))
		}
		return scalar("1e400")
	case reflect.String:
		return scalar(quoted(f.str()))
	case reflect.Pointer:
		return w.document(t.Elem(), depth)
	case reflect.Slice, reflect.Array:
		if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && w.c.below(4) > 0 {
			return scalar(pick(w.c, []string{`""`, `"AQID"`, `"AQI="`, `"!"`, `"AQ\n=="`}))
		}
		n := &node{open: '['}
		for range w.c.below(4) {
			n.list = append(n.list, w.document(t.Elem(), depth+1))
		}
		return n
	case reflect.Map:
		return w.object(t, depth)
	case reflect.Struct:
		return w.fields(t, depth)
	case reflect.Interface:
		return w.anything(t, depth)
	}
	return scalar(pick(w.c, wrongs))
}

// fields makes an object of all or some of a struct's fields, at times with many names that are nearly right.
func (w *writer) fields(t reflect.Type, depth int) *node {
	n := &node{open: '{'}
	density := w.c.below(5)
	for _, m := range w.members(t) {
		if density == 0 && !w.c.oneIn(6) || density == 1 && w.c.below(2) == 0 {
			continue
		}
		in := w.document(m.typ, depth+1)
		if m.quoted && in.open == 0 && w.c.below(4) > 0 {
			in = scalar(quoted(in.text))
		}
		in.name = quoted(m.name)
		n.list = append(n.list, in)
		if density == 4 && w.c.below(2) == 1 {
			w.nearly(in, n.list)
		}
	}
	return n
}

func (w *writer) object(t reflect.Type, depth int) *node {
	n := &node{open: '{'}
	for range w.c.below(4) {
		name := w.document(t.Key(), maxDepth)
		in := w.document(t.Elem(), depth+1)
		if in.name = name.text; name.open != 0 || !strings.HasPrefix(in.name, `"`) {
			in.name = quoted(name.text)
		}
		n.list = append(n.list, in)
	}
	return n
}

// anything makes a document for an interface.
func (w *writer) anything(t reflect.Type, depth int) *node {
	if list := w.inside(t); t.NumMethod() > 0 && len(list) > 0 {
		return w.document(pick(w.c, list), depth+1)
	}
	switch w.c.below(5) {
	case 0:
		return w.document(reflect.TypeFor[map[string]any](), depth)
	case 1:
		return w.document(reflect.TypeFor[[]any](), depth)
	case 2:
		return w.document(reflect.TypeFor[float64](), depth)
	}
	return w.document(reflect.TypeFor[string](), depth)
}
