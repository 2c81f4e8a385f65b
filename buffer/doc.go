// Package buffer holds output in chunks that come from pools and go back to them.
//
// A [Buffer] grows without copying what it holds: its chunks begin at 128 bytes and double up to 32 KB. Its length is
// known before a byte is sent, and [Buffer.WriteTo] hands all chunks of a network connection to the kernel in one
// call (writev). The package knows nothing of JSON: encoders that append write through [Buffer.Reserve] and
// [Buffer.Commit], those that write use the usual Write methods.
//
// # Lifetimes
//
// A Buffer owns its chunks. They go back to the pools as they are sent ([Buffer.WriteTo]), when the content is
// dropped ([Buffer.Reset]), and at the end of life ([Buffer.Release]); [Buffer.ReadCloser] moves them to a reader that
// gives them back as it is read. A Buffer that is forgotten costs nothing but the chunks: the garbage collector takes
// them. Using a Buffer after Release panics, as does releasing it twice, handing a chunk to a pool twice, or using a
// Buffer from within the reader or writer that its own ReadFrom or WriteTo is at work with.
//
// Pools hold chunks of the configured sizes only. Memory that [Buffer.Commit] adopted and chunks made for a Reserve
// beyond the largest size are left to the garbage collector, and so is what the pools hold when nobody asks for it:
// a rare huge output doesn't stay in memory.
//
// The package imports net for writev; a program that doesn't use the network pays about 190 KB of binary for it.
package buffer
