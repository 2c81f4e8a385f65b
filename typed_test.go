package zetes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/stream"
)

type payload struct {
	ID    int               `json:"id"`
	Name  string            `json:"name"`
	Score float64           `json:"score"`
	Tags  []string          `json:"tags"`
	Inner *payload          `json:"inner,omitempty"`
	Raw   json.RawMessage   `json:"raw,omitempty"`
	Map   map[string]string `json:"map,omitempty"`
}

func newPayload() *payload {
	return &payload{1, "tea <hot>", 1.5, []string{"a", "b\n"}, &payload{ID: 2}, json.RawMessage(`{"x": [1]}`), map[string]string{"k": "v"}}
}

func TestTyped(t *testing.T) {
	enc, dec := zetes.NewTypedEncoder[payload](), zetes.NewTypedDecoder[payload]()
	v := newPayload()
	want, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got, err := enc.Append([]byte("x"), v)
	if err != nil || string(got) != "x"+string(want) {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if got, err = enc.Marshal(v); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s, %v", got, err)
	}
	if got, err = enc.Marshal(nil); err != nil || string(got) != "null" {
		t.Errorf("%s, %v", got, err)
	}
	var back, stdBack payload
	if err := dec.Decode(want, &back); err != nil || json.Unmarshal(want, &stdBack) != nil || !reflect.DeepEqual(back, stdBack) {
		t.Errorf("%+v, %v", back, err)
	}
	var ie *json.InvalidUnmarshalError
	if err := dec.Decode(want, nil); !errors.As(err, &ie) {
		t.Error(err)
	}
}

func TestTypedKinds(t *testing.T) {
	m := map[string]int{"a": 1}
	p := new(int)
	typed(t, []int{1, 2})
	typed(t, []payload{{ID: 1}})
	typed(t, m)
	typed(t, map[string]int(nil))
	typed(t, p)
	typed(t, (*int)(nil))
	typed(t, "s")
	typed(t, any(map[string]any{"a": 1.0}))
	typed(t, any(nil))
	typed(t, struct{ P *int }{p})
	typed(t, [2]bool{true})
}

func typed[T any](t *testing.T, v T) {
	t.Helper()
	want, _ := json.Marshal(&v)
	got, err := zetes.NewTypedEncoder[T]().Append(nil, &v)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%T: %s, %v; want %s", v, got, err, want)
	}
	var back T
	if err := zetes.NewTypedDecoder[T]().Decode(got, &back); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%T: %v, %v", v, back, err)
	}
}

func TestTypedErrors(t *testing.T) {
	enc, dec := zetes.NewTypedEncoder[payload](), zetes.NewTypedDecoder[payload]()
	var uv *json.UnsupportedValueError
	out, err := enc.Append([]byte("x"), &payload{Score: math.NaN()})
	if !errors.As(err, &uv) || string(out) != "x" {
		t.Errorf("%s, %v", out, err)
	}
	for _, in := range []string{`{`, `{"id":"x"}`, `[]`, ``} {
		want := json.Unmarshal([]byte(in), new(payload))
		if err := dec.Decode([]byte(in), new(payload)); err == nil || !strings.HasPrefix(err.Error(), want.Error()) {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
}

func TestTypedAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	enc := zetes.NewTypedEncoder[payload]()
	v := newPayload()
	v.Raw = nil
	dst, _ := enc.Append(make([]byte, 0, 8192), v)
	if n := testing.AllocsPerRun(200, func() { dst, _ = enc.Append(dst[:0], v) }); n != 0 {
		t.Errorf("Append allocates %v times", n)
	}
	var pooled buffer.Buffer
	if n := testing.AllocsPerRun(200, func() {
		b, _ := enc.Append(pooled.Reserve(4<<10), v)
		pooled.Commit(b)
		pooled.Reset()
	}); n > 0.1 {
		t.Errorf("Append to a Buffer allocates %v times", n)
	}
	type flat struct {
		A, B int
		C    bool
	}
	flatDec, data := zetes.NewTypedDecoder[flat](), []byte(`{"A":1,"B":-2,"C":true}`)
	var f flat
	if n := testing.AllocsPerRun(200, func() { _ = flatDec.Decode(data, &f) }); n > 0.1 {
		t.Errorf("Decode allocates %v times", n)
	}
}

func TestTypedConcurrent(t *testing.T) {
	enc, dec := zetes.NewTypedEncoder[payload](), zetes.NewTypedDecoder[payload]()
	want, _ := json.Marshal(newPayload())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				b, err := enc.Marshal(newPayload())
				if err != nil || !bytes.Equal(b, want) {
					t.Errorf("%s, %v", b, err)
				}
				var v payload
				if err := dec.Decode(b, &v); err != nil || v.Name != "tea <hot>" {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// A nil API stands for the package's own functions.
func TestNilAPI(t *testing.T) {
	v := 7
	if b, err := zetes.TypedEncoderOf[int](nil).Marshal(&v); err != nil || string(b) != "7" {
		t.Error(string(b), err)
	}
	if err := zetes.TypedDecoderOf[int](nil).Decode([]byte("8"), &v); err != nil || v != 8 {
		t.Error(v, err)
	}
	for v, err := range stream.Values[int](strings.NewReader("9"), stream.Using(nil)) {
		if err != nil || v != 9 {
			t.Error(v, err)
		}
	}
}
