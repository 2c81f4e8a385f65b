//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"bytes"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json/v2"
)

// pieceRow is a value that a plan writes without calling methods.
type pieceRow struct {
	ID   int
	Name string
	Tags []string
	F    float64
}

func pieceRows(n int) []pieceRow {
	rows := make([]pieceRow, n)
	for i := range rows {
		rows[i] = pieceRow{i, strings.Repeat("n", i%40), []string{"a", "<b>"}, float64(i) / 3}
	}
	return rows
}

// failsAfter is a writer that returns an error after some writes.
type failsAfter struct {
	bytes.Buffer
	writes, most int
}

func (w *failsAfter) Write(b []byte) (int, error) {
	if w.writes++; w.most > 0 && w.writes > w.most {
		return 0, io.ErrClosedPipe
	}
	return w.Buffer.Write(b)
}

// TestMarshalWriteMemory tests that memory does not grow with the text.
func TestMarshalWriteMemory(t *testing.T) {
	rows := pieceRows(200_000)
	for range 2 { // the first call compiles
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := json.MarshalWrite(io.Discard, rows); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 2<<20 {
			t.Errorf("%d bytes allocated", got)
		}
	}
}

// chain has a text before and after each link. A plan does not follow more than some hundred links; the standard
// library does.
type chain struct {
	Before []pieceRow
	M      map[string]int
	Next   *chain
	After  []pieceRow
}

// chained returns a chain of n links with m in the first.
func chained(rows []pieceRow, m map[string]int, n int) *chain {
	c := &chain{After: rows}
	for range n {
		c = &chain{Next: c}
	}
	c.Before, c.M, c.After = rows, m, rows
	return c
}

// TestMarshalWritePieces compares long texts, and errors in them, with the standard library's. Each error comes after
// the first pieces were written.
func TestMarshalWritePieces(t *testing.T) {
	long := pieceRows(2_000)
	with := func(last pieceRow) any { return slices.Concat(long, []pieceRow{last}, long) }
	cycle := chained(long[:50], nil, 1)
	cycle.Next = cycle
	for name, v := range map[string]any{
		"rows":       long,
		"pointer":    &long,
		"NaN":        with(pieceRow{F: math.NaN()}),
		"UTF-8":      with(pieceRow{Name: "a\xffb"}),
		"UTF-8 last": []string{"\xff" + strings.Repeat("x", 32<<10-4), strings.Repeat("x", 40_000)},
		"two":        struct{ A, B string }{"\xff" + strings.Repeat("x", 33<<10), strings.Repeat("x", 40_000)},
		"channel": struct {
			A []pieceRow
			C chan int
		}{long, make(chan int)},
		"one link":   chained(long, nil, 1),
		"many links": chained(long, nil, 600),
		"map":        chained(long, map[string]int{"a": 1}, 600),
		"cycle":      cycle,
		"string":     strings.Repeat("<é>", 100_000),
		"nested":     [][][]pieceRow{{long, long}, {long}},
		"interfaces": []any{long, long},
	} {
		for o, opts := range [][]json.Options{{}, {json.Deterministic(true)}, {jsontext.AllowInvalidUTF8(true)}, {jsontext.EscapeForHTML(true), json.Deterministic(true)}} {
			var got, want bytes.Buffer
			json.ForgetTrials()
			err := json.MarshalWrite(&got, v, opts...)
			wanted := stdjson.MarshalWrite(&want, v, opts...)
			if fmt.Sprint(err) != fmt.Sprint(wanted) || !samePlace(err, wanted) {
				t.Errorf("%s, options %d: error %.300v, want %.300v", name, o, err, wanted)
			}
			if n := min(got.Len(), want.Len()); wanted == nil && got.Len() != want.Len() || !bytes.Equal(got.Bytes()[:n], want.Bytes()[:n]) {
				t.Errorf("%s, options %d: other text, of %d and %d bytes", name, o, got.Len(), want.Len())
			}
		}
	}
}

// wavering is zero at every second call of its method.
type wavering struct{ N int }

var waveringCalls int

func (wavering) IsZero() bool { waveringCalls++; return waveringCalls%2 == 0 }

// TestMarshalWriteZero tests that IsZero methods are not called again for a text of which a part is written.
func TestMarshalWriteZero(t *testing.T) {
	type row struct {
		F wavering `json:",omitzero"`
		R []pieceRow
		C *chain
	}
	var got bytes.Buffer
	json.ForgetTrials()
	waveringCalls = 0
	err := json.MarshalWrite(&got, []row{{R: pieceRows(2_000)}, {}, {C: chained(nil, nil, 600)}})
	if err != nil || !jsontext.Value(got.Bytes()).IsValid() {
		t.Errorf("%v, %d bytes: %.60s", err, got.Len(), got.Bytes())
	}
}

// samePlace reports whether two errors have the same offset and pointer.
func samePlace(a, b error) bool {
	x, ok := errors.AsType[*json.SemanticError](a)
	y, ok2 := errors.AsType[*json.SemanticError](b)
	return ok == ok2 && (!ok || x.ByteOffset == y.ByteOffset && x.JSONPointer == y.JSONPointer && x.GoType == y.GoType)
}

// TestMarshalWriteMaps tests texts with maps in no order, which differ from call to call, and after which a plan fails.
func TestMarshalWriteMaps(t *testing.T) {
	long := pieceRows(2_000)
	many := map[string]int{}
	for i := range 3_000 {
		many[fmt.Sprintf("key number %d", i)] = i
	}
	v := chained(long, many, 600)
	var got bytes.Buffer
	json.ForgetTrials()
	if err := json.MarshalWrite(&got, v); err != nil {
		t.Fatal(err)
	}
	text, err := stdjson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if err := errors.Join(stdjson.Unmarshal(got.Bytes(), &a), stdjson.Unmarshal(text, &b)); err != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("other values: %v", err)
	}
}

// TestMarshalWriteFails tests writers that fail at each of their first writes.
func TestMarshalWriteFails(t *testing.T) {
	long := pieceRows(10_000)
	all, err := json.Marshal(long)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range []any{long, chained(long, map[string]int{"a": 1, "b": 2}, 1), chained(long, nil, 600)} {
		for n := 1; n < 5; n++ {
			w := &failsAfter{most: n}
			json.ForgetTrials()
			err := json.MarshalWrite(w, v)
			want := stdjson.MarshalWrite(&failsAfter{most: n}, v)
			if want == nil || fmt.Sprint(err) != fmt.Sprint(want) || w.writes != n+1 || i == 0 && !bytes.HasPrefix(all, w.Bytes()) {
				t.Errorf("value %d, write %d fails: %v after %d writes, want %v", i, n, err, w.writes, want)
			}
		}
	}
}

// TestMarshalWriteNil holds that a nil *bytes.Buffer panics or fails where it does in the standard library: a bad value
// before it is written to, a good one when it is.
func TestMarshalWriteNil(t *testing.T) {
	outcome := func(write func(io.Writer, any, ...stdjson.Options) error, v any) (what string) {
		defer func() {
			if v := recover(); v != nil {
				what = fmt.Sprint("panics: ", v)
			}
		}()
		return fmt.Sprint(write((*bytes.Buffer)(nil), v))
	}
	for _, v := range []any{1, []any{}, math.NaN(), []float64{1, math.Inf(1)}, func() {}, pieceRows(3)} {
		if got, want := outcome(json.MarshalWrite, v), outcome(stdjson.MarshalWrite, v); got != want {
			t.Errorf("%T: %s, want %s", v, got, want)
		}
	}
}
