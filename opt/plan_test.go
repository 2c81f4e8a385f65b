package opt_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/shape"
	zjson "github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
)

// wrapped has the methods of a Value, and is none.
type wrapped struct{ opt.Int }

type defined opt.Value[int]

func TestRecognised(t *testing.T) {
	for _, v := range []any{opt.Int{}, opt.Any{}, opt.Value[[3]wrapped]{}, opt.Value[struct{}]{}, opt.Value[opt.Time]{}} {
		typ := reflect.TypeOf(v)
		o := shape.OptionalOf(typ)
		if o == nil || o.Elem != typ.Field(0).Type || o.Value != typ.Field(0).Offset || o.State != typ.Field(1).Offset {
			t.Errorf("%v: %+v", typ, o)
		}
	}
	for _, v := range []any{wrapped{}, defined{}, &opt.Int{}, []opt.Int{}, struct{}{}, opt.Unknown{}, 0} {
		if o := shape.OptionalOf(reflect.TypeOf(v)); o != nil {
			t.Errorf("%T: %+v", v, o)
		}
	}
}

type UserInfo struct {
	FirstName opt.String
	LoginTime opt.Time `json:",omitzero"`
}

type order struct {
	UserInfo  opt.Value[UserInfo]
	Items     opt.Value[[]item]
	Total     opt.Float64
	Large     opt.Int64
	Tags      opt.Value[[]string]
	Unknown   opt.Any           `json:",omitzero"`
	Recursive opt.Value[*order] `json:",omitzero"`
}

type item struct {
	Price opt.Float64
	Count opt.Value[int8]
}

var unixTime = codec.For(
	func(w *codec.Writer, v *time.Time) { w.UnixTime(*v, time.Second) },
	func(r *codec.Reader, v *time.Time) { *v = r.UnixTime(time.Second).UTC() },
)

func TestConfig(t *testing.T) {
	api := zetes.Config{
		Naming: zetes.SnakeCase, NonFinite: zetes.NonFiniteString, LargeIntsAsStrings: true, EmptySlices: true, ExactInts: true,
		Codecs: []codec.Codec{unixTime},
	}.Freeze()
	v := order{
		UserInfo: opt.Of(UserInfo{opt.Of("<"), opt.Of(time.Unix(5, 0).UTC())}),
		Items:    opt.Of([]item{{opt.Of(1.5), opt.Of[int8](2)}, {}}),
		Total:    opt.Of(math.Inf(1)), Large: opt.Of[int64](1 << 60),
		Tags:      opt.Of[[]string](nil),
		Unknown:   opt.Of[any](map[string]any{"n": int64(1)}),
		Recursive: opt.Of(&order{Items: opt.Null[[]item]()}),
	}
	want := `{"user_info":{"first_name":"\u003c","login_time":5},"items":[{"price":1.5,"count":2},{"price":null,"count":null}],` +
		`"total":"Infinity","large":"1152921504606846976","tags":[],"unknown":{"n":1},` +
		`"recursive":{"user_info":null,"items":null,"total":null,"large":null,"tags":null}}`
	for _, c := range []struct {
		v    any
		json string
	}{
		{v, want}, {&v, want}, {[]order{v}, "[" + want + "]"}, {map[string]order{"": v}, `{"":` + want + "}"}, {opt.Of(v), want}, {opt.Of(&v), want},
	} {
		if got, err := api.Marshal(c.v); err != nil || string(got) != c.json {
			t.Errorf("%T: got  %s, %v\nwant %s", c.v, got, err, c.json)
		}
	}

	var back order
	in := `{"user_info":{"first_name":"a","login_time":5},"items":[{"price":1.5,"count":2},null],"total":null,"large":7,` +
		`"tags":null,"unknown":{"n":18446744073709551615},"recursive":{"large":1}}`
	if err := api.Unmarshal([]byte(in), &back); err != nil {
		t.Fatal(err)
	}
	expect := order{
		UserInfo: opt.Of(UserInfo{opt.Of("a"), opt.Of(time.Unix(5, 0).UTC())}),
		Items:    opt.Of([]item{{opt.Of(1.5), opt.Of[int8](2)}, {}}),
		Total:    opt.Null[float64](), Large: opt.Of[int64](7), Tags: opt.Null[[]string](),
		Unknown:   opt.Of[any](map[string]any{"n": uint64(1<<64 - 1)}),
		Recursive: opt.Of(&order{Large: opt.Of[int64](1)}),
	}
	if !reflect.DeepEqual(back, expect) {
		t.Errorf("got  %+v\nwant %+v", back, expect)
	}
}

func TestDefaults(t *testing.T) {
	// The default of a string may stand without quotes, whatever else it could be.
	type settings struct {
		Mode    opt.String  `default:"plain"`
		Port    opt.String  `default:"8080"`
		On      *opt.String `default:"true"`
		Retries opt.Int     `default:"5"`
		Nothing opt.String  `default:"null"`
	}
	var got settings
	if err := (zetes.Config{Defaults: true}).Freeze().Unmarshal([]byte(`{}`), &got); err != nil {
		t.Fatal(err)
	}
	on := opt.Of("true")
	if want := (settings{opt.Of("plain"), opt.Of("8080"), &on, opt.Of(5), opt.Null[string]()}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestConfigKeepsOnError(t *testing.T) {
	api := zetes.Config{RejectUnknown: true, ExactCase: true}.Freeze()
	was := func() order {
		return order{
			Items: opt.Of([]item{{opt.Of(9.0), opt.Of[int8](9)}}), UserInfo: opt.Of(UserInfo{FirstName: opt.Of("old")}),
			Tags: opt.Of([]string{"old"}), Unknown: opt.Of[any]("old"), Recursive: opt.Of(&order{}), Total: opt.Of(1.0),
		}
	}
	for in, pointer := range map[string]string{
		`{"Items":[{"Price":1,"Count":300}]}`:                  "/Items/0/Count",
		`{"UserInfo":{"FirstName":"new","Nobody":1}}`:          "/UserInfo/Nobody",
		`{"UserInfo":{"FirstName":1}}`:                         "/UserInfo/FirstName",
		`{"Tags":["new",1]}`:                                   "/Tags/1",
		`{"Recursive":{"Items":[{"Count":1},{"Count":"no"}]}}`: "/Recursive/Items/1/Count",
		`{"Total":"no"}`:                                       "/Total",
		`{"Tags":["new"],"Total":1,"Items":[}`:                 "/Items/0",
	} {
		got := was()
		err := api.Unmarshal([]byte(in), &got)
		var e *zetes.Error
		if !errors.As(err, &e) || e.Pointer != pointer {
			t.Errorf("%s: %v, want it at %s", in, err, pointer)
		}
		if strings.HasSuffix(in, "[}") || !strings.HasPrefix(in, `{"Tags"`) {
			if !reflect.DeepEqual(got, was()) {
				t.Errorf("%s: got %+v", in, got)
			}
		} else if !reflect.DeepEqual(got.Tags, was().Tags) {
			t.Errorf("%s: got %+v", in, got.Tags)
		}
	}

	var got order
	err := api.UnmarshalAll([]byte(`{"Items":[{"Price":"x","Count":300},{"Price":1}],"Total":1,"Large":"x","UserInfo":{"Nobody":1}}`), &got, 0)
	var all zetes.Errors
	if !errors.As(err, &all) || len(all) != 4 || all[0].Pointer != "/Items/0/Price" || all[3].Pointer != "/UserInfo/Nobody" {
		t.Errorf("%v", err)
	}
	if want := (order{Total: opt.Of(1.0)}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// touchy is read by a codec that panics in the middle.
type touchy struct{ n int }

func TestCodecPanics(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, v *touchy) {
		if v.n = int(r.Int()); v.n == 13 {
			panic("touched")
		}
	})}}.Freeze()
	type list = opt.Value[[2]touchy]
	for _, was := range []list{{}, opt.Of([2]touchy{{1}, {2}}), opt.Null[[2]touchy]()} {
		got := []list{was, was}
		err := api.Unmarshal([]byte(`[[3,4],[5,13]]`), &got)
		if want := []list{opt.Of([2]touchy{{3}, {4}}), was}; err == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
}

func TestPathOfErrors(t *testing.T) {
	// With encoding/json's meaning the error is one of a method; its place goes through nevertheless.
	for name, api := range map[string]*zetes.API{
		"exact": zetes.Exact().Freeze(), "own": zetes.Config{ExactCase: true}.Freeze(),
	} {
		var v order
		var e *zetes.Error
		err := api.Unmarshal([]byte(`{"Recursive":{"Items":[{"Count":1},{"Count":"no"}]}}`), &v)
		if !errors.As(err, &e) || e.Pointer != "/Recursive/Items/1/Count" || e.GoPath() != "order.Recursive.Items[1].Count" {
			t.Errorf("%s, decoding: %+v", name, err)
		}
		v = order{Recursive: opt.Of(&order{Items: opt.Of([]item{{}, {Price: opt.Of(math.NaN())}})})}
		_, err = api.Marshal(&v)
		if !errors.As(err, &e) || e.GoPath() != "order.Recursive.Items[1].Price" || e.Pointer != "/Recursive/Items/1/Price" {
			t.Errorf("%s, encoding: %+v", name, err)
		}
		var value *json.UnsupportedValueError
		if !errors.As(err, &value) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// counter changes when it is encoded: what its holder has must not.
type counter struct{ n int }

func (c *counter) MarshalJSON() ([]byte, error) { c.n++; return json.Marshal(c.n) }

func TestMethodsSeeCopies(t *testing.T) {
	type holder struct{ C opt.Value[[2]counter] }
	for _, api := range []*zetes.API{zetes.Exact().Freeze(), zetes.Config{EmptySlices: true}.Freeze()} {
		v := holder{opt.Of([2]counter{})}
		for range 2 {
			if got, err := api.Marshal(&v); err != nil || string(got) != `{"C":[1,1]}` {
				t.Errorf("%s, %v", got, err)
			}
		}
	}
}

// chain leads on through Values only.
type chain struct {
	P opt.Value[*chain]            `json:"p,omitzero"`
	S opt.Value[[]*chain]          `json:"s,omitzero"`
	M opt.Value[map[string]*chain] `json:"m,omitzero"`
	A opt.Value[any]               `json:"a,omitzero"`
}

// TestCycle encodes values within themselves, through which encoding/json would go until the stack is full.
func TestCycle(t *testing.T) {
	v := &order{}
	v.Recursive = opt.Of(v)
	var p, s, m, a chain
	p.P = opt.Of(&p)
	s.S = opt.Of([]*chain{{}, &s})
	m.M = opt.Of(map[string]*chain{"m": {P: opt.Of(&m)}})
	a.A = opt.Of[any](map[string]any{"a": []any{&a}})
	for _, v := range []any{v, &p, s, &m, &a, []any{1, &p}} {
		if _, err := (zetes.Config{EmptySlices: true}).Freeze().Marshal(v); err == nil {
			t.Errorf("%T: no error under a Config", v)
		}
		var unsupported *json.UnsupportedValueError
		if _, err := zjson.Marshal(v); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "cycle via") {
			t.Errorf("%T: error %v", v, err)
		}
	}
	last := &chain{}
	for i := range 4300 {
		if i%2 == 0 {
			last = &chain{P: opt.Of(last)}
		} else {
			last = &chain{S: opt.Of([]*chain{last})}
		}
	}
	want, err := json.Marshal(last)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := zjson.Marshal(last); err != nil || !bytes.Equal(got, want) {
		t.Errorf("deep: %d bytes, %v; want %d", len(got), err, len(want))
	}
}

type scalars struct {
	A opt.Int     `json:"a"`
	B opt.String  `json:"b,omitzero"`
	C opt.Float64 `json:"c"`
	D opt.Bool    `json:"d,omitzero"`
	E opt.Time    `json:"e"`
	F opt.Uint8   `json:"f"`
	G opt.Int     `json:"g"`
}

func someScalars() scalars {
	return scalars{opt.Of(1), opt.Of("b"), opt.Of(1.5), opt.Bool{}, opt.Of(time.Unix(1, 0).UTC()), opt.Null[uint8](), opt.Int{}}
}

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	v := someScalars()
	lists := struct {
		L opt.Value[[]opt.Value[map[string]string]]
	}{opt.Of([]opt.Value[map[string]string]{opt.Of(map[string]string{"a": "b"})})}
	dst := make([]byte, 0, 4096)
	data, err := zetes.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	// A string needs memory in which it stays; its block serves many decodings.
	type numbers struct {
		A opt.Int
		B opt.Float64
		C opt.Value[[4]int]
		D opt.Time
		E opt.Value[struct{ In opt.Bool }]
	}
	var n numbers
	inNumbers := []byte(`{"A":1,"B":2.5,"C":[1,2,3,4],"D":"2020-01-02T03:04:05Z","E":{"In":true}}`)
	for name, c := range map[string]struct {
		most float64
		f    func() error
	}{
		"encode":         {0, func() (err error) { dst, err = zetes.Append(dst[:0], &v); return err }},
		"encode-lists":   {0, func() (err error) { dst, err = zetes.Append(dst[:0], &lists); return err }},
		"decode":         {0.2, func() error { v = scalars{}; return zetes.Unmarshal(data, &v) }},
		"decode-numbers": {0, func() error { n = numbers{}; return zetes.Unmarshal(inNumbers, &n) }},
		"decode-again":   {0.2, func() error { return zetes.Unmarshal(data, &v) }},
	} {
		if got := testing.AllocsPerRun(200, func() { err = errors.Join(err, c.f()) }); err != nil || got > c.most {
			t.Errorf("%s: %v allocations, %v", name, got, err)
		}
	}
}

func BenchmarkScalars(b *testing.B) {
	v := someScalars()
	data, _ := zetes.Marshal(v)
	dst := make([]byte, 0, 4096)
	b.Run("op=Append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst, _ = zetes.Append(dst[:0], &v)
		}
	})
	b.Run("op=Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v = scalars{}
			_ = zetes.Unmarshal(data, &v)
		}
	})
}
