package kernel

const (
	lows  = 0x0101010101010101 // every byte 1
	highs = 0x8080808080808080 // the top bit of every byte
	rest  = highs - lows       // every byte 0x7f
)

// gather returns the top bits of the bytes of x as 8 bits, in the same order. All other bits of x must be 0.
func gather(x uint64) uint64 { return (x >> 7) * 0x0102040810204080 >> 56 }
