package kernel

// mostNumber is the length of the longest text that CopyNumber handles, and NumberRoom the number of bytes that it may
// write.
const (
	mostNumber = 31
	NumberRoom = 32
)
