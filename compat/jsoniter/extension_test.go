package jsoniter_test

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes/compat/jsoniter"
)

// upper is an Extension that uses all of its methods.
type upper struct{ jsoniter.DummyExtension }

func (*upper) UpdateStructDescriptor(d *jsoniter.StructDescriptor) {
	if b := d.GetField("S"); b != nil && d.Type.String() == "jsoniter_test.renamed" {
		b.ToNames, b.FromNames = []string{"one", "two"}, []string{"one", "three"}
		old := b.Encoder
		b.Encoder = wrapped{old}
	}
	if d.GetField("no such field") != nil {
		panic("a field that does not exist")
	}
}

func (*upper) DecorateDecoder(typ reflect2.Type, d jsoniter.ValDecoder) jsoniter.ValDecoder {
	if typ.Kind() != reflect.Int {
		return d
	}
	return after{d}
}

func (*upper) DecorateEncoder(typ reflect2.Type, e jsoniter.ValEncoder) jsoniter.ValEncoder {
	if typ.Kind() != reflect.Bool {
		return e
	}
	return wrapped{e}
}

type wrapped struct{ jsoniter.ValEncoder }

func (w wrapped) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	s.WriteRaw("[")
	w.ValEncoder.Encode(p, s)
	s.WriteRaw("]")
}

// after reads as usual, and then adds one.
type after struct{ jsoniter.ValDecoder }

func (a after) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	a.ValDecoder.Decode(p, it)
	*(*int)(p)++
}

type renamed struct {
	S string
	N int
	B bool
}

// TestExtension: an extension renames and decorates, and mistakes are errors.
func TestExtension(t *testing.T) {
	api := jsoniter.Config{DisallowUnknownFields: true}.Froze()
	api.RegisterExtension(&upper{})
	got, err := api.MarshalToString(map[string]any{"k": renamed{"x", 1, true}})
	if want := `{"k":{"one":["x"],"two":["x"],"N":1,"B":[true]}}`; got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	var v renamed
	if err := api.UnmarshalFromString(`{"THREE":"y","N":1,"B":false}`, &v); err != nil || v != (renamed{"y", 2, false}) {
		t.Errorf("%+v, %v", v, err)
	}
	if err := api.UnmarshalFromString(`{"two":"y"}`, &v); err == nil || !strings.Contains(err.Error(), "two") {
		t.Errorf("an unknown field: %v", err)
	}
	type cycle struct {
		S    string
		Next any
	}
	c := &cycle{S: "x"}
	c.Next = c
	if _, err := api.Marshal(c); err == nil {
		t.Error("a value that contains itself")
	}
	enc, dec := jsoniter.EncoderExtension{}, jsoniter.DecoderExtension{}
	typ := reflect2.TypeOf(1)
	for _, x := range []jsoniter.Extension{enc, dec, &jsoniter.DummyExtension{}} {
		if x.UpdateStructDescriptor(nil); x.CreateEncoder(typ) != nil || x.CreateDecoder(typ) != nil || x.CreateMapKeyEncoder(typ) != nil || x.CreateMapKeyDecoder(typ) != nil ||
			x.DecorateDecoder(typ, nil) != nil || x.DecorateEncoder(typ, nil) != nil {
			t.Errorf("%T does something", x)
		}
	}
	n := new(int)
	optional := &jsoniter.OptionalDecoder{ValueType: typ, ValueDecoder: api.DecoderOf(reflect2.TypeOf(n))}
	it := jsoniter.ParseString(api, `3 null`)
	if optional.Decode(unsafe.Pointer(&n), it); *n != 4 {
		t.Error(*n)
	}
	s := jsoniter.NewStream(api, nil, 0)
	out := &jsoniter.OptionalEncoder{ValueEncoder: api.EncoderOf(typ)}
	out.Encode(unsafe.Pointer(&n), s)
	if optional.Decode(unsafe.Pointer(&n), it); n != nil || !out.IsEmpty(unsafe.Pointer(&n)) {
		t.Error(n)
	}
	if out.Encode(unsafe.Pointer(&n), s); string(s.Buffer()) != "4null" {
		t.Errorf("%s", s.Buffer())
	}
}

// decorated records the types of pointers, slices and maps that it reads.
type decorated struct {
	jsoniter.DummyExtension
	read []string
}

func (x *decorated) DecorateDecoder(typ reflect2.Type, d jsoniter.ValDecoder) jsoniter.ValDecoder {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return recorder{d, typ, x}
	}
	return d
}

type recorder struct {
	jsoniter.ValDecoder
	typ reflect2.Type
	x   *decorated
}

func (r recorder) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	r.x.read = append(r.x.read, r.typ.String())
	r.ValDecoder.Decode(p, it)
}

// TestExtensionOfPointers: an extension that decorates pointers reads those in the target, but not the pointer to it.
func TestExtensionOfPointers(t *testing.T) {
	api := jsoniter.Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze()
	x := new(decorated)
	api.RegisterExtension(x)
	var v struct {
		P *renamed
		S []string
		M map[string]int
		Q *int
	}
	if err := api.UnmarshalFromString(`{"P":{"N":1},"S":["a"],"M":{"a":1},"Q":2}`, &v); err != nil || v.P.N != 1 || *v.Q != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if got, want := strings.Join(x.read, " "), "*jsoniter_test.renamed []string map[string]int *int"; got != want {
		t.Errorf("it read %s, want %s", got, want)
	}
}
