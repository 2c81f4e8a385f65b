package zetes_test

import (
	"io"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

// TestAppendAllocations holds what the documentation says about memory: a pointer to what is there takes none, a value
// is copied to the heap, and so lies there what a pointer to a local variable leads to.
func TestAppendAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	type point struct{ X, Y float64 }
	buf := make([]byte, 0, 100)
	p := &point{1, 2}
	text, kept := []byte(`{"X":1,"Y":2}`), new(point)
	encoder, decoder := zetes.NewTypedEncoder[point](), zetes.NewTypedDecoder[point]()
	for name, c := range map[string]struct {
		want  float64
		write func() ([]byte, error)
	}{
		"pointer": {0, func() ([]byte, error) { return zetes.Append(buf, p) }},
		"typed":   {0, func() ([]byte, error) { return encoder.Append(buf, p) }},
		"value":   {1, func() ([]byte, error) { return zetes.Append(buf, *p) }},
		"local": {1, func() ([]byte, error) {
			v := *p
			return zetes.Append(buf, &v)
		}},
		"local, typed": {1, func() ([]byte, error) {
			v := *p
			return encoder.Append(buf, &v)
		}},
		"marshal":                {1, func() ([]byte, error) { return zetes.Marshal(p) }},
		"marshal value":          {2, func() ([]byte, error) { return zetes.Marshal(*p) }},
		"marshal, typed":         {1, func() ([]byte, error) { return encoder.Marshal(p) }},
		"write":                  {0, func() ([]byte, error) { return nil, zetes.MarshalTo(io.Discard, p) }},
		"unmarshal":              {0, func() ([]byte, error) { return nil, zetes.Unmarshal(text, kept) }},
		"unmarshal, typed":       {0, func() ([]byte, error) { return nil, decoder.Decode(text, kept) }},
		"unmarshal local":        {1, func() ([]byte, error) { var v point; return nil, zetes.Unmarshal(text, &v) }},
		"unmarshal local, typed": {1, func() ([]byte, error) { var v point; return nil, decoder.Decode(text, &v) }},
		"json, local":            {1, func() ([]byte, error) { var v point; return nil, json.Unmarshal(text, &v) }},
	} {
		got := testing.AllocsPerRun(100, func() {
			if _, err := c.write(); err != nil {
				t.Fatal(err)
			}
			p.X++
		})
		if got != c.want {
			t.Errorf("%s: %v allocations, want %v", name, got, c.want)
		}
	}
}

// TestAppendMany: appending many values to one slice copies it seldom.
func TestAppendMany(t *testing.T) {
	for _, n := range []int{100, 20_000, 100_000} {
		text := strings.Repeat("y", n)
		var all []byte
		copies, times := 0, 10_000_000/n
		for range times {
			before := cap(all)
			var err error
			if all, err = zetes.Append(all, text); err != nil {
				t.Fatal(err)
			}
			if cap(all) != before {
				copies++
			}
		}
		if len(all) != times*(n+2) || copies > 70 {
			t.Errorf("%d values of %d bytes: %d bytes, which were copied %d times", times, n, len(all), copies)
		}
	}
}

// TestAppendReused: a buffer that is written to again and again has enough space after some rounds, whatever the size
// of the text.
func TestAppendReused(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for n := 1; n < 200_000; n += n/10 + 1 {
		text := []string{strings.Repeat("y", n/2), strings.Repeat("z", n/2)}
		var buf []byte
		write := func() {
			var err error
			if buf, err = zetes.Append(buf[:0], &text); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			write()
		}
		if got := testing.AllocsPerRun(10, write); got != 0 {
			t.Errorf("%d bytes: %v allocations each time, into %d bytes", len(buf), got, cap(buf))
		}
	}
}
