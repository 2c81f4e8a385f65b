package hostile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// breaking writes so many bytes, then fails or writes short.
type breaking struct {
	left  int
	short bool
}

var errBreaking = errors.New("broken pipe")

func (w *breaking) Write(p []byte) (int, error) {
	n := min(w.left, len(p))
	if w.left -= n; n == len(p) {
		return n, nil
	}
	if w.short {
		return n, nil
	}
	return n, errBreaking
}

// TestFailuresLeavePoolsClean has every way of writing and reading end early, in many goroutines, and looks for
// what that leaves to others.
func TestFailuresLeavePoolsClean(t *testing.T) {
	type row struct {
		ID   int
		Text string
	}
	rows := func(n int, fail error) iter.Seq2[row, error] {
		return func(yield func(row, error) bool) {
			for i := range n {
				if !yield(row{i, strings.Repeat("x", 100)}, nil) {
					return
				}
			}
			if fail != nil {
				yield(row{}, fail)
			}
		}
	}
	panics := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, _ *chan int) { w.BeginObject(); w.Name("left open"); panic("codec") },
		func(r *codec.Reader, _ *chan int) { r.BeginObject(); panic("codec") },
	)}}.Freeze()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	ways := map[string]func() (got, want error){
		"writer": func() (error, error) { return zetes.MarshalTo(&breaking{}, row{}), errBreaking },
		"short": func() (error, error) {
			return zetes.MarshalTo(&breaking{left: 3, short: true}, row{}), io.ErrShortWrite
		},
		"values": func() (error, error) { return stream.WriteLines(&breaking{left: 40000}, rows(1000, nil)), errBreaking },
		"elements": func() (error, error) {
			return stream.WriteArray(&breaking{short: true}, rows(1000, nil)), io.ErrShortWrite
		},
		"sequence": func() (error, error) {
			return stream.WriteArray(io.Discard, rows(10, io.ErrClosedPipe)), io.ErrClosedPipe
		},
		"consume cancelled": func() (error, error) {
			return stream.Consume(cancelled, 3, rows(100, nil), func(context.Context, row) error { return nil }), context.Canceled
		},
		"consume": func() (error, error) {
			return stream.Consume(context.Background(), 3, rows(100, nil), func(context.Context, row) error { return io.ErrNoProgress }), io.ErrNoProgress
		},
		"codec": func() (error, error) {
			_, err := panics.Marshal(map[string]any{"a": "before", "b": make(chan int)})
			var p *codec.Panic
			if errors.As(err, &p) {
				err = io.EOF
			}
			return err, io.EOF
		},
		"decoding codec": func() (error, error) {
			var v struct{ C chan int }
			var p *codec.Panic
			err := panics.UnmarshalString(`{"C":{"a":[1]}}`, &v)
			if errors.As(err, &p) {
				err = io.EOF
			}
			return err, io.EOF
		},
	}
	want := `{"ID":7,"Text":"\u003cclean\u003e"}`
	var wg sync.WaitGroup
	for name, way := range ways {
		wg.Go(func() {
			for range 50 {
				if got, want := way(); !errors.Is(got, want) {
					t.Errorf("%s: got %v, want %v", name, got, want)
				}
				for _, api := range []*zetes.API{panics, zetes.Exact().Freeze()} {
					var b bytes.Buffer
					if err := api.MarshalTo(&b, row{7, "<clean>"}); err != nil || b.String() != want {
						t.Errorf("after %s: %s, %v", name, b.String(), err)
					}
					var v row
					if err := api.UnmarshalString(want, &v); err != nil || v != (row{7, "<clean>"}) {
						t.Errorf("after %s: %v, %v", name, v, err)
					}
				}
			}
		})
	}
	wg.Wait()
}
