package buffer

import "sync"

// The sizes of chunks: a Buffer's first chunk has 128 bytes, and chunks grow to 32 KB. Both are powers of two.
const (
	minChunk = 128
	maxChunk = 32 << 10
	classes  = 9 // minChunk << (classes-1) is maxChunk
)

// pools has the unused chunks: pools[i] holds chunks of minChunk<<i bytes.
var pools [classes]sync.Pool
