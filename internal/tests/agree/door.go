package agree

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// door is a way to use a type.
type door struct {
	name    string // as Go text: T is the type, v a value, doc the document
	encodes bool
	filled  bool // the target of the decode holds a value before
	run     func(lib Library, v reflect.Value, doc []byte, o *outcome)
}

// doors are all ways, of each direction the simplest first.
var doors = []door{
	{"json.Marshal(v)", true, true, func(lib Library, v reflect.Value, _ []byte, o *outcome) { o.wrote(lib.Marshal(v.Interface())) }},
	{"json.Marshal(&v)", true, true, func(lib Library, v reflect.Value, _ []byte, o *outcome) { o.wrote(lib.Marshal(v.Addr().Interface())) }},
	{`json.MarshalIndent(&v, ">", "\t")`, true, true, func(lib Library, v reflect.Value, _ []byte, o *outcome) {
		o.wrote(lib.MarshalIndent(v.Addr().Interface(), ">", "\t"))
	}},
	{`Encoder with SetEscapeHTML(false), Encode(v) twice`, true, true, func(lib Library, v reflect.Value, _ []byte, o *outcome) {
		o.encode(lib, v, "")
	}},
	{`Encoder with SetIndent("", " ") and SetEscapeHTML(false), Encode(v) twice`, true, true, func(lib Library, v reflect.Value, _ []byte, o *outcome) {
		o.encode(lib, v, " ")
	}},
	{"json.Marshal(struct{ A T; B *T; C any; D []T; E map[string]T }{v, &v, v, []T{v, v}, {\"a\": v, \"b\": v}})", true, true,
		func(lib Library, v reflect.Value, _ []byte, o *outcome) { o.wrote(lib.Marshal(holding(v).Interface())) }},
	{"json.Unmarshal(doc, new(T))", false, false, unmarshal},
	{"json.Unmarshal(doc, &v)", false, true, unmarshal},
	{"Decoder that reads one byte at a time, of doc twice", false, false, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		o.decode(lib, v, doc, false, false)
	}},
	{"Decoder with DisallowUnknownFields, of doc twice", false, false, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		o.decode(lib, v, doc, false, true)
	}},
	{"Decoder with UseNumber, of doc twice into &v", false, true, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		o.decode(lib, v, doc, true, false)
	}},
	{"Decoder with UseNumber and DisallowUnknownFields, of doc twice into &v", false, true, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		o.decode(lib, v, doc, true, true)
	}},
	{"var x any = &v; json.Unmarshal(doc, &x)", false, true, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		x := v.Addr().Interface()
		o.fails(lib.Unmarshal(doc, &x))
		o.value = reflect.ValueOf(&x).Elem()
	}},
	{"json.Unmarshal(`[doc,doc]`, new([]T))", false, false, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		into(lib, reflect.SliceOf(v.Type()), around("[", doc, ",", doc, "]"), o)
	}},
	{"json.Unmarshal(`{\"a\":doc,\"b\":doc,\"a\":doc}`, new(map[string]T))", false, false, func(lib Library, v reflect.Value, doc []byte, o *outcome) {
		into(lib, reflect.MapOf(reflect.TypeFor[string](), v.Type()), around(`{"a":`, doc, `,"b":`, doc, `,"a":`, doc, "}"), o)
	}},
	{"json.Unmarshal(`{\"B\":doc,\"A\":doc,\"B\":doc}`, new(struct{ A T; B *T; C any; D []T; E map[string]T }))", false, false,
		func(lib Library, v reflect.Value, doc []byte, o *outcome) {
			into(lib, holder(v.Type()), around(`{"B":`, doc, `,"A":`, doc, `,"B":`, doc, "}"), o)
		}},
}

// plainDecode is the door that decodes into a new value. The next one decodes into a value.
var plainDecode = slices.IndexFunc(doors, func(d door) bool { return !d.encodes })

// outcome is what a library made of a case.
type outcome struct {
	panicked string // the text of the panic
	out      []byte
	err      string
	offset   string
	value    reflect.Value
	failed   error // the last error
}

func (o *outcome) wrote(out []byte, err error) {
	o.out = append(o.out, out...)
	o.fails(err)
}

func (o *outcome) fails(err error) {
	if o.err != "" {
		o.err += "; then "
	}
	o.err += sayError(err)
	o.failed = err
}

func (o *outcome) encode(lib Library, v reflect.Value, indent string) {
	var b bytes.Buffer
	enc := lib.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if indent != "" {
		enc.SetIndent("", indent)
	}
	for range 2 {
		o.fails(enc.Encode(v.Interface()))
	}
	o.out = b.Bytes()
}

func unmarshal(lib Library, v reflect.Value, doc []byte, o *outcome) {
	o.fails(lib.Unmarshal(doc, v.Addr().Interface()))
	o.value = v
}

// decode reads doc twice from a stream, and then once more what follows.
func (o *outcome) decode(lib Library, v reflect.Value, doc []byte, number, disallow bool) {
	dec := lib.NewDecoder(&oneByte{around("", doc, "\n", doc, "")})
	if number {
		dec.UseNumber()
	}
	if disallow {
		dec.DisallowUnknownFields()
	}
	o.value = v
	for range 3 {
		err := dec.Decode(v.Addr().Interface())
		o.fails(err)
		o.offset += fmt.Sprint(dec.InputOffset(), " ")
		if err != nil {
			return
		}
	}
}

// into decodes into a fresh value of the type t.
func into(lib Library, t reflect.Type, doc []byte, o *outcome) {
	v := reflect.New(t)
	o.fails(lib.Unmarshal(doc, v.Interface()))
	o.value = v.Elem()
}

// around joins documents and what is between them. The result shares no memory with the documents.
func around(before string, rest ...any) []byte {
	b := []byte(before)
	for _, r := range rest {
		switch r := r.(type) {
		case []byte:
			b = append(b, r...)
		case string:
			b = append(b, r...)
		}
	}
	return b
}

// holder returns struct{ A T; B *T; C any; D []T; E map[string]T }.
func holder(t reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: t}, {Name: "B", Type: reflect.PointerTo(t)}, {Name: "C", Type: reflect.TypeFor[any]()},
		{Name: "D", Type: reflect.SliceOf(t)}, {Name: "E", Type: reflect.MapOf(reflect.TypeFor[string](), t)},
	})
}

// holding returns a holder of v in all of its places.
func holding(v reflect.Value) reflect.Value {
	h := reflect.New(holder(v.Type())).Elem()
	h.Field(0).Set(v)
	h.Field(1).Set(v.Addr())
	h.Field(2).Set(v)
	h.Field(3).Set(reflect.Append(h.Field(3), v, v))
	h.Field(4).Set(reflect.MakeMap(h.Field(4).Type()))
	for _, key := range []string{"a", "b"} {
		h.Field(4).SetMapIndex(reflect.ValueOf(key), v)
	}
	return h
}

// oneByte reads a byte at a time.
type oneByte struct{ rest []byte }

func (r *oneByte) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	p[0] = r.rest[0]
	r.rest = r.rest[1:]
	return 1, nil
}

// run does a case with one library. It makes the value anew, and gives the library a document of its own. scramble says
// that this document is overwritten before the result is compared.
func run(u *universe, lib Library, t reflect.Type, c Case, scramble bool) (o outcome) {
	v := reflect.New(t).Elem()
	d := doors[c.Door]
	if d.filled && len(c.Fill) > 0 {
		f := newFiller(u, keptChoices(c.Fill))
		f.fill(v, 0)
	}
	doc := bytes.Clone(c.Doc)
	defer func() {
		if p := recover(); p != nil {
			o.panicked = sayPanic(p)
		}
	}()
	d.run(lib, v, doc, &o)
	if scramble {
		for i := range doc {
			doc[i] = 'X'
		}
	}
	return o
}

func sayPanic(p any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("panic of type %T", p)
		}
	}()
	text, _, _ = strings.Cut(fmt.Sprintf("panic: %v", p), "\n")
	return cut(text)
}

// compare says what differs between two outcomes: nothing if what is empty. where is the place within a value.
func compare(a, b outcome) (what, where string) {
	switch {
	case a.panicked != b.panicked:
		return "panic", ""
	case a.panicked != "":
		return "", ""
	case !bytes.Equal(a.out, b.out):
		return "output", ""
	case a.err != b.err:
		return "error", ""
	case a.offset != b.offset:
		return "offset", ""
	}
	if where, yes := differ(a.value, b.value); yes {
		return "value", where
	}
	return "", ""
}

// show returns an outcome as text. It shows the whole value, so that a reader need not guess.
func (o outcome) show(what string) string {
	switch {
	case o.panicked != "":
		return o.panicked
	case o.value.IsValid():
		s := show(o.value) + ", " + o.err
		if what == "offset" {
			s += ", InputOffset " + o.offset
		}
		return s
	case len(o.out) > 0 && o.err == "no error":
		return cut(string(o.out))
	}
	return cut(string(o.out)) + " " + o.err
}
