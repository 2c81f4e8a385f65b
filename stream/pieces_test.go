package stream_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// file is an io.Writer of its own, which takes a string of base64.
type file struct {
	io.Writer
	n int64
}

func (f *file) UnmarshalZetes(r *codec.Reader) { f.n = r.CopyString(f.Writer, base64.StdEncoding) }

type upload struct {
	Name string    `json:"name"`
	Text io.Writer `json:"text" codec:"text"`
	In   struct {
		File file           `json:"file"`
		Tags map[string]int `json:"tags"`
	} `json:"in"`
	End []int `json:"end"`
}

var byName = zetes.Config{CodecNamed: ready.Named}.Freeze()

// repeating returns s n times, in front of and behind other texts.
func repeating(before, s string, n int, after string) io.Reader {
	return io.MultiReader(strings.NewReader(before), io.LimitReader(&ring{s: s}, int64(n*len(s))), strings.NewReader(after))
}

type ring struct {
	s    string
	i    int
	call func()
}

// Read returns s again and again, after a call of the function.
func (e *ring) Read(p []byte) (n int, err error) {
	if e.call != nil {
		e.call()
	}
	for n < len(p) {
		m := copy(p[n:], e.s[e.i:])
		n, e.i = n+m, (e.i+m)%len(e.s)
	}
	return n, nil
}

// decoders are the ways to decode the values of a stream.
var decoders = map[string]func(r io.Reader) func(v any) error{
	"stream.Decoder": func(r io.Reader) func(any) error { return stream.NewDecoder(r, stream.Using(byName)).Decode },
	"API.NewDecoder": func(r io.Reader) func(any) error { return byName.NewDecoder(r).Decode },
	"API.ReadValue": func(r io.Reader) func(any) error {
		c := codec.NewReader(r)
		return func(v any) error {
			byName.ReadValue(c, v)
			return c.Err()
		}
	},
}

// TestPiecesMemory: strings of 64 MB go from a source to the writers of a struct's fields in constant memory.
func TestPiecesMemory(t *testing.T) {
	const n = 8 << 20
	for name, decoder := range decoders {
		for _, doc := range []io.Reader{
			repeating(`{"name":"a","text":"`, "abc\\n\u00e9 x", n, `","end":[1,2]} {"name":"b"}`),
			repeating(`{"name":"a","in":{"tags":{"a":1},"file":"`, "QUJDREVG", n, `","x":[{}]},"end":[1,2]} {"name":"b"}`),
		} {
			var v upload
			v.Text, v.In.File.Writer = io.Discard, io.Discard
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			decode := decoder(doc)
			err := decode(&v)
			runtime.ReadMemStats(&after)
			taken := after.TotalAlloc - before.TotalAlloc
			if err != nil || taken > 1<<20 || len(v.End) != 2 || v.In.Tags != nil && v.In.File.n != n*6 {
				t.Errorf("%s: %v, %d bytes are taken, %+v", name, err, taken, v)
			}
			if err := decode(&v); err != nil || v.Name != "b" {
				t.Errorf("%s: %v, %+v after the value", name, err, v)
			}
		}
	}
}

// TestPieces cuts a document at each place and compares with Unmarshal of the whole.
func TestPieces(t *testing.T) {
	texts := map[string]string{ // and what the error has, or ""
		` {"name":"a\n","text":"x\u00e9\ud83d\ude00\"","in":{"file":"QUJD","tags":{"x":1}},"other":[1],"END":[1,2]}`: "",
		`{"text":null,"in":null,"end":null}`:      "",
		`{"in":{"file":"QUJD"},"in":{"tags":{}}}`: "",
		`{}`:                              "",
		`null`:                            "",
		`{"text":"x","end":{}}`:           "/end",
		`{"name":"a","text":5}`:           "/text",
		`{"in":{"file":"*"}}`:             "/in/file",
		`{"in":{"file":"QUJ"},"end":[3]}`: "/in/file",
		`[]`:                              " ",
		"{\n\"text\":\"x\ny\"}":           "/text",
		`{"text":"\x"}`:                   "/text",
		`{"text":"x"`:                     " ",
		`{"text":"x" "end":[]}`:           " ",
		`{"text":"x",}`:                   " ",
	}
	for text, place := range texts {
		var wants, wantFile strings.Builder
		var want upload
		want.Text, want.In.File.Writer = &wants, &wantFile
		wantErr := byName.UnmarshalString(text, &want)
		if (wantErr != nil) != (place != "") {
			t.Fatalf("%s: Unmarshal: %v", text, wantErr)
		}
		for name, decoder := range decoders {
			for i := range len(text) {
				var got, gotFile strings.Builder
				var v upload
				v.Text, v.In.File.Writer = &got, &gotFile
				decode := decoder(io.MultiReader(strings.NewReader(text[:i]), strings.NewReader(text[i:]+` {"name":"z"}`)))
				if strings.HasSuffix(text, `"x"`) {
					decode = decoder(io.MultiReader(strings.NewReader(text[:i]), strings.NewReader(text[i:])))
				}
				err := decode(&v)
				if (err != nil) != (wantErr != nil) {
					t.Fatalf("%s: %s cut at %d: %v, Unmarshal: %v", name, text, i, err, wantErr)
				}
				if err == nil {
					a, _ := json.Marshal(struct{ A, B, C any }{v.Name, v.End, v.In.Tags})
					b, _ := json.Marshal(struct{ A, B, C any }{want.Name, want.End, want.In.Tags})
					if string(a) != string(b) || got.String() != wants.String() || gotFile.String() != wantFile.String() || v.In.File.n != want.In.File.n {
						t.Fatalf("%s: %s cut at %d: %s %q %q, want %s %q %q", name, text, i, a, got.String(), gotFile.String(), b, wants.String(), wantFile.String())
					}
					if err := decode(&v); err != nil || v.Name != "z" {
						t.Fatalf("%s: %s cut at %d: then %v, %+v", name, text, i, err, v)
					}
					continue
				}
				we, _ := errors.AsType[*zetes.Error](wantErr)
				ge := &zetes.Error{}
				if c, ok := err.(*codec.Error); ok && name == "API.ReadValue" {
					ge.Offset, ge.Line, ge.Column, ge.Pointer = c.Offset, c.Line, c.Column, c.Pointer
				} else if ge, ok = err.(*zetes.Error); !ok || strings.Count(err.Error(), "line ") > 1 || ge.Value != 1 || ge.Reason() != we.Reason() || ge.Detail() == "" {
					t.Fatalf("%s: %s cut at %d: %v", name, text, i, err)
				}
				// The start of a string may have left memory, and the line with it.
				if ge.Offset != we.Offset || ge.Pointer != we.Pointer || (ge.Line != we.Line || ge.Column != we.Column) && (ge.Line != 0 || place != "/in/file") {
					t.Errorf("%s: %s cut at %d: %v, Unmarshal: %v", name, text, i, err, wantErr)
				}
			}
		}
	}
}

// odd is a writer whose codec does what the function says.
type odd struct {
	io.Writer
	read func(r *codec.Reader)
}

func (o *odd) UnmarshalZetes(r *codec.Reader) { o.read(r) }

// TestPiecesHostile brings codecs, writers and sources that do what they must not.
func TestPiecesHostile(t *testing.T) {
	text := `{"in":{"a":"xyz","b":{"c":1}},"z":7}` + strings.Repeat(" ", 5000) + `{"z":8}`
	type odds struct {
		In struct {
			A odd `json:"a"`
			B odd `json:"b"`
		} `json:"in"`
		Z int `json:"z"`
	}
	skips := func(r *codec.Reader) { r.Skip() }
	gone := errors.New("gone")
	for name, row := range map[string]struct {
		a, b func(r *codec.Reader)
		says string // what the error says; "" for none
	}{
		"nothing":  {func(r *codec.Reader) {}, skips, "not read to its end"},
		"too much": {func(r *codec.Reader) { r.Skip(); r.NextMember(); r.Skip() }, skips, "call out of place"},
		"all":      {func(r *codec.Reader) { r.Skip(); r.NextMember(); r.Skip(); r.NextMember() }, skips, "call out of place"},
		"half":     {skips, func(r *codec.Reader) { r.BeginObject() }, "not read to its end"},
		"two":      {func(r *codec.Reader) { r.Skip(); r.Skip() }, skips, "more was read"},
		"closes":   {func(r *codec.Reader) { r.Skip(); r.Close() }, func(r *codec.Reader) { r.Object(); r.Skip(); r.Close() }, ""},
		"more": {skips, func(r *codec.Reader) {
			for r.More() {
				r.Skip()
			}
		}, ""},
		"inside": {skips, func(r *codec.Reader) {
			for range r.Object() {
				r.Null()
				r.Int()
			}
			if r.More() || r.Peek() != codec.End {
				r.Fail(gone)
			}
		}, ""},
		"panics":         {func(r *codec.Reader) { panic(gone) }, skips, "panic: gone"},
		"fails":          {func(r *codec.Reader) { r.Skip(); r.Fail(gone) }, skips, "gone"},
		"limits":         {func(r *codec.Reader) { r.SetLimits(codec.Limits{Elements: 1, Depth: 1, Bytes: 20}); r.Skip() }, skips, ""},
		"releases":       {func(r *codec.Reader) { r.Release() }, skips, "call out of place"},
		"resets":         {func(r *codec.Reader) { r.ResetBytes([]byte("1")) }, skips, "call out of place"},
		"reads a value":  {func(r *codec.Reader) { zetes.ReadValue(r, new(string)) }, func(r *codec.Reader) { zetes.ReadValue(r, new(map[string]int)) }, ""},
		"wrong value":    {skips, func(r *codec.Reader) { zetes.ReadValue(r, new(map[string]string)) }, "cannot unmarshal number"},
		"writer panics":  {func(r *codec.Reader) { r.CopyString(calling{func() { panic(gone) }}, nil) }, skips, "panic: gone"},
		"writer reads":   {func(r *codec.Reader) { r.CopyString(calling{func() { r.Skip() }}, nil) }, skips, "call"},
		"writer returns": {func(r *codec.Reader) { r.CopyString(calling{}, nil) }, skips, "gone"},
	} {
		for _, one := range []bool{false, true} {
			var r io.Reader = strings.NewReader(text)
			if one {
				r = iotest.OneByteReader(r)
			}
			d := stream.NewDecoder(r)
			var v odds
			v.In.A.read, v.In.B.read = row.a, row.b
			err := d.Decode(&v)
			if row.says == "" {
				if err == nil {
					err = d.Decode(&v)
				}
				if err != nil || v.Z != 8 {
					t.Errorf("%s: %v, %+v", name, err, v)
				}
				continue
			}
			if err == nil || !strings.Contains(err.Error(), row.says) {
				t.Errorf("%s: %v", name, err)
			}
			if again := d.Decode(&v); again != err {
				t.Errorf("%s: then %v", name, again)
			}
		}
	}

	for says, read := range map[string]func(r *codec.Reader){"not read to its end": func(r *codec.Reader) {}, "more was read": func(r *codec.Reader) { r.Skip(); r.Skip() }, "": skips} {
		r := codec.NewReader(strings.NewReader(`"x" "y"`))
		zetes.ReadValue(r, &odd{read: read})
		if err := r.Err(); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) || err == nil && r.String() != "y" {
			t.Errorf("%q: %v", says, err)
		}
	}

	// A source or a writer may call the decoder.
	v := upload{Text: io.Discard}
	var d *stream.Decoder
	call := func(f func()) {
		d = stream.NewDecoder(io.MultiReader(strings.NewReader(`{"text":"`), io.LimitReader(&ring{s: "x", call: f}, 100_000)), stream.Using(byName))
	}
	call(func() { d.Decode(&v) })
	if err := d.Decode(&v); err == nil {
		t.Error("a source that reads from its decoder")
	}
	call(func() { d.Reset(strings.NewReader(`{"name":"new"}`)); panic(gone) })
	if err := d.Decode(&v); !errors.Is(err, gone) {
		t.Error(err)
	}
	d.Reset(strings.NewReader(`{"name":"new"}`))
	if err := d.Decode(&v); err != nil || v.Name != "new" {
		t.Error(err, v.Name)
	}

	// Errors of a source and a writer come unchanged, and values within arrays have their place.
	d = stream.NewDecoder(io.MultiReader(strings.NewReader(`{"text":"x`), iotest.ErrReader(gone)), stream.Using(byName))
	if err := d.Decode(&v); err != gone {
		t.Error(err)
	}
	d = stream.NewDecoder(strings.NewReader(`[1,{"text":"x","end":[3]},{"end":[""]}]`), stream.Using(byName))
	d.Token()
	d.Token()
	if err := d.Decode(&v); err != nil || v.End[0] != 3 || !d.More() {
		t.Error(err, v.End)
	}
	if e, ok := d.Decode(&v).(*zetes.Error); !ok || e.Pointer != "/2/end/0" || e.Value != 0 {
		t.Error(e)
	}
	d = stream.NewDecoder(strings.NewReader(`{"other":1}`), stream.Using(byName))
	d.DisallowUnknownFields()
	if e, ok := d.Decode(&v).(*zetes.Error); !ok || !strings.Contains(e.Error(), `unknown field "other"`) || e.Pointer != "/other" {
		t.Error(e)
	}
	d = stream.NewDecoder(strings.NewReader(`{"name":`+strings.Repeat("[", 10_000)), stream.Using(byName))
	if err := d.Decode(&v); err == nil {
		t.Error("depth")
	}
	// Under a limit the whole value must keep within it.
	d = stream.NewDecoder(repeating(`{"text":"`, "x", 1000, `"}`), stream.Using(byName), stream.MaxValueSize(500))
	if err := d.Decode(&v); !errors.Is(err, stream.ErrValueTooLarge) {
		t.Error(err)
	}
}

// TestFinderPieces: a Finder passes one string of any length on, in constant memory, if its limit allows that.
func TestFinderPieces(t *testing.T) {
	const n = 8 << 20
	page := func() io.Reader {
		return repeating(`{"a":1,"list":[{"content":"`, "QUJDREVG", n, `"},{"content":"QQ=="}],"next":2}`)
	}
	queries := []*jsonpath.Query{jsonpath.MustCompile(`$.list[*].content`), jsonpath.MustCompile(`$.next`)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f := stream.NewFinder(page(), queries, stream.MaxValueSize(1<<30))
	var sizes []int64
	next := 0
	for f.Next() {
		if f.Query() == 1 {
			if err := f.Decode(&next); err != nil {
				t.Error(err)
			}
			continue
		}
		content := file{Writer: io.Discard}
		if err := f.Decode(&content); err != nil {
			t.Error(err)
		}
		sizes = append(sizes, content.n)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; f.Err() != nil || !slices.Equal(sizes, []int64{n * 6, 1}) || next != 2 || taken > 1<<20 {
		t.Errorf("%v, sizes %v, next %d, %d bytes are taken", f.Err(), sizes, next, taken)
	}

	for most, ok := range map[int]bool{8 * n: false, 8*n + 1: false, 8*n + 2: true} {
		f = stream.NewFinder(page(), queries, stream.MaxValueSize(most))
		content := file{Writer: io.Discard}
		f.Next()
		err := f.Decode(&content)
		e, _ := err.(*zetes.Error)
		if ok && err != nil || !ok && (!errors.Is(err, stream.ErrValueTooLarge) || e == nil || e.Pointer != "/list/0/content" || f.Err() != err || f.Next()) {
			t.Errorf("a limit of %d: %v", most, err)
		}
	}
	f = stream.NewFinder(strings.NewReader(`{"list":[{"content":5}]}`), queries)
	content := file{Writer: io.Discard}
	f.Next()
	if e, ok := f.Decode(&content).(*zetes.Error); !ok || e.Pointer != "/list/0/content" || e.Column != 21 || e.Value != 0 {
		t.Error(e)
	}
	// A Decoder after tokens, and a type that finds its writer itself.
	d := stream.NewDecoder(page())
	for range 6 {
		d.Token()
	}
	d.Token()
	if content = (file{Writer: io.Discard}); d.Decode(&content) != nil || content.n != 6*n {
		t.Error(content.n)
	}
	var all []int
	for v, err := range stream.At[counted](page(), queries[0], stream.MaxValueSize(1<<30)) {
		if err != nil {
			t.Error(err)
		}
		all = append(all, int(v))
	}
	if !slices.Equal(all, []int{6 * n, 1}) {
		t.Error(all)
	}
}

// counted counts the bytes of a string in base64.
type counted int

func (c *counted) Write(p []byte) (int, error)    { *c += counted(len(p)); return len(p), nil }
func (c *counted) UnmarshalZetes(r *codec.Reader) { r.CopyString(c, base64.StdEncoding) }

// calling is a writer that calls a function, or fails if there is none.
type calling struct{ f func() }

func (c calling) Write(p []byte) (int, error) {
	if c.f == nil {
		return 0, errors.New("gone")
	}
	c.f()
	return len(p), nil
}

// TestPiecesLimits: a limit holds for each value exactly, and for none of the text after it, at any offset.
func TestPiecesLimits(t *testing.T) {
	type text struct{ Text file }
	const most, after = 100, 8000
	for size := 11; size < 2*most; size++ {
		value := `{"Text":"` + strings.Repeat("QUJD", (size-11)/4) + `"` + strings.Repeat(" ", (size-11)%4) + `}`
		d := stream.NewDecoder(io.MultiReader(strings.NewReader(value[:size/2]), iotest.OneByteReader(strings.NewReader(value[size/2:])),
			repeating("", " 1", after, "")), stream.MaxValueSize(most))
		v := text{file{Writer: io.Discard}}
		if err := d.Decode(&v); err != nil || size > most {
			if size <= most || !errors.Is(err, stream.ErrValueTooLarge) {
				t.Errorf("%d bytes: %v", size, err)
			}
			continue
		}
		for i := range after {
			if err := d.Decode(new(int)); err != nil {
				t.Fatalf("%d bytes: value %d after it: %v", size, i, err)
			}
		}
	}
	f := stream.NewFinder(repeating(`{"f":"QUJD","x":[0`, ",1", 100_000, `]}`), []*jsonpath.Query{jsonpath.MustCompile(`$.f`)}, stream.MaxValueSize(most))
	v := file{Writer: io.Discard}
	if !f.Next() || f.Decode(&v) != nil || f.Next() || f.Err() != nil {
		t.Error(f.Err())
	}
}

// TestPiecesSource: errors of a source that come with bytes are kept, and the source is not read after them.
func TestPiecesSource(t *testing.T) {
	lost := errors.New("lost connection")
	type text struct{ Text file }
	for _, end := range []error{io.EOF, lost} {
		for _, first := range []int{0, 5} {
			v, reads := text{file{Writer: io.Discard}}, 0
			doc := `{"Text":"QUJDQUJD`
			d := stream.NewDecoder(source(func(p []byte) (n int, err error) {
				if reads++; reads == 1 && first > 0 {
					return copy(p, doc[:first]), nil
				} else if reads > 2 || reads > 1 && first == 0 {
					t.Errorf("the source is read after %v", end)
					return 0, io.ErrNoProgress
				}
				return copy(p, doc[first:]), end
			}))
			if err := d.Decode(&v); end == lost && err != lost || end == io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) && !strings.Contains(err.Error(), "unexpected end") {
				t.Errorf("%v: %v", end, err)
			}
		}
	}
}

type source func(p []byte) (int, error)

func (s source) Read(p []byte) (int, error) { return s(p) }

// TestPiecesReset: a codec may call Reset and then fail, and the new input is read.
func TestPiecesReset(t *testing.T) {
	d := stream.NewDecoder(strings.NewReader(`{"V":"x"}`))
	v := struct{ V odd }{odd{read: func(r *codec.Reader) {
		d.Reset(strings.NewReader(`[1,2]`))
		d.Token()
		r.Fail(io.ErrShortWrite)
	}}}
	if err := d.Decode(&v); !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
	for want := 1; want < 3; want++ {
		n := 0
		if err := d.Decode(&n); err != nil || n != want {
			t.Error(n, err)
		}
	}
}

// TestPiecesPaths: an error about a member of a struct that is read while it comes names the fields, as Unmarshal does.
func TestPiecesPaths(t *testing.T) {
	for _, text := range []string{
		`{"name":1}`, `{"in":{"tags":{"a":1,"b":"x"}}}`, `{"in":{"tags":7}}`, `{"in":[1]}`, `{"end":[1,true]}`, `{"end":"x"}`,
		`{"end":[1.5]}`, `{"deep":[{"name":true}]}`, `{"one":{"up":{"name":{}}}}`,
	} {
		type value struct {
			upload
			Deep []upload `json:"deep"`
			One  struct {
				Up *upload `json:"up"`
			} `json:"one"`
		}
		var v value
		want := byName.Unmarshal([]byte(text), &v)
		for name, decoder := range decoders {
			got := decoder(iotest.OneByteReader(strings.NewReader(text)))(&v)
			a, b := errors.Unwrap(want), got
			for {
				if e, ok := b.(*json.UnmarshalTypeError); ok {
					b = e
					break
				} else if b = errors.Unwrap(b); b == nil {
					break
				}
			}
			if b == nil || a.Error() != b.Error() {
				t.Errorf("%s of %s: %v, want %v", name, text, b, a)
			}
		}
	}
}

// TestPiecesDepth: containers that tokens have opened do not count towards the nesting of 10,000, as for other values.
func TestPiecesDepth(t *testing.T) {
	for _, open := range []int{0, 9_998, 9_999, 10_000} {
		d := stream.NewDecoder(strings.NewReader(strings.Repeat("[", open) + `{"V":["x"]}`))
		for range open {
			d.Token()
		}
		v := struct{ V odd }{odd{read: func(r *codec.Reader) { r.Skip() }}}
		if err := d.Decode(&v); err != nil {
			t.Errorf("within %d containers: %v", open, err)
		}
	}
}
