package mem

import (
	"strings"
	"unsafe"
)

// An arena copies strings into chunks, memory that many strings share. A byte of a chunk is written once and never
// changes afterwards. A string that the caller keeps holds its whole chunk in memory, but no other chunk. Strings of
// more than ArenaMost bytes are allocated one by one.
const (
	ArenaChunk = 4096
	ArenaMost  = 1024 // the longest string that goes into a chunk
	ArenaSlack = 32   // copies move up to 32 bytes at a time, and may overwrite up to 32 bytes after a string
)

// Arena has the current chunk, whose first Used bytes are in use. The arena counts bytes instead of moving a pointer,
// so that a string needs no write barrier. The zero Arena is ready for use.
type Arena struct {
	Chunk Ptr
	Used  int
	fit   int32 // the highest index in Chunk at which a string may end
	next  int32 // size of the next chunk; 0 means ArenaChunk
}

// SmallArena returns an Arena for few strings: its first chunk has 128 bytes, and later ones up to ArenaChunk.
func SmallArena() Arena { return Arena{next: 128} }

// ArenaOf returns an Arena whose first chunk has space for n strings, but at most ArenaChunk bytes. each is the
// expected length of a string in bytes; the strings may be longer.
func ArenaOf(n, each int) Arena { return Arena{next: int32(min(n*each+ArenaSlack, ArenaChunk))} }

// Reuse makes the Arena use its chunk again. No string in it may be in use.
func (a *Arena) Reuse() { a.Used = 0 }

// Take returns n <= ArenaMost unused bytes. Until the next call the caller may overwrite ArenaSlack bytes after them.
func (a *Arena) Take(n int) Ptr {
	if a.Used+n > int(a.fit) {
		a.begin(n)
	}
	p := unsafe.Add(a.Chunk, a.Used)
	a.Used += n
	return p
}

// begin starts another chunk, for at least n bytes.
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

// Short returns a copy of the n bytes at src as a string, if n is 1 to 32 and the copy fits into the current chunk, as
// most do; otherwise false. It calls no other function. Promise: 32 bytes are readable at src, whatever n is.
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

// Text returns a copy of the n bytes at src as a string. Bytes up to a multiple of ArenaSlack must be readable.
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

// Keep returns a copy of b as a string, like Copy. If the Arena is nil, the copy is allocated on the heap.
func (a *Arena) Keep(b []byte) string {
	if a == nil {
		return string(b)
	}
	return a.Copy(b)
}

// Join returns the parts one after another, as one string. If the Arena is nil, the string is allocated on the heap.
func (a *Arena) Join(parts ...string) string {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if a == nil || n-1 >= ArenaMost {
		return strings.Join(parts, "")
	}
	dst := unsafe.Slice((*byte)(a.Take(n)), n)[:0]
	for _, part := range parts {
		dst = append(dst, part...)
	}
	return unsafe.String(unsafe.SliceData(dst), n)
}
