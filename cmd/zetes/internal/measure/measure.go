// Package measure times two JSON libraries on the same work, after it has proven that they do the same work.
package measure

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"time"
)

// Library is a way to encode and to decode.
type Library struct {
	Name      string
	Marshal   func(v any) ([]byte, error)
	Unmarshal func(data []byte, v any) error
}

// Case is one document and one Go type for it.
type Case struct {
	Name string // of the document
	Type string // in a word
	JSON []byte
	New  func() any // a pointer to a fresh zero value
}

// Op is what is timed.
type Op string

// The operations, in the order in which they are run.
const (
	Decode Op = "decode"
	Encode Op = "encode"
)

// Ops lists all operations.
var Ops = []Op{Decode, Encode}

// Cost is what one run of an operation costs.
type Cost struct {
	Time   time.Duration
	Allocs uint64
}

// Result compares a library with the reference on one operation.
type Result struct {
	Name, Type string // of the case
	Op         Op
	Bytes      int // of JSON, read or written by one run
	Cost       Cost
	Ref        Cost
}

// Rate returns the megabytes of JSON that c stands for in a second.
func (r Result) Rate(c Cost) float64 {
	if c.Time <= 0 {
		return 0
	}
	return float64(r.Bytes) / 1e6 / c.Time.Seconds()
}

// Ratio says how many times faster than the reference the library is.
func (r Result) Ratio() float64 {
	if r.Cost.Time <= 0 {
		return 0
	}
	return float64(r.Ref.Time) / float64(r.Cost.Time)
}

// Check decodes c's document and encodes it back with both libraries. It returns an error that says where they differ.
// A document that both refuse with the same words is equal too, but cannot be timed: that is an error as well.
func Check(c Case, lib, ref Library) error {
	got, want := c.New(), c.New()
	gotErr, wantErr := lib.Unmarshal(slices.Clone(c.JSON), got), ref.Unmarshal(slices.Clone(c.JSON), want)
	if err := sameError(gotErr, wantErr); err != nil {
		return fmt.Errorf("%s, %s: decode: %w", c.Name, c.Type, err)
	}
	if wantErr != nil {
		return fmt.Errorf("%s, %s: decode: %w", c.Name, c.Type, wantErr)
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%s, %s: decode: WRONG VALUE: differs from that of %s", c.Name, c.Type, ref.Name)
	}
	gotText, gotErr := lib.Marshal(got)
	wantText, wantErr := ref.Marshal(want)
	if err := sameError(gotErr, wantErr); err != nil {
		return fmt.Errorf("%s, %s: encode: %w", c.Name, c.Type, err)
	}
	if wantErr != nil {
		return fmt.Errorf("%s, %s: encode: %w", c.Name, c.Type, wantErr)
	}
	if !bytes.Equal(gotText, wantText) {
		i := firstDifference(gotText, wantText)
		return fmt.Errorf("%s, %s: encode: WRONG OUTPUT at byte %d: %q, %s writes %q", c.Name, c.Type, i, around(gotText, i), ref.Name, around(wantText, i))
	}
	half := c.JSON[:len(c.JSON)/2]
	if err := sameError(lib.Unmarshal(half, c.New()), ref.Unmarshal(half, c.New())); err != nil {
		return fmt.Errorf("%s, %s: decode of the first half: %w", c.Name, c.Type, err)
	}
	return nil
}

// sameError compares the words and the types of two errors.
func sameError(got, want error) error {
	if (got == nil) == (want == nil) && (got == nil || got.Error() == want.Error() && reflect.TypeOf(got) == reflect.TypeOf(want)) {
		return nil
	}
	return fmt.Errorf("WRONG ERROR: %T %v, not %T %v", got, got, want, want)
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func around(b []byte, i int) []byte { return b[max(0, i-20):min(len(b), i+20)] }

// Time times op on c for about the given budget, shared by the two libraries. They take turns, so that a busy
// machine slows both alike, and the medians count.
func Time(c Case, op Op, lib, ref Library, budget time.Duration) (Result, error) {
	run, size, err := prepare(c, op, lib)
	if err != nil {
		return Result{}, err
	}
	runRef, _, err := prepare(c, op, ref)
	if err != nil {
		return Result{}, err
	}
	res := Result{Name: c.Name, Type: c.Type, Op: op, Bytes: size}
	res.Cost.Allocs, res.Ref.Allocs = allocs(run), allocs(runRef)

	const rounds = 7
	slice := budget / (2 * rounds)
	n, nRef := perSlice(run, slice), perSlice(runRef, slice)
	var times, timesRef [rounds]time.Duration
	for i := range rounds {
		times[i], timesRef[i] = perRun(run, n), perRun(runRef, nRef)
	}
	res.Cost.Time, res.Ref.Time = median(times[:]), median(timesRef[:])
	return res, nil
}

// prepare returns a function that does op once, and the size of the JSON it reads or writes.
func prepare(c Case, op Op, lib Library) (run func(), size int, err error) {
	if op == Decode {
		return func() {
			if err := lib.Unmarshal(c.JSON, c.New()); err != nil {
				panic(err) // Check has seen it succeed
			}
		}, len(c.JSON), nil
	}
	v := c.New()
	if err := lib.Unmarshal(c.JSON, v); err != nil {
		return nil, 0, err
	}
	b, err := lib.Marshal(v)
	if err != nil {
		return nil, 0, err
	}
	return func() {
		if _, err := lib.Marshal(v); err != nil {
			panic(err) // it has just succeeded
		}
	}, len(b), nil
}

// allocs counts the allocations of the second run: the first one may compile plans and fill pools.
func allocs(run func()) uint64 {
	run()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// perSlice returns how many runs fill a slice of time.
func perSlice(run func(), slice time.Duration) int {
	once := time.Duration(0)
	for n := 1; n <= 400 && once < 50*time.Microsecond/time.Duration(n); n *= 20 { // one short run says little
		start := time.Now()
		for range n {
			run()
		}
		once = time.Since(start) / time.Duration(n)
	}
	return int(max(1, slice/max(1, once)))
}

// perRun returns the processor time of one of n runs, or their time where that is not to be had.
func perRun(run func(), n int) time.Duration {
	start, used := time.Now(), processorTime()
	for range n {
		run()
	}
	if used = processorTime() - used; used > 0 {
		return used / time.Duration(n)
	}
	return time.Since(start) / time.Duration(n)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
