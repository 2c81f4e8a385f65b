package buffer

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
)

// The sizes of chunks if Configure is not called.
const (
	DefaultMinChunk = 128
	DefaultMaxChunk = 32 << 10
)

// maxChunkLimit is the largest allowed Sizes.MaxChunk. Larger chunks in the pools would keep much memory and save
// little work.
const maxChunkLimit = 16 << 20

// ErrInUse is returned by Configure if a Buffer has used the pools, or Configure has set the sizes, before.
var ErrInUse = errors.New("buffer: pools are already in use")

// Sizes has the sizes of chunks. Zero fields mean the defaults.
type Sizes struct {
	MinChunk int  // size of a Buffer's first chunk, a power of two from 16 bytes
	MaxChunk int  // size that chunks grow to, a power of two up to 16 MB
	NoPool   bool // the garbage collector frees all chunks, and none goes to a pool
}

// Configure sets the sizes of chunks for the whole program. Call it at most once, before any Buffer is written to, at
// best in main or an init function. A call after that changes nothing and returns ErrInUse. Sizes that are not allowed
// also change nothing, and the error says why.
func Configure(c Sizes) error {
	if c.MaxChunk == 0 {
		c.MaxChunk = max(DefaultMaxChunk, c.MinChunk)
	}
	if c.MinChunk == 0 {
		c.MinChunk = min(DefaultMinChunk, max(c.MaxChunk, 16))
	}
	switch {
	case !power(c.MinChunk) || c.MinChunk < 16:
		return fmt.Errorf("buffer: MinChunk %d is not a power of two from 16", c.MinChunk)
	case !power(c.MaxChunk) || c.MaxChunk > maxChunkLimit:
		return fmt.Errorf("buffer: MaxChunk %d is not a power of two up to %d", c.MaxChunk, maxChunkLimit)
	case c.MinChunk > c.MaxChunk:
		return fmt.Errorf("buffer: MinChunk %d is larger than MaxChunk %d", c.MinChunk, c.MaxChunk)
	}
	if !current.CompareAndSwap(nil, newPools(c)) {
		return ErrInUse
	}
	return nil
}

func power(n int) bool { return n > 0 && n&(n-1) == 0 }

// pools has the unused chunks, in one pool for each power of two.
type pools struct {
	min, max int
	off      bool
	class    []sync.Pool // class[i] holds chunks of min<<i bytes
}

// current has the pools of the program. It is set once, by Configure or by the first use of the pools.
var current atomic.Pointer[pools]

func newPools(c Sizes) *pools {
	return &pools{
		min: c.MinChunk, max: c.MaxChunk, off: c.NoPool,
		class: make([]sync.Pool, bits.Len(uint(c.MaxChunk/c.MinChunk))),
	}
}

func use() *pools {
	if p := current.Load(); p != nil {
		return p
	}
	current.CompareAndSwap(nil, newPools(Sizes{MinChunk: DefaultMinChunk, MaxChunk: DefaultMaxChunk}))
	return current.Load()
}
