package stream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// piecesOf keeps what each call of Write got, and fails from the call number broken on unless that is 0.
type piecesOf struct {
	bytes.Buffer
	sizes  []int
	broken int
}

var errBroken = errors.New("broken")

func (w *piecesOf) Write(p []byte) (int, error) {
	w.sizes = append(w.sizes, len(p))
	if w.broken > 0 && len(w.sizes) >= w.broken {
		return 0, errBroken
	}
	return w.Buffer.Write(p)
}

// shout writes itself, as JSON with white space.
type shout string

func (s shout) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(string(s))
	return fmt.Appendf(nil, "[ %s ,1 ]", b), err
}

// leaf and branch have a member of every kind that is written in a way of its own.
type leaf struct {
	ID    int
	Name  string
	Short []int8
	Flags []bool
	When  time.Time
	Maybe opt.Value[[]string] `json:",omitzero"`
	Left  *leaf               `json:",omitempty"`
}

type branch struct {
	Leaves  []leaf
	Ints    []int
	Floats  []float64
	Words   []string
	Smalls  []uint16
	Nulls   []*int
	Data    [][]byte
	Shouts  []shout
	ByName  map[string]leaf
	Numbers map[string]float64
	Texts   map[string]string
	Odd     map[int]any
	Any     any
	Raw     json.RawMessage
	Quoted  int    `json:",string"`
	Said    string `json:",string"`
	Exact   json.Number
	Next    *branch
}

// madeBranch returns a value whose lists and texts have up to most elements and characters.
func madeBranch(r *rand.Rand, most, depth int) *branch {
	count := func() int { return r.IntN(most + 1) }
	text := func() string {
		all := []string{"a", "b c", `"`, "\\", "<", "é", "\u2028", "\x00", "\xff", "0123456789"}
		var b strings.Builder
		for range count() {
			b.WriteString(all[r.IntN(len(all))])
		}
		return b.String()
	}
	made := func() leaf {
		l := leaf{ID: r.Int() >> r.IntN(60), Name: text(), Short: make([]int8, count()), Flags: make([]bool, count()), When: time.Unix(int64(r.Uint32()), 0).UTC()}
		if r.IntN(2) == 0 {
			l.Maybe = opt.Of(slices.Repeat([]string{"x"}, count()))
			l.Left = &leaf{Name: text()}
		}
		return l
	}
	one := 1
	b := &branch{Quoted: r.Int(), Said: text(), Exact: json.Number("12.50"), Raw: json.RawMessage(`{"a": [ 1, "<" ]}`)}
	b.ByName, b.Numbers, b.Texts, b.Odd = map[string]leaf{}, map[string]float64{}, map[string]string{}, map[int]any{}
	var list []any
	for range count() {
		b.Leaves = append(b.Leaves, made())
		b.Ints = append(b.Ints, r.Int()>>r.IntN(62))
		b.Floats = append(b.Floats, r.NormFloat64())
		b.Words = append(b.Words, text())
		b.Smalls = append(b.Smalls, uint16(r.Uint32()))
		b.Nulls = append(b.Nulls, nil, &one)
		b.Data = append(b.Data, []byte(text()))
		b.Shouts = append(b.Shouts, shout(text()))
		b.ByName[text()] = made()
		b.Numbers[text()] = r.Float64()
		b.Texts[text()] = text()
		b.Odd[r.Int()] = made()
		list = append(list, text(), r.Float64(), true, map[string]any{"k": text()}, []any{1, nil}, made())
	}
	b.Any = list
	if depth > 0 {
		b.Next = madeBranch(r, most, depth-1)
	}
	return b
}

// TestFlushAt writes values in pieces of all sizes, and has the same bytes as in one.
func TestFlushAt(t *testing.T) {
	seeds := uint64(60)
	if !long.On() {
		seeds = 10
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		v := madeBranch(r, 1+r.IntN(40), r.IntN(3))
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, '\n')
		for _, size := range []int{1, 2, 100, 1000 + r.IntN(3000), 1 << 16} {
			var w piecesOf
			e := stream.NewEncoder(&w, stream.FlushAt(size))
			for range 2 { // the second time with what the first has left
				if w = (piecesOf{}); e.Encode(v) != nil || w.String() != string(want) {
					t.Fatalf("seed %d, pieces of %d: %d bytes, want %d, differ from %d on", seed, size, w.Len(), len(want), differFrom(w.Bytes(), want))
				}
				for _, n := range w.sizes[:len(w.sizes)-1] {
					if n < size {
						t.Fatalf("seed %d: a piece of %d, want %d at least", seed, n, size)
					}
				}
			}
			if len(want) > 3*size+6000 && len(w.sizes) < 3 {
				t.Errorf("seed %d: %d bytes in %d pieces, want pieces of %d", seed, len(want), len(w.sizes), size)
			}
		}
	}
}

func differFrom(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// TestFlushAtWriters writes lines and arrays of values that are larger than pieces, and smaller ones.
func TestFlushAtWriters(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var list []*branch
	for range 20 {
		list = append(list, madeBranch(r, r.IntN(30), 0))
	}
	var lines bytes.Buffer
	for _, v := range list {
		b, _ := json.Marshal(v)
		lines.Write(append(b, '\n'))
	}
	array, _ := json.Marshal(list)
	for _, size := range []int{1, 500, 5000, 0} {
		for _, parallel := range []bool{false, true} {
			opts := []stream.Option{stream.FlushAt(size)}
			if parallel {
				opts = append(opts, stream.Parallel(2))
			}
			var w piecesOf
			if err := stream.WriteLines(&w, stream.NoError(slices.Values(list)), opts...); err != nil || w.String() != lines.String() {
				t.Errorf("lines, pieces of %d: %v, differ from %d on", size, err, differFrom(w.Bytes(), lines.Bytes()))
			}
		}
		var w piecesOf
		if err := stream.WriteArray(&w, stream.NoError(slices.Values(list)), stream.FlushAt(size)); err != nil || w.String() != string(array) {
			t.Errorf("array, pieces of %d: %v, differ from %d on", size, err, differFrom(w.Bytes(), array))
		}
	}
}

// TestFlushAtWhole has choices about the text as a whole, for which values are not written in pieces.
func TestFlushAtWhole(t *testing.T) {
	v := map[string]any{"b": strings.Repeat("x", 5000), "a": 1}
	api := zetes.Config{Canonical: true}.Freeze()
	want, _ := api.Marshal(v)
	var w piecesOf
	if err := stream.NewEncoder(&w, stream.FlushAt(10), stream.Using(api)).Encode(v); err != nil || w.String() != string(want)+"\n" || len(w.sizes) != 1 {
		t.Errorf("canonical: %v, %d bytes in %d pieces", err, w.Len(), len(w.sizes))
	}
	w = piecesOf{}
	e := stream.NewEncoder(&w, stream.FlushAt(10))
	e.SetIndent("", " ")
	want, _ = json.MarshalIndent(v, "", " ")
	if err := e.Encode(v); err != nil || w.String() != string(want)+"\n" || len(w.sizes) != 1 {
		t.Errorf("indented: %v, %d bytes in %d pieces", err, w.Len(), len(w.sizes))
	}
}

// TestFlushAtMemory writes values of 4 MB and more, in short of 1 MB, of which memory holds a piece.
func TestFlushAtMemory(t *testing.T) {
	n := 1 << 17
	if !long.On() {
		n >>= 2
	}
	numbers := make([]float64, 2*n)
	for i := range numbers {
		numbers[i] = float64(i) + 0.123456789
	}
	words := slices.Repeat([]string{"twelve bytes", "and \"quoted\""}, n)
	values := map[string]any{
		"structs": slices.Repeat([]leaf{{ID: 1 << 30, Name: strings.Repeat("n", 50)}}, n/2),
		"floats":  numbers,
		"ints":    slices.Repeat([]int64{math.MaxInt64}, n),
		"smalls":  slices.Repeat([]uint32{math.MaxUint32}, 2*n),
		"words":   words,
		"any":     slices.Repeat([]any{1.5, "text", nil, true, map[string]any{"k": "v"}}, n),
		"methods": slices.Repeat([]json.RawMessage{json.RawMessage(`{"a":[1,2,3]}`)}, n),
		"bytes":   slices.Repeat([][]byte{[]byte(strings.Repeat("b", 60))}, n/2),
		"nested":  slices.Repeat([][]int16{slices.Repeat([]int16{-1}, 100)}, n/12),
		"maps":    slices.Repeat([]map[string]int{{"a": 1, "b": 2}}, n),
	}
	for name, v := range values {
		e := stream.NewEncoder(io.Discard, stream.FlushAt(0))
		write := func() uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := e.Encode(v); err != nil {
				t.Fatal(name, err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		write()
		if size := write(); size > 1<<18 {
			t.Errorf("%s: took %d bytes of memory", name, size)
		}
	}
}

// TestFlushAtCut has values of which the last part has no JSON.
func TestFlushAtCut(t *testing.T) {
	type document struct {
		List []any `json:"list"`
	}
	long := document{List: append(slices.Repeat([]any{"some text"}, 1000), math.NaN())}
	var w piecesOf
	e := stream.NewEncoder(&w, stream.FlushAt(1000))
	err := e.Encode(long)
	var located *zetes.Error
	if !errors.As(err, &located) || located.Pointer != "/list/1000" {
		t.Errorf("got %v, want an error at /list/1000", err)
	}
	if !strings.HasPrefix(w.String(), `{"list":["some text","some`) || w.Len() < 8000 {
		t.Errorf("%d bytes were written: %.30s", w.Len(), w.String())
	}
	if again := e.Encode(1); again != err {
		t.Errorf("a value behind a cut one: %v, want %v", again, err)
	}
	e.Reset(&w)
	if w.Reset(); e.Encode(1) != nil || w.String() != "1\n" {
		t.Errorf("after Reset: %q", w.String())
	}
	// Of a value that fails before the first piece nothing is written, and others may follow.
	w = piecesOf{}
	if err := e.Encode(document{List: []any{math.NaN()}}); err == nil || w.Len() > 0 {
		t.Errorf("a short value: %v, %q", err, w.String())
	}
	if err := e.Encode(2); err != nil || w.String() != "2\n" {
		t.Errorf("behind a short value: %v, %q", err, w.String())
	}
	// Lines in front of a cut one are whole.
	w = piecesOf{}
	err = stream.WriteLines(&w, stream.NoError(slices.Values([]document{{}, long, {}})), stream.FlushAt(1000))
	if !errors.As(err, &located) || located.Value != 2 || !strings.HasPrefix(w.String(), "{\"list\":null}\n{\"list\":[\"some text\"") {
		t.Errorf("lines: %v, %.60q", err, w.String())
	}
	err = stream.WriteArray(io.Discard, stream.NoError(slices.Values([]document{{}, long})), stream.FlushAt(1000))
	if !errors.As(err, &located) || located.Pointer != "/1/list/1000" {
		t.Errorf("array: %v, want an error at /1/list/1000", err)
	}
}

// TestFlushAtCodec has a codec fail behind pieces, whose error has no place then.
func TestFlushAtCodec(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(func(w *codec.Writer, v *leaf) {
		if v.ID < 0 {
			w.Fail(errBroken)
			return
		}
		w.Int(int64(v.ID))
	}, nil)}}.Freeze()
	list := append(make([]leaf, 2000), leaf{ID: -1})
	for _, c := range []struct {
		from int
		want string
	}{{1900, "/100"}, {0, ""}} {
		err := stream.NewEncoder(io.Discard, stream.FlushAt(100), stream.Using(api)).Encode(list[c.from:])
		var located *zetes.Error
		if !errors.As(err, &located) || located.Pointer != c.want || !errors.Is(err, errBroken) {
			t.Errorf("codec behind %d elements: %v, want an error at %q", len(list)-1-c.from, err, c.want)
		}
	}
}

// count counts the calls of its method.
type count struct{ calls *int }

func (c count) MarshalJSON() ([]byte, error) {
	*c.calls++
	return []byte(`"a text of some length"`), nil
}

// TestFlushAtBroken has a writer that fails: nothing is encoded much further, and the error is the writer's.
func TestFlushAtBroken(t *testing.T) {
	for broken := 1; broken < 6; broken++ {
		calls := 0
		for name, v := range map[string]any{
			"methods": slices.Repeat([]count{{&calls}}, 10_000),
			"structs": slices.Repeat([]struct{ C count }{{count{&calls}}}, 10_000),
			"any":     slices.Repeat([]any{count{&calls}, "text"}, 10_000),
			"maps":    slices.Repeat([]map[string]count{{"a": {&calls}}}, 10_000),
			"words":   slices.Repeat([]string{"twelve bytes"}, 10_000),
			"ints":    slices.Repeat([]int64{math.MaxInt64}, 10_000),
			"texts":   slices.Repeat([]map[string]string{{"a": strings.Repeat("x", 100)}}, 10_000),
		} {
			calls = 0
			w := piecesOf{broken: broken}
			e := stream.NewEncoder(&w, stream.FlushAt(1000))
			if err := e.Encode(v); err != errBroken {
				t.Fatalf("%s: got %v, want the writer's error", name, err)
			}
			if len(w.sizes) != broken || calls > 200*broken {
				t.Errorf("%s: the writer was called %d times, want %d; methods %d times", name, len(w.sizes), broken, calls)
			}
			if err := e.Encode(1); err != errBroken {
				t.Errorf("%s: the next value: %v", name, err)
			}
			w = piecesOf{broken: broken}
			if err := stream.WriteLines(&w, stream.NoError(slices.Values([]any{v, v})), stream.FlushAt(1000)); err != errBroken || len(w.sizes) != broken {
				t.Errorf("%s: lines: %v", name, err)
			}
		}
	}
}

// meddler encodes by its own encoder, resets it, and changes what is being written.
type meddler struct {
	e     *stream.Encoder
	out   piecesOf
	busy  bool
	value []map[string][]int
}

func (w *meddler) Write(p []byte) (int, error) {
	if w.out.Write(p); !w.busy {
		w.busy = true
		w.e.Encode("within")
		w.e.Reset(w)
		for _, m := range w.value {
			if clear(m); m == nil {
				continue
			}
			m["new"] = slices.Repeat([]int{7}, 1000)
		}
		clear(w.value)
		w.busy = false
	}
	return len(p), nil
}

// TestFlushAtMeddler has a writer that does whatever it can with the encoder that calls it and with the value.
func TestFlushAtMeddler(t *testing.T) {
	for range 20 {
		w := &meddler{}
		for range 100 {
			m := map[string][]int{}
			for i := range 20 {
				m[fmt.Sprint("key", i)] = make([]int, i)
			}
			w.value = append(w.value, m)
		}
		w.e = stream.NewEncoder(w, stream.FlushAt(1))
		if err := w.e.Encode(w.value); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(w.out.String(), "\"within\"\n", "")
		if !json.Valid([]byte(text)) {
			t.Fatalf("no JSON: %.200s", text)
		}
		w.out = piecesOf{}
		if err := w.e.Encode(1); err != nil || !strings.HasPrefix(w.out.String(), "1\n") {
			t.Fatalf("after Reset: %v, %q", err, w.out.String())
		}
	}
}

// TestFlushAtDeep has values that are too deep for the machine, and rings.
func TestFlushAtDeep(t *testing.T) {
	type node struct {
		Text string
		Next *node `json:",omitempty"`
	}
	chain := func(n int) *node {
		var first *node
		for range n {
			first = &node{strings.Repeat("x", 20), first}
		}
		return first
	}
	for _, n := range []int{10, 3990, 4100, 9000} {
		v := chain(n)
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var w piecesOf
		if err := stream.NewEncoder(&w, stream.FlushAt(1000)).Encode(v); err != nil || w.String() != string(want)+"\n" {
			t.Errorf("%d levels: %v, %d bytes, want %d", n, err, w.Len(), len(want))
		}
	}
	ring := chain(5)
	ring.Next.Next.Next = ring
	_, want := json.Marshal(ring)
	err := stream.NewEncoder(io.Discard, stream.FlushAt(1000)).Encode(ring)
	var located *zetes.Error
	if !errors.As(err, &located) || located.Err.Error() != want.Error() {
		t.Errorf("a ring: %v, want %v", err, want)
	}
}
