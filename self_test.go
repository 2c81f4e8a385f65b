package zetes_test

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// version reads and writes itself: as 1.2, where its fields would be an object. It does what a test asks of it.
type version struct {
	Major, Minor int
	write        func(w *codec.Writer)
	read         func(r *codec.Reader)
}

func (v version) MarshalZetes(w *codec.Writer) {
	if v.write != nil {
		v.write(w)
		return
	}
	w.Number(fmt.Sprintf("%d.%d", v.Major, v.Minor))
}

func (v *version) UnmarshalZetes(r *codec.Reader) {
	if v.read != nil {
		v.read(r)
		return
	}
	if _, err := fmt.Sscanf(r.Number(), "%d.%d", &v.Major, &v.Minor); err != nil {
		r.Fail(err)
	}
}

// MarshalJSON and UnmarshalJSON must not be called.
func (v version) MarshalJSON() ([]byte, error)     { panic("MarshalJSON") }
func (v *version) UnmarshalJSON(data []byte) error { panic("UnmarshalJSON") }

// release is all places where a version can be.
type release struct {
	V version            `json:"v"`
	P *version           `json:"p,omitempty"`
	L []version          `json:"l,omitempty"`
	A [1]*version        `json:"a"`
	M map[string]version `json:"m,omitempty"`
	O opt.Value[version] `json:"o,omitzero"`
	I any                `json:"i"`
}

func TestSelf(t *testing.T) {
	const text = `{"v":1.2,"p":3.4,"l":[5.6,7.8],"a":[9.1],"m":{"k":2.3},"o":4.5,"i":6.7}`
	full := release{version{Major: 1, Minor: 2}, &version{Major: 3, Minor: 4}, []version{{Major: 5, Minor: 6}, {Major: 7, Minor: 8}},
		[1]*version{{Major: 9, Minor: 1}}, map[string]version{"k": {Major: 2, Minor: 3}}, opt.Of(version{Major: 4, Minor: 5}), &version{Major: 6, Minor: 7}}
	api := zetes.Config{ExactCase: true}.Freeze()
	limited := zetes.Strict().Freeze()
	for name, marshal := range map[string]func(any) ([]byte, error){
		"json": json.Marshal, "zetes": func(v any) ([]byte, error) { return zetes.Append(nil, v) }, "api": api.Marshal, "strict": limited.Marshal,
		"stream": func(v any) ([]byte, error) {
			var b strings.Builder
			err := stream.NewEncoder(&b).Encode(v)
			return []byte(strings.TrimSpace(b.String())), err
		},
	} {
		for _, v := range []any{full, &full} {
			if out, err := marshal(v); string(out) != text || err != nil {
				t.Errorf("%s: %s, %v", name, out, err)
			}
		}
	}
	for name, unmarshal := range map[string]func([]byte, any) error{
		"json": json.Unmarshal, "zetes": zetes.Standard().Unmarshal, "api": api.Unmarshal, "strict": limited.Unmarshal,
		"all":    func(data []byte, v any) error { return api.UnmarshalAll(data, v, 10) },
		"stream": func(data []byte, v any) error { return stream.NewDecoder(strings.NewReader(string(data))).Decode(v) },
		"lines": func(data []byte, v any) error {
			for r, err := range stream.Values[release](strings.NewReader(string(data))) {
				*v.(*release) = r
				return err
			}
			return errors.New("nothing")
		},
	} {
		var got release
		got.I = new(version)
		err := unmarshal([]byte(text), &got)
		if name == "lines" {
			if got.I == 6.7 {
				got.I = full.I
			}
		}
		if err != nil || !reflect.DeepEqual(got, full) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestSelfNothingBefore: the method reads what nobody has looked at, and bad syntax behind it leaves the target alone.
func TestSelfNothingBefore(t *testing.T) {
	for _, door := range []func([]byte, any) error{json.Unmarshal, zetes.Standard().Unmarshal, zetes.Exact().Freeze().Unmarshal} {
		called := 0
		type held struct{ V *version }
		for _, text := range []string{`{"V":1.2`, `{"V":1.2]`, `{"V":1.2,"W":tru}`, `{"V":1.2} 3`} {
			var fresh held
			if err := door([]byte(text), &fresh); err == nil || fresh.V != nil {
				t.Errorf("%s: %v, %+v", text, err, fresh.V)
			}
			full := held{&version{Major: 9, read: func(r *codec.Reader) { called++ }}}
			if err := door([]byte(text), &full); err == nil || full.V.Major != 9 {
				t.Errorf("%s: %v, %+v", text, err, full.V)
			}
		}
		if called > 0 {
			t.Errorf("a method whose target was not zero has seen a broken document %d times", called)
		}
	}
}

// TestSelfWrong: what a method does wrong is an error with its place, at every door, and nothing is broken behind it.
func TestSelfWrong(t *testing.T) {
	api := zetes.Config{UnsortedMaps: true}.Freeze()
	var kept *codec.Writer
	for name, write := range map[string]func(w *codec.Writer){
		"panic":   func(w *codec.Writer) { w.BeginArray(); panic(errors.New("broken")) },
		"nothing": func(w *codec.Writer) {},
		"twice":   func(w *codec.Writer) { w.Int(1); w.Int(2) },
		"open":    func(w *codec.Writer) { w.BeginObject() },
		"keeps":   func(w *codec.Writer) { kept = w; panic("kept") },
	} {
		v := map[string]any{"a": []any{1, version{write: write}}}
		for door, marshal := range map[string]func(any) ([]byte, error){"json": json.Marshal, "zetes": func(v any) ([]byte, error) { return zetes.Append(nil, v) }, "api": api.Marshal} {
			out, err := marshal(v)
			var failure *codec.Failure
			if len(out) > 0 || !errors.As(err, &failure) || failure.Type != reflect.TypeFor[version]() || !failure.Writing {
				t.Errorf("%s %s: %s, %v", door, name, out, err)
			}
			var placed *zetes.Error
			if door != "json" && (!errors.As(err, &placed) || !strings.HasPrefix(placed.Pointer, "/a/1")) {
				t.Errorf("%s %s: %v", door, name, err)
			}
			if _, ok := err.(*codec.Failure); door == "json" && !ok {
				t.Errorf("%s %s: %T", door, name, err)
			}
			if kept != nil {
				if kept.Int(7); kept.Err() == nil {
					t.Errorf("%s: a writer that was kept goes on writing", door)
				}
			}
			if out, err := marshal([]any{version{Major: 1}, "x"}); string(out) != `[1.0,"x"]` || err != nil {
				t.Errorf("%s %s, then: %s, %v", door, name, out, err)
			}
		}
	}
	for name, read := range map[string]func(r *codec.Reader){
		"panic":   func(r *codec.Reader) { r.Number(); panic(errors.New("broken")) },
		"nothing": func(r *codec.Reader) {},
		"twice":   func(r *codec.Reader) { r.Number(); r.Number() },
		"kind":    func(r *codec.Reader) { _ = r.String() },
		"fails":   func(r *codec.Reader) { r.Fail(errors.New("no")) },
	} {
		for door, unmarshal := range map[string]func([]byte, any) error{"json": json.Unmarshal, "zetes": zetes.Standard().Unmarshal, "api": api.Unmarshal, "all": func(data []byte, v any) error { return api.UnmarshalAll(data, v, 10) }} {
			for _, v := range []any{
				&struct{ A []any }{[]any{1, &version{read: read}}},
				&struct{ A []version }{[]version{{}, {read: read}}},
			} {
				err := unmarshal([]byte(`{"a":[1.2,3.4]}`), v)
				var failure *codec.Failure
				if !errors.As(err, &failure) || failure.Type != reflect.TypeFor[version]() || failure.Writing || failure.Offset < 10 {
					t.Errorf("%s %s into %T: %v", door, name, v, err)
				}
				var placed *zetes.Error
				if door != "json" && (!errors.As(err, &placed) || !strings.HasPrefix(placed.Pointer, "/a/1")) {
					t.Errorf("%s %s into %T: %v", door, name, v, err)
				}
			}
		}
	}
}

// TestSelfExit: a goroutine that ends within a method leaves nothing broken behind.
func TestSelfExit(t *testing.T) {
	done := make(chan bool)
	for _, f := range []func(){
		func() { zetes.Append(nil, version{write: func(*codec.Writer) { runtime.Goexit() }}) },
		func() {
			v := &version{read: func(*codec.Reader) { runtime.Goexit() }}
			zetes.Unmarshal([]byte(`[1.0]`), &[]any{v})
			zetes.Unmarshal([]byte(`1.0`), v)
		},
	} {
		go func() {
			defer func() { done <- true }()
			f()
		}()
		<-done
		if out, err := zetes.Append(nil, []version{{Major: 1}}); string(out) != "[1.0]" || err != nil {
			t.Errorf("%s, %v", out, err)
		}
	}
}

// TestSelfCodec: a codec of the configuration comes before the type's own methods, which are its default.
func TestSelfCodec(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *version) {
			w.BeginArray()
			zetes.WriteDefault(w, v)
			w.EndArray()
		},
		func(r *codec.Reader, v *version) {
			for range r.Array() {
				zetes.ReadDefault(r, v)
			}
		},
	)}}.Freeze()
	out, err := api.Marshal([]version{{Major: 1, Minor: 2}})
	if string(out) != `[[1.2]]` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	var back []version
	if err := api.Unmarshal(out, &back); err != nil || len(back) != 1 || back[0].Minor != 2 {
		t.Errorf("%+v, %v", back, err)
	}
}

// links writes and reads what it leads to by way of plans.
type links struct{ Next *links }

func (c *links) MarshalZetes(w *codec.Writer) {
	w.BeginArray()
	if c.Next != nil {
		zetes.WriteValue(w, c.Next)
	}
	w.EndArray()
}

func (c *links) UnmarshalZetes(r *codec.Reader) {
	for range r.Array() {
		zetes.ReadValue(r, &c.Next)
	}
}

// TestSelfNested: values within values, up to where it is too deep, end in an error and no overflow of the stack.
func TestSelfNested(t *testing.T) {
	for _, levels := range []int{1, 10, 500} {
		text := strings.Repeat("[", levels) + strings.Repeat("]", levels)
		var c links
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(levels, err)
		}
		if out, err := json.Marshal(&c); string(out) != text || err != nil {
			t.Fatal(levels, len(out), err)
		}
	}
	text := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	if err := json.Unmarshal([]byte(text), new(links)); err == nil {
		t.Error("20,000 levels are accepted")
	}
	ring := &links{}
	ring.Next = ring
	if _, err := json.Marshal(ring); err == nil {
		t.Error("a ring is written")
	}
}

// counter counts without making anything.
type counter struct{ n int }

func (c *counter) MarshalZetes(w *codec.Writer)   { w.Int(int64(c.n)) }
func (c *counter) UnmarshalZetes(r *codec.Reader) { c.n = int(r.Int()) }

// TestSelfAllocations: methods cost no allocations of their own.
func TestSelfAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	list := make([]counter, 100)
	buf := make([]byte, 0, 1<<12)
	if n := testing.AllocsPerRun(100, func() { buf, _ = zetes.Append(buf[:0], &list) }); n > 0 {
		t.Errorf("Append of 100 values: %v allocations", n)
	}
	data := []byte(`[1,2,3,4,5,6,7,8]`)
	var target [8]counter
	if n := testing.AllocsPerRun(100, func() { _ = zetes.Unmarshal(data, &target) }); n > 0 || target[7].n != 8 {
		t.Errorf("Unmarshal into 8 values: %v allocations, %v", n, target)
	}
}

// adder counts how often its pointer has written it.
type adder struct{ N int }

func (a *adder) MarshalZetes(w *codec.Writer) {
	a.N++
	w.Int(int64(a.N))
}

// TestSelfWithoutAddress: what an interface holds does not change, whatever a method of the pointer does.
func TestSelfWithoutAddress(t *testing.T) {
	var held any = struct{ V opt.Value[adder] }{opt.Of(adder{1})}
	for range 3 {
		if out, err := zetes.Append(nil, held); string(out) != `{"V":2}` && string(out) != `{"V":{"N":1}}` || err != nil {
			t.Errorf("%s, %v", out, err)
		}
	}
	if held != any(struct{ V opt.Value[adder] }{opt.Of(adder{1})}) {
		t.Errorf("the value is %+v", held)
	}
}

// TestCodecOfStrings: a codec of string is called for strings in maps as for all others.
func TestCodecOfStrings(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(func(w *codec.Writer, s *string) { w.String("." + *s) }, nil)}}.Freeze()
	for _, v := range []any{map[string]string{"a": "b"}, map[string]any{"a": "b"}, map[string]struct{ S string }{"a": {"b"}}, []string{"b"}, map[int]string{1: "b"}} {
		if out, err := api.Marshal(v); !strings.Contains(string(out), `".b"`) || err != nil {
			t.Errorf("%T: %s, %v", v, out, err)
		}
	}
}

// starred is written as stars by its method. encoding/json, which does not know the method, would write its text.
type starred struct{ Text string }

func (s *starred) MarshalZetes(w *codec.Writer) { w.String("***") }

// inward has a value at the end of a chain of pointers.
type inward struct {
	Next   *inward  `json:"n,omitempty"`
	Secret *starred `json:"s,omitempty"`
	Any    any      `json:"a,omitempty"`
}

// TestSelfDeep: methods MarshalZetes also write values that are nested so deep that encoding/json is asked about
// cycles.
func TestSelfDeep(t *testing.T) {
	for _, levels := range []int{3_990, 4_001, 4_100, 9_000} {
		v, want := &inward{Secret: &starred{"hidden"}, Any: &starred{"hidden"}}, `{"s":"***","a":"***"}`
		for range levels {
			v = &inward{Next: v}
		}
		want = strings.Repeat(`{"n":`, levels) + want + strings.Repeat("}", levels)
		lines := func(enc func(w *strings.Builder) error) (string, error) {
			var b strings.Builder
			err := enc(&b)
			return strings.TrimSuffix(b.String(), "\n"), err
		}
		bytes := func(b []byte, err error) (string, error) { return string(b), err }
		plain := zetes.NewTypedEncoder[inward]()
		for name, write := range map[string]func() (string, error){
			"json.Marshal":  func() (string, error) { return bytes(json.Marshal(v)) },
			"a list":        func() (string, error) { s, err := bytes(json.Marshal([]any{v})); return strings.Trim(s, "[]"), err },
			"zetes.Marshal": func() (string, error) { return bytes(zetes.Marshal(v)) },
			"Append":        func() (string, error) { return bytes(zetes.Append(nil, *v)) },
			"MarshalTo":     func() (string, error) { return lines(func(w *strings.Builder) error { return zetes.MarshalTo(w, v) }) },
			"json.Encoder": func() (string, error) {
				return lines(func(w *strings.Builder) error { return json.NewEncoder(w).Encode(v) })
			},
			"stream": func() (string, error) {
				return lines(func(w *strings.Builder) error { return stream.NewEncoder(w).Encode(v) })
			},
			"TypedEncoder": func() (string, error) { return bytes(plain.Append(nil, v)) },
			"under a codec": func() (string, error) {
				return bytes(zetes.Config{Codecs: []codec.Codec{codec.For(func(w *codec.Writer, _ *int8) { w.Null() }, nil)}}.Freeze().Marshal(v))
			},
		} {
			if got, err := write(); got != want || err != nil {
				t.Errorf("%s, %d levels: %d bytes, the last %q, %v", name, levels, len(got), got[max(0, len(got)-levels-30):][:min(30, len(got))], err)
			}
		}
		ring := v
		for ring.Next != nil {
			ring = ring.Next
		}
		ring.Next = v
		_, want1 := stdjson.Marshal(v)
		if b, err := json.Marshal(v); b != nil || err == nil || err.Error() != want1.Error() {
			t.Errorf("a ring of %d levels: %d bytes, %v, want %v", levels, len(b), err, want1)
		}
	}
}

// link writes itself and the next links by calls within one another.
type link struct{ Next *link }

func (l *link) MarshalZetes(w *codec.Writer) {
	w.BeginObject()
	w.Name("next")
	zetes.WriteValue(w, l.Next)
	w.EndObject()
}

// TestSelfWithin: calls of MarshalZetes within one another end with an error when they are too deep, and never with
// what encoding/json would write.
func TestSelfWithin(t *testing.T) {
	for _, levels := range []int{600, 670, 3_000} {
		var v *link
		for range levels {
			v = &link{v}
		}
		b, err := json.Marshal(v)
		if want := strings.Repeat(`{"next":`, levels) + "null" + strings.Repeat("}", levels); (err == nil) != (levels <= 600) || err == nil && string(b) != want || err != nil && b != nil {
			t.Errorf("%d levels: %d bytes, %v", levels, len(b), err)
		}
	}
}
