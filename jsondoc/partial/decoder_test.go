package partial

import (
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc"
)

// parts has all that is filled in parts.
type parts struct {
	A     string
	B     *parts
	ID    int64   `json:"id"`
	Name  float64 `json:"name"`
	Items []parts `json:"items"`
	embedded
	Text  map[string]any
	Long  any `json:"a_long_name_of_a_member"`
	M     map[string]parts
	N     map[string][]int `json:"m~n"`
	Other []map[string]*string
	Lists [][]*float64 `json:"a/b"`
	Small int8         `json:"0"`
	On    *bool        `json:"1"`
}

type embedded struct {
	*Inner
	E any `json:"é"`
}

// Inner is exported, so that the pointer can be set.
type Inner struct {
	Tab  []any  `json:"tab\t"`
	None string `json:""`
}

// TestPartialDecoder compares, after each piece of random documents, with what is decoded from the completed text.
func TestPartialDecoder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	documents := []string{
		`{"A":"x\u00e9\ud83d\ude00\"y","B":{"A":null,"id":12,"items":[{"id":1},{"id":-2,"A":"two"}]},"a/b":[[1.5,null],[]],"Other":[{"k":"v","l":null}],"0":300,"1":true}`,
		`{"M":{"one":{"id":1,"items":[{"name":1e2}]},"two":{"M":{"x":{"A":"deep"}}}},"m~n":{"a":[1,2],"b":[]},"Text":{"k":[1,{"z":"s"},[[]]],"l":"m"},"tab\t":[{"a":1},"s"],"":"in"}`,
		`{"id":"no","A":7,"items":{"x":1},"B":[1],"unknown":{"a":[1,"x\n",{}]},"name":1.25e+3,"0":12.5,"é":[1,2]}`, "[1,2]", `"text"`, `12`, `null`, ` {} `, `{"tab\t":-1}`,
		`{"A":"` + "\xff\xe2\x82" + `z\ud800x\udc00","B":null,"B":{"id":1},"id":1,"id":2}`,
	}
	more := 30
	if !long.On() || guard.Race {
		more = 10
	}
	for range more {
		documents = append(documents, samples.Text(r, 4))
	}
	for _, text := range documents {
		partialCompare[parts](t, r, text)
		partialCompare[any](t, r, text)
		partialCompare[map[string]parts](t, r, text)
		partialCompare[[]*parts](t, r, text)
		partialCompare[*string](t, r, text)
	}
}

func partialCompare[T any](t *testing.T, r *rand.Rand, text string) {
	t.Helper()
	most, looks := 1+r.IntN(2)*r.IntN(100), 1+r.IntN(4)
	d := NewDecoder[T](nil)
	repeated := strings.Contains(text, `"B":null,"B"`)
	for n := 0; n < len(text); {
		size := min(1+r.IntN(most), len(text)-n)
		n += size
		if err := d.Push([]byte(text[n-size : n])); err != nil {
			t.Fatalf("%q: %v", text[:n], err)
		}
		whole, cut, err := Complete(nil, []byte(text[:n]))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Cut(); got != cut {
			t.Fatalf("%q: cut %+v, want %+v", text[:n], got, cut)
		}
		if r.IntN(looks) > 0 {
			continue // what waits then is walked over later
		}
		var want T
		if len(whole) > 0 {
			zetes.Unmarshal(whole, &want)
		}
		if !reflect.DeepEqual(*d.Value(), want) && !repeated {
			t.Fatalf("%q\n%s, want\n%s", text[:n], shownAs(*d.Value()), shownAs(want))
		}
	}
	err := d.Close()
	var want T
	wantErr := zetes.Unmarshal([]byte(text), &want)
	if !reflect.DeepEqual(*d.Value(), want) || (err == nil) != (wantErr == nil) {
		t.Fatalf("%q\n%s, %v, want\n%s, %v", text, shownAs(*d.Value()), err, shownAs(want), wantErr)
	}
	if err != nil {
		a, b := err.(*zetes.Error), wantErr.(*zetes.Error)
		if a.Offset != b.Offset || a.Pointer != b.Pointer || a.Line != b.Line || a.Column != b.Column {
			t.Fatalf("%q\n%v, want\n%v", text, err, wantErr)
		}
	}
}

func shownAs(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestPartialDecoderErrors has bad syntax told at once, as package jsondoc tells it of the whole text.
func TestPartialDecoderErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	tries := 1500
	if !long.On() || guard.Race {
		tries = 500
	}
	for range tries {
		text := []byte(samples.Text(r, 3))
		text[r.IntN(len(text))] = `{}[],:"\0a-.`[r.IntN(12)]
		partialError[parts](t, r, text)
		partialError[any](t, r, text)
		partialError[time.Time](t, r, text)
	}
	for _, text := range []string{strings.Repeat("[", 10001), strings.Repeat(`{"B":`, 10001), `{"items":` + strings.Repeat("[", 10001)} {
		partialError[any](t, r, []byte(text))
		partialError[parts](t, r, []byte(text))
	}
}

func partialError[T any](t *testing.T, r *rand.Rand, text []byte) {
	t.Helper()
	most := r.IntN(2) * mostUnchecked // bytes that nobody has to look at
	d := NewDecoder[T](nil)
	n := 0
	var err error
	for ; n < len(text) && err == nil; n++ {
		if err = d.Push(text[n : n+1]); err == nil && most == 0 {
			d.Value() // has looked at what there is: the error is there
			err = d.Push(nil)
		}
	}
	if err == nil {
		err = d.Close()
	}
	_, wantErr := jsondoc.Options{Whole: true}.Get(text)
	if errors.Is(err, io.ErrUnexpectedEOF) && wantErr != nil {
		return
	}
	a, _ := errors.AsType[*zetes.Error](err)
	if wantErr == nil {
		if a != nil && errors.As(a, new(*json.SyntaxError)) {
			t.Fatalf("%.200q: %v", text, err)
		}
		return
	}
	b := wantErr.(*zetes.Error)
	if a == nil || a.Offset != b.Offset || a.Line != b.Line || a.Column != b.Column || a.Err.Error() != b.Err.Error() || !strings.HasPrefix(b.Pointer, a.Pointer) {
		t.Fatalf("%.200q: %v\nwant %v", text, err, wantErr)
	}
	// The rest of a character or of an escape sequence that Go 1.27 names.
	const named = len(`\u0000`) - 1
	if n > int(b.Offset)+1+named+most && len(text) < 1000 {
		t.Fatalf("%q: told behind %d bytes: %v", text, n, err)
	}
}

// TestPartialDecoderWords: an error names a character or an escape sequence as a whole, however small the pieces are
// and whatever is asked between them.
func TestPartialDecoderWords(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, lead := range []string{"", "[", "[1", "[1,", `{"a":`, `{"a"`, `{"A":[`, `{"items":[tru`, `{"b":-`, `["`, `["x\n`, `{"A":"x\\`, `{"items":"`, "[[]]"} {
		for _, bad := range []string{"é", "ß]", "😀", "😀1", "\xc3", "\xf0\x9f", "\xff", `\q`, `\é`, `\u12g4`, `\u12g`, `\u12"`, `\u12é`, `\ug`, `\u123é"]`, "\x01", `\u1`} {
			text := []byte(lead + bad)
			if json.Valid(text) {
				t.Fatalf("%q is valid", text)
			}
			for range 4 {
				partialError[parts](t, r, text)
				partialError[any](t, r, text)
				partialError[time.Time](t, r, text)
			}
		}
	}
}

// TestPartialDecoderClosed pushes more behind a document that has ended: once its error was told, each call tells it.
func TestPartialDecoderClosed(t *testing.T) {
	for _, text := range []string{"", " ", "[1,2", `{"A":"x`, "tru", "-", "[1]]"} {
		d := NewDecoder[any](nil)
		_ = d.Push([]byte(text))
		want := d.Close()
		if want == nil {
			t.Fatalf("%q has no end", text)
		}
		for _, more := range []string{"", "1", "]", strings.Repeat(" ", mostUnchecked)} {
			if err := d.Push([]byte(more)); err != want {
				t.Errorf("%q after the end of %q: %v, not %v", more, text, err, want)
			}
		}
		if err := d.Close(); err != want {
			t.Errorf("%q closed twice: %v, not %v", text, err, want)
		}
	}
}

// grumpy panics, or keeps what it is given.
type grumpy struct {
	Calls int
	kept  []byte
}

func (g *grumpy) UnmarshalJSON(data []byte) error {
	g.Calls++
	if g.kept = data; string(data) == `"panic"` {
		panic("grumpy")
	}
	for i := range data {
		data[i] = 'x'
	}
	return nil
}

// TestPartialDecoderMethods calls methods once, when their value is finished.
func TestPartialDecoderMethods(t *testing.T) {
	const text = `{"list":[{"a":1},"two",3,4],"when":"2024-02-03T04:05:06Z","data":"aGk=","n":"12","arr":[1,2],"ints":{"1":"x"},"raw":[1, {}]}`
	type target struct {
		List []grumpy       `json:"list"`
		When time.Time      `json:"when"`
		Data []byte         `json:"data"`
		N    int            `json:"n,string"`
		Arr  [2]int         `json:"arr"`
		Ints map[int]string `json:"ints"`
		Raw  json.RawMessage
	}
	d := NewDecoder[target](nil)
	for i := range text {
		if err := d.Push([]byte(text[i : i+1])); err != nil {
			t.Fatal(err)
		}
	}
	v := d.Value()
	if err := d.Close(); err != nil || len(v.List) != 4 || v.List[3].Calls != 1 || string(v.Data) != "hi" || v.N != 12 || v.Arr[1] != 2 || v.Ints[1] != "x" || string(v.Raw) != "[1, {}]" || v.When.Year() != 2024 {
		t.Errorf("%+v, %v", *v, err)
	}
	p := NewDecoder[[]grumpy](nil)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		p.Push([]byte(`[1,"panic",3]`))
		p.Value()
	}()
	p.Push([]byte(`[1,2]`))
	p.Close()
}

// TestPartialDecoderFinished asks for what no further piece changes.
func TestPartialDecoderFinished(t *testing.T) {
	d := NewDecoder[any](nil)
	for _, row := range []struct {
		piece    string
		finished string // of the names and indexes a, b, b/0, b/1
	}{
		{`{"a"`, "0000"}, {`:"x`, "0000"}, {`"`, "1000"}, {`,"`, "1000"}, {`b":`, "1000"}, {`[1`, "1000"}, {`,`, "1010"}, {`{"x":1`, "1010"}, {`}`, "1011"}, {`]`, "1111"}, {`}`, "1111"},
	} {
		if err := d.Push([]byte(row.piece)); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, path := range [][]any{{"a"}, {"b"}, {"b", 0}, {"b", 1}} {
			got += map[bool]string{true: "1", false: "0"}[d.Finished(path...)]
		}
		if got != row.finished {
			t.Errorf("behind %q: %s, want %s", row.piece, got, row.finished)
		}
	}
	if !d.Finished() || d.Finished("c") == false {
		t.Error("the whole is finished")
	}
}

// TestPartialDecoderLinear has memory, and so work, grow with the text and not faster, in the smallest pieces.
func TestPartialDecoderLinear(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	cost := func(text string) float64 {
		var d *Decoder[any]
		return testing.AllocsPerRun(1, func() {
			d = NewDecoder[any](nil)
			for i := range text {
				if err := d.Push([]byte(text[i : i+1])); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for name, of := range map[string]func(n int) string{
		"string":  func(n int) string { return `{"a":"` + strings.Repeat(`text\n\\`, n) + `"}` },
		"strings": func(n int) string { return `[` + strings.Repeat(`"a",`, n) + `1]` },
		"nested":  func(n int) string { return strings.Repeat(`[{"a":`, n) + "1" + strings.Repeat(`}]`, n) },
		"members": func(n int) string { return `{` + strings.Repeat(`"a":1,`, n) + `"b":2}` },
		"number":  func(n int) string { return `[` + strings.Repeat(`1`, n) + `]` },
	} {
		if a, b := cost(of(200)), cost(of(2000)); b > 12*a+100 {
			t.Errorf("%s: %v allocations, of ten times as much %v", name, a, b)
		}
	}
}

// TestPartialDecoderWaits has pieces after which nobody asks cost no decoding: nothing but the text takes memory.
func TestPartialDecoderWaits(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	text := `{"list":[` + strings.Repeat(`{"id":123456,"name":"text","on":true},`, 200)
	push := func(ask bool) float64 {
		return testing.AllocsPerRun(1, func() {
			d := NewDecoder[any](nil)
			for i := range text {
				if err := d.Push([]byte(text[i : i+1])); err != nil {
					t.Fatal(err)
				}
				if ask {
					d.Value()
				}
			}
		})
	}
	if n, most := push(false), 40.0; n > most {
		t.Errorf("%v allocations, want %v at most; %v for who asks each time", n, most, push(true))
	}
}

// keeper keeps what it is given.
type keeper struct{ data []byte }

func (k *keeper) UnmarshalJSON(data []byte) error { k.data = data; return nil }

// TestPartialDecoderMemory has one decoder after the other use the same memory for text: what an earlier one has
// decoded stays as it was, also what a method has kept.
func TestPartialDecoderMemory(t *testing.T) {
	type target struct {
		S string
		R json.RawMessage
		A any
		K keeper
		L []keeper
	}
	fill := func(c string) *target {
		text := strings.Repeat(c, 700)
		text = `{"S":"` + text + `","R":["` + text + `"],"A":["` + text + `"],"K":"` + text + `","L":["` + text + `",1]}  `
		d := NewDecoder[target](nil)
		for i := 0; i < len(text); i += 97 {
			if err := d.Push([]byte(text[i:min(i+97, len(text))])); err != nil {
				t.Fatal(err)
			}
			if i%3 == 0 {
				d.Value()
			}
		}
		if err := d.Close(); err != nil || d.Push([]byte(" ")) != nil || d.Push([]byte("x")) == nil {
			t.Fatal(err)
		}
		return d.Value()
	}
	a := fill("a")
	for _, c := range []string{"b", "c", "d"} {
		fill(c)
	}
	x := strings.Repeat("a", 700)
	if a.S != x || string(a.R) != `["`+x+`"]` || a.A.([]any)[0] != x || string(a.K.data) != `"`+x+`"` || string(a.L[0].data) != `"`+x+`"` {
		t.Errorf("%.300q", shownAs(a))
	}
	if guard.Race {
		return
	}
	text := []byte(strings.Repeat(" ", 300<<10) + "1 ")
	if n := testing.AllocsPerRun(10, func() {
		d := NewDecoder[int](nil)
		for i := 0; i < len(text); i += 64 {
			d.Push(text[i:min(i+64, len(text))])
		}
		d.Close()
	}); n > 8 {
		t.Errorf("%v allocations", n)
	}
}

// curious asks the decoder that it is decoded by.
type curious struct{}

func (c *curious) UnmarshalJSON([]byte) error { asked(); return nil }

var asked func()

// TestPartialDecoderAsked has a method use the decoder at work: it sees what is there, and can't go on with it.
func TestPartialDecoderAsked(t *testing.T) {
	type target struct {
		A int
		C curious
	}
	d := NewDecoder[target](nil)
	calls := 0
	asked = func() {
		calls++
		if v := d.Value(); v.A != 1 || d.Push([]byte("1")) != errBusy || d.Close() != errBusy || d.Finished("B") || !d.Finished("A") {
			t.Errorf("within the method: %+v", *v)
		}
	}
	for _, piece := range []string{`{"A":1,"C":[1]`, `,"B":2`, `}`} {
		if err := d.Push([]byte(piece)); err != nil {
			t.Fatal(err)
		}
		d.Value()
	}
	if err := d.Close(); err != nil || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// FuzzPartialDecoder decodes texts that nobody thought of, in pieces, and compares the end with Unmarshal.
func FuzzPartialDecoder(f *testing.F) {
	f.Add([]byte(`{"A":"x\u00e9","items":[{"id":1},{}],"M":{"a":{"id":2}},"Text":{"b":[1,{}]}}`), byte(0))
	f.Add([]byte(`{"B":{"B":null,"id":1},"B":{"A":"y"},"0":-12,"1":true,"\u00e9":[[],"s"]}`), byte(3))
	f.Add([]byte(`{"id":1,"id":0`), byte(5)) // a number that may have ended, in an object that has not
	f.Fuzz(func(t *testing.T, text []byte, size byte) {
		fuzzPartial[parts](t, text, int(size)+1)
		fuzzPartial[any](t, text, int(size)+1)
		fuzzPartial[map[string][]*float64](t, text, int(size)+1)
	})
}

func fuzzPartial[T any](t *testing.T, text []byte, size int) {
	d := NewDecoder[T](nil)
	var err error
	for i := 0; i < len(text) && err == nil; i += size {
		err = d.Push(text[i:min(i+size, len(text))])
	}
	if err == nil {
		err = d.Close()
	}
	var want T
	wantErr := zetes.Unmarshal(text, &want)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%q: %v, want %v", text, err, wantErr)
	}
	if json.Valid(text) && !reflect.DeepEqual(*d.Value(), want) {
		t.Fatalf("%q: %s, want %s", text, shownAs(*d.Value()), shownAs(want))
	}
}

// TestPartialDecoderQuoted has members with the tag option string, what fits there and what does not.
func TestPartialDecoderQuoted(t *testing.T) {
	type quoted struct {
		J int     `json:"j,string"`
		P *int    `json:"p,string"`
		S string  `json:"s,string"`
		B bool    `json:"b,string"`
		F float64 `json:"f,string"`
	}
	for _, text := range []string{`{"j":12}`, `{"j":"12"}`, `{"p":12}`, `{"p":"12"}`, `{"s":"x"}`, `{"s":"\"x\""}`, `{"b":true}`, `{"b":"true"}`, `{"f":1.5}`, `{"f":"1.5"}`} {
		var want quoted
		bad := zetes.Unmarshal([]byte(text), &want)
		d := NewDecoder[quoted](nil)
		for i := range len(text) {
			_ = d.Push([]byte(text[i : i+1]))
		}
		err := d.Close()
		if got := *d.Value(); !reflect.DeepEqual(got, want) || (err == nil) != (bad == nil) {
			t.Errorf("%s: got %v and %v, want %v and %v", text, got, err, want, bad)
		}
		if err != nil && !strings.Contains(err.Error(), "(line 1, column 6, at /"+text[2:3]+")") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestPartialDecoderTooDeep: what is nested too deep is told as zetes.Unmarshal tells it, wherever pieces end.
func TestPartialDecoderTooDeep(t *testing.T) {
	for _, open := range []string{"[", `{"a":`, `[0,{"a":`} {
		text := []byte(strings.Repeat(open, 11_000))
		var v any
		want := zetes.Unmarshal(text, &v).Error()
		for _, size := range []int{1, 64, 1000, 4096, len(text)} {
			d := NewDecoder[any](nil)
			var err error
			for i := 0; i < len(text) && err == nil; i += size {
				err = d.Push(text[i:min(i+size, len(text))])
				if size > 1 {
					d.Value()
				}
			}
			if err == nil || err.Error() != want || d.Close() == nil {
				t.Errorf("%q in pieces of %d: %v, want %s", open, size, err, want)
			}
		}
	}
}

// TestPartialDecoderLocated: places of values count from the start of the document, in whatever pieces it comes.
func TestPartialDecoderLocated(t *testing.T) {
	const doc = ` {"a": 1, "list": [ "x", {"a":2}], "b": [true]}`
	type part struct {
		A, B zetes.Located[any]
		List []zetes.Located[any]
	}
	var want part
	if err := zetes.Unmarshal([]byte(doc), &want); err != nil || want.B.Start == 0 {
		t.Fatal(want, err)
	}
	for n := 1; n <= len(doc); n++ {
		d := NewDecoder[part](nil)
		for piece := range slices.Chunk([]byte(doc), n) {
			if err := d.Push(piece); err != nil {
				t.Fatal(err)
			}
			d.Value()
		}
		if err := d.Close(); err != nil || !reflect.DeepEqual(*d.Value(), want) {
			t.Fatalf("pieces of %d: %+v, %v, want %+v", n, *d.Value(), err, want)
		}
	}
}

// TestBackslashes holds that a long string of escapes is shown piece by piece in linear time: looking at all of it for
// each piece takes minutes, and once a tenth of a second.
func TestBackslashes(t *testing.T) {
	text := []byte(`["` + strings.Repeat(`\\`, 1<<19))
	d := NewDecoder[[]string](nil)
	start := time.Now()
	for piece := range slices.Chunk(text, 16) {
		if err := d.Push(piece); err != nil {
			t.Fatal(err)
		}
		d.Value()
		if took := time.Since(start); took > 20*time.Second {
			t.Fatalf("it takes more than %v", took)
		}
	}
	if got := (*d.Value())[0]; len(got) != 1<<19 {
		t.Errorf("a string of %d bytes", len(got))
	}
}
