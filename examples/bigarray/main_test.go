package main

import (
	"io"
	"runtime"
	"strings"
	"testing"
)

func TestSums(t *testing.T) {
	for name, total := range sums {
		rows, sum, err := total(&generator{left: 1 << 20})
		if err != nil || rows < 10_000 || sum != float64(rows)/2 {
			t.Errorf("%s: %d rows, sum %v, %v", name, rows, sum, err)
		}
		if rows, _, err = total(&generator{}); err != nil || rows != 0 {
			t.Errorf("%s: %d rows of an empty array, %v", name, rows, err)
		}
		if rows, _, err = total(strings.NewReader(`[{"score":1},{"score":"x"}]`)); err == nil || rows != 1 {
			t.Errorf("%s: %d rows, %v", name, rows, err)
		}
		if _, _, err = total(strings.NewReader(`[{"score":1}`)); err == nil {
			t.Errorf("%s: an array that breaks off is no error", name)
		}
	}
}

// TestConstantMemory holds that an array sixteen times as long takes no more memory, and less than a megabyte.
func TestConstantMemory(t *testing.T) {
	for name, total := range sums {
		short, long := held(t, total, 2<<20), held(t, total, 32<<20)
		if long > 1<<20 || long > short+256<<10 {
			t.Errorf("%s: holds %d KB in an array of 32 MB, %d KB in one of 2 MB", name, long>>10, short>>10)
		}
	}
}

// held returns the most memory that reading size bytes holds on to at any time.
func held(t *testing.T, total func(io.Reader) (int, float64, error), size int64) int64 {
	p := &probe{src: &generator{left: size}, every: size / 8}
	p.base = live()
	if _, _, err := total(p); err != nil {
		t.Fatal(err)
	}
	return p.most
}

// probe looks at the live memory while it is read from.
type probe struct {
	src                           io.Reader
	every, read, next, base, most int64
}

func (p *probe) Read(b []byte) (int, error) {
	n, err := p.src.Read(b)
	if p.read += int64(n); p.read >= p.next {
		p.next += p.every
		p.most = max(p.most, live()-p.base)
	}
	return n, err
}

// live returns the bytes that are reachable.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
