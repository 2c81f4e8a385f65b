package transfer_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/stream"
)

// miscount gives text, and then a count that it can't have read: beyond what it was asked for by over, or negative.
type miscount struct {
	text string
	over int
}

func (m *miscount) Read(p []byte) (int, error) {
	n := copy(p, m.text)
	if m.text = m.text[n:]; n > 0 {
		return n, nil
	}
	if m.over < 0 {
		return m.over, nil
	}
	return len(p) + m.over, nil
}

// TestReadCounts brings readers whose counts can't be to everything that reads: that is an error, and nobody takes
// such a count.
func TestReadCounts(t *testing.T) {
	api := zetes.Exact().Freeze()
	last := func(seq func(func([]int, error) bool)) (err error) {
		for _, err = range seq {
		}
		return err
	}
	ways := map[string]func(r io.Reader) error{
		"UnmarshalFrom":     func(r io.Reader) error { return zetes.UnmarshalFrom(r, new([]int)) },
		"API.UnmarshalFrom": func(r io.Reader) error { return api.UnmarshalFrom(r, new([]int)) },
		"Values":            func(r io.Reader) error { return last(stream.Values[[]int](r)) },
		"Lines":             func(r io.Reader) error { return last(stream.Lines[[]int](r)) },
		"Elements": func(r io.Reader) error {
			return last(func(yield func([]int, error) bool) {
				stream.Elements[int](r)(func(_ int, err error) bool { return yield(nil, err) })
			})
		},
		"Events": func(r io.Reader) error {
			return last(func(yield func([]int, error) bool) {
				stream.Events[int](r)(func(_ stream.Event[int], err error) bool { return yield(nil, err) })
			})
		},
		"Records":               func(r io.Reader) error { return last(stream.Records[[]int](r)) },
		"stream.Decoder.Decode": func(r io.Reader) error { return stream.NewDecoder(r, stream.Using(api)).Decode(new([]int)) },
		"stream.Decoder.Token":  func(r io.Reader) error { return tokens(stream.NewDecoder(r, stream.Using(api))) },
		"codec.Reader":          func(r io.Reader) error { c := codec.NewReader(r); c.Skip(); return c.Err() },
		"ReadValue":             func(r io.Reader) error { c := codec.NewReader(r); zetes.ReadValue(c, new([]int)); return c.Err() },
		"buffer.Buffer":         func(r io.Reader) error { _, err := buffer.New().ReadFrom(r); return err },
		"httpjson.Read": func(r io.Reader) error {
			return httpjson.Read(httptest.NewRequest("POST", "/", r), new([]int), httpjson.AnyContentType())
		},
		"httpjson.Read, no end": func(r io.Reader) error {
			return httpjson.Read(httptest.NewRequest("POST", "/", r), new([]int), httpjson.AnyContentType(), httpjson.MaxBytes(-1))
		},
	}
	for name, way := range ways {
		for _, over := range []int{1, 128, 129, 1 << 20, math.MaxInt - 1<<20, -1, math.MinInt} {
			for _, text := range []string{"", "[", "[1,2", "[" + strings.Repeat("1,", 20_000)} {
				err := way(&miscount{text, over})
				for e := err; e != nil; e = errors.Unwrap(e) {
					err = e
				}
				if fmt.Sprint(err) != "reader returned invalid count from Read" {
					t.Errorf("%s behind %.8q, %d: %v", name, text, over, err)
				}
			}
		}
	}
}

// tokens reads tokens to the end.
func tokens(d *stream.Decoder) error {
	for {
		if _, err := d.Token(); err != nil {
			return err
		}
	}
}

type miscounting int

func (m miscounting) Write([]byte) (int, error) { return int(m), nil }

// TestWriteCounts brings writers whose counts can't be to everything that writes.
func TestWriteCounts(t *testing.T) {
	list := []int{1, 2, 3}
	seq := stream.NoError(func(yield func([]int) bool) { yield(list) })
	api := zetes.Config{}.Freeze()
	ways := map[string]func(w io.Writer) (int64, error){
		"MarshalTo":      func(w io.Writer) (int64, error) { return 0, zetes.MarshalTo(w, list) },
		"API.MarshalTo":  func(w io.Writer) (int64, error) { return 0, api.MarshalTo(w, list) },
		"stream.Encoder": func(w io.Writer) (int64, error) { return 0, stream.NewEncoder(w, stream.Using(api)).Encode(list) },
		"WriteValues":    func(w io.Writer) (int64, error) { return 0, stream.WriteLines(w, seq) },
		"WriteElements":  func(w io.Writer) (int64, error) { return 0, stream.WriteArray(w, seq) },
		"codec.Writer":   func(w io.Writer) (int64, error) { c := codec.NewWriter(w); c.Int(1); return 0, c.Close() },
		"buffer.Buffer":  func(w io.Writer) (int64, error) { b := buffer.New(); b.WriteString("abc"); return b.WriteTo(w) },
		"buffer.ReadCloser": func(w io.Writer) (int64, error) {
			b := buffer.New()
			b.WriteString("abc")
			return b.ReadCloser().WriteTo(w)
		},
	}
	for name, way := range ways {
		for _, count := range []int{-1, math.MinInt, 100, math.MaxInt} {
			n, err := way(miscounting(count))
			for e := err; e != nil; e = errors.Unwrap(e) {
				err = e
			}
			if n != 0 || fmt.Sprint(err) != "invalid write result" {
				t.Errorf("%s, %d: %d, %v", name, count, n, err)
			}
		}
	}
}
