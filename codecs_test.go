package zetes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	zjson "github.com/zetes-json/zetes/json"
)

// unixTime writes times as seconds.
var unixTime = codec.For(
	func(w *codec.Writer, v *time.Time) { w.UnixTime(*v, time.Second) },
	func(r *codec.Reader, v *time.Time) { *v = r.UnixTime(time.Second).UTC() },
	codec.IsZero(func(v *time.Time) bool { return v.Unix() == 0 }),
)

// nullInt and nullString have the layout of database/sql's types of like names.
type (
	nullInt struct {
		Int64 int64
		Valid bool
	}
	nullString struct {
		String string
		Valid  bool
	}
)

var nullIntCodec = codec.For(
	func(w *codec.Writer, v *nullInt) {
		if !v.Valid {
			w.Null()
			return
		}
		w.Int(v.Int64)
	},
	func(r *codec.Reader, v *nullInt) {
		if *v = (nullInt{}); !r.Null() {
			*v = nullInt{r.Int(), true}
		}
	},
	codec.IsEmpty(func(v *nullInt) bool { return !v.Valid }),
)

var nullStringCodec = codec.For(
	func(w *codec.Writer, v *nullString) {
		if !v.Valid {
			w.Null()
			return
		}
		w.String(v.String)
	},
	func(r *codec.Reader, v *nullString) {
		if *v = (nullString{}); !r.Null() {
			*v = nullString{r.String(), true}
		}
	},
)

type row struct {
	Created time.Time
	Updated *time.Time
	Count   nullInt `json:",omitempty"`
	Name    nullString
	Gone    time.Time `json:",omitzero"`
}

func rowAPI() *zetes.API {
	return zetes.Config{Codecs: []codec.Codec{unixTime, nullIntCodec, nullStringCodec}}.Freeze()
}

func TestCodecs(t *testing.T) {
	api := rowAPI()
	at := time.Unix(1700000000, 0).UTC()
	for _, c := range []struct {
		v    any
		want string
	}{
		{row{Created: at, Name: nullString{"<a>", true}, Gone: time.Unix(0, 0)}, `{"Created":1700000000,"Updated":null,"Name":"\u003ca\u003e"}`},
		{row{at, &at, nullInt{7, true}, nullString{}, at}, `{"Created":1700000000,"Updated":1700000000,"Count":7,"Name":null,"Gone":1700000000}`},
		{at, `1700000000`},
		{&at, `1700000000`},
		{[]time.Time{at, at}, `[1700000000,1700000000]`},
		{map[string]time.Time{"k": at}, `{"k":1700000000}`},
		{[]any{at, nullInt{1, true}, map[string]any{"t": at}}, `[1700000000,1,{"t":1700000000}]`},
		{[2]nullString{{"x", true}}, `["x",null]`},
	} {
		got, err := api.Marshal(c.v)
		if err != nil || string(got) != c.want {
			t.Errorf("%T: %s, %v; want %s", c.v, got, err, c.want)
		}
	}
	in := `{"Created":1700000000,"Updated":1700000000,"Count":7,"Name":"a\n","Gone":5}`
	want := row{at, &at, nullInt{7, true}, nullString{"a\n", true}, time.Unix(5, 0).UTC()}
	var got row
	if err := api.Unmarshal([]byte(in), &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := api.UnmarshalString(`{"Updated":null,"Count":null,"Name":null}`, &got); err != nil || got.Updated != nil || got.Count.Valid || got.Name.Valid {
		t.Errorf("%+v, %v", got, err)
	}
	var m map[string]*time.Time
	if err := api.Unmarshal([]byte(`{"a":1700000000,"b":null}`), &m); err != nil || !m["a"].Equal(at) || m["b"] != nil {
		t.Errorf("%v, %v", m, err)
	}
	// Other APIs know nothing of them.
	if b, err := zetes.Append(nil, at); err != nil || string(b) != `"2023-11-14T22:13:20Z"` {
		t.Errorf("%s, %v", b, err)
	}
}

func TestCodecsForBuiltins(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{
		codec.For(func(w *codec.Writer, v *string) { w.String(strings.ToUpper(*v)) }, func(r *codec.Reader, v *string) { *v = strings.ToLower(r.String()) }),
		codec.For(func(w *codec.Writer, v *int) { w.String(strconv.Itoa(*v)) }, func(r *codec.Reader, v *int) { *v, _ = strconv.Atoi(r.String()) }),
		codec.For(func(w *codec.Writer, v *[]bool) {
			s := ""
			for _, b := range *v {
				s += strconv.FormatBool(b)[:1]
			}
			w.String(s)
		}, nil),
	}}.Freeze()
	type T struct {
		A string
		B int
		C []string
		D any
		E map[string]any
		F []bool
		G *string
	}
	s := "g"
	in := T{"a", 1, []string{"c"}, "d", map[string]any{"e": []any{"f", 2}}, []bool{true, false}, &s}
	want := `{"A":"A","B":"1","C":["C"],"D":"D","E":{"e":["F","2"]},"F":"tf","G":"G"}`
	if got, err := api.Marshal(in); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	var out T
	if err := api.Unmarshal([]byte(`{"A":"X","B":"5","C":["Y"],"F":[true],"G":"Z"}`), &out); err != nil ||
		out.A != "x" || out.B != 5 || out.C[0] != "y" || !out.F[0] || *out.G != "z" {
		t.Errorf("%+v, %v", out, err)
	}
}

type shapeOf interface{ Area() float64 }

type (
	circle struct{ R float64 }
	square struct{ A float64 }
)

func (c circle) Area() float64 { return 3 * c.R * c.R }
func (s square) Area() float64 { return s.A * s.A }

// TestCodecsForInterfaces: concrete types by a name in the object.
func TestCodecsForInterfaces(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *shapeOf) {
			w.BeginObject()
			switch s := (*v).(type) {
			case circle:
				w.Name("circle")
				zetes.WriteValue(w, s)
			case square:
				w.Name("square")
				zetes.WriteValue(w, s)
			}
			w.EndObject()
		},
		func(r *codec.Reader, v *shapeOf) {
			for name := range r.Object() {
				switch name {
				case "circle":
					var c circle
					zetes.ReadValue(r, &c)
					*v = c
				case "square":
					var s square
					zetes.ReadValue(r, &s)
					*v = s
				}
			}
		},
	)}}.Freeze()
	in := []shapeOf{circle{1}, square{2}}
	b, err := api.Marshal(in)
	if err != nil || string(b) != `[{"circle":{"R":1}},{"square":{"A":2}}]` {
		t.Fatalf("%s, %v", b, err)
	}
	var out []shapeOf
	if err := api.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%v, %v", out, err)
	}
}

// TestCodecForPointer has a codec for a pointer type. It reads values of that type. A target that such a pointer leads
// to is decoded under the configuration, without the codec.
func TestCodecForPointer(t *testing.T) {
	type value struct {
		A int `x:"b"`
	}
	nine := codec.For(func(w *codec.Writer, _ **value) { w.Int(9) }, func(r *codec.Reader, p **value) { r.Skip(); *p = &value{9} })
	api := zetes.Config{TagKey: "x", Codecs: []codec.Codec{nine}}.Freeze()
	type outer struct{ P *value }
	var v value
	var o outer
	p := new(value)
	for _, c := range []struct {
		in     string
		decode func(data []byte) error
		got    func() int
		want   int
	}{
		{`{"b":1}`, func(data []byte) error { return api.Unmarshal(data, &v) }, func() int { return v.A }, 1},
		{`{"b":2}`, func(data []byte) error { return zetes.TypedDecoderOf[value](api).Decode(data, &v) }, func() int { return v.A }, 2},
		{`{"b":3}`, func(data []byte) error { return api.Unmarshal(data, &p) }, func() int { return p.A }, 9},
		{`{"P":4}`, func(data []byte) error { return api.Unmarshal(data, &o) }, func() int { return o.P.A }, 9},
	} {
		if err := c.decode([]byte(c.in)); err != nil || c.got() != c.want {
			t.Errorf("%s: got %d and %v, want %d", c.in, c.got(), err, c.want)
		}
	}
}

func TestCodecsForFields(t *testing.T) {
	type Base struct{ At time.Time }
	type T struct {
		Base
		When time.Time
		Hex  []byte `json:"hex,omitempty"`
		Note string `json:",omitempty"`
	}
	millis := codec.For(
		func(w *codec.Writer, v *time.Time) { w.UnixTime(*v, time.Millisecond) },
		func(r *codec.Reader, v *time.Time) { *v = r.UnixTime(time.Millisecond).UTC() },
	)
	hex := codec.For(
		func(w *codec.Writer, v *[]byte) { w.Hex(*v) },
		func(r *codec.Reader, v *[]byte) { *v = r.Hex() },
		codec.IsEmpty(func(v *[]byte) bool { return len(*v) == 0 || (*v)[0] == 0 }),
	)
	api := zetes.Config{
		Codecs: []codec.Codec{unixTime},
		Fields: []codec.Field{codec.ForField[T]("At", millis), codec.ForField[T]("Hex", hex)},
	}.Freeze()
	at := time.Unix(1700000000, 0).UTC()
	in := T{Base{at}, at, []byte{1, 0xab}, ""}
	b, err := api.Marshal(in)
	if err != nil || string(b) != `{"At":1700000000000,"When":1700000000,"hex":"01ab"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var out T
	if err := api.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%+v, %v", out, err)
	}
	type P struct{ At, Nil *time.Time }
	pointers := zetes.Config{Fields: []codec.Field{codec.ForField[P]("At", millis), codec.ForField[P]("Nil", millis)}}.Freeze()
	if b, err := pointers.Marshal(P{At: &at}); err != nil || string(b) != `{"At":1700000000000,"Nil":null}` {
		t.Errorf("pointers: %s, %v", b, err)
	}
	p := P{Nil: &at}
	if err := pointers.UnmarshalString(`{"At":1700000000000,"Nil":null}`, &p); err != nil || p.At == nil || !p.At.Equal(at) || p.Nil != nil {
		t.Errorf("pointers: %+v, %v", p, err)
	}
	in.Hex[0] = 0
	if b, err = api.Marshal(in); err != nil || string(b) != `{"At":1700000000000,"When":1700000000}` {
		t.Errorf("%s, %v", b, err)
	}
	for _, f := range []codec.Field{codec.ForField[T]("Nope", hex), codec.ForField[T]("When", hex), codec.ForField[int]("When", hex)} {
		if (zetes.Config{Fields: []codec.Field{f}}).Check() == nil {
			t.Error("a field that is none is accepted")
		}
	}
}

func TestCodecsForKeys(t *testing.T) {
	type point struct{ X, Y int }
	api := zetes.Config{Keys: []codec.Key{codec.ForKey(
		func(dst []byte, k *point) ([]byte, error) {
			dst = strconv.AppendInt(dst, int64(k.X), 10)
			return strconv.AppendInt(append(dst, '|'), int64(k.Y), 10), nil
		},
		func(name string, k *point) (err error) {
			x, y, ok := strings.Cut(name, "|")
			if k.X, err = strconv.Atoi(x); err != nil || !ok {
				return errors.New("not a point: " + name)
			}
			k.Y, err = strconv.Atoi(y)
			return err
		},
	)}}.Freeze()
	in := map[point]string{{1, 2}: "a", {0, 5}: "b"}
	b, err := api.Marshal(in)
	if err != nil || string(b) != `{"0|5":"b","1|2":"a"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var out map[point]string
	if err := api.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%v, %v", out, err)
	}
	var f *codec.Failure
	if err := api.Unmarshal([]byte(`{"x":"a"}`), &out); !errors.As(err, &f) || f.Type != reflect.TypeFor[point]() {
		t.Error(err)
	}
}

// TestCodecsAroundDefault: a codec that only adds to what is there anyway.
func TestCodecsAroundDefault(t *testing.T) {
	type node struct {
		Name string
		Kids []*node
	}
	count := 0
	api := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *node) {
			w.BeginArray()
			w.String("node")
			zetes.WriteDefault(w, v)
			w.EndArray()
		},
		func(r *codec.Reader, v *node) {
			for i := range r.Array() {
				if i == 1 {
					zetes.ReadDefault(r, v)
					count++
				}
			}
		},
	)}}.Freeze()
	in := &node{"a", []*node{{Name: "b"}, {Name: "c", Kids: []*node{}}}}
	b, err := api.Marshal(in)
	if err != nil || string(b) != `["node",{"Name":"a","Kids":[["node",{"Name":"b","Kids":null}],["node",{"Name":"c","Kids":[]}]]}]` {
		t.Fatalf("%s, %v", b, err)
	}
	out := new(node)
	if err := api.Unmarshal(b, out); err != nil || !reflect.DeepEqual(in, out) || count != 3 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestCodecMisuse(t *testing.T) {
	type odd struct{ N int }
	failing := errors.New("no")
	for _, c := range []struct {
		name string
		enc  func(*codec.Writer, *odd)
		dec  func(*codec.Reader, *odd)
		want string
		is   error // or one of the same text
	}{
		{"nothing", func(*codec.Writer, *odd) {}, func(*codec.Reader, *odd) {}, "", errors.New("codec: nothing was written")},
		{"nothing read", nil, func(*codec.Reader, *odd) {}, "", errors.New("codec: the value was not read to its end")},
		{"twice", func(w *codec.Writer, _ *odd) { w.Int(1); w.Int(2) }, func(r *codec.Reader, _ *odd) { r.Skip(); r.Skip() }, "", errors.New("codec: more than one value was written")},
		{"too much", nil, func(r *codec.Reader, _ *odd) { r.Skip(); r.Int() }, "", errors.New("codec: more was read than the value")},
		{"unclosed", func(w *codec.Writer, _ *odd) { w.BeginArray() }, func(r *codec.Reader, _ *odd) { r.BeginArray() }, "", errors.New("codec: an object or array was not ended")},
		{"too little", nil, func(r *codec.Reader, _ *odd) { r.BeginArray() }, "", errors.New("codec: the value was not read to its end")},
		{"panic", func(*codec.Writer, *odd) { panic("ouch") }, func(*codec.Reader, *odd) { panic("ouch") }, "panic: ouch", nil},
		{"panic/error", func(*codec.Writer, *odd) { panic(failing) }, func(*codec.Reader, *odd) { panic(failing) }, "", failing},
		{"fail", func(w *codec.Writer, _ *odd) { w.Fail(failing) }, func(r *codec.Reader, _ *odd) { r.Fail(failing) }, "", failing},
		{"misplaced", func(w *codec.Writer, _ *odd) { w.Name("x") }, func(r *codec.Reader, _ *odd) { r.Bool() }, "", nil},
		{"itself", func(w *codec.Writer, v *odd) { zetes.WriteValue(w, v) }, func(r *codec.Reader, v *odd) { zetes.ReadValue(r, v) }, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			api := zetes.Config{Codecs: []codec.Codec{codec.For(c.enc, c.dec)}, Fields: []codec.Field{codec.ForField[struct{ F odd }]("F", codec.For(c.enc, c.dec))}}.Freeze()
			check := func(err error, writing bool) {
				t.Helper()
				var f *codec.Failure
				if !errors.As(err, &f) || f.Type != reflect.TypeFor[odd]() || f.Writing != writing || c.is != nil && !errors.Is(err, c.is) && f.Err.Error() != c.is.Error() && writing == (c.enc != nil) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v", err)
				}
			}
			for range 2 {
				if c.enc != nil {
					_, err := api.Append([]byte("x"), []odd{{1}})
					check(err, true)
					_, err = api.Marshal(struct{ F odd }{})
					check(err, true)
					if c.name != "itself" && !strings.Contains(err.Error(), "in field F") {
						t.Error(err)
					}
				}
				check(api.Unmarshal([]byte(` [ [1] ]`), new([]odd)), false)
				err := api.Unmarshal([]byte(`{"F":[1]}`), new(struct{ F odd }))
				check(err, false)
				if c.name != "itself" && !strings.Contains(err.Error(), "in field F") {
					t.Error(err)
				}
			}
			// What comes after is not harmed.
			if b, err := api.Marshal([]int{1, 2}); err != nil || string(b) != "[1,2]" {
				t.Errorf("%s, %v", b, err)
			}
			var ints []int
			if err := api.Unmarshal([]byte("[1,2]"), &ints); err != nil || len(ints) != 2 {
				t.Error(ints, err)
			}
		})
	}
}

// TestCodecFailureText wants what a codec reports to be told once, without the prefix and the offset of its own writer.
func TestCodecFailureText(t *testing.T) {
	type odd struct{ N int }
	for want, write := range map[string]func(*codec.Writer, *odd){
		`json: codec of zetes_test.odd failed writing: no (at ([]zetes_test.odd)[0])`: func(w *codec.Writer, _ *odd) { w.Fail(errors.New("no")) },
		`json: codec of zetes_test.odd failed writing: value without a JSON form: NaN (at ([]zetes_test.odd)[0])`: func(w *codec.Writer, _ *odd) {
			w.BeginObject()
			w.Name("a")
			w.Float64(math.NaN())
		},
	} {
		api := zetes.Config{Codecs: []codec.Codec{codec.For(write, nil)}}.Freeze()
		if _, err := api.Marshal([]odd{{1}}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestCodecsTwice(t *testing.T) {
	if err := (zetes.Config{Codecs: []codec.Codec{unixTime, unixTime}}).Check(); err == nil {
		t.Error("two codecs for one type are accepted")
	}
	if err := (zetes.Config{Codecs: []codec.Codec{{}}}).Check(); err == nil {
		t.Error("the zero codec is accepted")
	}
	if _, err := zetes.Append(nil, 1); err != nil {
		t.Fatal(err)
	}
	if err := zetes.Register(unixTime); err == nil {
		t.Error("registering after the first use is no error")
	}
}

func TestCodecAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	api := rowAPI()
	enc, dec := zetes.TypedEncoderOf[row](api), zetes.TypedDecoderOf[row](api)
	at := time.Unix(1700000000, 0).UTC()
	v := row{at, &at, nullInt{7, true}, nullString{"name", true}, at}
	dst, err := enc.Append(make([]byte, 0, 8192), &v)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(200, func() { dst, _ = enc.Append(dst[:0], &v) }); n > 0.1 {
		t.Errorf("encoding allocates %v times", n)
	}
	data := bytes.Clone(dst)
	if n := testing.AllocsPerRun(200, func() { _ = dec.Decode(data, &v) }); n > 1.1 {
		t.Errorf("decoding allocates %v times", n)
	}
}

func TestCodecsConcurrent(t *testing.T) {
	api := rowAPI()
	at := time.Unix(1700000000, 0).UTC()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				in := []row{{Created: at, Name: nullString{"x", true}}}
				b, err := api.Marshal(in)
				var out []row
				if err != nil || api.Unmarshal(b, &out) != nil || out[0].Name != in[0].Name {
					t.Errorf("%s, %v", b, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestValuesOutsideOfCodecs: a Writer and a Reader that nobody lends have the package's meaning.
func TestValuesOutsideOfCodecs(t *testing.T) {
	var out bytes.Buffer
	w := codec.NewWriter(&out)
	w.BeginObject()
	w.Name("v")
	zetes.WriteValue(w, map[string]string{"a": "<"})
	w.EndObject()
	if err := w.Close(); err != nil || out.String() != "{\"v\":{\"a\":\"<\"}}\n" {
		t.Fatalf("%q, %v", out.String(), err)
	}
	r := codec.NewReader(&out)
	for range r.Object() {
		var m map[string]json.Number
		zetes.ReadValue(r, &m)
	}
	if r.Err() == nil {
		t.Error("no error for a value that does not fit")
	}
}

// angry panics when it is encoded.
type angry struct{}

func (angry) MarshalJSON() ([]byte, error) { panic("angry") }

// TestPanicsOfMethods: what a method panics with is the caller's, with codecs around or not; what a codec panics
// with is an error, and the next call is as good as new.
func TestPanicsOfMethods(t *testing.T) {
	type mixed struct {
		At  time.Time
		Bad angry
	}
	type first struct {
		Bad nullInt
		At  time.Time
	}
	api := zetes.Config{Codecs: []codec.Codec{rfc3339, codec.For(func(w *codec.Writer, v *nullInt) {
		w.BeginArray()
		panic("codec")
	}, nil)}}.Freeze()
	func() {
		defer func() {
			if v := recover(); v != "angry" {
				t.Errorf("recovered %v", v)
			}
		}()
		b, err := api.Marshal(mixed{})
		t.Errorf("%s, %v", b, err)
	}()
	for range 2 {
		var p *codec.Panic
		if b, err := api.Marshal(first{}); !errors.As(err, &p) || p.Value != "codec" {
			t.Errorf("%s, %v", b, err)
		}
		if b, err := api.Marshal(time.Unix(0, 0).UTC()); err != nil || string(b) != `"1970-01-01T00:00:00Z"` {
			t.Errorf("%s, %v", b, err)
		}
	}
}

// TestWrongField registers Fields that ForField has not made, or has found to be wrong.
func TestWrongField(t *testing.T) {
	type outer struct{ A byte }
	wide := codec.For(func(w *codec.Writer, v *[64]byte) { w.String(string(v[:])) }, nil)
	narrow := codec.For(func(w *codec.Writer, v *byte) { w.Int(int64(*v)) }, nil)
	for name, f := range map[string]codec.Field{
		"another type": codec.ForField[outer]("A", wide),
		"no field":     codec.ForField[outer]("C", narrow),
		"no struct":    codec.ForField[int]("A", narrow),
		"no codec":     codec.ForField[outer]("A", codec.Codec{}),
		"zero":         {},
	} {
		if err := (zetes.Config{Fields: []codec.Field{f}}).Check(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// readItself reads its number by ReadValue.
type readItself struct{ in struct{ N int } }

func (v *readItself) UnmarshalZetes(r *codec.Reader) { zetes.ReadValue(r, &v.in) }

// TestPlaceInDocument: an error of ReadValue has the same place under package json as under this package: that in the
// document, not in the codec's value.
func TestPlaceInDocument(t *testing.T) {
	for _, text := range []string{
		"{\n \"A\": [{\"N\":1},\n  {\"N\":\"x\"}]}",
		`{"A":[{"N":[]}]}`,
		`{"A":[{},{},{"N":{"x":[1,2]}}]}`,
	} {
		var v struct{ A []readItself }
		want, ok := errors.AsType[*zetes.Error](zetes.Unmarshal([]byte(text), &v))
		if !ok || !strings.HasPrefix(want.Pointer, "/A/") {
			t.Fatalf("%s: %v", text, want)
		}
		for name, err := range map[string]error{
			"Unmarshal": zjson.Unmarshal([]byte(text), &v),
			"Decoder":   zjson.NewDecoder(strings.NewReader(text)).Decode(&v),
		} {
			got, ok := errors.AsType[*zetes.Error](err)
			if !ok || got.Offset != want.Offset || got.Line != want.Line || got.Column != want.Column || got.Pointer != want.Pointer || got.Excerpt != want.Excerpt {
				t.Errorf("%s of %s: %+v, want %+v", name, text, got, want)
			}
			if place := "at " + want.Pointer + ")"; ok && !strings.HasSuffix(err.Error(), place) {
				t.Errorf("%s of %s: %v, want it %s", name, text, err, place)
			}
		}
	}
	// An error that a codec has kept stays as it is.
	kept := zetes.Unmarshal([]byte(`[1,"x"]`), new([]int)).(*zetes.Error)
	keptErr = kept
	_ = zjson.Unmarshal([]byte(`{"a":[1,2,3,4]}`), &map[string]failsWithKept{})
	if kept.Offset != 3 || kept.Pointer != "/1" {
		t.Errorf("a kept error was moved to %+v", kept)
	}
}

var keptErr error

type failsWithKept struct{}

func (*failsWithKept) UnmarshalZetes(r *codec.Reader) { r.Fail(keptErr) }

// TestDefaultOfType: a codec for a type that is known at run time adds something to the usual form.
func TestDefaultOfType(t *testing.T) {
	var api *zetes.API
	type plain struct{ A int }
	api = zetes.Config{CodecsFor: []func(reflect.Type) (codec.Codec, bool){func(t reflect.Type) (codec.Codec, bool) {
		if t != reflect.TypeFor[plain]() {
			return codec.Codec{}, false
		}
		return codec.ForType(t, func(w *codec.Writer, v any) {
			w.BeginArray()
			api.WriteDefault(w, v)
			w.EndArray()
		}, func(r *codec.Reader, v any) {
			for range r.Array() {
				api.ReadDefault(r, v)
			}
		}), true
	}}}.Freeze()
	got, err := api.MarshalString(map[string]plain{"k": {1}})
	var back map[string]plain
	if err != nil || got != `{"k":[{"A":1}]}` || api.UnmarshalString(got, &back) != nil || back["k"].A != 1 {
		t.Errorf("%s, %v, %v", got, err, back)
	}
	if err := api.UnmarshalString(`{"k":[{"A":"x"}]}`, &back); err == nil || !strings.Contains(err.Error(), "/k/0/A") {
		t.Errorf("%v", err)
	}
	for _, v := range []any{nil, (*plain)(nil), plain{}, map[string]int{}} {
		w := codec.NewBytesWriter(nil)
		api.WriteDefault(w, v)
		if null := string(w.Bytes()) == "null"; null != (v == nil || reflect.TypeOf(v).Kind() == reflect.Pointer) || null == (w.Err() != nil) {
			t.Errorf("%T: %s, %v", v, w.Bytes(), w.Err())
		}
		r := codec.NewBytesReader([]byte(`{}`))
		if api.ReadDefault(r, v); r.Err() == nil {
			t.Errorf("%T as a target", v)
		}
	}
}
