package kernel

// mostNumber is the length of the longest text that CopyNumber accepts. NumberRoom is the number of bytes that
// CopyNumber may overwrite.
const (
	mostNumber = 31
	NumberRoom = 32
)
