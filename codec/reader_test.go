package codec

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
)

// pieces gives its text in reads of n bytes.
type pieces struct {
	text string
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.n)], p.text)
	p.text = p.text[n:]
	return n, nil
}

// TestWindows reads a document whose window ends at every place.
func TestWindows(t *testing.T) {
	doc := `{"id": 12345, "a longer name of a member": [true, false, null, -1.25e3, "text", "é日😀", "esc\u0061\n"], "" : {}, "nested":{"id":1,"id2":[ ]},` +
		`"long":"` + strings.Repeat("0123456789", 30) + `","bad":"` + "\xff\xe6\x97" + `","n":12345678901234567890.5, "sixteen_bytes_xy": 0, "sixteen_bytes_xyz":1}` + "\n"
	doc = "[" + doc + "," + doc + "]"
	var want any
	if err := stdjson.Unmarshal([]byte(doc), &want); err != nil {
		t.Fatal(err)
	}
	check := func(how string, r *Reader) {
		t.Helper()
		if got := readAny(r); r.Close() != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %v, %v", how, got, r.Err())
		}
	}
	for n := 1; n < len(doc)+2; n++ {
		check(fmt.Sprint("pieces of ", n), NewReader(&pieces{doc, n}))
		r := NewReader(&pieces{doc, n})
		r.Skip()
		if r.Close() != nil {
			t.Fatalf("pieces of %d: %v", n, r.Err())
		}
	}
	// Slices are read in pieces too.
	long := "[" + strings.Repeat(doc+",", 400) + doc + "]"
	var all []any
	for range 401 {
		all = append(all, want)
	}
	want = all
	check("a long slice", NewBytesReader([]byte(long)))
	check("a long stream", NewReader(strings.NewReader(long)))
	for i := 1; i < len(doc); i++ {
		r := NewReader(&pieces{doc[:i], 7})
		if readAny(r); r.Err() == nil {
			t.Fatalf("a document cut at %d is fine", i)
		}
	}
}

// TestReaderKeepsNothing overwrites the input behind the reader.
func TestReaderKeepsNothing(t *testing.T) {
	data := []byte(`{"name":"some text","other":"more of it that is not quite as short as the first, but long"}`)
	r := NewBytesReader(data)
	var got []string
	for name := range r.Object() {
		got = append(got, name, r.String())
	}
	for i := range data {
		data[i] = '#'
	}
	r.ResetBytes(bytes.Repeat([]byte(`"x"`), 100))
	for r.More() {
		_ = r.String()
	}
	if want := []string{"name", "some text", "other", "more of it that is not quite as short as the first, but long"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestReaderErrors(t *testing.T) {
	long := strings.Repeat(`{"a":1},`+"\n", 20000)
	for _, c := range []struct {
		name, doc    string
		read         func(*Reader)
		code         Code
		offset       int64
		line, column int
		pointer      string
		excerpt      string
	}{
		{"syntax", `{"a":[1,x]}`, func(r *Reader) { readAny(r) }, Syntax, 8, 1, 9, "/a/1", `{"a":[1,x]}`},
		{"between", "{\"a\":1\n \"b\":2}", func(r *Reader) { readAny(r) }, Syntax, 8, 2, 2, "", ` "b":2}`},
		{"kind", `{"a":{"b/c":["é",true]}}`, func(r *Reader) {
			for range r.Object() {
				for range r.Object() {
					for range r.Array() {
						_ = r.String()
					}
				}
			}
		}, WrongKind, 18, 1, 18, "/a/b~1c/1", `{"a":{"b/c":["é",true]}}`},
		{"range", `[1,300]`, func(r *Reader) {
			for range r.Array() {
				r.IntBits(8)
			}
		}, OutOfRange, 3, 1, 4, "/1", `[1,300]`},
		{"truncated", `[{"a":`, func(r *Reader) { readAny(r) }, Truncated, 6, 1, 7, "/0", `[{"a":`},
		{"own", `{"a":"x"}`, func(r *Reader) {
			for range r.Object() {
				_ = r.String()
				r.Fail(errors.New("no x, please"))
			}
		}, Failed, 5, 1, 6, "/a", `{"a":"x"}`},
		{"own/next", `{"a":"x"}`, func(r *Reader) {
			for range r.Object() {
				r.Fail(errors.New("no members, please"))
			}
		}, Failed, 5, 1, 6, "/a", `{"a":"x"}`},
		{"own/escaped", `["b\\\"[{", "\"\\"]`, func(r *Reader) {
			for range r.Array() {
				if r.String() == `"\` && r.Peek() == End {
					r.Fail(errors.New("no quotes, please"))
				}
			}
		}, Failed, 12, 1, 13, "/1", `["b\\\"[{", "\"\\"]`},
		{"own/container", `[1, {"]":[0,"}"]} ,2]`, func(r *Reader) {
			for i := range r.Array() {
				if r.Skip(); i == 1 {
					r.Fail(errors.New("no objects, please"))
				}
			}
		}, Failed, 4, 1, 5, "/1", `[1, {"]":[0,"}"]} ,2]`},
		{"own/number", `1 -2.5e3 `, func(r *Reader) {
			_, _ = r.Int(), r.Float64()
			r.Fail(errors.New("no numbers, please"))
		}, Failed, 2, 1, 3, "", `1 -2.5e3`},
		{"base64", `["%"]`, func(r *Reader) {
			for range r.Array() {
				r.Base64(base64.StdEncoding)
			}
		}, OutOfRange, 1, 1, 2, "/0", `["%"]`},
		{"far away", `{"list":[` + long + `{"b":tru}]}`, func(r *Reader) {
			for range r.Object() {
				for range r.Array() {
					for range r.Object() {
						if r.Peek() == Bool {
							r.Bool()
						}
					}
				}
			}
		}, Syntax, int64(9 + len(long) + 8), 20001, 9, "/list/20000/b", `{"b":tru}]}`},
		{"misuse", `[1]`, func(r *Reader) { r.BeginArray(); r.Int() }, Misuse, 1, 1, 2, "", `[1]`},
		{"left open", `[1]`, func(r *Reader) { r.BeginArray(); r.Close() }, Misuse, 1, 1, 2, "", `[1]`},
		{"more behind", `1 2`, func(r *Reader) { r.Int(); r.Close() }, Syntax, 2, 1, 3, "", `1 2`},
	} {
		for i, r := range []*Reader{NewBytesReader([]byte(c.doc)), NewReader(&pieces{c.doc, 1000}), NewReader(&pieces{c.doc, 3})} {
			if i == 2 && (c.name == "own/container" || c.name == "own/escaped") {
				continue // its start has left memory
			}
			c.read(r)
			var e *Error
			if !errors.As(r.Err(), &e) {
				t.Errorf("%s: %v", c.name, r.Err())
				continue
			}
			pointer := c.pointer
			if i == 0 && c.name == "truncated" {
				pointer += "/a" // the name, behind which nothing is, is still in memory
			}
			if e.Code != c.code || e.Offset != c.offset || e.Line != c.line || e.Column != c.column || e.Pointer != pointer {
				t.Errorf("%s: %v %d %d:%d %q", c.name, e.Code, e.Offset, e.Line, e.Column, e.Pointer)
			}
			// How much of the line is in memory depends on the source.
			if i == 0 && e.Excerpt != c.excerpt {
				t.Errorf("%s: excerpt %q", c.name, e.Excerpt)
			}
		}
	}
	r := NewBytesReader([]byte(`{"a":[1,x]}`))
	readAny(r)
	if got, want := fmt.Sprintf("%+v", r.Err()), "codec: invalid JSON: 'x' where a value should start at offset 8 (line 1, column 9) in /a/1\n\t{\"a\":[1,x]}\n\t        ^"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriterErrors(t *testing.T) {
	for _, w := range []*Writer{NewBytesWriter([]byte("not JSON {[")), NewWriter(io.Discard)} {
		before := int64(len(w.Bytes()))
		w.BeginObject()
		w.Name("a/b")
		w.BeginArray()
		w.Int(1)
		w.EndObject()
		var e *Error
		if !errors.As(w.Err(), &e) || e.Code != Misuse || e.Pointer != "/a~1b/0" || e.Offset != before+9 {
			t.Errorf("%v %q", w.Err(), e.Pointer)
		}
	}
	w := NewBytesWriter(nil)
	w.BeginArray()
	w.Int(1)
	w.Number("x")
	if e := w.err; e == nil || e.Pointer != "/0" {
		t.Errorf("%+v", e)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		l     Limits
		doc   string
		fails bool
	}{
		{"depth", Limits{Depth: 2}, `[[1],[2]]`, false},
		{"depth/beyond", Limits{Depth: 2}, `[[1],[[2]]]`, true},
		{"bytes", Limits{Bytes: 5}, `[1,2]`, false},
		{"bytes/beyond", Limits{Bytes: 5}, `[1,2,3]`, true},
		{"bytes/blank", Limits{Bytes: 5}, `[1,2] `, true},
		{"string", Limits{String: 3}, `["abc",{"abc":""}]`, false},
		{"string/beyond", Limits{String: 3}, `["abcd"]`, true},
		{"string/name", Limits{String: 3}, `{"abcd":1}`, true},
		{"string/long", Limits{String: 3}, `["` + strings.Repeat("a", 100_000) + `"]`, true},
		{"elements", Limits{Elements: 2}, `[1,2]`, false},
		{"elements/beyond", Limits{Elements: 2}, `[1,2,3]`, true},
		{"elements/members", Limits{Elements: 1}, `{"a":1,"b":2}`, true},
	} {
		eachReader(c.doc, func(how string, r *Reader) {
			r.SetLimits(c.l)
			readAny(r)
			err := r.Close()
			var e *Error
			if c.fails != (err != nil) || err != nil && (!errors.As(err, &e) || e.Code != Limit) {
				t.Errorf("%s, %s: %v", c.name, how, err)
			}
			if cap(r.win.Text) > 65<<10 {
				t.Errorf("%s, %s: %d bytes were taken", c.name, how, cap(r.win.Text))
			}
		})
	}
	// Memory is not taken for what is beyond: the source has no end.
	r := NewReader(&endless{})
	r.SetLimits(Limits{String: 1 << 10})
	if _ = r.String(); r.Err() == nil || cap(r.win.Text) > 64<<10 {
		t.Errorf("%d bytes, %v", cap(r.win.Text), r.Err())
	}
	r = NewReader(&endless{})
	r.SetLimits(Limits{Bytes: 10 << 10})
	if _ = r.Raw(); r.Err() == nil || cap(r.win.Text) > 64<<10 {
		t.Errorf("%d bytes, %v", cap(r.win.Text), r.Err())
	}
}

// endless is a string without end.
type endless struct{ begun bool }

func (e *endless) Read(p []byte) (int, error) {
	p = p[:min(len(p), 100)]
	for i := range p {
		p[i] = 'a'
	}
	if !e.begun {
		p[0], e.begun = '"', true
	}
	return len(p), nil
}

func TestPool(t *testing.T) {
	r := NewBytesReader([]byte(`"text"`))
	s := r.String()
	r.Release()
	if r.Int() != 0 || r.BeginArray() || r.Err() == nil {
		t.Error("a released reader reads")
	}
	other := NewReader(strings.NewReader(`[1]`))
	if !other.BeginArray() || s != "text" {
		t.Errorf("%v, %q", other.Err(), s)
	}
	other.Release()
	w := NewBytesWriter([]byte("x"))
	w.Int(7)
	b := w.Bytes()
	w.Release()
	if w.Int(1); w.Err() == nil {
		t.Error("a released writer writes")
	}
	out := NewWriter(io.Discard)
	out.String("something else")
	out.Release()
	out = NewWriter(io.Discard)
	out.Int(1)
	if b := out.Bytes(); string(b) != "1\n" || cap(b) != len(b) {
		t.Errorf("%q has %q of another writer behind it", b, bytes.TrimRight(b[len(b):cap(b)], "\x00"))
	}
	out.Release()
	if string(b) != "x7" {
		t.Errorf("%s", b)
	}
	for name, f := range map[string]func(){"reader": other.Release, "writer": out.Release} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a second Release is fine", name)
				}
			}()
			f()
		}()
	}
}

// TestCodecFaults: what a codec does wrong to a reader that it is lent.
func TestCodecFaults(t *testing.T) {
	own := errors.New("own")
	for _, c := range []struct {
		name  string
		write func(*Writer, *int)
		read  func(*Reader, *int)
		is    error
	}{
		{"nothing", func(*Writer, *int) {}, nil, errNothingWritten},
		{"twice", func(w *Writer, _ *int) { w.Int(1); w.Int(2) }, nil, errTwiceWritten},
		{"unclosed", func(w *Writer, _ *int) { w.BeginObject() }, nil, errUnclosed},
		{"nothing read", nil, func(*Reader, *int) {}, errNotRead},
		{"too little", nil, func(r *Reader, _ *int) { r.BeginArray(); r.NextElement(); r.Int() }, errNotRead},
		{"too much", nil, func(r *Reader, _ *int) { r.Skip(); r.Skip() }, errReadTooMuch},
		{"fails", func(w *Writer, _ *int) { w.Fail(own) }, func(r *Reader, _ *int) { r.Skip(); r.Fail(own) }, own},
		{"panics", func(*Writer, *int) { panic(own) }, func(*Reader, *int) { panic(own) }, own},
	} {
		cd := For(c.write, c.read)
		if cd.parts.Write != nil {
			err := func() (err error) {
				defer caught(&err)
				_, err = lender{}.Write(loan.Codecs().NewWriter(nil), cd.parts.Write, nil, kernel.EscapeMinimal, nil, 0, mem.Ptr(new(int)))
				return err
			}()
			if !errors.Is(err, c.is) {
				t.Errorf("%s, writing: %v", c.name, err)
			}
		}
		if cd.parts.Read != nil {
			r := NewBytesReader([]byte(` {"v":[1,2]}, "next"`))
			for range r.Object() {
				in, start, _, _ := inside{}.Window(r)
				err := func() (err error) {
					defer caught(&err)
					_, err = lender{}.Read(loan.Codecs().NewReader(), cd.parts.Read, in, start, loan.Terms{Level: 1}, 100, 100, mem.Ptr(new(int)))
					return err
				}()
				if !errors.Is(err, c.is) {
					t.Errorf("%s, reading: %v", c.name, err)
				}
				break
			}
		}
	}
}

// TestReadElements reads slices that share memory, some within others of their type.
func TestReadElements(t *testing.T) {
	type tree struct {
		N    int64
		Kids []tree
	}
	var read func(r *Reader, v *tree)
	read = func(r *Reader, v *tree) {
		for name := range r.Object() {
			if name == "n" {
				v.N = r.Int()
			} else {
				v.Kids = ReadElements(r, read)
			}
		}
	}
	var text func(n, depth int) string
	text = func(n, depth int) string {
		var b strings.Builder
		b.WriteString("[")
		for i := range n {
			if i > 0 {
				b.WriteString(" , ")
			}
			fmt.Fprintf(&b, `{"n":%d`, i)
			if depth > 0 {
				b.WriteString(`,"k":` + text((n+i)%4, depth-1))
			}
			b.WriteString("}")
		}
		return b.String() + "]"
	}
	var check func(list []tree, n, depth int)
	check = func(list []tree, n, depth int) {
		if len(list) != n || cap(list) != n || list == nil {
			t.Fatalf("%d elements of %d, want %d", len(list), cap(list), n)
		}
		for i := range list {
			if list[i].N != int64(i) {
				t.Fatalf("element %d is %d", i, list[i].N)
			}
			if depth > 0 {
				check(list[i].Kids, (n+i)%4, depth-1)
			} else if list[i].Kids != nil {
				t.Fatal("a leaf has kids")
			}
		}
	}
	r := NewBytesReader(nil)
	var kept [][]tree
	sizes := []int{0, 1, 2, 3, 7, 40, 300, 5, 300, 40, 0, 2}
	for _, n := range sizes {
		r.ResetBytes([]byte(text(n, 4)))
		kept = append(kept, ReadElements(r, read))
		if r.Close() != nil {
			t.Fatal(r.Err())
		}
	}
	for i, list := range kept {
		check(list, sizes[i], 4)
	}
	for _, doc := range []string{``, `1`, `[`, `[{"n":1},`, `[{"n":1}`, `[{"n":1},]`, `[{"n":1},2]`, `[{"k":[{"n":1},{"n":"x"}]}]`} {
		eachReader(doc, func(how string, r *Reader) {
			if list := ReadElements(r, read); r.Close() == nil {
				t.Errorf("%s, %s: %v", doc, how, list)
			}
		})
	}
	// What a long slice leaves of its memory is not for short ones, which would keep all of it.
	r.ResetBytes([]byte(text(300, 0) + text(1, 0)))
	long := ReadElements(r, read)
	short := ReadElements(r, read)
	if len(long) != 300 || len(short) != 1 {
		t.Errorf("%d, %d elements, %v", len(long), len(short), r.Err())
	}
	s := slabOf[tree](r)
	for _, rest := range s.rests {
		if cap(rest) > s.most {
			t.Errorf("a rest of %d elements", cap(rest))
		}
	}
	// What is not read is skipped, as in loops.
	r.ResetBytes([]byte(`[1,[2],{"a":3}]`))
	if list := ReadElements(r, func(*Reader, *struct{}) {}); len(list) != 3 || r.Close() != nil {
		t.Errorf("%v, %v", list, r.Err())
	}
}

func TestWriteCollections(t *testing.T) {
	ints := func(w *Writer, v *int) { w.Int(int64(*v)) }
	number := func(w *Writer, m map[string]int) { WriteMembers(w, m, func(w *Writer, v int) { w.Int(int64(v)) }) }
	w := NewBytesWriter(nil)
	w.BeginArray()
	WriteElements(w, nil, ints)
	WriteElements(w, []int{}, ints)
	WriteElements(w, []int{1}, ints)
	WriteElements(w, [][]int{{}, {1, 2}, nil}, func(w *Writer, v *[]int) { WriteElements(w, *v, ints) })
	number(w, nil)
	number(w, map[string]int{"b": 2, "a": 1, "": 0, "aa": 3, "<": 4})
	WriteMembers(w, map[string]map[string]int{"y": {"d": 1, "c": 2}, "x": {}, "z": {"f": 3, "e": 4, "g": 5}}, number)
	w.EndArray()
	const want = `[[],[],[1],[[],[1,2],[]],{},{"":0,"<":4,"a":1,"aa":3,"b":2},{"x":{},"y":{"c":2,"d":1},"z":{"e":4,"f":3,"g":5}}]`
	if string(w.Bytes()) != want || w.Close() != nil {
		t.Errorf("%s, %v", w.Bytes(), w.Err())
	}
	w.ResetBytes(nil)
	w.BeginObject()
	WriteElements(w, nil, ints)
	if w.Err() == nil || string(w.Bytes()) != "{" {
		t.Errorf("an array without a name: %s, %v", w.Bytes(), w.Err())
	}
	w.ResetBytes(nil)
	for range 10_000 {
		w.BeginArray()
	}
	WriteElements(w, nil, ints)
	var e *Error
	if !errors.As(w.Err(), &e) || e.Code != TooDeep {
		t.Error(w.Err())
	}
	m := map[string]int{"b": 2, "a": 1, "c": 3}
	if n := testing.AllocsPerRun(100, func() {
		w.ResetBytes(w.Bytes()[:0])
		number(w, m)
	}); n > 0 {
		t.Errorf("writing a map allocates %v times", n)
	}
	// A panic leaves keys behind, which the pool must not keep.
	p := NewBytesWriter(nil)
	func() {
		defer func() { recover() }()
		WriteMembers(p, m, func(*Writer, int) { panic("no") })
	}()
	keys := p.keys
	p.Release()
	for _, k := range keys {
		if k != "" {
			t.Errorf("%q is kept", k)
		}
	}
}

// faulty gives text and then panics.
type faulty struct{ text string }

func (f *faulty) Read(b []byte) (n int, err error) {
	if f.text == "" {
		panic("no more")
	}
	n = copy(b, f.text)
	f.text = f.text[n:]
	return n, nil
}

// TestPanicOfSource goes on with a reader whose source has panicked, and resets it.
func TestPanicOfSource(t *testing.T) {
	for _, text := range []string{"", `["x`, `["` + strings.Repeat("x", 9000), strings.Repeat(" ", 4096)} {
		r := NewReader(&faulty{text})
		for range 3 {
			func() {
				defer func() { _ = recover() }()
				r.Raw()
			}()
			if len(r.Buffered()) > len(text) {
				t.Errorf("%.10q: %d bytes are in sight", text, len(r.Buffered()))
			}
		}
		r.Reset(strings.NewReader("7"))
		if k := r.Peek(); k != Number || r.BeginArray() {
			t.Errorf("%.10q: the reader sees what it had before: %v", text, k)
		}
		r.ResetBytes([]byte("7"))
		if n := r.Int(); n != 7 || r.Close() != nil {
			t.Errorf("%.10q: %d, %v", text, n, r.Err())
		}
	}
}

// TestReadElementsLarge: elements of more than a block are not made for an input that has not as many.
func TestReadElementsLarge(t *testing.T) {
	type large [2 * slabMost]byte
	read := func(r *Reader, v *large) { v[0] = byte(r.Int()) }
	r := NewBytesReader([]byte("[" + strings.Repeat("1,", 999) + "1]"))
	if list := ReadElements(r, read); len(list) != 1000 {
		t.Fatal(len(list), r.Err())
	}
	r.ResetBytes([]byte("[1]"))
	if list := ReadElements(r, read); len(list) != 1 || r.work.slabs[0].(*slab[large]).made > 4 {
		t.Errorf("%d elements, memory for %d, %v", len(list), r.work.slabs[0].(*slab[large]).made, r.Err())
	}
}

// TestBuffered: what is buffered can't be appended to in place.
func TestBuffered(t *testing.T) {
	for name, r := range map[string]*Reader{
		"slice": NewBytesReader([]byte(`[1,2,3] 4`)), "source": NewReader(strings.NewReader(`[1,2,3] 4`)), "borrowed": NewBytesReader([]byte(`[1,2,3] 4`)),
	} {
		if b := r.Buffered(); len(b) != 0 || cap(b) != 0 {
			t.Errorf("%s: %d bytes, room for %d", name, len(b), cap(b))
		}
		r.Peek()
		b := r.Buffered()
		if string(b) != `[1,2,3] 4` || cap(b) != len(b) {
			t.Errorf("%s: %q, room for %d", name, b, cap(b))
		}
		_ = append(b, "567890123456789012345678901234567890"...)
		r.Skip()
		if v := r.Int(); v != 4 || r.Close() != nil {
			t.Errorf("%s: %d, %v", name, v, r.Err())
		}
	}
}

// TestReaderSaysWhat: an error about bad syntax says what is wrong, the same for input in one piece and byte by byte.
func TestReaderSaysWhat(t *testing.T) {
	for text, want := range map[string]string{
		`[1,x]`: "'x' where a value should start", `[,1]`: "',' where a value should start", `[1 2]`: "'2' after a value", `[1,]`: "']' after a comma",
		`{1:2}`: "'1' where a name should start", `{"a" 1}`: "'1' after a name", `{"a":1,2}`: "'2' where a name should start", `{"a":1]`: "']' after a value",
		"[\"a\nb\"]": `'\n' in a string`, `["\x"]`: "'x' in an escape sequence", `[trux]`: "'x' in true, false or null", `[1.x]`: "'x' in a number",
		`[é]`: "a character beyond ASCII where a value should start", `[01]`: "'1' after a value",
	} {
		for name, source := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": &pieces{text, 1}} {
			r := NewReader(source)
			readAll(r)
			e, ok := r.Err().(*Error)
			if !ok || e.Code != Syntax || e.What != want || !strings.Contains(e.Error(), "invalid JSON: "+want+" at offset") {
				t.Errorf("%s, %s: %v, want %s", text, name, r.Err(), want)
			}
			r.Release()
		}
	}
}

// readAll reads a value with the method for its kind.
func readAll(r *Reader) {
	switch r.Peek() {
	case Object:
		for range r.Object() {
			readAll(r)
		}
	case Array:
		for range r.Array() {
			readAll(r)
		}
	case String:
		_ = r.String()
	case Number:
		r.Float64()
	case Bool:
		r.Bool()
	default:
		r.Null()
		r.Skip()
	}
}
