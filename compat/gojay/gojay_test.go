package gojay

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/json"
)

// tree reads and writes nested arrays.
type tree []tree

func (t *tree) UnmarshalJSONArray(dec *Decoder) error {
	var next tree
	err := dec.Array(&next)
	*t = append(*t, next)
	return err
}

func (t *tree) MarshalJSONArray(enc *Encoder) {
	for i := range *t {
		enc.Array(&(*t)[i])
	}
}

func (t *tree) IsNil() bool { return t == nil }

// endless writes itself within itself.
type endless struct{}

func (e endless) MarshalJSONObject(enc *Encoder) { enc.ObjectKey("e", e) }
func (endless) IsNil() bool                      { return false }

// TestRefused: bad input and values without a JSON form are errors of their type.
func TestRefused(t *testing.T) {
	for _, text := range []string{"", " ", "[", "[1,]", `{"a":1`, `{"a"}`, "nul", "[1 2]", "1 2", `"\ud800`, "\"\x00\"", strings.Repeat("[", 20000), strings.Repeat("[", 20000) + strings.Repeat("]", 20000)} {
		var x any = "as it was"
		for _, v := range []any{&x, new(int), new(string), new(bool), new(tree), DecodeObjectFunc(func(*Decoder, string) error { return nil })} {
			if err := Unmarshal([]byte(text), v); !errors.As(err, new(InvalidJSONError)) {
				t.Errorf("%.20q into %T: %v", text, v, err)
			}
			if err := NewDecoder(strings.NewReader(text)).Decode(v); err == nil && text != "1 2" {
				t.Errorf("%.20q into %T is accepted by a Decoder", text, v)
			}
		}
		if x != "as it was" && text != "1 2" {
			t.Errorf("%.20q has changed the target: %v", text, x)
		}
	}
	for text, v := range map[string]any{"128": new(int8), "-1": new(uint8), "1e300": new(int), `"1"`: new(int), "1": new(string), "{}": new(tree), "1e400": new(float64), "[]": new(*bool), "true": DecodeObjectFunc(nil)} {
		if err := Unmarshal([]byte(text), v); !errors.As(err, new(InvalidUnmarshalError)) {
			t.Errorf("%s into %T: %v", text, v, err)
		}
	}
	for _, v := range []any{nil, 1, (*int)(nil), new(struct{})} {
		if err := Unmarshal([]byte("1"), v); err == nil {
			t.Errorf("reading into %T is no error", v)
		}
	}
	for text, read := range map[string]func(*Decoder) error{
		"{}":   func(dec *Decoder) error { return dec.DecodeObject(nil) },
		" {}":  func(dec *Decoder) error { return dec.DecodeObject(DecodeObjectFunc(nil)) },
		"[]":   func(dec *Decoder) error { return dec.DecodeArray(nil) },
		" [1]": func(dec *Decoder) error { return dec.Decode(DecodeArrayFunc(nil)) },
	} {
		if err := read(NewDecoder(strings.NewReader(text))); !errors.As(err, new(InvalidUnmarshalError)) {
			t.Errorf("%s into nil: %v", text, err)
		}
	}
	for _, v := range []any{math.NaN(), float32(math.Inf(1)), endless{}, struct{}{}, nil, &EmbeddedJSON{'{'}} {
		if b, err := Marshal(v); !errors.As(err, new(InvalidMarshalError)) {
			t.Errorf("%T: %.20s, %v", v, b, err)
		}
		if err := NewEncoder(io.Discard).Encode(v); err == nil {
			t.Errorf("%T is written without an error", v)
		}
	}
	if err := NewEncoder(nil).EncodeInt(1); err == nil {
		t.Error("an Encoder without a writer gives no error")
	}
}

// TestStops: the error of a method ends reading, also where another method loses it.
func TestStops(t *testing.T) {
	stop := errors.New("stop")
	for _, text := range []string{`{"a":[1,2,3],"b":2}`, `{"a":[]}`} {
		var seen []string
		err := Unmarshal([]byte(text), DecodeObjectFunc(func(dec *Decoder, k string) error {
			seen = append(seen, k)
			if err := dec.Array(DecodeArrayFunc(func(*Decoder) error { return stop })); err != nil && err != stop {
				t.Error(err)
			}
			return nil
		}))
		if want := strings.Contains(text, "1"); (err == stop) != want || len(seen) != 1 {
			t.Errorf("%s: %v, %v", text, err, seen)
		}
	}
	if err := NewDecoder(iotest.ErrReader(stop)).DecodeInt(new(int)); err != stop {
		t.Error(err)
	}
}

// TestSkips: what a method leaves is skipped, and a value that does not fit does not disturb the others.
func TestSkips(t *testing.T) {
	var n int
	var names []string
	read := func(dec *Decoder, k string) error {
		names = append(names, k)
		if k == "n" || k == "s" {
			return dec.Int(&n)
		}
		return nil
	}
	err := Unmarshal([]byte(`{"x":[{"n":1}],"s":"text","n":7,"y":{}}`), DecodeObjectFunc(read))
	if !errors.As(err, new(InvalidUnmarshalError)) || n != 7 || strings.Join(names, "") != "xsny" {
		t.Error(err, n, names)
	}
	dec := NewDecoder(strings.NewReader(`"a", 5 [1] ,{"a":","}`))
	var s string
	if dec.DecodeInt(&n) == nil || dec.DecodeInt(&n) != nil || n != 5 {
		t.Error("a value that does not fit ends a Decoder", n)
	}
	if err := dec.DecodeArray(DecodeArrayFunc(func(*Decoder) error { return nil })); err != nil {
		t.Error(err)
	}
	if err := dec.DecodeObject(DecodeObjectFunc(func(dec *Decoder, k string) error { return dec.String(&s) })); err != nil || s != "," {
		t.Error(err, s)
	}
}

// TestIntegers: numbers of any form are read as integers exactly, without their fractions.
func TestIntegers(t *testing.T) {
	zeros := strings.Repeat("0", 30)
	for text, want := range map[string]int64{
		"0." + zeros + "1e31": 1, "1" + zeros + "e-30": 1, "-12" + zeros + ".5e-30": -12, "0.0000000000000000000001e22": 1, "12.34e1": 123, "12.34E+3": 12340, "-1.5": -1, "-0.9": 0, "5e-1": 0, "123e-2": 1,
		"0e99999999999999999999": 0, "-0.0E99999999999999999999": 0, "7e-99999999999999999999": 0, "-0": 0, "9223372036854775807.9": 9223372036854775807,
	} {
		var i int64
		var u uint64
		if err := Unmarshal([]byte(text), &i); err != nil || i != want {
			t.Errorf("%s: %d, %v", text, i, err)
		}
		if err := Unmarshal([]byte(text), &u); (err == nil) != (want >= 0) || err == nil && u != uint64(want) {
			t.Errorf("%s: %d, %v", text, u, err)
		}
	}
	for _, text := range []string{"1e99999999999999999999", "0.1e22", "1" + zeros, "18446744073709551616.0", "1e20"} {
		if err := Unmarshal([]byte(text), new(uint64)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// pairs reads values of a stream by methods for values at the top.
type pairs []int

func (p *pairs) UnmarshalStream(dec *StreamDecoder) error {
	var n int
	err := dec.DecodeInt(&n)
	if errors.As(err, new(InvalidUnmarshalError)) {
		err = nil // The stream returns it.
	}
	*p = append(*p, n)
	return err
}

// TestTopWithin: a method for values at the top, called within a value or a stream, keeps an earlier error.
func TestTopWithin(t *testing.T) {
	var a, b int
	err := Unmarshal([]byte(`{"a":"bad","b":2}`), DecodeObjectFunc(func(dec *Decoder, k string) error {
		if k == "a" {
			return dec.Int(&a)
		}
		return dec.DecodeInt(&b)
	}))
	if !errors.As(err, new(InvalidUnmarshalError)) || b != 2 {
		t.Error(err, b)
	}
	b = 0
	if err := Unmarshal([]byte(`[["bad"],3,4]`), DecodeArrayFunc(func(dec *Decoder) error {
		var none tree
		dec.DecodeArray(&none)
		return errors.Join(dec.DecodeInt(&a), dec.DecodeInt(&b))
	})); !errors.As(err, new(InvalidUnmarshalError)) || a != 3 || b != 4 {
		t.Error(err, a, b)
	}
	var p pairs
	dec := Stream.NewDecoder(strings.NewReader(`1 "x" 2`))
	if err := dec.DecodeStream(&p); !errors.As(err, new(InvalidUnmarshalError)) || len(p) != 3 || p[2] != 2 {
		t.Error(err, p)
	}
	if err := dec.DecodeInt(&a); !errors.As(err, new(InvalidJSONError)) {
		t.Error(err)
	}
}

// TestNumberEnds: a number is not split into two.
func TestNumberEnds(t *testing.T) {
	for _, text := range []string{"00012", "-01", "1-2", "1.5.5", "1e5e5", "1,02"} {
		for _, v := range []any{new(int), new(float64), new(any), new(EmbeddedJSON), new(*uint8), new(string)} {
			for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
				dec := NewDecoder(r)
				err := dec.Decode(v)
				if text == "1,02" {
					err = dec.Decode(v)
				}
				if !errors.As(err, new(InvalidJSONError)) {
					t.Errorf("%s into %T: %v", text, v, err)
				}
			}
		}
		var p pairs
		if err := Stream.NewDecoder(strings.NewReader(text)).DecodeStream(&p); !errors.As(err, new(InvalidJSONError)) {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	dec := NewDecoder(iotest.OneByteReader(strings.NewReader(`1 -2,3,[4]5{"a":6}7`)))
	for i, v := range []any{new(int), new(int), new(int), new(tree), new(int), DecodeObjectFunc(func(dec *Decoder, k string) error { return dec.Int(new(int)) }), new(int)} {
		if err := dec.Decode(v); err != nil && i != 3 {
			t.Errorf("value %d: %v", i, err)
		}
	}
}

// TestReleased: what was released panics when it is used, and may be released again.
func TestReleased(t *testing.T) {
	enc, dec, stream := BorrowEncoder(io.Discard), BorrowDecoder(nil), Stream.BorrowDecoder(strings.NewReader("1"))
	for range 2 {
		enc.Release()
		dec.Release()
		stream.Release()
	}
	for name, use := range map[string]func(){"Encoder": func() { enc.EncodeInt(1) }, "Decoder": func() { dec.DecodeInt(new(int)) }, "StreamDecoder": func() { stream.DecodeStream(nil) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a released %s does not panic", name)
				}
			}()
			use()
		}()
	}
}

type numbers struct {
	mu sync.Mutex
	n  int
}

func (c *numbers) MarshalStream(enc *StreamEncoder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n++; c.n <= 1000 {
		enc.AddInt(c.n)
	}
}

// TestConsumers: several goroutines write whole values, each once.
func TestConsumers(t *testing.T) {
	var out bytes.Buffer
	enc := Stream.NewEncoder(&out).CommaDelimited().NConsumer(4)
	c := new(numbers)
	enc.EncodeStream(c)
	<-enc.Done()
	// The other goroutines stop at their next value.
	for enc.out.Lock(); out.Len() < 3893; enc.out.Lock() {
		enc.out.Unlock()
	}
	defer enc.out.Unlock()
	sum, count := 0, 0
	if err := Unmarshal([]byte("["+strings.TrimSuffix(out.String(), ",")+"]"), DecodeArrayFunc(func(dec *Decoder) error {
		var n int
		err := dec.Int(&n)
		sum, count = sum+n, count+1
		return err
	})); err != nil || sum != 500500 || count != 1000 {
		t.Error(err, sum, count)
	}
}

// FuzzUnmarshal: a text is accepted exactly if it is JSON of the kind, and what is written again is JSON.
func FuzzUnmarshal(f *testing.F) {
	for _, text := range []string{`[[],[[]]]`, `{"a":1.5e3,"b":[null,"x"]}`, `"\u00e9"`, `-0.5e-7`, `[1,`, `12345678901234567890`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var x any
		err := Unmarshal(text, &x)
		if errors.As(err, new(InvalidJSONError)) == json.Valid(text) && err != nil || (err == nil) && !json.Valid(text) {
			t.Errorf("%q: %v", text, err)
		}
		var v tree
		if Unmarshal(text, &v) == nil {
			if b, err := Marshal(&v); err != nil || !json.Valid(b) {
				t.Errorf("%q: %q, %v", text, b, err)
			}
		}
		for _, n := range []any{new(int), new(uint8), new(float32)} {
			Unmarshal(text, n)
			NewDecoder(iotest.OneByteReader(bytes.NewReader(text))).Decode(n)
		}
		ej := EmbeddedJSON{}
		if dec := NewDecoder(bytes.NewReader(text)); dec.Decode(&ej) == nil && !json.Valid(ej) {
			t.Errorf("%q: %q", text, ej)
		}
	})
}
