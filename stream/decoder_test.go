package stream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// secondsAPI writes times as seconds.
func secondsAPI() *zetes.API {
	return zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *time.Time) { w.UnixTime(*v, time.Second) },
		func(r *codec.Reader, v *time.Time) { *v = r.UnixTime(time.Second).UTC() },
	)}}.Freeze()
}

// shortWriter writes less than it is given and says so.
type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

func TestEncoder(t *testing.T) {
	at := time.Unix(1700000000, 0).UTC()
	for _, api := range []*zetes.API{zetes.Exact().Freeze(), secondsAPI(), zetes.Config{NoEscapeHTML: true, EmptySlices: true}.Freeze()} {
		var out bytes.Buffer
		e := stream.NewEncoder(&out, stream.Using(api))
		e.SetEscapeHTML(false)
		if err := e.Encode("<"); err != nil {
			t.Fatal(err)
		}
		e.SetEscapeHTML(true)
		if err := e.Encode("<"); err != nil {
			t.Fatal(err)
		}
		var uv *json.UnsupportedTypeError
		if err := e.Encode(make(chan int)); !errors.As(err, &uv) {
			t.Error(err)
		}
		e.SetIndent(">", " ")
		if err := e.Encode([]string{"a"}); err != nil {
			t.Fatal(err)
		}
		if want := "\"<\"\n\"\\u003c\"\n[\n> \"a\"\n>]\n"; out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
	var out bytes.Buffer
	e := stream.NewEncoder(&out, stream.Using(secondsAPI()))
	e.SetEscapeHTML(false)
	if err := e.Encode([]any{at, "<"}); err != nil || out.String() != "[1700000000,\"<\"]\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	e = stream.NewEncoder(shortWriter{}, stream.Using(secondsAPI()))
	for range 2 {
		if err := e.Encode(1); err != io.ErrShortWrite {
			t.Error(err)
		}
	}
}

func TestDecoder(t *testing.T) {
	in := ` {"Created":1700000000} {"Created":"x"}{"Created":5,"z":1.5} 7 [`
	for name, cut := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader} {
		d := stream.NewDecoder(cut(strings.NewReader(in)), stream.Using(secondsAPI()))
		var v struct{ Created time.Time }
		if err := d.Decode(&v); err != nil || v.Created.Unix() != 1700000000 {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if n := d.InputOffset(); n != 23 {
			t.Errorf("%s: at %d", name, n)
		}
		var e *zetes.Error
		if err := d.Decode(&v); !errors.As(err, &e) || e.Offset != 35 || e.Pointer != "/Created" {
			t.Errorf("%s: %+v", name, err)
		}
		d.DisallowUnknownFields()
		d.UseNumber()
		if err := d.Decode(&v); err == nil || !strings.Contains(err.Error(), `unknown field "z"`) {
			t.Errorf("%s: %v", name, err)
		}
		var x any
		if err := d.Decode(&x); err != nil || x != json.Number("7") {
			t.Errorf("%s: %v, %v", name, x, err)
		}
		if rest, _ := io.ReadAll(d.Buffered()); name == "whole" && string(rest) != " [" {
			t.Errorf("%s: %q", name, rest)
		}
		for range 2 {
			if err := d.Decode(&x); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	d := stream.NewDecoder(strings.NewReader(`{"a":1,"a":2} 3`), stream.Using(zetes.Strict().Freeze()))
	var e *zetes.RuleError
	if err := d.Decode(new(any)); !errors.As(err, &e) || e.Rule != zetes.UniqueNames {
		t.Error(err)
	}
	var n int
	if err := d.Decode(&n); err != nil || n != 3 {
		t.Error(n, err)
	}
	if err := d.Decode(&n); err != io.EOF {
		t.Error(err)
	}
}

// TestUsing: the streams of values have the meaning of an API.
func TestUsing(t *testing.T) {
	api := zetes.Config{Alias: true, RejectUnknown: true, Limits: zetes.Limits{Bytes: 100}}.Freeze()
	type T struct{ A string }
	var got []string
	for v, err := range stream.Values[T](strings.NewReader(`{"A":"one"}{"b":1}{"A":"two"}`), stream.Using(api)) {
		if err != nil {
			got = append(got, "error")
			continue
		}
		got = append(got, v.A)
	}
	if strings.Join(got, " ") != "one error two" {
		t.Error(got)
	}
}

// TestDecoderChoicesInCodecs: what a decoder is told reaches what codecs read by way of it, however deep they
// call one another, and nobody else.
func TestDecoderChoicesInCodecs(t *testing.T) {
	type inner struct{ V any }
	type outer struct{ In inner }
	type deco struct{ V any }
	api := zetes.Config{ExactInts: true, Codecs: []codec.Codec{
		codec.For[inner](nil, func(r *codec.Reader, v *inner) { zetes.ReadValue(r, &v.V) }),
		codec.For[outer](nil, func(r *codec.Reader, v *outer) {
			zetes.ReadValue(r, &v.In)
		}),
		codec.For[deco](nil, func(r *codec.Reader, v *deco) { zetes.ReadDefault(r, v) }),
	}}.Freeze()
	var v struct {
		O outer
		D deco
	}
	const in = `{"O":7,"D":{"V":8}}`
	d := stream.NewDecoder(strings.NewReader(in), stream.Using(api))
	d.UseNumber()
	if err := d.Decode(&v); err != nil || v.O.In.V != json.Number("7") || v.D.V != json.Number("8") {
		t.Errorf("got %#v, %v", v, err)
	}
	if err := api.UnmarshalString(in, &v); err != nil || v.O.In.V != int64(7) || v.D.V != int64(8) {
		t.Errorf("got %#v, %v", v, err)
	}
	const unknown = `{"O":7,"D":{"V":8,"W":9}}`
	d = stream.NewDecoder(strings.NewReader(unknown+unknown), stream.Using(api))
	if err := d.Decode(&v); err != nil {
		t.Error(err)
	}
	d.DisallowUnknownFields()
	if e, ok := d.Decode(&v).(*zetes.Error); !ok || e.Pointer != "/D/W" {
		t.Errorf("got %+v", e)
	}
}
