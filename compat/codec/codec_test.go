package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes/compat/codec"
	"github.com/zetes-json/zetes/json"
)

func Example() {
	type point struct {
		X int `codec:"x"`
		Y int `codec:"y,omitempty"`
	}
	h := new(codec.JsonHandle)
	var b []byte
	err := codec.NewEncoderBytes(&b, h).Encode(point{X: 1})
	fmt.Println(string(b), err)
	var p point
	err = codec.NewDecoderBytes([]byte(`{"x":"5","y":2,"z":[]}`), h).Decode(&p)
	fmt.Println(p, err)
	// Output:
	// {"x":1} <nil>
	// {5 2} <nil>
}

func ExampleDecoder_Decode() {
	d := codec.NewDecoder(strings.NewReader(`{"a":1} [2,-2,2.5] "x"`), new(codec.JsonHandle))
	for {
		var v any
		if err := d.Decode(&v); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%#v\n", v)
	}
	// Output:
	// map[interface {}]interface {}{"a":0x1}
	// []interface {}{0x2, -2, 2.5}
	// "x"
	// EOF
}

// version writes itself as a text.
type version struct{ major, minor int }

func (v *version) CodecEncodeSelf(e *codec.Encoder) {
	e.MustEncode(fmt.Sprintf("%d.%d", v.major, v.minor))
}

func (v *version) CodecDecodeSelf(d *codec.Decoder) {
	var text string
	d.MustDecode(&text)
	fmt.Sscanf(text, "%d.%d", &v.major, &v.minor)
}

type shape interface{ area() int }

type square struct{ Side int }

func (s *square) area() int { return s.Side * s.Side }

// seconds is the extension of a struct.
type seconds struct{ d time.Duration }

type secondsExt struct{}

func (secondsExt) ConvertExt(v any) any      { return v.(*seconds).d.Seconds() }
func (secondsExt) UpdateExt(dst, src any)    { dst.(*seconds).d = time.Duration(src.(float64) * 1e9) }
func (secondsExt) WriteExt(any) []byte       { return nil }
func (secondsExt) ReadExt(dst any, b []byte) {}

// TestTypes: Selfers, extensions, interfaces with an implementation, and raw values are written and read.
func TestTypes(t *testing.T) {
	type all struct {
		V   version
		P   *version
		M   map[string]version
		S   seconds
		Sh  shape
		Raw codec.Raw
		Sum codec.Raw `codec:",omitempty"`
	}
	h := &codec.JsonHandle{PreferFloat: true}
	h.Raw = true
	if err := errors.Join(h.SetInterfaceExt(reflect.TypeFor[seconds](), 1, secondsExt{}), h.Intf2Impl(reflect.TypeFor[shape](), reflect.TypeFor[*square]())); err != nil {
		t.Fatal(err)
	}
	v := all{V: version{1, 2}, M: map[string]version{"k": {3, 4}}, S: seconds{1500 * time.Millisecond}, Sh: &square{2}, Raw: codec.Raw(`{ "x":[1]}`)}
	var b []byte
	if err := codec.NewEncoderBytes(&b, h).Encode(&v); err != nil || string(b) != `{"V":"1.2","P":null,"M":{"k":"3.4"},"S":1.5,"Sh":{"Side":2},"Raw":{"x":[1]}}` {
		t.Errorf("%s, %v", b, err)
	}
	var back all
	if err := codec.NewDecoderBytes(b, h).Decode(&back); err != nil || back.V != v.V || back.M["k"] != v.M["k"] || back.S != v.S || back.Sh.area() != 4 || string(back.Raw) != `{"x":[1]}` {
		t.Errorf("%+v, %v", back, err)
	}
	if h.SetInterfaceExt(reflect.TypeFor[version](), 1, secondsExt{}) == nil || h.Intf2Impl(reflect.TypeFor[shape](), reflect.TypeFor[*square]()) == nil {
		t.Error("a handle in use is changed")
	}
	m := map[string]int{"a": 1}
	if err := codec.NewDecoderString(`{"b":2}`, h).Decode(m); err != nil || len(m) != 2 || m["b"] != 2 {
		t.Errorf("%v, %v", m, err)
	}
	held := any(&square{})
	if err := codec.NewDecoderString(`{"Side":3}`, h).Decode(&held); err != nil || held.(*square).Side != 3 {
		t.Errorf("%v, %v", held, err)
	}
}

// twice is a Selfer that writes two values, and reads none.
type twice struct{}

func (*twice) CodecEncodeSelf(e *codec.Encoder) { e.Encode(1); e.Encode(2) }
func (*twice) CodecDecodeSelf(*codec.Decoder)   {}

type missing struct{}

func (missing) CodecMissingField([]byte, any) bool { return true }
func (missing) CodecMissingFields() map[string]any { return nil }

// TestRefused: what is not served, and what is not JSON, is an error.
func TestRefused(t *testing.T) {
	for name, set := range map[string]func(*codec.JsonHandle){
		"RecursiveEmptyCheck":  func(h *codec.JsonHandle) { h.RecursiveEmptyCheck = true },
		"StringToRaw":          func(h *codec.JsonHandle) { h.StringToRaw = true },
		"ErrorIfNoArrayExpand": func(h *codec.JsonHandle) { h.ErrorIfNoArrayExpand = true },
		"SliceElementReset":    func(h *codec.JsonHandle) { h.SliceElementReset = true },
		"PreferArrayOverSlice": func(h *codec.JsonHandle) { h.PreferArrayOverSlice = true },
		"MapType":              func(h *codec.JsonHandle) { h.MapType = reflect.TypeFor[map[string]int]() },
		"SliceType":            func(h *codec.JsonHandle) { h.SliceType = reflect.TypeFor[[]int]() },
		"BytesFormat":          func(h *codec.JsonHandle) { h.BytesFormat = []string{"base85"} },
	} {
		h := new(codec.JsonHandle)
		set(h)
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(1); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if err := codec.NewDecoderString("1", h).Decode(new(int)); err == nil {
			t.Errorf("%s is served", name)
		}
	}
	h := new(codec.JsonHandle)
	circle := map[string]any{}
	circle["x"] = circle
	for _, v := range []any{make(chan int), func() {}, codec.Raw("1"), &twice{}, missing{}, circle, map[any]any{struct{}{}: 1}, map[any]any{nil: make(chan int)}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(v); err == nil {
			t.Errorf("%T is written: %s", v, b)
		}
	}
	deep := strings.Repeat("[", 1025) + strings.Repeat("]", 1025)
	for _, text := range []string{`{"a":1,}`, `[1,]`, `{1:2}`, `"a` + "\n" + `"`, `[1 2]`, `nul`, `[`, `"\ud8`, deep, `1e400`, `18446744073709551616`} {
		for _, d := range []*codec.Decoder{codec.NewDecoderString(text, h), codec.NewDecoder(strings.NewReader(text), h)} {
			var v any
			if err := d.Decode(&v); err == nil || err == io.EOF {
				t.Errorf("%.20q: %v, %v", text, v, err)
			}
		}
	}
	for text, v := range map[string]any{`1`: &twice{}, `{}`: &missing{}, `{"x":1}`: new([]int), `300`: new(int8), `"?"`: new([]byte), `"AQID"`: new([2]byte), `"x"`: new(time.Time), `2`: 5, `3`: nil} {
		if err := codec.NewDecoderString(text, h).Decode(v); err == nil {
			t.Errorf("%s into %T is read", text, v)
		}
	}
	stop := errors.New("stop")
	if err := codec.NewDecoder(iotest.ErrReader(stop), h).Decode(new(int)); !errors.Is(err, stop) {
		t.Error(err)
	}
	if err := codec.NewEncoder(nil, h).Encode(1); err == nil {
		t.Error("an Encoder without a writer writes")
	}
	if err := codec.NewEncoderBytes(nil, nil).Encode(1); err == nil {
		t.Error("an Encoder without a handle writes")
	}
}

// TestReset: an Encoder and a Decoder may be used again, and an Encoder to bytes appends until then.
func TestReset(t *testing.T) {
	h := &codec.JsonHandle{TermWhitespace: true}
	b := []byte("old text")
	e := codec.NewEncoderBytes(&b, h)
	if e.Encode(1); e.Encode("x") != nil || string(b) != `1 "x" ` || e.NumBytesWritten() != 6 {
		t.Errorf("%q, %d", b, e.NumBytesWritten())
	}
	var out bytes.Buffer
	if e.Reset(&out); e.Encode([]int{}) != nil || out.String() != "[] " || string(b) != `1 "x" ` {
		t.Errorf("%q, %q", out.String(), b)
	}
	d, v := codec.NewDecoderString("[", h), []any(nil)
	if d.Decode(&v) == nil {
		t.Error("[ is read")
	}
	if d.ResetBytes(b); d.Decode(new(int)) != nil || d.NumBytesRead() < 1 {
		t.Error("a Decoder is not reset")
	}
	if d.Reset(&out); d.Decode(&v) != nil || v == nil || d.Decode(&v) != io.EOF {
		t.Error(v)
	}
}

// counted counts the calls of its method.
type counted int

func (c *counted) UnmarshalJSON([]byte) error { *c++; return nil }

// appended keeps what each call of its method reads.
type appended string

func (a *appended) UnmarshalText(text []byte) error { *a += appended(text); return nil }

// TestCalledOnce: a value that does not fit is read once, and ends reading.
func TestCalledOnce(t *testing.T) {
	const text = `{"A":[1],"L":"t","B":"x"}`
	for _, d := range []*codec.Decoder{codec.NewDecoderString(text, new(codec.JsonHandle)), codec.NewDecoder(strings.NewReader(text), new(codec.JsonHandle))} {
		var v struct {
			A counted
			L appended
			B int
		}
		var wrong *json.UnmarshalTypeError
		if err := d.Decode(&v); !errors.As(err, &wrong) || wrong.Field != "B" || v.A != 1 || v.L != "t" {
			t.Errorf("%+v, %v", v, err)
		}
		if err := d.Decode(&v); err == nil || err == io.EOF || v.A != 1 {
			t.Errorf("%+v, %v", v, err)
		}
	}
}

// TestNumberEnds: a number is not split into two.
func TestNumberEnds(t *testing.T) {
	h := new(codec.JsonHandle)
	for _, text := range []string{"00012", "-01", "1-2", "1.5.5", "1e5e5"} {
		for _, d := range []*codec.Decoder{codec.NewDecoderString(text, h), codec.NewDecoder(strings.NewReader(text), h), codec.NewDecoder(iotest.OneByteReader(strings.NewReader(text)), h)} {
			var v any
			if err := d.Decode(&v); err == nil {
				t.Errorf("%s is read as %v", text, v)
			}
		}
	}
	d := codec.NewDecoder(iotest.OneByteReader(strings.NewReader("1 -2[3]4{}5")), h)
	for i, v := range []any{new(int), new(int), new([]int), new(int), new(any), new(int)} {
		if err := d.Decode(v); err != nil {
			t.Errorf("value %d: %v", i, err)
		}
	}
}

// name is a key of a map. A pointer to it has its method too.
type name struct{ text string }

func (n name) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// listed is a map that writes itself.
type listed map[any]int

func (listed) MarshalJSON() ([]byte, error) { return []byte(`"listed"`), nil }

// TestKeys: keys of any type and booleans have names. Two keys of a map do not have the same one.
func TestKeys(t *testing.T) {
	type keys map[any]any
	type holder struct{ M listed }
	for want, v := range map[string]any{
		`{"":1}`:                                map[any]any{(*name)(nil): 1},
		`{"-1":2,"1.5":3,"a<b":4,"null":5}`:     map[any]any{-1: 2, 1.5: 3, name{"a<b"}: 4, nil: 5},
		`{"k":{"false":{"x":[null]}}}`:          keys{&name{"k"}: map[any]any{false: map[any][]any{"x": {nil}}}},
		`{"M":"listed"}`:                        holder{listed{1: 1}},
		`[null,{}]`:                             []keys{nil, {}},
		`{"false":1,"true":2}`:                  map[bool]int{true: 2, false: 1},
		"two keys of a map have the name \"1\"": map[any]any{1: 1, "1": 2},
		"names nothing":                         map[any]int{struct{}{}: 1},
	} {
		var b []byte
		err := codec.NewEncoderBytes(&b, &codec.JsonHandle{HTMLCharsAsIs: true}).Encode(v)
		if json.Valid([]byte(want)) && (err != nil || string(b) != want) || err == nil && !json.Valid([]byte(want)) || want[0] == 't' && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", want, b, err)
		}
	}
	circle := map[any]any{}
	circle[1] = circle
	if err := codec.NewEncoder(io.Discard, new(codec.JsonHandle)).Encode(circle); err == nil {
		t.Error("an endless map is written")
	}
	var m map[bool]int
	if err := codec.NewDecoderString(`{"true":2,"false":1}`, new(codec.JsonHandle)).Decode(&m); err != nil || len(m) != 2 || m[true] != 2 {
		t.Error(m, err)
	}
	if err := codec.NewDecoderString(`{"1":2}`, new(codec.JsonHandle)).Decode(&m); err == nil {
		t.Error(m)
	}
}

type octet uint8

// TestNamedBytes: bytes of a named type are written as numbers, and read from numbers and from strings.
func TestNamedBytes(t *testing.T) {
	type all struct {
		S []octet
		A [3]octet
		N []octet
	}
	v := all{S: []octet{1, 2}, A: [3]octet{3}}
	for _, h := range []*codec.JsonHandle{{}, {BytesFormat: []string{"hex", "base64"}}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(v); err != nil || string(b) != `{"S":[1,2],"A":[3,0,0],"N":null}` {
			t.Errorf("%s, %v", b, err)
		}
		for _, text := range []string{string(b), `{"S":"AQI=","A":"AwAA","N":null}`, `{"S":["1",2],"A":[3]}`} {
			var back all
			if err := codec.NewDecoderString(text, h).Decode(&back); err != nil || !reflect.DeepEqual(back, v) {
				t.Errorf("%s: %+v, %v", text, back, err)
			}
		}
	}
}

// FuzzDecode: any text is read as JSON or refused, and what is read is written as JSON.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e3,"x",null,true]}`, `{"X":{"Side":"3"},"T":1}`, `[[[]]`, `"AQI="`} {
		f.Add([]byte(text))
	}
	h := new(codec.JsonHandle)
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		err := codec.NewDecoderBytes(text, h).Decode(&v)
		if err == nil {
			var b []byte
			if err := codec.NewEncoderBytes(&b, h).Encode(v); err != nil || !json.Valid(b) {
				t.Errorf("%q: %q, %v", text, b, err)
			}
		} else if json.Valid(text) && bytes.Count(text, []byte("[")) < 1000 && !bytes.ContainsAny(text, "0123456789") {
			t.Errorf("%q: %v", text, err)
		}
		var s struct {
			X square
			T time.Time
			B [3]byte
			V version
		}
		codec.NewDecoder(bytes.NewReader(text), h).Decode(&s)
	})
}
