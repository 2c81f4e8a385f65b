package stream_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/stream"
)

// record is a value of the streams that end early here.
type record struct {
	ID   int
	Text string
}

func events(n int) []record {
	all := make([]record, n)
	for i := range all {
		all[i] = record{i, strings.Repeat("x", i%7) + "é"}
	}
	return all
}

const (
	spare     = 2000   // what a stream that fails may allocate beyond one that does not: less than the smallest thing of a pool
	maxStream = 12_000 // what one may allocate: its window and its strings, but nothing of a pool
)

// eventsOf returns an event for each record.
func eventsOf(all []record) iter.Seq2[stream.Event[record], error] {
	return func(yield func(stream.Event[record], error) bool) {
		for _, v := range all {
			if !yield(stream.Event[record]{Name: "record", Data: v}, nil) {
				return
			}
		}
	}
}

// TestStreamsBreak has readers fail at every position of a stream, in several ways: what came before is given once
// and in order, then the reader's error once, and nothing else.
func TestStreamsBreak(t *testing.T) {
	guard.Goroutines(t)
	want := events(12)
	var lines, list bytes.Buffer
	if err := errors.Join(stream.WriteLines(&lines, stream.NoError(slices.Values(want))), stream.WriteArray(&list, stream.NoError(slices.Values(want)))); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("broken")
	var records, named bytes.Buffer
	if err := errors.Join(stream.WriteRecords(&records, stream.NoError(slices.Values(want))), stream.WriteEvents(&named, eventsOf(want))); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		read func(io.Reader) iter.Seq2[record, error]
	}{
		"records": {records.String(), func(r io.Reader) iter.Seq2[record, error] { return stream.Records[record](r) }},
		"events": {named.String(), func(r io.Reader) iter.Seq2[record, error] {
			all := stream.Events[record](r)
			return func(yield func(record, error) bool) {
				all(func(e stream.Event[record], err error) bool { return yield(e.Data, err) })
			}
		}},
		"values":   {lines.String(), func(r io.Reader) iter.Seq2[record, error] { return stream.Values[record](r) }},
		"lines":    {lines.String(), func(r io.Reader) iter.Seq2[record, error] { return stream.Lines[record](r) }},
		"elements": {list.String(), func(r io.Reader) iter.Seq2[record, error] { return stream.Elements[record](r) }},
		"decoder": {lines.String(), func(r io.Reader) iter.Seq2[record, error] {
			d := stream.NewDecoder(r)
			return func(yield func(record, error) bool) {
				for {
					var v record
					err := d.Decode(&v)
					if !yield(v, err) || err != nil {
						return
					}
				}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			least := 0 // values that must have come, never fewer than at an earlier position
			for n := range len(c.text) + 1 {
				whole := io.MultiReader(strings.NewReader(c.text[:n]), iotest.ErrReader(cause))
				for way, r := range map[string]io.Reader{"whole": whole, "with-error": iotest.DataErrReader(io.MultiReader(strings.NewReader(c.text[:n]), iotest.ErrReader(cause)))} {
					var got []record
					var errs []error
					for v, err := range c.read(r) {
						if err == nil {
							got = append(got, v)
						} else if errs = append(errs, err); v != (record{}) {
							t.Errorf("after %d bytes, %s: %v with the error", n, way, v)
						}
					}
					if len(got) > len(want) || !slices.Equal(got, want[:len(got)]) || len(got) < least || len(errs) != 1 || !errors.Is(errs[0], cause) {
						t.Errorf("after %d bytes, %s: %v, errors %v", n, way, got, errs)
					}
					least = len(got)
				}
				// A reader that could go on after its error is not asked again.
				values := c.read(io.MultiReader(strings.NewReader(c.text[:n]), &failsOnce{err: cause}, strings.NewReader(c.text[n:])))
				for range values {
				}
				again := 0
				for v, err := range values {
					if again++; err != cause || v != (record{}) {
						t.Fatalf("after %d bytes, behind the error: %v, %v", n, v, err)
					}
				}
				if again != 1 {
					t.Fatalf("after %d bytes: %d errors behind the error", n, again)
				}
			}
			if least != len(want) {
				t.Errorf("%d values in the end", least)
			}
			drain := func(r io.Reader) {
				for _, err := range c.read(r) {
					_ = err
				}
			}
			failing := strings.NewReader(c.text[:len(c.text)-1])
			whole := strings.NewReader(c.text)
			good := guard.PerCall(func() { whole.Reset(c.text); drain(whole) })
			bad := guard.PerCall(func() { failing.Reset(c.text[:len(c.text)-1]); drain(io.MultiReader(failing, iotest.ErrReader(cause))) })
			if bad > good+spare || good > maxStream {
				t.Errorf("%d bytes for a stream that fails, %d for one that does not", bad, good)
			}
		})
	}
}

// failsOnce returns an error and then its end.
type failsOnce struct{ err error }

func (r *failsOnce) Read([]byte) (int, error) {
	err := r.err
	r.err = io.EOF
	return 0, err
}

var errCut = errors.New("broken pipe")

// cut takes so many bytes, then fails, and counts what it gets and how often it is called after that.
type cut struct {
	left, after int
	got         []byte
}

func (w *cut) Write(p []byte) (int, error) {
	if w.left < 0 {
		w.after++
		return 0, errCut
	}
	n := min(w.left, len(p))
	w.got = append(w.got, p[:n]...)
	if w.left -= n; n == len(p) {
		return n, nil
	}
	w.left = -1
	return n, errCut
}

// TestWritersBreak has writers fail at every position: what they have got is the beginning of what they should get,
// and they are not called again.
func TestWritersBreak(t *testing.T) {
	guard.Goroutines(t)
	all := events(300)
	for i := range all {
		all[i].Text = strings.Repeat("y", 40+i) // more than is written at once
	}
	for name, write := range map[string]func(w io.Writer) error{
		"values":   func(w io.Writer) error { return stream.WriteLines(w, stream.NoError(slices.Values(all))) },
		"elements": func(w io.Writer) error { return stream.WriteArray(w, stream.NoError(slices.Values(all))) },
		"records":  func(w io.Writer) error { return stream.WriteRecords(w, stream.NoError(slices.Values(all))) },
		"events":   func(w io.Writer) error { return stream.WriteEvents(w, eventsOf(all)) },
		"to":       func(w io.Writer) error { return zetes.MarshalTo(w, all) },
		"encoder": func(w io.Writer) error {
			e := stream.NewEncoder(w)
			for _, v := range all {
				if err := e.Encode(v); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			var want bytes.Buffer
			if err := write(&want); err != nil {
				t.Fatal(err)
			}
			for n := 0; n < want.Len(); n += 1 + n/50 {
				w := &cut{left: n}
				if err := write(w); err != errCut || w.after > 0 || !bytes.Equal(w.got, want.Bytes()[:n]) {
					t.Errorf("after %d bytes: %v, %d calls after the error, %d bytes", n, err, w.after, len(w.got))
				}
			}
		})
	}
}

// TestCancelledStreams cancels contexts before each value: none is lost, doubled or out of order up to there, none
// comes much later, and no goroutine stays.
func TestCancelledStreams(t *testing.T) {
	guard.Goroutines(t)
	all := events(30)
	text := ""
	for _, v := range all {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text += string(b) + "\n"
	}
	for n := range len(all) + 1 {
		var ctx context.Context
		var cancel context.CancelFunc
		// stopping gives the values and cancels before value n.
		stopping := func(yield func(record, error) bool) {
			i := 0
			for v, err := range stream.Values[record](strings.NewReader(text)) {
				if i++; i > n {
					cancel()
				}
				if !yield(v, err) {
					return
				}
			}
			cancel()
		}
		for _, workers := range []int{1, 3} {
			ctx, cancel = context.WithCancel(t.Context())
			var mu sync.Mutex
			seen := map[int]int{}
			err := stream.Consume(ctx, workers, stopping, func(_ context.Context, v record) error {
				mu.Lock()
				defer mu.Unlock()
				seen[v.ID]++
				return nil
			})
			for id, times := range seen {
				if times != 1 || id >= n {
					t.Errorf("consume: cancelled before value %d: value %d came %d times", n, id, times)
				}
			}
			if err != context.Canceled || len(seen) < n-workers {
				t.Errorf("consume: cancelled before value %d: %v, %d values", n, err, len(seen))
			}
			cancel()
		}
	}
}

// TestConsumeWaits holds that Consume returns when all calls have.
func TestConsumeWaits(t *testing.T) {
	for name, fail := range map[string]error{"error": errCut, "end": nil} {
		var running atomic.Int32
		first := make(chan struct{})
		err := stream.Consume(t.Context(), 2, stream.NoError(slices.Values([]int{0, 1})), func(ctx context.Context, n int) error {
			running.Add(1)
			defer running.Add(-1)
			if n == 1 {
				<-first
				return fail
			}
			close(first)
			if fail != nil {
				<-ctx.Done()
			}
			time.Sleep(5 * time.Millisecond)
			return nil
		})
		if left := running.Load(); left != 0 || err != fail {
			t.Errorf("%s: %d calls are running, %v", name, left, err)
		}
	}
}

// TestConsumeEnds: a call that ends its goroutine ends Consume and the goroutine that waits for it, whichever value it
// has, however many goroutines there are, and whatever the other calls do. No work that is left is reported as done.
func TestConsumeEnds(t *testing.T) {
	for what, end := range map[string]func(){"panic: p": func() { panic("p") }, "panic: " + new(runtime.PanicNilError).Error(): func() { panic(nil) }, "exit": runtime.Goexit} {
		for n := range 4 {
			for at := range 4 {
				for _, busy := range []bool{false, true} {
					if busy && at >= max(n, 1) {
						continue // no goroutine comes to that value
					}
					var calls atomic.Int32
					got := make(chan string, 1)
					go func() {
						said := "exit"
						defer func() { got <- said }()
						defer func() {
							if v := recover(); v != nil {
								said = fmt.Sprint("panic: ", v)
							}
						}()
						err := stream.Consume(t.Context(), n, stream.NoError(slices.Values([]int{0, 1, 2, 3})), func(ctx context.Context, v int) error {
							calls.Add(1)
							if v == at {
								end()
							}
							if busy && n > 1 {
								<-ctx.Done()
								return ctx.Err()
							}
							return nil
						})
						said = fmt.Sprint("returned ", err)
					}()
					if said := <-got; said != what {
						t.Errorf("%d goroutines, value %d: %s, want %s, after %d calls", n, at, said, what, calls.Load())
					}
				}
			}
		}
	}
}

// lastLine returns the last of lines that end with a line break. What comes as a context ends is not sent.
func lastLine(s string) string {
	lines := strings.SplitAfter(s, "\n")
	return fmt.Sprint(lines[max(len(lines)-2, 0)])
}
