package engine

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/transfer"
)

// liar claims to have read more than there was room for.
type liar struct{}

func (liar) Read(p []byte) (int, error) { return len(p) + 1, nil }

// TestReadAll reads into a buffer that has something in it: the result is what the reader had up to its error, and
// nothing of what was there before.
func TestReadAll(t *testing.T) {
	long := strings.Repeat("0123456789", 1000)
	broken := errors.New("broken")
	for name, row := range map[string]struct {
		r    io.Reader
		most int // 0 for no limit
		text string
		err  error
	}{
		"nothing":          {strings.NewReader(""), 0, "", nil},
		"short":            {strings.NewReader("[1]"), 0, "[1]", nil},
		"longer than room": {strings.NewReader(long), 0, long, nil},
		"a byte at a time": {iotest.OneByteReader(strings.NewReader(long)), 0, long, nil},
		"end with data":    {iotest.DataErrReader(strings.NewReader("[1]")), 0, "[1]", nil},
		"broken":           {io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(broken)), 0, "[1", broken},
		"too much":         {liar{}, 0, "", transfer.ErrReadCount},
		"exactly the room": {strings.NewReader(long[:8]), 0, long[:8], nil},
		"a limit":          {io.MultiReader(strings.NewReader(long), iotest.ErrReader(broken)), 3, long[:3], nil},
		"a limit beyond":   {io.MultiReader(strings.NewReader(long), iotest.ErrReader(broken)), 999, long[:999], nil},
		"the limit":        {strings.NewReader(long[:100]), 100, long[:100], nil},
		"no limit yet":     {strings.NewReader(long[:100]), 101, long[:100], nil},
		"lies at a limit":  {liar{}, 3, "", transfer.ErrReadCount},
	} {
		b := &Scratch{Bytes: append(make([]byte, 0, 8), "before"...)}
		if row.most == 0 {
			row.most = math.MaxInt
		}
		if err := b.ReadAll(row.r, row.most); err != row.err || string(b.Bytes) != row.text {
			t.Errorf("%s: %d bytes, %.20q, %v; want %d, %v", name, len(b.Bytes), b.Bytes, err, len(row.text), row.err)
		}
	}
}

// TestRelease: buffers of up to mem.MostPooled bytes wait in the pool, larger ones do not.
func TestRelease(t *testing.T) {
	for size, kept := range map[int]bool{1: true, mem.MostPooled: true, mem.MostPooled + 1: false} {
		b := &Scratch{Bytes: make([]byte, 0, size)}
		found := false
		// The pool may drop a buffer, and under the race detector drops one of four: once is enough.
		for range 20 {
			b.Release()
			var taken []*Scratch
			for range 5 {
				x := Borrow()
				found = found || x == b
				taken = append(taken, x)
			}
			if found {
				break
			}
			for _, x := range taken {
				if x != b {
					x.Release()
				}
			}
		}
		if found != kept {
			t.Errorf("a buffer of %d bytes is in the pool: %v", size, found)
		}
	}
}
