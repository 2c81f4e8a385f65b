package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

var (
	withHTML    = plan.Of(option.V1)
	withoutHTML = plan.Of(option.V1 &^ option.EscapeHTML)
)

// begin returns the compiler of c, and a function that must be called before another goroutine compiles.
func begin(c *plan.Dialect) (_ *compiler, done func()) {
	c.Encoders.Lock.Lock()
	return compilerOf(c), c.Encoders.Lock.Unlock
}

// agree holds that v is encoded as by encoding/json: with the same bytes, or with an error of the same type and text.
func agree(t *testing.T, name string, v any) {
	t.Helper()
	for _, c := range []*plan.Dialect{withHTML, withoutHTML} {
		html := c == withHTML
		want, wantErr := toolchain.Encode(v, html)
		for range 2 {
			got, err := (&Call{Config: c}).Marshal(v)
			if err != nil {
				got, err = toolchain.MarshalError(v, html, err)
			}
			compare(t, name+"/marshal", got, want, err, wantErr)
			got, err = (&Call{Config: c}).Append([]byte("prefix"), v)
			if err != nil {
				if string(got) != "prefix" {
					t.Errorf("%s: dst is %q after an error", name, got)
				}
				continue
			}
			compare(t, name+"/append", got[6:], want, nil, wantErr)
			got, _ = (&Call{Config: c}).Append(append(make([]byte, 0, 8<<10), "prefix"...), v)
			compare(t, name+"/append in place", got[6:], want, nil, wantErr)
		}
	}
}

func compare(t *testing.T, name string, got, want []byte, err, wantErr error) {
	t.Helper()
	if (err == nil) != (wantErr == nil) || err != nil && (reflect.TypeOf(err) != reflect.TypeOf(wantErr) || err.Error() != wantErr.Error()) {
		t.Errorf("%s: error\n got %T %v\nwant %T %v", name, err, err, wantErr, wantErr)
		return
	}
	if err == nil && !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", name, clip(got), clip(want))
		return
	}
	var g, w *json.MarshalerError
	if errors.As(err, &g) && errors.As(wantErr, &w) && g.Type != w.Type {
		t.Errorf("%s: error of type %v, want %v", name, g.Type, w.Type)
	}
}

func clip(b []byte) []byte { return b[:min(len(b), 300)] }

func ptr[T any](v T) *T { return &v }

func TestScalars(t *testing.T) {
	for _, s := range []scalars{
		{}, {true, -1, -128, -32768, math.MinInt32, math.MinInt64, math.MaxUint32, 255, 65535, math.MaxUint32, math.MaxUint64, 9, 1e21, 1e-7, "<a>&\u2028\xff\"\\\n\x00"},
		{M: math.MaxFloat32, N: math.SmallestNonzeroFloat64}, {N: math.NaN()}, {N: math.Inf(-1)}, {M: float32(math.Inf(1))}, {N: math.Copysign(0, -1)},
	} {
		agree(t, "struct", s)
		agree(t, "pointer", &s)
		v := reflect.ValueOf(s)
		for i := range v.NumField() {
			f := v.Field(i)
			agree(t, v.Type().Field(i).Name, f.Interface())
			agree(t, v.Type().Field(i).Name+" in any", []any{f.Interface()})
			list := reflect.MakeSlice(reflect.SliceOf(f.Type()), 3, 3)
			list.Index(1).Set(f)
			agree(t, v.Type().Field(i).Name+" in slice", list.Interface())
			agree(t, v.Type().Field(i).Name+" nil slice", reflect.Zero(list.Type()).Interface())
			m := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), f.Type()))
			m.SetMapIndex(reflect.ValueOf("k"), f)
			agree(t, v.Type().Field(i).Name+" in map", m.Interface())
		}
	}
	agree(t, "nil", nil)
	agree(t, "complex", 1i)
	agree(t, "chan", make(chan int))
	agree(t, "func", func() {})
	agree(t, "nil chan", []chan int{nil})
	agree(t, "unsafe", unsafe.Pointer(nil))
}

func TestQuoted(t *testing.T) {
	agree(t, "zero", quoted{})
	agree(t, "full", quoted{true, -5, ptr(int8(7)), 1, 1.5, ptr(2.5), "a<\"\n\u2028\xff", ptr("x"), "12", []int{1}, ptr(ptr(3)), ptr(4), 5})
	agree(t, "bad number", quoted{I: "1x"})
	agree(t, "nan", quoted{F: ptr(math.NaN())})
}

func (pointerZeroer) IsZero() bool { return true }

func (*valueJSON2) MarshalJSON() ([]byte, error) { return []byte("2"), nil }
func (*nilText) MarshalText() ([]byte, error)    { return []byte("nil"), nil }

func TestTyped(t *testing.T) {
	v := speaks{A: valueJSON{"1"}, B: pointerJSON{"2"}, L: [2]pointerJSON{{"3"}, {"4"}}}
	p := ProgramOf(withHTML, reflect.TypeFor[speaks]())
	got, err := (&Call{Config: withHTML, Program: p}).Append(nil, &v)
	want, _ := json.Marshal(&v)
	if err != nil || string(got) != string(want) {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	m := map[string]int{"a": 1}
	got, err = (&Call{Config: withHTML, Program: ProgramOf(withHTML, reflect.TypeOf(m))}).Append(nil, &m)
	if err != nil || string(got) != `{"a":1}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestOptions(t *testing.T) {
	c := plan.Of(0)
	got, err := (&Call{Config: c}).Append(nil, []any{[]int(nil), map[string]int(nil), map[string]any(nil), []any(nil), []byte(nil), []string(nil), struct{ A []float64 }{}})
	if want := `[[],{},{},[],"",[],{"A":[]}]`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// FuzzAny decodes texts by encoding/json, and holds that the results are encoded as by encoding/json.
func FuzzAny(f *testing.F) {
	for _, s := range []string{`{"a":[1,"<\u2028>",{"b":null}],"":1e300}`, `"\ud800"`, `[[[]]]`, `{"b":1,"a":2,"aaaaaaaaa":3,"aaaaaaaab":4}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if json.Unmarshal(data, &v) == nil {
			agree(t, "any", v)
			agree(t, "raw", json.RawMessage(data))
		}
		agree(t, "string", string(data))
		agree(t, "raw", json.RawMessage(data))
		agree(t, "number", json.Number(data))
		agree(t, "key", map[string]string{string(data): ""})
	})
}
