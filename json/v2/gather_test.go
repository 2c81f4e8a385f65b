//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/json/v2"
)

// pieces is a reader that has text in pieces of some bytes, and ends with an error, which may come with the last piece
// and then again.
type pieces struct {
	text  string
	size  int
	err   error
	early bool
	asked bool // for more than there is
}

func (r *pieces) Read(b []byte) (int, error) {
	if r.text == "" {
		r.asked = true
		return 0, r.err
	}
	n := copy(b, r.text[:min(r.size, len(r.text))])
	if r.text = r.text[n:]; r.early && r.text == "" {
		return n, r.err
	}
	return n, nil
}

var errBroken = errors.New("broken")

// recorder has a method that reads, which may fail.
type recorder struct{ Got []string }

func (r *recorder) UnmarshalJSON(b []byte) error {
	if r.Got = append(r.Got, string(b)); strings.Contains(string(b), "bad") {
		return errors.New("bad")
	}
	return nil
}

// readPieces reads from a reader with the beginning of doc that then ends or breaks, and compares the result with the
// standard library's. It returns whether more was asked for than the standard library needs.
func readPieces(t *testing.T, doc string, size int, end error, target func() any, set json.Options) (asks bool) {
	got, want := target(), target()
	early := size%2 == 0
	ours, std := &pieces{text: doc, size: size, err: end, early: early}, &pieces{text: doc, size: size, err: end, early: early}
	gotErr, wantErr := json.UnmarshalRead(ours, got, set), stdjson.UnmarshalRead(std, want, set)
	if wrong(gotErr, wantErr) || errors.Is(gotErr, errBroken) != errors.Is(wantErr, errBroken) || !reflect.DeepEqual(got, want) {
		t.Errorf("%.300q in pieces of %d, then %v, into %T\n got %+v, %v\nwant %+v, %v", doc, size, end, got, got, gotErr, want, wantErr)
	}
	return ours.asked && !std.asked
}

// TestPieces reads the beginnings of all documents from readers that have no more, which then end or break. Text that
// is not JSON is found without waiting for more.
func TestPieces(t *testing.T) {
	targets := []func() any{
		func() any { return new(outer) }, func() any { return new(any) }, func() any { return new([]outer) }, func() any { return &outer{Name: "x", Tags: []string{"y"}} },
		func() any { return new(map[string]recorder) }, func() any { return new(int) }, func() any { return new(string) },
	}
	docs := append([]string{`{"a":1,"b":"bad","c":2}`, `{"a":1,"a":2}`, `{"a":{"b":[1,2]}}`, `"text"`, `[{"id":1},{"id":"x"}]`, ` 12 `, `12 3`}, documents...)
	for i, doc := range docs {
		if len(doc) > 1000 {
			continue // pointers in the standard library's errors about deep values depend on its pooled buffers
		}
		for cut := 0; cut <= len(doc); cut++ {
			for _, size := range []int{1, 2, 5, 50, 1000} {
				for j, target := range targets {
					if (i+cut+size+j)%2 != 0 {
						continue
					}
					json.ForgetTrials()
					for _, end := range []error{io.EOF, errBroken} {
						set := []json.Options{nil, json.RejectUnknownMembers(true)}[size%2]
						if asks := readPieces(t, doc[:cut], size, end, target, set); asks && !begins(doc[:cut]) {
							t.Errorf("%q in pieces of %d into %T: the error is not found without waiting", doc[:cut], size, target())
						}
					}
					if t.Failed() {
						return
					}
				}
			}
		}
	}
}

// begins reports whether text is JSON, or may become JSON by more text, whatever its names and bytes are.
func begins(text string) bool {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		if _, err := d.ReadToken(); err != nil {
			return err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// TestPiecesGiven: the standard library gets text that does not fit in the pieces in which it came, since pointers in
// its errors depend on them.
func TestPiecesGiven(t *testing.T) {
	docs := []string{`{"tags":{"a":{"F":{"`, `{"name":{"a":"\ud800"},"C":1}`, `{"name":{"zz":{"t":{"N":7,"H":49,"N":103}}}}`, `{"tags":{"t":"},` + "\n" + `"zz":{}}}`}
	for _, doc := range docs {
		for size := 1; size <= 20; size++ {
			for _, target := range []func() any{func() any { return new(outer) }, func() any { return new(struct{ Name, Tags []string }) }} {
				json.ForgetTrials()
				readPieces(t, doc, size, io.EOF, target, json.MatchCaseInsensitiveNames(true))
			}
		}
	}
}

// TestPiecesServed: a plan decodes what comes in pieces.
func TestPiecesServed(t *testing.T) {
	guard.Path(t, fast.Gather)
	doc := "[" + strings.TrimSuffix(strings.Repeat(`{"X":1,"y":["a","b"]},`, 500), ",") + "]"
	allocs := func(read func(io.Reader, any, ...json.Options) error, size int) float64 {
		return testing.AllocsPerRun(100, func() {
			var v []inner
			if err := read(&pieces{text: doc, size: size, err: io.EOF}, &v); err != nil || len(v) != 500 {
				t.Fatal(err, len(v))
			}
		})
	}
	for _, size := range []int{len(doc), len(doc) - 1, len(doc)/2 + 1, 1000, 50} {
		json.ForgetTrials()
		if ours, std := allocs(json.UnmarshalRead, size), allocs(stdjson.UnmarshalRead, size); ours > std/2 && !raceEnabled {
			t.Errorf("in pieces of %d: %v allocations, in the standard library %v", size, ours, std)
		}
	}
}

// FuzzUnmarshalRead reads any text in pieces of any size, under any of the sets of options.
func FuzzUnmarshalRead(f *testing.F) {
	for i, doc := range documents {
		if len(doc) < 1000 {
			f.Add(doc, uint16(i), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, doc string, size uint16, n uint8) {
		for _, target := range []func() any{
			func() any { return new(outer) }, func() any { return new(any) }, func() any { return new([]map[string]inner) }, func() any { return new(map[string]recorder) },
		} {
			for _, end := range []error{io.EOF, errBroken} {
				readPieces(t, doc, int(size)+1, end, target, sets[int(n)%len(sets)])
			}
		}
	})
}
