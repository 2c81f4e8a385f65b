package json

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// decoder is what the two packages' decoders have in common.
type decoder interface {
	Decode(v any) error
	Token() (Token, error)
	More() bool
	Buffered() io.Reader
	InputOffset() int64
	UseNumber()
	DisallowUnknownFields()
}

var (
	_ decoder = (*Decoder)(nil)
	_ decoder = (*stdjson.Decoder)(nil)
)

var streamDocs = []string{
	``, ` `, "\n\n", `1`, `1 2 3`, ` null true false `, `"a" "b"`, `"a""b"1"c"`, `{} [] {}`, `{"a":1}{"a":2}`, "{\"a\":1}\n{\"a\":2}\n", `[1,2,3]`, ` [ 1 , "two" , { "three" : 3 } , [ ] , { } ] `,
	`{"a":{"b":[1,2,{"c":null}]},"d":"e","f":1.5e3}`, `{ "a" : 1 , "b" : [ true ] }  `, `[[[[1]]]]`, `{"a":`, `{"a"`, `{"a" 1}`, `{"a":1,}`, `{,}`, `{"a":1 "b":2}`, `{1:2}`, `{null:1}`, `{[]:1}`,
	`[`, `[1`, `[1,`, `[1,]`, `[,1]`, `[1 2]`, `[1}`, `{"a":1]`, `]`, `}`, `,`, `:`, `[1:2]`, `{"a",1}`, `{"a":,1}`, `{"a"::1}`, `[1,,2]`, `nul`, `nulx`, `tru`, `[tru]`, `[falsy, 1]`, `-`, `-x`, `[1.]`, `[1.x]`, `[1e]`, `[01]`, `01`,
	`"abc`, `"a\`, `"a\x"`, `"\u12`, `["\u12g4"]`, `["` + "\x01" + `"]`, `["` + "\xff" + `", 1]`, `[世]`, `{世}`, `[1世]`, `[1,世]`, `{"a"世`, `{"a":世`, `{"a":1世`, `世`, `1 世`, `[` + "\xe4\xb8", "[\x00]", "\x00", "[1\x00",
	`1e999 2`, `[1e999, 2]`, `{"a":"b","A":2,"zz":3}`, `[123456789012345678901234567890]`, `{"A":"x"} {"A":1}`, `"` + strings.Repeat("long ", 300) + `" 1`, `[` + strings.Repeat(`{"name":"value","A":12},`, 100) + `null] 7`,
	`["` + strings.Repeat("x", 60) + `", 世]`, `["` + strings.Repeat("x", 58) + `",  "\u12x4"]`, strings.Repeat(" ", 700) + `{"A":1}` + strings.Repeat("\n", 600) + `x`, strings.Repeat(`{"A":1}`+"\n", 300) + `{"A":`,
	`[` + strings.Repeat(`"é世", `, 40) + `\]`, `{"k":` + strings.Repeat(`[1, `, 30) + "}", strings.Repeat("[", 10001), strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + " 1", `{"a":` + strings.Repeat("[", 10000) + "x",
	"[" + strings.Repeat("4", 588), "[" + strings.Repeat("4", 588) + "1]", strings.Repeat("4", 5000) + " 1",
	strings.Repeat("1 ", 3000), "\xef\xbb\xbf{}", `{"a":1, "b":2`, `[1, 2   `, `[ "a" , `, `{"a":1 ,  `, `{"a" :  `, `{ "a"  `,
}

var errBroken = errors.New("broken")

// pieces gives its input in pieces of pseudo-random length, and nothing now and then.
type pieces struct {
	r   io.Reader
	rnd *rand.Rand
	max int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.rnd.IntN(8) == 0 {
		return 0, nil
	}
	return p.r.Read(b[:min(len(b), 1+p.rnd.IntN(p.max))])
}

// mishap gives an error along with the last bytes, or once in the middle.
type mishap struct {
	r    io.Reader
	at   int
	err  error
	with bool
	done bool
}

func (m *mishap) Read(b []byte) (int, error) {
	if m.done {
		return m.r.Read(b)
	}
	n, err := m.r.Read(b[:min(len(b), max(m.at, 1))])
	m.at -= n
	if m.at <= 0 && err == nil {
		if m.done = true; m.with {
			return n, m.err
		}
		return n, nil
	}
	if m.done = m.at <= 0; m.done && n == 0 {
		return 0, m.err
	}
	return n, err
}

// reader makes the reader number k over doc, the same each time.
func reader(k int, doc string, seed uint64) io.Reader {
	rnd := rand.New(rand.NewPCG(seed, 7))
	r := io.Reader(strings.NewReader(doc))
	switch k {
	case 1:
		return bytes.NewBufferString(doc)
	case 2:
		return iotest.OneByteReader(r)
	case 3:
		return iotest.HalfReader(r)
	case 4:
		return iotest.DataErrReader(r)
	case 5:
		return &pieces{r, rnd, 10}
	case 6:
		return &pieces{r, rnd, 200}
	case 7:
		return iotest.DataErrReader(iotest.OneByteReader(r))
	case 8:
		return io.MultiReader(io.LimitReader(r, rnd.Int64N(int64(len(doc)+1))), iotest.ErrReader(errBroken))
	case 9:
		return io.MultiReader(io.LimitReader(r, rnd.Int64N(int64(len(doc)+1))), iotest.ErrReader(io.ErrUnexpectedEOF))
	case 10:
		return &mishap{r: r, at: rnd.IntN(len(doc) + 1), err: errBroken, with: true}
	case 11:
		return &mishap{r: r, at: rnd.IntN(len(doc) + 1), err: io.EOF, with: true}
	case 12:
		return iotest.TimeoutReader(&pieces{r, rnd, 30})
	}
	return r
}

const readers = 13

type streamTarget struct {
	A int
	B []any `json:"b"`
}

// play makes the calls that seed stands for and describes what comes of each.
func play(d decoder, seed uint64, steps int, describe func(error) string, say func(string) bool) {
	rnd := rand.New(rand.NewPCG(seed, 9))
	if rnd.IntN(4) == 0 {
		d.UseNumber()
	}
	if rnd.IntN(4) == 0 {
		d.DisallowUnknownFields()
	}
	tokens, values := 1+rnd.IntN(20), rnd.IntN(12)
	for range steps {
		var did string
		switch k := rnd.IntN(tokens + values + 6); {
		case k < tokens:
			t, err := d.Token()
			did = fmt.Sprintf("Token %T %v, %s", t, t, describe(err))
		case k < tokens+values:
			var v any
			switch rnd.IntN(8) {
			case 0:
				v = new(int)
			case 1:
				v = &streamTarget{A: 5}
			case 2:
				v = new(string)
			case 3:
				v = new(RawMessage)
			case 4:
				if rnd.IntN(5) == 0 {
					v = 7
					break
				}
				v = new(map[string]int)
			default:
				v = new(any)
			}
			err := d.Decode(v)
			did = fmt.Sprintf("Decode %T %s, %s", v, dump(v), describe(err))
		case k < tokens+values+2:
			did = fmt.Sprint("More ", d.More())
		case k < tokens+values+4:
			b, err := io.ReadAll(d.Buffered())
			did = fmt.Sprintf("Buffered %q %v", b, err)
		}
		if !say(fmt.Sprint(did, " at ", d.InputOffset())) {
			return
		}
	}
}

func dump(v any) string {
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer {
		return fmt.Sprintf("%#v", rv.Elem().Interface())
	}
	return fmt.Sprint(v)
}

func describe(err error) string {
	switch e := err.(type) {
	case nil:
		return "-"
	case *SyntaxError:
		return fmt.Sprintf("syntax %q %d", e, e.Offset)
	case *UnmarshalTypeError:
		return fmt.Sprintf("type %q %q %v %d %q %q", e, e.Value, e.Type, e.Offset, e.Struct, e.Field)
	}
	return fmt.Sprintf("%T %q", err, err)
}

func compareStreams(t *testing.T, doc string, k int, seed uint64, steps int) {
	var want []string
	play(stdjson.NewDecoder(reader(k, doc, seed)), seed, steps, describe, func(s string) bool { want = append(want, s); return true })
	i := 0
	play(NewDecoder(reader(k, doc, seed)), seed, steps, describe, func(got string) bool {
		if got != want[i] {
			from := max(0, i-4)
			t.Errorf("%.200q, reader %d, seed %d, call %d:\ngot    %s\nwant   %s\nbefore %s", doc, k, seed, i, got, want[i], strings.Join(want[from:i], "\n       "))
			return false
		}
		i++
		return true
	})
}

// TestStream plays random sequences of calls on this package's decoder and the toolchain's.
func TestStream(t *testing.T) {
	docs := streamDocs
	for _, f := range suites.JSONTestSuite(t) {
		if len(f.Text) < 5000 {
			docs = append(docs, string(f.Text))
		}
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for n, doc := range docs {
		rounds := long.Rounds(20, 60)
		if len(doc) > 5000 {
			rounds /= 10
		}
		for i := range rounds {
			compareStreams(t, doc, rnd.IntN(readers), uint64(n*1000+i), 1+rnd.IntN(40))
			if t.Failed() {
				t.FailNow()
			}
			// And a document that one byte was changed in.
			if len(doc) > 0 && len(doc) < 5000 {
				b := []byte(doc)
				b[rnd.IntN(len(b))] = "{}[]\",:\\ u1e0-.\xff\xe4n"[rnd.IntN(18)]
				compareStreams(t, string(b), rnd.IntN(readers), uint64(n*1000+i), 1+rnd.IntN(40))
			}
		}
	}
}

func FuzzStream(f *testing.F) {
	for i, doc := range streamDocs {
		f.Add(doc, uint8(i), uint64(i), uint8(30))
	}
	f.Fuzz(func(t *testing.T, doc string, k uint8, seed uint64, steps uint8) {
		compareStreams(t, doc, int(k)%readers, seed, int(steps)+1)
	})
}

// TestStreamTokens walks whole documents by tokens, and into the middle of the deepest.
func TestStreamDeepTokens(t *testing.T) {
	doc := strings.Repeat(`[{"a":`, 5001)
	want, got := stdjson.NewDecoder(strings.NewReader(doc)), NewDecoder(strings.NewReader(doc))
	for i := range 15100 {
		wt, werr := want.Token()
		gt, gerr := got.Token()
		if wt != gt || describe(werr) != describe(gerr) {
			t.Fatalf("token %d: got %v %s, want %v %s", i, gt, describe(gerr), wt, describe(werr))
		}
	}
}

// within is a value whose method calls something.
type within struct{ call func() }

func (w *within) UnmarshalJSON([]byte) error {
	w.call()
	return nil
}

// withins are targets of Decode that lead to w, or to w and another value of its type, whose method does nothing.
var withins = []func(w *within) any{
	func(w *within) any { return w },
	func(w *within) any { var v any = w; return &v },
	func(w *within) any {
		return &struct {
			A string `json:"a"`
			C any    `json:"c"`
		}{C: w}
	},
	func(w *within) any { return &[]Unmarshaler{w, &within{func() {}}} },
}

// tokensWithin reads some tokens of d, and a value whose method reads more of them, and then the rest of d. It returns
// what came of each.
func tokensWithin(d decoder, before, inside int, target func(*within) any) (did []string) {
	defer func() {
		if v := recover(); v != nil {
			did = nil // encoding/json has moved the bytes of the value
		}
	}()
	token := func() {
		t, err := d.Token()
		did = append(did, fmt.Sprintf("%T %v, %s at %d", t, t, describe(err), d.InputOffset()))
	}
	for range before {
		token()
	}
	err := d.Decode(target(&within{func() {
		for range inside {
			token()
		}
	}}))
	if _, moved := err.(*stdjson.SyntaxError); moved && len(did) > before {
		return nil // encoding/json has moved the bytes of the value
	}
	did = append(did, fmt.Sprint("decoded ", describe(err), " at ", d.InputOffset()))
	for range 8 {
		token()
	}
	return did
}

// TestTokensWithin: a method that reads from the Decoder its value comes from reads what follows the value, and the
// Decoder goes on behind that.
func TestTokensWithin(t *testing.T) {
	compared := 0
	for _, doc := range []string{
		`[1] {"a":[2,{"b":3}],"c":{"d":4}} 5 [6,7,[8]] {"e":9} `, `[[1],{"a":2},3,[4,5]] [6] `, `{"a":{"b":[1]},"c":2,"d":[3]} {} {} `, `1 [2 {"a" 3 `, `{} {"zzz":1}, 2 `,
	} {
		for before := range 5 {
			for inside := range 6 {
				padded := doc + strings.Repeat("null ", 20) // nothing is read inside
				for n, target := range withins {
					want := tokensWithin(stdjson.NewDecoder(strings.NewReader(padded)), before, inside, target)
					if want == nil {
						continue
					}
					compared++
					if got := tokensWithin(NewDecoder(strings.NewReader(padded)), before, inside, target); !slices.Equal(got, want) {
						t.Errorf("%s: %d tokens, %d within target %d:\ngot  %q\nwant %q", doc, before, inside, n, got, want)
					}
				}
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d comparisons", compared)
	}
}

// endless gives the same text for ever.
type endless struct {
	text string
	n    int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		m := copy(p[n:], e.text[e.n:])
		n, e.n = n+m, (e.n+m)%len(e.text)
	}
	return n, nil
}

func TestStreamMemory(t *testing.T) {
	d := NewDecoder(&endless{text: "{\"a\":[1,2,3],\"b\":\"text\"}\n \n[]"})
	var raw RawMessage
	if n := testing.AllocsPerRun(1, func() {
		for range 10000 {
			if err := d.Decode(&raw); err != nil {
				t.Fatal(err)
			}
		}
	}); n > 40000 {
		t.Errorf("%v allocations", n)
	}
	if n := cap(d.r.Buffered()); n > 8<<10 {
		t.Errorf("buffer of %d bytes", n)
	}
	d = NewDecoder(&endless{text: `[`})
	if err := d.Decode(&raw); err == nil || !strings.Contains(err.Error(), "depth") {
		t.Errorf("nesting without end: %v", err)
	}
	d = NewDecoder(&pieces{strings.NewReader("1 "), rand.New(rand.NewPCG(1, 1)), 1})
	d = NewDecoder(silent{})
	if err := d.Decode(&raw); err != io.ErrNoProgress {
		t.Errorf("a reader that gives nothing: %v", err)
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// failing takes some bytes, then fails or takes too few.
type failing struct {
	bytes.Buffer
	writes []int
	room   int
	err    error
}

func (f *failing) Write(p []byte) (int, error) {
	f.writes = append(f.writes, len(p))
	n := min(len(p), f.room)
	f.room -= n
	f.Buffer.Write(p[:n])
	if n < len(p) {
		return n, f.err
	}
	return n, nil
}

func TestEncoder(t *testing.T) {
	type encoder interface {
		Encode(any) error
		SetIndent(prefix, indent string)
		SetEscapeHTML(bool)
	}
	values := []any{nil, 1, "a<b>", []int{}, []int{1, 2}, map[string]any{"x": []any{1.5, "é\u2028", nil, map[string]int{}}, "a": true}, make(chan int), RawMessage(` { "a" : [ 1 , "&" ] } `), RawMessage(`{`),
		strings.Repeat("x", 5000), func() {}, struct{ A, B any }{1, []string{"z"}}}
	for seed := range uint64(200) {
		run := func(f func(io.Writer) encoder) string {
			rnd := rand.New(rand.NewPCG(seed, 1))
			w := &failing{room: 1 << 30}
			switch rnd.IntN(3) {
			case 0:
				w.room, w.err = rnd.IntN(200), errBroken
			case 1:
				w.room = rnd.IntN(200)
			}
			e := f(w)
			log := ""
			for range 12 {
				switch rnd.IntN(6) {
				case 0:
					e.SetEscapeHTML(rnd.IntN(2) == 0)
				case 1:
					in := [][2]string{{"", ""}, {"", "  "}, {"> ", "\t"}, {">", ""}, {" ", "é"}}[rnd.IntN(5)]
					e.SetIndent(in[0], in[1])
				}
				log += describe(e.Encode(values[rnd.IntN(len(values))])) + "\n"
			}
			return fmt.Sprint(log, w.writes, "\n", w.String())
		}
		want := run(func(w io.Writer) encoder { return stdjson.NewEncoder(w) })
		got := run(func(w io.Writer) encoder { return NewEncoder(w) })
		if got != want {
			t.Fatalf("seed %d:\ngot  %s\nwant %s", seed, got, want)
		}
	}
}
