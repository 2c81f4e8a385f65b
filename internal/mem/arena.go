package mem

import "unsafe"

// Strings are copied into chunks that are never written again once handed out. A kept string holds on to at most one
// chunk; longer strings have memory of their own.
const (
	ArenaChunk = 4096
	ArenaMost  = 1024 // the longest string that goes into a chunk
	ArenaSlack = 32   // copies move up to 32 bytes at a time and may scribble this far behind a string
)

// Arena is the current chunk; its first Used bytes are handed out. An index instead of a moving pointer saves a write
// barrier for each string. The zero Arena is ready.
type Arena struct {
	Chunk Ptr
	Used  int
	fit   int32 // strings may end here
	next  int32 // bytes of the next chunk, or 0 for ArenaChunk
}

// SmallArena returns an Arena for few strings: its chunks begin with 128 bytes, and become longer up to ArenaChunk.
func SmallArena() Arena { return Arena{next: 128} }

// Take returns n bytes that nobody else has, n <= ArenaMost; up to ArenaSlack bytes behind them may be scribbled on
// until the next call.
func (a *Arena) Take(n int) Ptr {
	if a.Used+n > int(a.fit) {
		a.begin(n)
	}
	p := unsafe.Add(a.Chunk, a.Used)
	a.Used += n
	return p
}

// begin begins another chunk, for n bytes at least.
func (a *Arena) begin(n int) {
	size := ArenaChunk
	if a.next > 0 {
		size = max(int(a.next), n+ArenaSlack)
		if a.next *= 2; a.next >= ArenaChunk {
			a.next = 0
		}
	}
	a.Chunk, a.Used, a.fit = Data(Unzeroed(size)), 0, int32(size-ArenaSlack)
}

// Short is Text for strings of up to 32 bytes that the chunk has room for: what most are, without a call.
func (a *Arena) Short(src Ptr, n int) (string, bool) {
	used := a.Used
	if uint(n-1) >= 32 || used+n > int(a.fit) {
		return "", false
	}
	dst := unsafe.Add(a.Chunk, used)
	a.Used = used + n
	*(*bytes32)(dst) = *(*bytes32)(src)
	return unsafe.String((*byte)(dst), n), true
}

// Text returns a copy of the n bytes at src as a string. Promise: n rounded up to a multiple of ArenaSlack can be read.
func (a *Arena) Text(src Ptr, n int) string {
	if uint(n-1) >= 64 {
		return a.Copy(unsafe.Slice((*byte)(src), max(n, 0)))
	}
	dst := a.Take(n)
	for i := 0; i < n; i += 16 {
		*(*bytes16)(unsafe.Add(dst, i)) = *(*bytes16)(unsafe.Add(src, i))
	}
	return unsafe.String((*byte)(dst), n)
}

// Copy returns a copy of b as a string.
func (a *Arena) Copy(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > ArenaMost {
		return string(b)
	}
	dst := a.Take(len(b))
	copy(unsafe.Slice((*byte)(dst), len(b)), b)
	return unsafe.String((*byte)(dst), len(b))
}
