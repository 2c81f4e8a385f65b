package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// row is a line of the tests' streams.
type row struct {
	ID   int
	Text string
	List []float64
}

// randomLines makes lines, of which some are blank, broken, of another kind, or long.
func randomLines(rnd *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		switch rnd.IntN(12) {
		case 0:
			b.WriteString("  \t")
		case 1:
			fmt.Fprintf(&b, `{"ID":%d,"Text":`, i)
		case 2:
			fmt.Fprintf(&b, `{"ID":"é%d","Text":"x"} `, i)
		case 3:
			fmt.Fprintf(&b, `{"ID":%d} {"ID":2}`, i)
		case 4:
			fmt.Fprintf(&b, `{"ID":%d,"Text":%q}`, i, strings.Repeat("long ", rnd.IntN(200)))
		default:
			fmt.Fprintf(&b, `{"ID":%d,"Text":"t\u0041","List":[1,2.5]}`, i)
		}
		b.WriteString([]string{"\n", "\r\n", "\n\n"}[rnd.IntN(3)])
	}
	return b.String()[:max(0, b.Len()-rnd.IntN(2))]
}

// told is what a stream has given, errors with all that they know.
func told[T any](seq iter.Seq2[T, error]) (all []string) {
	for v, err := range seq {
		text := fmt.Sprintf("%+v", v)
		var e *zetes.Error
		if errors.As(err, &e) {
			text += fmt.Sprintf(" %+v %d %d:%d %s %s %d %q %T %v", e, e.Offset, e.Line, e.Column, e.Pointer, e.GoPath(), e.Value, e.Excerpt, e.Err, e.Err)
		} else if err != nil {
			text += " " + err.Error()
		}
		all = append(all, text)
	}
	return all
}

// parallelLines is Lines on n goroutines with pieces of size bytes.
func parallelLines[T any](r io.Reader, n, size int, opts ...Option) *ahead[T] {
	a := newAhead[T](r, newOptions(DefaultMaxValueSize, append(opts, Parallel(n))))
	a.size = size
	return a
}

// TestParallelLines: whatever the pieces are, values, order and errors are those of one goroutine.
func TestParallelLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	rounds := long.Rounds(10, 60)
	broken := errors.New("broken")
	for range rounds {
		text := randomLines(rnd, rnd.IntN(60))
		for name, source := range map[string]func() io.Reader{
			"whole":    func() io.Reader { return strings.NewReader(text) },
			"bytes":    func() io.Reader { return iotest.OneByteReader(strings.NewReader(text)) },
			"half":     func() io.Reader { return iotest.HalfReader(strings.NewReader(text)) },
			"with EOF": func() io.Reader { return iotest.DataErrReader(strings.NewReader(text)) },
			"broken":   func() io.Reader { return io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)) },
		} {
			want := told(Lines[row](source()))
			for _, size := range []int{1, 7, 64, 1000, 1 << 16} {
				n := 1 + rnd.IntN(4)
				if got := told(parallelLines[row](source(), n, size).each); !slices.Equal(got, want) {
					t.Fatalf("%s on %d goroutines in pieces of %d bytes:\n%q\n got %q\nwant %q", name, n, size, text, got, want)
				}
			}
		}
	}
}

// TestParallelBreak: a loop that goes on behind one that was left misses nothing.
func TestParallelBreak(t *testing.T) {
	text := randomLines(rand.New(rand.NewPCG(3, 4)), 50)
	want := told(Lines[row](strings.NewReader(text)))
	a := parallelLines[row](strings.NewReader(text), 2, 100)
	var got []string
	for more := true; more; {
		more = false
		got = append(got, told(func(yield func(row, error) bool) {
			for v, err := range a.each {
				more = true
				yield(v, err)
				break
			}
		})...)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("got %q\nwant %q", got, want)
	}
}

// TestParallelWithin: a loop within a loop goes on behind the value that was given last, as with one goroutine.
func TestParallelWithin(t *testing.T) {
	for _, size := range []int{1, 10, 100, 1 << 16} {
		for _, stop := range []int{1, 2, 7, 1000} {
			var text strings.Builder
			for i := range 300 {
				fmt.Fprintln(&text, i)
			}
			within := func(seq iter.Seq2[int, error]) (all []int) {
				for v := range seq {
					all = append(all, v)
					n := 0
					for w := range seq {
						all = append(all, w)
						if n++; n == stop {
							break
						}
					}
				}
				return all
			}
			want := within(Lines[int](strings.NewReader(text.String())))
			if got := within(parallelLines[int](strings.NewReader(text.String()), 2, size).each); !slices.Equal(got, want) || len(want) != 300 {
				t.Fatalf("pieces of %d: got %v\nwant %v", size, got, want)
			}
		}
	}
}

// TestTooLongLines: a line that is longer than allowed is an error in its place, and those behind it are given, however
// the input comes and whoever decodes it. A reader's error comes behind all of them.
func TestTooLongLines(t *testing.T) {
	long := "{\"Text\":\"" + strings.Repeat("x", 500) + "\"}"
	for _, lines := range [][]string{
		{`{"ID":1}`, `{"ID":2}`, long, `{"ID":4}`}, {long, long, "", `{"ID":3}`, long}, {`{"ID":1}`, strings.Repeat(" ", 101), `{"ID":3}`}, {`{"ID":1}`, strings.Repeat("x", 100), `{"ID":3}`, `{"ID":}`, long + long, `[]`, `{"ID":7}`},
		{strings.Repeat(long, 20), `{"ID":2}`}, {long}, {`{"ID":1}`, long},
	} {
		for _, end := range []string{"", "\n", "\r\n"} {
			text := strings.Join(lines, "\n") + end
			var want []string
			first := 0
			for i, line := range lines {
				n := len(want) + 1
				switch {
				case len(line) > 100:
					want = append(want, fmt.Sprintf("0 %v %d %d %d", ErrValueTooLarge, n, i+1, first+100))
				case line != "":
					var v row
					err := zetes.UnmarshalString(line, &v)
					if err == nil {
						want = append(want, fmt.Sprint(v.ID))
						break
					}
					e := err.(*zetes.Error)
					want = append(want, fmt.Sprintf("0 %v %d %d %d", e.Err, n, i+1, e.Offset+int64(first)))
				}
				first += len(line) + 1
			}
			check := func(name string, seq iter.Seq2[row, error], broken error) {
				var got []string
				for v, err := range seq {
					switch e, _ := err.(*zetes.Error); {
					case e != nil:
						got = append(got, fmt.Sprintf("%d %v %d %d %d", v.ID, e.Err, e.Value, e.Line, e.Offset))
					case err != nil:
						if err != broken {
							t.Errorf("%s: %v", name, err)
						}
					default:
						got = append(got, fmt.Sprint(v.ID))
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s of %.60q:\ngot  %q\nwant %q", name, text, got, want)
				}
			}
			check("whole", Lines[row](strings.NewReader(text), MaxValueSize(100)), nil)
			check("bytes", Lines[row](iotest.OneByteReader(strings.NewReader(text)), MaxValueSize(100)), nil)
			check("with the error", Lines[row](iotest.DataErrReader(strings.NewReader(text)), MaxValueSize(100)), nil)
			for _, size := range []int{1, 20, 99, 1 << 16} {
				for _, n := range []int{1, 3} {
					name := fmt.Sprintf("%d goroutines, pieces of %d", n, size)
					check(name, parallelLines[row](strings.NewReader(text), n, size, MaxValueSize(100)).each, nil)
					check(name+", bytes", parallelLines[row](iotest.OneByteReader(strings.NewReader(text)), n, size, MaxValueSize(100)).each, nil)
				}
			}
		}
	}
}

// TestParallelWaits: a line is given as soon as it is there, though the reader has not come to its end.
func TestParallelWaits(t *testing.T) {
	in, out := io.Pipe()
	next, stop := iter.Pull2(Lines[row](in, Parallel(3)))
	defer stop()
	for i := range 10 {
		go fmt.Fprintf(out, "{\"ID\":%d}\n", i)
		if v, err, ok := next(); v.ID != i || err != nil || !ok {
			t.Fatal(v, err, ok)
		}
	}
	out.Close()
	if v, err, ok := next(); ok {
		t.Fatal(v, err)
	}
}

// TestParallelMemory: no more of the input is read ahead than is said, however slow the loop is.
func TestParallelMemory(t *testing.T) {
	line := strings.Repeat(`{"ID":1,"Text":"some text"}`+"\n", 100)
	read := new(atomic.Int64)
	endless := readerFunc(func(p []byte) (int, error) {
		n := 0
		for n+len(line) <= len(p) {
			n += copy(p[n:], line)
		}
		read.Add(int64(n))
		return n, nil
	})
	const n, size = 2, 8 << 10
	given := int64(0)
	for range parallelLines[row](endless, n, size).each {
		if given += int64(len(line) / 100); given%(10<<10) < 28 {
			runtime.Gosched()
			if ahead := read.Load() - given; ahead > (2*n+2)*size {
				t.Fatalf("%d bytes are read, of which %d are given", read.Load(), given)
			}
		}
		if given > 1<<20 {
			break
		}
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// spoiler does what its text says when it is read or written.
type spoiler string

func (s spoiler) MarshalJSON() ([]byte, error) {
	switch s {
	case "panic":
		panic("spoiled")
	case "exit":
		runtime.Goexit()
	case "error":
		return nil, errors.New("spoiled")
	}
	return []byte(`"` + s + `"`), nil
}

func (s *spoiler) UnmarshalJSON(b []byte) error {
	*s = spoiler(bytes.Trim(b, `"`))
	_, err := s.MarshalJSON()
	return err
}

// ends runs f and says how it ends.
func ends(f func()) string {
	how := make(chan string)
	go func() {
		end := "exit"
		defer func() { how <- end }()
		defer func() {
			if v := recover(); v != nil {
				end = fmt.Sprint("panic: ", v)
			}
		}()
		f()
		end = "returns"
	}()
	return <-how
}

// TestParallelEnds: a panic in a method is the loop's, as with one goroutine, behind the values before it.
func TestParallelEnds(t *testing.T) {
	for what, want := range map[string]string{"panic": "panic: spoiled", "exit": "exit", "error": "returns"} {
		text := strings.Repeat("\"a\"\n", 20) + `"` + what + "\"\n" + strings.Repeat("\"b\"\n", 20)
		for _, size := range []int{1, 30, 1 << 16} {
			n := 0
			got := ends(func() {
				for v, err := range parallelLines[spoiler](strings.NewReader(text), 2, size).each {
					if n++; (err != nil) != (v == "error") {
						t.Errorf("%q, %v", v, err)
					}
				}
			})
			if given := map[string]int{"panic": 20, "exit": 20, "error": 41}[what]; got != want || n != given {
				t.Errorf("%s in pieces of %d: %s behind %d values", what, size, got, n)
			}
		}
		var values []spoiler
		for range 100 {
			values = append(values, "a")
		}
		values[40] = spoiler(what)
		var out strings.Builder
		got := ends(func() {
			err := WriteLines(&out, NoError(slices.Values(values)), Parallel(3))
			var e *zetes.Error
			if !errors.As(err, &e) || e.Value != 41 {
				t.Errorf("%s: %v", what, err)
			}
		})
		if got != want || strings.Count(out.String(), "\n") != 40 {
			t.Errorf("writing, %s: %s behind %q", what, got, out.String())
		}
	}
	got := ends(func() {
		for range parallelLines[row](readerFunc(func([]byte) (int, error) { panic("reader") }), 2, 100).each {
		}
	})
	if got != "panic: reader" {
		t.Error(got)
	}
}

// TestParallelWriteLines: what is written is what one goroutine writes, as are errors.
func TestParallelWriteLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	broken := errors.New("broken")
	for range 50 {
		var values []any
		for i := range rnd.IntN(300) {
			values = append(values, row{i, strings.Repeat("x", rnd.IntN(2000)), nil})
		}
		if len(values) > 0 && rnd.IntN(2) == 0 {
			values[rnd.IntN(len(values))] = []any{1, make(chan int)}
		}
		var failed error
		if rnd.IntN(2) == 0 {
			failed = broken
		}
		seq := func(yield func(any, error) bool) {
			for _, v := range values {
				if !yield(v, nil) {
					return
				}
			}
			if failed != nil {
				yield(nil, failed)
			}
		}
		var want, got strings.Builder
		wantErr, gotErr := WriteLines(&want, seq), WriteLines(&got, seq, Parallel(1+rnd.IntN(4)))
		if got.String() != want.String() || fmt.Sprintf("%+v", gotErr) != fmt.Sprintf("%+v", wantErr) {
			t.Fatalf("%d bytes, %v, want %d, %v", got.Len(), gotErr, want.Len(), wantErr)
		}
	}
	for _, most := range []int{0, 100, 100_000} {
		w := &fullWriter{most}
		err := WriteLines(w, NoError(slices.Values(make([]row, 10000))), Parallel(2))
		if !errors.Is(err, io.ErrShortBuffer) {
			t.Errorf("a writer for %d bytes: %v", most, err)
		}
	}
}

// TestParallelBatches: a batch gathers values again when it is written, and is neither at work then nor idle twice.
func TestParallelBatches(t *testing.T) {
	o := newOptions(0, []Option{Parallel(2)})
	a := batches[row]{w: io.Discard, o: o, total: newEmitter(io.Discard, &o), slots: make(chan struct{}, o.parallel), size: 16}
	defer a.release()
	for range 100 {
		b := a.fresh()
		if slices.Contains(a.queue, b) || slices.Contains(a.idle, b) {
			t.Fatal("a batch that has another use")
		}
		b.values = append(b.values, row{})
		if err := a.send(b); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(a.idle) + len(a.queue); n != 2*o.parallel {
		t.Errorf("%d batches are kept", n)
	}
}

// fullWriter takes so many bytes.
type fullWriter struct{ left int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, io.ErrShortBuffer
	}
	w.left -= len(p)
	return len(p), nil
}

// TestParallelGoroutines: no more goroutines decode or encode at a time than is said, none is left, and more than one
// is at work.
func TestParallelGoroutines(t *testing.T) {
	var now, most atomic.Int64
	work := func() {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(100 * time.Microsecond)
		now.Add(-1)
	}
	api := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *row) { work(); w.Int(int64(v.ID)) },
		func(r *codec.Reader, v *row) { work(); v.ID = int(r.Int()) },
	)}}.Freeze()
	before := runtime.NumGoroutine()
	var lines strings.Builder
	for i := range 200 {
		fmt.Fprintln(&lines, i)
	}
	i := 0
	for v, err := range parallelLines[row](strings.NewReader(lines.String()), 3, 30, Using(api)).each {
		if err != nil || v.ID != i {
			t.Fatal(v, err)
		}
		i++
	}
	if n := most.Swap(0); n < 2 || n > 3 || i != 200 {
		t.Errorf("%d goroutines decode at a time, %d values", n, i)
	}
	var out strings.Builder
	if err := WriteLines(&out, NoError(slices.Values(make([]row, 300))), Parallel(3), Using(api)); err != nil || out.Len() != 600 {
		t.Error(err, out.Len())
	}
	if n := most.Load(); n < 2 || n > 3 {
		t.Errorf("%d goroutines encode at a time", n)
	}
	for try := 0; runtime.NumGoroutine() > before; try++ {
		if time.Sleep(time.Millisecond); try > 5000 {
			t.Fatalf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
		}
	}
}

func BenchmarkParallelLines(b *testing.B) {
	var text strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&text, "{\"ID\":%d,\"Text\":\"some text of a line\",\"List\":[1.5,2,3e5,4.25]}\n", i)
	}
	for _, n := range []int{0, 1, 2} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				var opts []Option
				if n > 0 {
					opts = append(opts, Parallel(n))
				}
				for _, err := range Lines[row](strings.NewReader(text.String()), opts...) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
