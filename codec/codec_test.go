package codec

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

var docs = []string{
	`null`, `true`, ` false `, `0`, `-12.5e3 `, `1e999`, `"abc"`, `"\u00e9\ud834\udd1e\n\"é` + "\xff" + `"`, `[]`, `{}`, ` [ 1 , "two" , [ ] , { "a" : null } ] `, `{"a":{"b":[1,2,{"c":[[]]}]},"d":"e"}`,
	`{"a":1,"b":2,}`, `[1,]`, `[1 2]`, `[,1]`, `{"a"}`, `{"a" 1}`, `{1:2}`, `{,}`, `[`, `{`, `[1`, `{"a"`, `{"a":`, `{"a":1`, `]`, `}`, `nul`, `nulx`, `-`, `01`, `1.`, `"a`, `"\x"`, `"\`, "\"\x01\"", `[1}`, `{"a":1]`, ``, ` `,
	`["` + strings.Repeat("long ", 2000) + `",` + strings.Repeat(`{"name":"value","n":12345.678}, `, 300) + `7]`, strings.Repeat("[", 200) + strings.Repeat("]", 200),
}

// readAny reads the value that comes next as encoding/json decodes it into an any.
func readAny(r *Reader) any {
	switch r.Peek() {
	case Null:
		r.Null()
		return nil
	case Bool:
		return r.Bool()
	case Number:
		return r.Float64()
	case String:
		return r.String()
	case Object:
		m := map[string]any{}
		for name := range r.Object() {
			m[name] = readAny(r)
		}
		return m
	case Array:
		s := []any{}
		for range r.Array() {
			s = append(s, readAny(r))
		}
		return s
	}
	r.Skip() // fails
	return nil
}

func eachReader(doc string, f func(name string, r *Reader)) {
	f("bytes", NewBytesReader([]byte(doc)))
	f("whole", NewReader(strings.NewReader(doc)))
	f("one byte", NewReader(iotest.OneByteReader(strings.NewReader(doc))))
	f("data and error", NewReader(iotest.DataErrReader(strings.NewReader(doc))))
	f("half", NewReader(iotest.HalfReader(strings.NewReader(doc))))
}

func TestReader(t *testing.T) {
	for _, doc := range docs {
		var want any
		wantErr := stdjson.Unmarshal([]byte(doc), &want)
		eachReader(doc, func(name string, r *Reader) {
			got := readAny(r)
			if r.Err() == nil && r.More() {
				r.Fail(errors.New("more"))
			}
			if (r.Err() == nil) != (wantErr == nil) {
				t.Errorf("%.80q, %s: %v, want %v", doc, name, r.Err(), wantErr)
			} else if wantErr == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%.80q, %s: got %v, want %v", doc, name, got, want)
			}
		})
		eachReader(doc, func(name string, r *Reader) {
			r.Skip()
			if ok := r.Err() == nil && !r.More(); ok != stdjson.Valid([]byte(doc)) {
				t.Errorf("%.80q, %s: skipped: %v", doc, name, r.Err())
			} else if ok && r.InputOffset() > int64(len(doc)) {
				t.Errorf("%.80q, %s: at %d", doc, name, r.InputOffset())
			}
		})
		eachReader(doc, func(name string, r *Reader) {
			if raw := r.Raw(); wantErr == nil && string(raw) != strings.TrimSpace(doc) {
				t.Errorf("%.80q, %s: raw %.80q", doc, name, raw)
			}
		})
	}
}

func TestReaderStream(t *testing.T) {
	eachReader(`1 "two"[3]{"four":4}null 5`, func(name string, r *Reader) {
		got := ""
		for r.More() {
			got += fmt.Sprint(readAny(r), " ")
		}
		if want := "1 two [3] map[four:4] <nil> 5 "; got != want || r.Err() != nil {
			t.Errorf("%s: got %s, %v", name, got, r.Err())
		}
	})
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader(`[1, 2, "thr`), iotest.ErrReader(broken)))
	n := 0
	for range r.Array() {
		r.Skip()
		n++
	}
	var e *Error
	if !errors.Is(r.Err(), broken) || !errors.As(r.Err(), &e) || e.Code != IO || e.Offset != 11 || n != 3 {
		t.Errorf("broken source: %d elements, %v", n, r.Err())
	}
}

// counted is an endless array.
type counted struct{ begun bool }

func (c *counted) Read(p []byte) (int, error) {
	if !c.begun {
		c.begun = true
		return copy(p, "["), nil
	}
	return copy(p, `{"id":12345,"name":"some text","tags":["a","b"]},`), nil
}

func TestReaderMemory(t *testing.T) {
	r := NewReader(&counted{})
	sum := int64(0)
	n := 0
	for range r.Array() {
		for name := range r.Object() {
			if name == "id" {
				sum += r.Int()
			}
		}
		if n++; n == 100000 {
			break
		}
	}
	if sum != 12345*100000 || r.Err() != nil {
		t.Errorf("sum %d, %v", sum, r.Err())
	}
	if c := cap(r.win.Text); c > 65<<10 {
		t.Errorf("%d bytes of buffer", c)
	}
	// A value that is skipped need not fit into memory.
	r = NewReader(io.LimitReader(&counted{}, 10<<20))
	r.Skip()
	if c := cap(r.win.Text); c > 65<<10 || r.Err() == nil {
		t.Errorf("%d bytes of buffer, %v", c, r.Err())
	}
	if n := testing.AllocsPerRun(10, func() {
		r.ResetBytes([]byte(`[1,2.5,"text",{"a":true}]`))
		r.BeginArray()
		r.NextElement()
		r.Int()
		r.NextElement()
		r.Float64()
		r.NextElement()
		r.StringBytes()
		r.NextElement()
		r.BeginObject()
		r.NextMember()
		r.Bool()
		r.NextMember()
		r.NextElement()
	}); n > 1 || r.Err() != nil {
		t.Errorf("%v allocations, %v", n, r.Err())
	}
}

func TestReaderScalars(t *testing.T) {
	r := NewBytesReader([]byte(`-128 128 255 256 -1 1.5 9223372036854775807 9223372036854775808 3.4e38 3.5e38 ` + strings.Repeat("9", 100) + ` "AQI=" "AQI_" "0aff" "2026-11-20T10:00:00.5Z" 1500 -1500 1e3 "x"`))
	var log []string
	try := func(f func() any) {
		v := f()
		s := fmt.Sprint(v)
		if r.err != nil {
			s = r.err.Code.String()
			r.err, r.place = nil, atValue
		}
		log = append(log, s)
	}
	for _, f := range []func() any{
		func() any { return r.IntBits(8) }, func() any { return r.IntBits(8) }, func() any { return r.UintBits(8) }, func() any { return r.UintBits(8) }, func() any { return r.Uint() }, func() any { return r.Int() },
		func() any { return r.Int() }, func() any { return r.Int() }, func() any { return r.Float32() }, func() any { return r.Float32() }, func() any { return r.BigInt() },
		func() any { return r.Base64(base64.StdEncoding) }, func() any { return r.Base64(base64.URLEncoding) }, func() any { return r.Hex() }, func() any { return r.Time("").Nanosecond() },
		func() any { return r.UnixTime(time.Millisecond).Format(time.RFC3339Nano) }, func() any { return r.UnixTime(time.Millisecond).Format(time.RFC3339Nano) }, func() any { return r.BigFloat(0) },
		func() any { return r.Int() }, func() any { return r.String() }, func() any { return r.String() },
	} {
		try(f)
	}
	const bad = "value out of range"
	want := []string{"-128", bad, "255", bad, bad, bad, "9223372036854775807", bad, "3.4e+38", bad, strings.Repeat("9", 100), "[1 2]", "[1 2 63]", "[10 255]", "500000000",
		"1970-01-01T00:00:01.5Z", "1969-12-31T23:59:58.5Z", "1000", "value of another kind", "x", "unexpected end of JSON input"}
	if !reflect.DeepEqual(log, want) {
		t.Errorf("got  %q\nwant %q", log, want)
	}
}

// TestNoFraction: an integer that is written with a fraction or an exponent is refused by an error that says so.
func TestNoFraction(t *testing.T) {
	for in, want := range map[string]string{
		"1e2":  "codec: value out of range: 1e2 for a signed integer of 8 bits without a fraction or an exponent at offset 0 (line 1, column 1)",
		"1.0":  "codec: value out of range: 1.0 for a signed integer of 8 bits without a fraction or an exponent at offset 0 (line 1, column 1)",
		"-1E0": "codec: value out of range: -1E0 for a signed integer of 8 bits without a fraction or an exponent at offset 0 (line 1, column 1)",
		"300":  "codec: value out of range: 300 for a signed integer of 8 bits at offset 0 (line 1, column 1)",
	} {
		r := NewBytesReader([]byte(in))
		r.IntBits(8)
		if err := r.Err(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", in, err)
		}
		want = strings.Replace(want, "a signed", "an unsigned", 1)
		r = NewBytesReader([]byte(in))
		r.UintBits(8)
		if err := r.Err(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(*Reader){
		"value in array":    func(r *Reader) { r.BeginArray(); r.Int() },
		"element in object": func(r *Reader) { r.NextElement(); r.BeginArray(); r.NextMember() },
		"unread container": func(r *Reader) {
			r.ResetBytes([]byte(`[[1]]`))
			for range r.Array() {
				r.BeginArray()
			}
		},
		"element not read":    func(r *Reader) { r.BeginArray(); r.NextElement(); r.NextElement() },
		"int of 0 bits":       func(r *Reader) { r.BeginArray(); r.NextElement(); r.IntBits(0) },
		"int of 65 bits":      func(r *Reader) { r.BeginArray(); r.NextElement(); r.IntBits(65) },
		"uint of -1 bits":     func(r *Reader) { r.BeginArray(); r.NextElement(); r.UintBits(-1) },
		"uint of 100 bits":    func(r *Reader) { r.BeginArray(); r.NextElement(); r.UintBits(100) },
		"next outside of all": func(r *Reader) { r.NextElement() },
	} {
		r := NewBytesReader([]byte(`[1]`))
		f(r)
		var e *Error
		if !errors.As(r.Err(), &e) || e.Code != Misuse {
			t.Errorf("reader, %s: %v", name, r.Err())
		}
	}
	for name, f := range map[string]func(*Writer){
		"value in object":  func(w *Writer) { w.BeginObject(); w.Int(1) },
		"name in array":    func(w *Writer) { w.BeginArray(); w.Name("a") },
		"name at the top":  func(w *Writer) { w.Name("a") },
		"name and end":     func(w *Writer) { w.BeginObject(); w.Name("a"); w.EndObject() },
		"two names":        func(w *Writer) { w.BeginObject(); w.Name("a"); w.Name("b") },
		"wrong end":        func(w *Writer) { w.BeginObject(); w.EndArray() },
		"end of nothing":   func(w *Writer) { w.EndObject() },
		"end of nothing 2": func(w *Writer) { w.EndArray() },
		"left open":        func(w *Writer) { w.BeginArray(); w.Close() },
	} {
		w := NewBytesWriter(nil)
		f(w)
		var e *Error
		if !errors.As(w.Err(), &e) || e.Code != Misuse {
			t.Errorf("writer, %s: %v", name, w.Err())
		}
	}
}

// Times are exact at both ends of what 64 bits can say in a unit, but for seconds, and an error beyond.
func TestUnixTimeRange(t *testing.T) {
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond, time.Nanosecond} {
		for _, n := range []int64{0, 1, -1, math.MaxInt64, math.MinInt64 + int64(time.Second/unit) - 1} {
			if unit == time.Second && (n < -1e18 || n > 1e18) {
				continue // package time has no such times: TestUnixTimeBeyond
			}
			r := NewBytesReader(strconv.AppendInt(nil, n, 10))
			at := r.UnixTime(unit)
			w := NewBytesWriter(nil)
			w.UnixTime(at, unit)
			if got := string(w.Bytes()); r.Err() != nil || w.Err() != nil || got != strconv.FormatInt(n, 10) {
				t.Errorf("%d in %v: %s, %v, %v", n, unit, got, r.Err(), w.Err())
			}
		}
	}
	for _, at := range []time.Time{time.Unix(math.MaxInt64/1_000_000_000, 999_999_999), time.Date(10001, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		w := NewBytesWriter(nil)
		w.UnixTime(at, time.Nanosecond)
		var e *Error
		if !errors.As(w.Err(), &e) || e.Code != Unsupported || len(w.Bytes()) != 0 {
			t.Errorf("%v: %s, %v", at, w.Bytes(), w.Err())
		}
	}
}

// What is nested as deep as can be has an error that one can read.
func TestDeepErrorIsShort(t *testing.T) {
	w := NewBytesWriter(nil)
	for range 20_000 {
		w.BeginArray()
	}
	var e *Error
	if !errors.As(w.Err(), &e) || e.Code != TooDeep || len(e.Error()) > 1000 || len(e.Pointer) < 10_000 {
		t.Errorf("%.2000v", w.Err())
	}
}

// Keys may be written only, or read only.
func TestHalfKey(t *testing.T) {
	k := ForKey[int](nil, nil)
	if _, err := k.parts.Append(nil, new(int)); !errors.Is(err, errNoName) {
		t.Error(err)
	}
	if err := k.parts.Parse("1", new(int)); !errors.Is(err, errNoParse) {
		t.Error(err)
	}
}

// writeAny writes v as encoding/json encodes it.
func writeAny(w *Writer, v any) {
	switch v := v.(type) {
	case nil:
		w.Null()
	case bool:
		w.Bool(v)
	case float64:
		w.Float64(v)
	case string:
		w.String(v)
	case []any:
		w.BeginArray()
		for _, v := range v {
			writeAny(w, v)
		}
		w.EndArray()
	case map[string]any:
		w.BeginObject()
		for name, v := range v {
			w.Name(name)
			writeAny(w, v)
		}
		w.EndObject()
	}
}

func TestWriter(t *testing.T) {
	for _, doc := range docs {
		var v, again any
		if stdjson.Unmarshal([]byte(doc), &v) != nil {
			continue
		}
		var out bytes.Buffer
		w := NewWriter(&out)
		writeAny(w, v)
		if err := w.Close(); err != nil {
			t.Errorf("%.80q: %v", doc, err)
		}
		if err := stdjson.Unmarshal(out.Bytes(), &again); err != nil || !reflect.DeepEqual(v, again) || !strings.HasSuffix(out.String(), "\n") {
			t.Errorf("%.80q: wrote %.80q, %v", doc, &out, err)
		}
	}
	w := NewBytesWriter([]byte("x"))
	w.BeginArray()
	w.Int(-5)
	w.Uint(math.MaxUint64)
	w.Float32(0.1)
	w.Number("1e5")
	w.Raw([]byte(` { "a" : [ 1, "<" ] } `))
	w.String("<\x01é\xff>")
	w.SetEscapeHTML(true)
	w.String("<")
	w.Base64([]byte{1, 2}, base64.StdEncoding)
	w.Hex([]byte{255})
	w.Time(time.Unix(0, 5).UTC(), "")
	w.UnixTime(time.Unix(1, 5e8), time.Millisecond)
	w.BigInt(big.NewInt(7))
	w.BigInt(nil)
	w.BigFloat(big.NewFloat(0.25))
	w.EndArray()
	bad := `\ufffd`
	if b, _ := stdjson.Marshal("\xff"); string(b) != `"\ufffd"` {
		bad = "\ufffd"
	}
	want := `x[-5,18446744073709551615,0.1,1e5,{"a":[1,"<"]},"<\u0001é` + bad + `>","\u003c","AQI=","ff","1970-01-01T00:00:00.000000005Z",1500,7,null,0.25]`
	if string(w.Bytes()) != want || w.Err() != nil {
		t.Errorf("got  %s, %v\nwant %s", w.Bytes(), w.Err(), want)
	}
	for name, f := range map[string]func(*Writer){
		"NaN":    func(w *Writer) { w.Float64(math.NaN()) },
		"inf":    func(w *Writer) { w.Float32(float32(math.Inf(1))) },
		"big":    func(w *Writer) { w.BigFloat(new(big.Float).SetInf(true)) },
		"number": func(w *Writer) { w.Number("1x") },
		"empty":  func(w *Writer) { w.Number("") },
		"raw":    func(w *Writer) { w.Raw([]byte("{")) },
	} {
		w := NewBytesWriter(nil)
		if f(w); w.Err() == nil || len(w.Bytes()) > 0 {
			t.Errorf("%s: %q, %v", name, w.Bytes(), w.Err())
		}
	}
}

type shortWriter struct{ room int }

func (s *shortWriter) Write(p []byte) (int, error) {
	n := min(len(p), s.room)
	s.room -= n
	return n, nil
}

// TestWriterTop: values at the top stay apart in memory.
func TestWriterTop(t *testing.T) {
	w := NewBytesWriter([]byte("x"))
	w.Int(1)
	w.Int(2)
	w.BeginArray()
	w.EndArray()
	w.String("a")
	w.Raw([]byte("3"))
	w.Bool(true)
	if want := "x1\n2\n[]\n\"a\"\n3\ntrue"; string(w.Bytes()) != want || w.Close() != nil {
		t.Errorf("got %q, %v, want %q", w.Bytes(), w.Err(), want)
	}
}

func TestWriterFails(t *testing.T) {
	w := NewWriter(&shortWriter{room: 40000})
	w.BeginArray()
	for range 100000 {
		w.String("some text")
	}
	w.EndArray()
	var e *Error
	if err := w.Close(); !errors.Is(err, io.ErrShortWrite) || !errors.As(err, &e) || e.Code != IO {
		t.Errorf("short writer: %v", err)
	}
	if c := cap(w.buf); c > 65<<10 {
		t.Errorf("%d bytes of buffer", c)
	}
}

func FuzzReader(f *testing.F) {
	for _, doc := range slices.Concat(docs, knownDocs) {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		testKnown(t, doc)
		var want any
		wantErr := stdjson.Unmarshal([]byte(doc), &want)
		eachReader(doc, func(name string, r *Reader) {
			got := readAny(r)
			ok := r.Err() == nil && !r.More() && r.Err() == nil
			if ok != (wantErr == nil) || ok && !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, %v, want %v, %v", name, got, r.Err(), want, wantErr)
			}
		})
	})
}
