package zetes_test

import (
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
)

// coder is what values of these types implement: grade by its value, shade by its pointer.
type coder interface{ Code() string }

type (
	grade  int
	shade  struct{ name string }
	coders struct {
		G  grade
		P  *grade
		N  *grade
		S  shade
		L  []shade
		M  map[string]grade
		I  any
		C  coder
		Is []any
	}
)

func (g grade) Code() string  { return fmt.Sprint("g", int(g)) }
func (s *shade) Code() string { return "s" + s.name }

// byCode writes all that implement coder as their codes, and reads them.
var byCode = ready.ForImplementers(
	func(w *codec.Writer, v coder) { w.String(v.Code()) },
	func(r *codec.Reader, v coder) {
		text := r.String()
		switch v := v.(type) {
		case *grade:
			_, err := fmt.Sscanf(text, "g%d", v)
			if err != nil {
				r.Fail(err)
			}
		case *shade:
			v.name = strings.TrimPrefix(text, "s")
		}
	},
)

// TestCodecsForImplementers: values of all types that implement an interface go through its codec, wherever they stand.
func TestCodecsForImplementers(t *testing.T) {
	api := zetes.Config{CodecsFor: []func(reflect.Type) (codec.Codec, bool){byCode}}.Freeze()
	one := grade(1)
	in := coders{G: 2, P: &one, S: shade{"x"}, L: []shade{{"y"}, {"z"}}, M: map[string]grade{"a": 3}, I: grade(4), C: grade(5), Is: []any{&shade{"w"}, 1}}
	want := `{"G":"g2","P":"g1","N":null,"S":"sx","L":["sy","sz"],"M":{"a":"g3"},"I":"g4","C":"g5","Is":["sw",1]}`
	for _, v := range []any{in, &in} {
		if out, err := api.MarshalString(v); out != want || err != nil {
			t.Errorf("%s, %v, want %s", out, err, want)
		}
	}
	var out coders
	text := strings.Replace(want, `"C":"g5"`, `"C":null`, 1)
	if err := api.UnmarshalString(text, &out); err != nil {
		t.Fatal(err)
	}
	in.I, in.C, in.Is = "g4", nil, []any{"sw", 1.0}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("%+v, want %+v", out, in)
	}
	if err := api.UnmarshalString(`{"L":["sa",5]}`, &out); err == nil || !strings.Contains(err.Error(), "/L/1") {
		t.Error(err)
	}
	if err := api.UnmarshalString(`{"M":{"k":"x"}}`, &out); !strings.Contains(fmt.Sprint(err), "/M/k") {
		t.Error(err)
	}
}

// TestCodecsForOrder: Codecs come before the functions, the functions one after another, and each is asked once
// about a type.
func TestCodecsForOrder(t *testing.T) {
	asked := map[reflect.Type]int{}
	word := func(text string) func(*codec.Writer, any) { return func(w *codec.Writer, _ any) { w.String(text) } }
	api := zetes.Config{
		Codecs: []codec.Codec{codec.For(func(w *codec.Writer, _ *int8) { w.String("Codecs") }, nil)},
		CodecsFor: []func(reflect.Type) (codec.Codec, bool){
			func(t reflect.Type) (codec.Codec, bool) {
				asked[t]++
				return codec.ForType(t, word("first"), nil), t.Kind() == reflect.Int8 || t.Kind() == reflect.Int16
			},
			func(t reflect.Type) (codec.Codec, bool) {
				return codec.ForType(t, word("second"), nil), t.Kind() == reflect.Int16 || t.Kind() == reflect.Int32
			},
			func(t reflect.Type) (codec.Codec, bool) {
				return codec.ForType(reflect.TypeFor[string](), word("wrong"), nil), t.Kind() == reflect.Uint8
			},
		},
	}.Freeze()
	type all struct {
		A int8
		B int16
		C []int32
		D int64
	}
	for range 3 {
		if out, err := api.MarshalString(all{C: []int32{1}}); out != `{"A":"Codecs","B":"first","C":["second"],"D":0}` || err != nil {
			t.Errorf("%s, %v", out, err)
		}
		var v all
		if err := api.UnmarshalString(`{"A":1,"B":2,"C":[3]}`, &v); err != nil || v.A != 1 || v.B != 2 || v.C[0] != 3 {
			t.Error(v, err)
		}
	}
	for typ, n := range asked {
		if n > 1 {
			t.Errorf("asked %d times about %v", n, typ)
		}
	}
	if _, err := api.Marshal(uint8(1)); !strings.Contains(fmt.Sprint(err), "asked for a codec for uint8 and returned one for string") {
		t.Error(err)
	}
	var n uint8
	if err := api.UnmarshalString("1", &n); !strings.Contains(fmt.Sprint(err), "returned one for string") {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("codecs for implementers of a struct")
		}
	}()
	ready.ForImplementers[shade](nil, nil)
}

// digest has a name of its own.
type digest []byte

type tagged struct {
	A time.Time     `json:"a" codec:"unixmilli"`
	B *time.Time    `json:"b" codec:"DateOnly|RFC3339|02.01.2006"`
	C *time.Time    `json:"c,omitempty" codec:"unix"`
	D time.Duration `json:"d" codec:"sec"`
	E time.Duration `json:"e" codec:"string"`
	F digest        `json:"f" codec:"hex|base64|array"`
	G *[]byte       `json:"g" codec:"base32"`
	H []byte        `json:"h" codec:"array"`
	I time.Time     `json:"i"`
}

// TestCodecNamed: the struct tag "codec" names a field's codec, with ready.Named the form of times and bytes.
func TestCodecNamed(t *testing.T) {
	api := zetes.Config{CodecNamed: ready.Named}.Freeze()
	day := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	b := []byte("hi")
	in := tagged{A: day, B: &day, D: 90 * time.Second, E: 90 * time.Second, F: digest{0xab}, G: &b, H: []byte{1, 2}, I: day}
	want := `{"a":1770076800000,"b":"2026-02-03","d":90,"e":"1m30s","f":"ab","g":"NBUQ====","h":[1,2],"i":"2026-02-03T00:00:00Z"}`
	if out, err := api.MarshalString(in); out != want || err != nil {
		t.Errorf("%s, %v, want %s", out, err, want)
	}
	var got tagged
	if err := api.UnmarshalString(want, &got); err != nil || !reflect.DeepEqual(got, in) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{`{"b":"2026-02-03T00:00:00Z","f":"qw==","c":5}`, `{"b":"03.02.2026","f":[171],"c":5}`} {
		got = tagged{}
		if err := api.UnmarshalString(text, &got); err != nil || !got.B.Equal(day) || string(got.F) != "\xab" || got.C.Unix() != 5 {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if err := api.UnmarshalString(`{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null,"g":null,"h":null}`, &got); err != nil || got.B != nil || got.C != nil || got.F != nil || got.G != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for text, place := range map[string]string{`{"a":"x"}`: "/a", `{"b":"2026"}`: "/b", `{"f":"x"}`: "/f", `{"g":[1]}`: "/g", `{"h":"AA=="}`: "/h", `{"d":"1s"}`: "/d", `{"h":[256]}`: "/h"} {
		var e *zetes.Error
		if err := api.UnmarshalString(text, &got); !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, place) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if out, err := zetes.Exact().Freeze().MarshalString(tagged{}); err != nil || !strings.HasPrefix(out, `{"a":"0001-01-01T00:00:00Z","b":null,"d":0,`) {
		t.Error("without CodecNamed:", out, err)
	}
}

// TestCodecNamedTimes: times that come as numbers and as texts.
func TestCodecNamedTimes(t *testing.T) {
	type times struct {
		A time.Time  `json:"a" codec:"unixmilli|RFC3339|DateOnly"`
		B *time.Time `json:"b" codec:"DateOnly|unix"`
	}
	api := zetes.Config{CodecNamed: ready.Named}.Freeze()
	day := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	want := `{"a":1770076800000,"b":"2026-02-03"}`
	if out, err := api.MarshalString(times{day, &day}); out != want || err != nil {
		t.Errorf("%s, %v, want %s", out, err, want)
	}
	for _, text := range []string{want, `{"a":"2026-02-03","b":1770076800}`, `{"a":"2026-02-03T00:00:00Z","b":1770076800}`} {
		var got times
		if err := api.UnmarshalString(text, &got); err != nil || !got.A.Equal(day) || !got.B.Equal(day) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	got := times{day, &day}
	if err := api.UnmarshalString(`{"a":null,"b":null}`, &got); err != nil || !got.A.Equal(day) || got.B != nil {
		t.Errorf("null: %v, %v", got, err)
	}
	for text, place := range map[string]string{`{"a":"03.02.2026"}`: "/a", `{"a":1.5}`: "/a", `{"a":true}`: "/a", `{"b":{}}`: "/b"} {
		var e *zetes.Error
		if err := api.UnmarshalString(text, &got); !errors.As(err, &e) || e.Pointer != place || !got.A.Equal(day) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCodecNamedArray: arrays of bytes have the forms of slices, in their length.
func TestCodecNamedArray(t *testing.T) {
	type sums struct {
		A [2]byte           `json:"a" codec:"hex|base64"`
		B *[3]digestByte    `json:"b" codec:"array"`
		C map[string]string `json:"c"`
		D [0]byte           `json:"d" codec:"base64url"`
	}
	api := zetes.Config{CodecNamed: ready.Named}.Freeze()
	in := sums{A: [2]byte{0xab, 1}, B: &[3]digestByte{1, 2, 3}}
	want := `{"a":"ab01","b":[1,2,3],"c":null,"d":""}`
	if out, err := api.MarshalString(in); out != want || err != nil {
		t.Errorf("%s, %v, want %s", out, err, want)
	}
	if out, err := api.MarshalString([]any{in}); out != "["+want+"]" || err != nil {
		t.Errorf("without an address: %s, %v, want %s", out, err, want)
	}
	for _, text := range []string{want, `{"a":"qwE=","b":[1,2,3],"d":""}`} {
		var got sums
		if err := api.UnmarshalString(text, &got); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{`{"a":"ab"}`, `{"a":"ab0102"}`, `{"a":""}`, `{"a":[1,2]}`, `{"a":"abcdefg"}`} {
		got := sums{A: [2]byte{7, 8}}
		var e *zetes.Error
		if err := api.UnmarshalString(text, &got); !errors.As(err, &e) || e.Pointer != "/a" || got.A != [2]byte{7, 8} {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	got := in
	if err := api.UnmarshalString(`{"a":null,"b":null}`, &got); err != nil || got.A != in.A || got.B != nil {
		t.Errorf("null: %+v, %v", got, err)
	}
}

type digestByte byte

// TestCodecNamedUnknown: a tag that names no codec for the type is the error of every value, and of Check.
func TestCodecNamedUnknown(t *testing.T) {
	for name, v := range map[string]any{
		"name": struct {
			A time.Time `codec:"rfc"`
		}{},
		"two units": struct {
			A time.Time `codec:"unix|unixmilli"`
		}{},
		"no layout": struct {
			A time.Time `codec:"unix|"`
		}{},
		"type": struct {
			A netip.Addr `codec:"unix"`
		}{},
		"pointer": struct {
			A **time.Time `codec:"unix"`
		}{},
	} {
		api := zetes.Config{CodecNamed: ready.Named}.Freeze()
		var te *zetes.TypeError
		if err := api.Check(v); !errors.As(err, &te) || te.Field != "A" {
			t.Errorf("%s: Check: %v", name, err)
		}
		if _, err := api.Marshal(v); !errors.As(err, &te) {
			t.Errorf("%s: %v", name, err)
		}
		if err := api.UnmarshalString(`{"A":1}`, reflect.New(reflect.TypeOf(v)).Interface()); !errors.As(err, &te) {
			t.Errorf("%s: %v", name, err)
		}
		if err := zetes.Exact().Freeze().Check(v); !strings.Contains(fmt.Sprint(err), "without Config.CodecNamed") {
			t.Errorf("%s: Check without: %v", name, err)
		}
	}
}

// TestRulesOfOneType: a type has the rules of another API by a codec, and is alone in that.
func TestRulesOfOneType(t *testing.T) {
	type inner struct{ A, B int }
	type outer struct {
		In inner
		A  int
	}
	strict := zetes.Config{RejectUnknown: true, RejectDuplicates: true, ExactCase: true}.Freeze()
	read := func(r *codec.Reader, v *inner) { strict.ReadValue(r, v) }
	api := zetes.Config{Codecs: []codec.Codec{codec.For(zetes.WriteDefault[inner], read)}}.Freeze()
	for text, place := range map[string]string{
		`{"x":1,"a":2,"A":3,"A":3,"In":{"A":1}}`: "",
		`{"In":{"A":1,"x":2}}`:                   "/In/x",
		`{"In":{"A":1,"A":2}}`:                   "/In/A",
		`{"In":{"a":1}}`:                         "/In/a",
		`{"In":{"A":"1"}}`:                       "/In/A",
	} {
		var v outer
		err := api.UnmarshalString(text, &v)
		var e *zetes.Error
		if place == "" && (err != nil || v != outer{inner{A: 1}, 3}) || place != "" && (!errors.As(err, &e) || e.Pointer != place) {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	if out, err := api.MarshalString(outer{}); err != nil || out != `{"In":{"A":0,"B":0},"A":0}` {
		t.Error(out, err)
	}
}

// TestCodecsSkipNull: null leaves what has a codec alone, and the codec is not called.
func TestCodecsSkipNull(t *testing.T) {
	calls := 0
	number := codec.For(nil, func(r *codec.Reader, v *grade) { calls++; *v = grade(r.Int()) })
	type pair struct {
		A grade
		B *grade
		C []grade
		D grade
	}
	byField := codec.ForField[pair]("D", number)
	for _, c := range []zetes.Config{
		{Codecs: []codec.Codec{number}, Fields: []codec.Field{byField}, CodecsSkipNull: true},
		{CodecsFor: []func(reflect.Type) (codec.Codec, bool){func(t reflect.Type) (codec.Codec, bool) { return number, t == reflect.TypeFor[grade]() }}, Fields: []codec.Field{byField}, CodecsSkipNull: true},
	} {
		calls = 0
		v := pair{A: 1, B: new(grade), D: 4}
		if err := c.Freeze().UnmarshalString(`{"A":null,"B":null,"C":[null,3],"D":null}`, &v); err != nil {
			t.Fatal(err)
		}
		if v.A != 1 || v.B != nil || len(v.C) != 2 || v.C[0] != 0 || v.C[1] != 3 || v.D != 4 || calls != 1 {
			t.Errorf("%+v after %d calls", v, calls)
		}
		c.CodecsSkipNull = false
		if err := c.Freeze().UnmarshalString(`{"A":null}`, &v); err == nil {
			t.Error("without the choice null was passed over")
		}
	}
}
