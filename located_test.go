package zetes_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// spots has Located values at many places.
type spots struct {
	A zetes.Located[int]
	P *zetes.Located[string]
	S []zetes.Located[zetes.Located[any]]
	M map[string]zetes.Located[[]int]
	N zetes.Located[inner]
	W wrapped
	U zetes.Located[string] `json:"-"`
}

type inner struct{ X, Y zetes.Located[float64] }

// wrapped has a codec that reads an inner within an array.
type wrapped struct{ I inner }

func (w wrapped) MarshalZetes(cw *codec.Writer) {
	cw.BeginArray()
	zetes.WriteValue(cw, w.I)
	cw.EndArray()
}

func (w *wrapped) UnmarshalZetes(r *codec.Reader) {
	for range r.Array() {
		zetes.ReadValue(r, &w.I)
	}
}

// each lists the spots in p, with the text that stands there in the document.
func (p *spots) each(doc string) string {
	var list []string
	add := func(start, end int64) { list = append(list, doc[start:end]) }
	add(p.A.Start, p.A.End)
	if p.P != nil {
		add(p.P.Start, p.P.End)
	}
	for _, s := range p.S {
		add(s.Start, s.End)
		add(s.Value.Start, s.Value.End)
	}
	add(p.M["k"].Start, p.M["k"].End)
	for _, l := range []zetes.Located[float64]{p.N.Value.X, p.N.Value.Y, p.W.I.X, p.W.I.Y} {
		add(l.Start, l.End)
	}
	add(p.N.Start, p.N.End)
	return strings.Join(list, " ")
}

// TestLocated: a Located has the place of its value in the document, wherever it is, and is written as the value.
func TestLocated(t *testing.T) {
	const doc = " {\"A\": 7 ,\n \"P\":\"p\\n\",\"S\":[ 1, [2,3]],\"M\":{\"k\":[4]},\"N\": {\"X\":1.5, \"Y\":-2},\r\n\"W\":[{\"Y\":6,\"X\": 5}]} "
	const want = `7 "p\n" 1 1 [2,3] [2,3] [4] 1.5 -2 5 6 {"X":1.5, "Y":-2}`
	check := func(name string, p *spots, err error, text string) {
		t.Helper()
		if got := p.each(text); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	for name, read := range map[string]func(text string, v *spots) error{
		"zetes.Unmarshal": func(text string, v *spots) error { return zetes.Unmarshal([]byte(text), v) },
		"json.Unmarshal":  func(text string, v *spots) error { return json.Unmarshal([]byte(text), v) },
		"UnmarshalString": func(text string, v *spots) error { return zetes.Strict().Freeze().UnmarshalString(text, v) },
		"UnmarshalFrom": func(text string, v *spots) error {
			return zetes.UnmarshalFrom(iotest.HalfReader(strings.NewReader(text)), v)
		},
		"UnmarshalAll": func(text string, v *spots) error { return zetes.UnmarshalAll([]byte(text), v, 3) },
		"comments": func(text string, v *spots) error {
			return zetes.Config{Comments: true}.Freeze().UnmarshalString(text, v)
		},
		"json.Decoder": func(text string, v *spots) error {
			return json.NewDecoder(strings.NewReader(strings.TrimLeft(text, " "))).Decode(v)
		},
		"codec.Reader": func(text string, v *spots) error {
			r := codec.NewReader(iotest.OneByteReader(strings.NewReader(text)))
			zetes.ReadValue(r, v)
			return r.Err()
		},
	} {
		var p spots
		err, text := read(doc, &p), doc
		if name == "json.Decoder" {
			text = text[1:]
		}
		check(name, &p, err, text)
		out, err := zetes.MarshalString(p)
		if err != nil || out != `{"A":7,"P":"p\n","S":[1,[2,3]],"M":{"k":[4]},"N":{"X":1.5,"Y":-2},"W":[{"X":5,"Y":6}]}` {
			t.Errorf("%s: %s, %v", name, out, err)
		}
		if line, column := p.P.Position([]byte(text)); line != 2 || column != 6 {
			t.Errorf("%s: at %d:%d", name, line, column)
		}
	}
	const n = 2000
	line := strings.ReplaceAll(strings.ReplaceAll(doc, "\n", " "), "\r", " ")
	for name, row := range map[string]struct {
		text string
		seq  func(r io.Reader) func(yield func(spots, error) bool)
	}{
		"Values":   {strings.Repeat(doc, n), func(r io.Reader) func(func(spots, error) bool) { return stream.Values[spots](r) }},
		"Lines":    {strings.Repeat(line+"\n\n", n), func(r io.Reader) func(func(spots, error) bool) { return stream.Lines[spots](r) }},
		"Parallel": {strings.Repeat(line+"\n\n", n), func(r io.Reader) func(func(spots, error) bool) { return stream.Lines[spots](r, stream.Parallel(2)) }},
		"Elements": {"[" + strings.Repeat(doc+",", n-1) + doc + "]", func(r io.Reader) func(func(spots, error) bool) { return stream.Elements[spots](r) }},
		"API.NewDecoder": {strings.Repeat(doc, n), func(r io.Reader) func(func(spots, error) bool) {
			return func(yield func(spots, error) bool) {
				for d := zetes.Standard().NewDecoder(r); d.More(); {
					var v spots
					if err := d.Decode(&v); !yield(v, err) {
						return
					}
				}
			}
		}},
		"At": {`{"a":[` + strings.Repeat(doc+",", n-1) + doc + "]}", func(r io.Reader) func(func(spots, error) bool) {
			return stream.At[spots](r, jsonpath.MustCompile(`$.a[*]`))
		}},
		"At/ahead": {`{"a":[` + strings.Repeat(doc+",", n-1) + doc + "]}", func(r io.Reader) func(func(spots, error) bool) {
			return stream.At[spots](r, jsonpath.MustCompile(`$.a[?@.A == 7]`))
		}},
		"At/end": {`{"a":[` + strings.Repeat(doc+",", 3*n-1) + doc + "]}", func(r io.Reader) func(func(spots, error) bool) {
			return stream.At[spots](r, jsonpath.MustCompile(fmt.Sprintf(`$.a[-%d:]`, n)))
		}},
		"Selecting": {strings.Repeat(`{"a":[`+line+"]}\n", n), func(r io.Reader) func(func(spots, error) bool) {
			return stream.Lines[spots](r, stream.Selecting(jsonpath.MustCompile(`$.a[*]`)))
		}},
	} {
		count, last := 0, int64(-1)
		for p, err := range row.seq(strings.NewReader(row.text)) {
			if count++; count%100 == 1 {
				check(name, &p, err, row.text)
			}
			if p.A.Start <= last {
				t.Fatalf("%s: a value at %d after %d", name, p.A.Start, last)
			}
			last = p.A.Start
		}
		if count != n {
			t.Errorf("%s: %d values", name, count)
		}
	}
}

// TestLocatedErrors: an error within a Located has the place in the document. Unions pass places on.
func TestLocatedErrors(t *testing.T) {
	var p spots
	err := zetes.Unmarshal([]byte(`{"N":{"X":1,"Y":"two"},"A":3}`), &p)
	var at *zetes.Error
	if !errors.As(err, &at) || at.Offset != 16 || at.Pointer != "/N/Y" {
		t.Errorf("%v", err)
	}
	if p.N.Value.X != (zetes.Located[float64]{Value: 1, Start: 10, End: 11}) {
		t.Errorf("%+v", p)
	}
	if line, column := (zetes.Located[int]{Start: 99}).Position([]byte("é\nüx")); line != 2 || column != 3 {
		t.Errorf("after the end: %d:%d", line, column)
	}
	if line, column := (zetes.Located[int]{Start: -5}).Position(nil); line != 1 || column != 1 {
		t.Errorf("before the start: %d:%d", line, column)
	}
	if err := zetes.Standard().Check(p); err != nil {
		t.Error(err)
	}
	u := zetes.Config{Codecs: []codec.Codec{zetes.Union[any]("kind", zetes.Case[inner]("i"))}}.Freeze()
	text := `{"a": {"X": 1, "kind":"i","Y":2}}`
	var m map[string]any
	if err := u.UnmarshalString(text, &m); err != nil {
		t.Fatal(err)
	}
	if i := m["a"].(inner); !slices.Equal([]int64{i.X.Start, i.Y.Start}, []int64{12, 30}) {
		t.Errorf("%+v", i)
	}
}

// TestLocatedAgain: a run does not count from the place of an earlier one, whose state it may have.
func TestLocatedAgain(t *testing.T) {
	type inner struct{ L zetes.Located[string] }
	type outer struct{ In []zetes.Located[inner] }
	for range 50 {
		for v, err := range stream.Values[outer](strings.NewReader(strings.Repeat(`{"In":[{"L":"x"},{"L":"y"}]} `, 20))) {
			if err != nil || len(v.In) != 2 {
				t.Fatal(v, err)
			}
		}
		var x any = new(inner)
		if err := zetes.Unmarshal([]byte(`{"L":"y"}`), &x); err != nil || x.(*inner).L.Start != 5 {
			t.Fatal(x, err)
		}
	}
}

// TestLocatedPath: the place leads to the path of the value.
func TestLocatedPath(t *testing.T) {
	doc := `{"S": [1, {"a/b": [true]}], "N": {"X": 1, "Y": 2}, "M": {"k": [1]}}`
	var v spots
	if err := zetes.UnmarshalString(doc, &v); err != nil {
		t.Fatal(err)
	}
	for want, at := range map[string]int64{
		"/S/1": v.S[1].Start, "/N": v.N.Start, "/N/Y": v.N.Value.Y.Start, "/M/k": v.M["k"].Start,
	} {
		if got := jsondoc.PathAt([]byte(doc), int(at)).String(); got != want {
			t.Errorf("%s at %d, want %s", got, at, want)
		}
	}
	doc = "\ufeff// first\n{\"S\": [1, /* [ */ {\"a//b\": [true,],},], // {\n\"N\": {\"X\": 1, \"Y\": /**/ 2}}"
	if err := (zetes.Config{Comments: true, ByteOrderMark: true}).Freeze().UnmarshalString(doc, &v); err != nil {
		t.Fatal(err)
	}
	for want, at := range map[string]int64{"/S/1": v.S[1].Start, "/N": v.N.Start, "/N/Y": v.N.Value.Y.Start} {
		if got := jsondoc.PathAt([]byte(doc), int(at)).String(); got != want {
			t.Errorf("with comments: %s at %d, want %s", got, at, want)
		}
	}
}

// TestLocatedJSON5: places are those of the input, although names and values are longer or shorter in its JSON.
func TestLocatedJSON5(t *testing.T) {
	const doc = "\ufeff{A: +0x7 , // é\nP:'p\\\n\\x41\"',S:[ .5e1, ['2',3.,],],'M':{\"k\":[+4]}, N: {X:1., \"Y\":-.2},\u00a0W:[{\"Y\":6,'X':\t0X5}],}"
	const want = "+0x7 'p\\\n\\x41\"' .5e1 .5e1 ['2',3.,] ['2',3.,] [+4] 1. -.2 0X5 6 {X:1., \"Y\":-.2}"
	api := zetes.Config{JSON5: true}.Freeze()
	other := zetes.Config{JSON5: true, Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *inner) { zetes.WriteDefault(w, v) },
		func(r *codec.Reader, v *inner) { zetes.Strict().Freeze().ReadValue(r, v) },
	)}}.Freeze()
	for name, read := range map[string]func(v *spots) error{
		"Unmarshal":     func(v *spots) error { return api.Unmarshal([]byte(doc), v) },
		"UnmarshalFrom": func(v *spots) error { return api.UnmarshalFrom(strings.NewReader(doc), v) },
		"UnmarshalAll":  func(v *spots) error { return api.UnmarshalAll([]byte(doc), v, 3) },
		"TypedDecoder":  func(v *spots) error { return zetes.TypedDecoderOf[spots](api).Decode([]byte(doc), v) },
		"another API":   func(v *spots) error { return other.Unmarshal([]byte(doc), v) },
	} {
		var v spots
		if err := read(&v); err != nil || v.each(doc) != want {
			t.Errorf("%s: %s, %v; want %s", name, v.each(doc), err, want)
		}
		for want, at := range map[string]int64{"/A": v.A.Start, "/P": v.P.Start, "/S/1": v.S[1].Start, "/N": v.N.Start, "/N/Y": v.N.Value.Y.Start, "/W/0/X": v.W.I.X.Start} {
			if got := jsondoc.PathAt([]byte(doc), int(at)).String(); got != want {
				t.Errorf("%s: %s at %d, want %s", name, got, at, want)
			}
		}
	}
}

// TestRelaxedMemory tests that an error about JSON5 does not keep the text alive, and that small texts in which nothing
// moves take no more allocations than were needed before places in JSON5 were known.
func TestRelaxedMemory(t *testing.T) {
	api := zetes.Config{JSON5: true}.Freeze()
	heap := func() uint64 {
		var m runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	var errs []error
	for range 8 {
		text := []byte("{a: '" + strings.Repeat("x", 1<<20) + "', B: ['x']}")
		var v struct{ B []int }
		errs = append(errs, api.Unmarshal(text, &v), api.UnmarshalAll(text, &v, 3))
	}
	if grown := int64(heap()) - int64(before); grown > 2<<20 {
		t.Errorf("%d bytes are kept by %d errors", grown, len(errs))
	}
	runtime.KeepAlive(errs)
	if raceEnabled {
		return
	}
	for _, c := range []zetes.Config{{Comments: true}, {JSON5: true}} {
		api, text := c.Freeze(), []byte(`{"X":1,"Y":2,"S":"abcdefgh"}`)
		var v struct {
			X, Y int
			S    string
		}
		if n := testing.AllocsPerRun(100, func() {
			if err := api.Unmarshal(text, &v); err != nil {
				t.Fatal(err)
			}
		}); n > 4 {
			t.Errorf("%+v: %v allocations", c, n)
		}
	}
}
